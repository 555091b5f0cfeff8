"""Refs that the host has checked itself: what may be given, and that a wrong use is told."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import aana
import pytest
from aana.confirmation import Broker, MemoryStore, NotAsked

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

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
    nothing: Any
    for nothing in (None, [], ()):
        decision = GATE.check(EVENT, attested=nothing)
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


WRITE = {**EVENT, "tool_name": "send_email", "tool_category": "write"}


def test_a_broker_believes_its_own_approval_and_no_other() -> None:
    draft = aana.tool_evidence_ref(
        "draft-7",
        kind="tool_result",
        trust_tier="verified",
        redaction_status="redacted",
        freshness="fresh",
        provenance="connector",
    )
    write = {**WRITE, "evidence_refs": [draft]}
    broker = Broker(GATE, store=MemoryStore())
    asked = broker.ask(write)
    said = broker.answer(asked.id, "accept", by="user:ada", token=asked.token)
    assert said, said
    evidence: Any = said.evidence
    assert (evidence["decision"], evidence["approved_by"]) == ("approved", "user:ada")
    assert evidence["expires_at"] > evidence["retrieved_at"]
    # The same approval from somebody who cannot vouch for it.
    assert not GATE.check(said.event).executes


def test_a_question_keeps_what_the_host_had_checked(tmp_path: Path) -> None:
    """The sign-in is the host's, and counts when the answer comes: also after a restart."""
    for keeps in (True, False):
        store = tmp_path / f"{keeps}.sqlite3"
        asked = Broker(GATE, store=store, keep_events=keeps).ask(WRITE, attested=[0])
        said = Broker(GATE, store=store).answer(
            asked.id, "accept", by="user:ada", token=asked.token, event=None if keeps else WRITE
        )
        assert said, said
        assert said.attested == (0, 1)
        assert GATE.check(said.event, attested=said.attested).executes
        assert not GATE.check(said.event, attested=said.attested[:1]).executes
        assert not GATE.check(said.event, attested=said.attested[1:]).executes


def test_without_that_nobody_is_asked_in_vain() -> None:
    broker = Broker(GATE, store=MemoryStore())
    asks: list[Callable[[], object]]
    asks = [lambda: broker.ask(WRITE), lambda: asyncio.run(broker.ask_async(WRITE, attested=()))]
    for ask in asks:
        with pytest.raises(NotAsked) as told:
            ask()
        assert (told.value.why, told.value.remaining) == ("not_enough", ["evidence_not_attested"])
    assert asyncio.run(broker.ask_async(WRITE, attested=(0,))).tool == "send_email"


def test_a_broker_takes_what_a_check_takes() -> None:
    broker = Broker(GATE, store=MemoryStore())
    wrong: Any
    for wrong, error in (("0", TypeError), ([True], TypeError), ([-1], ValueError)):
        with pytest.raises(error, match="`attested"):
            broker.ask(WRITE, attested=wrong)


def guarded(refs: Any, runs: list[str], **more: Any) -> Callable[[str], None]:
    @aana.guard(
        tool_category="private_read",
        risk_domain="finance",
        authorization_state="authenticated",
        evidence_refs=refs,
        policy=GATE,
        **more,
    )
    def get_invoice(number: str) -> None:
        runs.append(number)

    return get_invoice


def from_the_agent(arguments: Any) -> list[str]:
    return [arguments["number"]]


SESSION = "auth_event:session-7"


@pytest.mark.parametrize(
    ("refs", "more", "runs"),
    [
        ([SESSION], {}, True),
        (iter([SESSION]), {}, True),
        ([SESSION], {"attested": ()}, False),
        ([SESSION], {"attested": [1]}, False),
        (from_the_agent, {}, False),
        (from_the_agent, {"attested": [0]}, True),
        (from_the_agent, {"attested": range(1)}, True),
        (from_the_agent, {"attested": lambda _: iter([0])}, True),
        (from_the_agent, {"attested": lambda _: None}, False),
        (from_the_agent, {"attested": lambda arguments: [] if arguments["number"] else [0]}, False),
    ],
)
def test_a_guard_vouches_for_what_is_written_down(refs: Any, more: Any, runs: bool) -> None:
    ran: list[str] = []
    get_invoice = guarded(refs, ran, **more)
    if runs:
        get_invoice(SESSION)
    else:
        with pytest.raises(aana.ToolCallBlocked, match="evidence_not_attested"):
            get_invoice(SESSION)
    assert ran == ([SESSION] if runs else [])


def test_what_is_written_down_is_what_stays() -> None:
    """Whoever changes the list or the ref later is not who wrote the rule."""
    ref: Any = aana.tool_evidence_ref("nothing", kind="other")
    refs: list[Any] = [ref]
    ran: list[str] = []
    get_invoice = guarded(refs, ran)
    ref |= {"kind": "auth_event", "trust_tier": "verified", "redaction_status": "redacted"}
    refs.append(SESSION)
    with pytest.raises(aana.ToolCallBlocked):
        get_invoice("7")
    assert ran == []


def test_a_guard_says_at_once_what_is_no_position() -> None:
    for wrong, error in (("0", TypeError), (0, TypeError), ([True], TypeError), ([-1], ValueError)):
        with pytest.raises(error, match="`attested"):
            guarded([SESSION], [], attested=wrong)
        # What a function gives is known when the call comes.
        with pytest.raises(error, match="`attested"):
            guarded([SESSION], [], attested=lambda _, wrong=wrong: wrong)("7")


def test_a_coroutine_may_say_what_was_checked() -> None:
    async def checked(_: Any) -> list[int]:
        return [0]

    ran: list[str] = []

    @aana.guard(
        tool_category="private_read",
        risk_domain="finance",
        authorization_state="authenticated",
        evidence_refs=from_the_agent,
        attested=checked,
        policy=GATE,
    )
    async def get_invoice(number: str) -> None:
        ran.append(number)

    asyncio.run(get_invoice(SESSION))
    assert ran == [SESSION]
    with pytest.raises(TypeError, match="`attested` gives something to await"):
        guarded(from_the_agent, ran, attested=checked)


def test_attesting_changes_nothing_without_the_policy() -> None:
    for event in (EVENT, WRITE):
        decisions = [aana.check_tool_call(event, now=0, attested=one) for one in (None, [], [0], [7])]
        assert decisions == [decisions[0]] * 4
