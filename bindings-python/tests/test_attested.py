"""Refs that the host has checked itself: what may be given, and that a wrong use is told."""

from __future__ import annotations

from typing import Any

import aana
import pytest
from aana.confirmation import Broker, MemoryStore

EVENT: dict[str, Any] = {
    "tool_name": "get_invoice",
    "tool_category": "private_read",
    "authorization_state": "authenticated",
    "evidence_refs": ["auth_event:session-7"],
    "risk_domain": "finance",
    "proposed_arguments": {},
    "recommended_route": "accept",
}
GATE = aana.Gate({"evidence": "attested"})


def test_nothing_is_attested_unasked() -> None:
    for attested in (None, [], ()):
        decision = GATE.check(EVENT, attested=attested)
        assert (decision.route, decision.hard_blockers[0]) == ("ask", "evidence_not_attested")
    assert GATE.check(EVENT, attested=[0]).executes
    assert aana.gate_action(EVENT, policy=GATE, attested=(0,))["route"] == "accept"
    assert not GATE.check({**EVENT, "attested": [0]}).executes, "an event cannot say so itself"


@pytest.mark.parametrize("wrong", [0, "0", {0}, {"0": 0}, [True], [0.0], ["0"], [None], iter([0])])
def test_another_type_is_an_error(wrong: Any) -> None:
    for check in (GATE.check, aana.check_tool_call):
        with pytest.raises(TypeError, match="`attested"):
            check(EVENT, attested=wrong)
    with pytest.raises(TypeError, match="`attested"):
        aana.check_json(b"{}", attested=wrong)


@pytest.mark.parametrize("wrong", [-1, 1 << 32, 1 << 80])
def test_what_is_not_a_position_is_an_error(wrong: int) -> None:
    with pytest.raises(ValueError, match=r"`attested\[1\]` is not a position; 0 to 4294967295 is allowed"):
        GATE.check(EVENT, attested=[0, wrong])


def test_the_option_of_a_gate_only_tightens() -> None:
    assert aana.Gate(evidence="attested").evidence == "attested"
    assert aana.Gate().evidence == "trusted"
    wrong: Any = "trusted"
    with pytest.raises(ValueError, match="`evidence` is not `attested`"):
        aana.Gate(GATE, evidence=wrong)


def test_a_broker_believes_its_own_approval_and_no_other() -> None:
    write = {**EVENT, "tool_name": "send_email", "tool_category": "write", "evidence_refs": []}
    write |= {"evidence_refs": [{"source_id": "draft-7", "kind": "tool_result", "trust_tier": "verified",
                                 "redaction_status": "redacted", "freshness": {"status": "fresh"},
                                 "provenance": "connector"}]}  # fmt: skip
    broker = Broker(GATE, store=MemoryStore())
    asked = broker.ask(write)
    said = broker.answer(asked.id, "accept", by="user:ada", token=asked.token)
    assert said, said
    evidence: Any = said.evidence
    assert (evidence["decision"], evidence["approved_by"]) == ("approved", "user:ada")
    assert evidence["expires_at"] > evidence["retrieved_at"]
    # The same approval from somebody who cannot vouch for it.
    assert not GATE.check(said.event).executes
