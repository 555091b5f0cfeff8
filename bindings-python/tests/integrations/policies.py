"""Policies that every wrapper keeps: who is asked because of them, how often, and what runs then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import aana
import pytest
from aana.integrations import Call, ToolGate, ToolRule

from integrations.scenes import ADDRESS, Ran

SESSION = "auth_event:session-7"
FLOOR = {"tools": {"search_docs": {"route_floor": "ask"}, "send_email": {"route_floor": "ask"}}}
ATTESTED = {"evidence": "attested"}
SEARCH_ARGS = {"query": "leave"}
MOST_QUESTIONS = 3
"""Whoever asks as often about one call asks for ever."""


@dataclass
class Seen:
    """What came of a call to which a person says yes as often as they are asked."""

    ran: Ran
    asked: int
    told: str


@dataclass(frozen=True)
class Case:
    """One tool, a policy, and what is to come of a call."""

    name: str
    policy: Any
    rule: ToolRule
    asked: int = 0
    runs: bool = True
    args: dict[str, Any] | None = None
    told: tuple[str, ...] = ()

    @property
    def arguments(self) -> dict[str, Any]:
        if self.args is not None:
            return self.args
        return SEARCH_ARGS if self.name == "search_docs" else {"to": ADDRESS}

    def gate(self) -> ToolGate:
        return ToolGate({self.name: self.rule}, gate=self.policy, approved_by="user:ada")

    def holds(self, seen: Seen) -> None:
        assert seen.asked == self.asked, seen.told
        assert [name for name, *_ in seen.ran.calls] == ([self.name] if self.runs else []), seen.told
        for part in self.told:
            assert part in seen.told
        if not self.runs:
            assert "ask the user" not in seen.told
            assert ADDRESS not in seen.told


def search(**more: Any) -> ToolRule:
    base: dict[str, Any] = {"tool_category": "public_read", "risk_domain": "research"}
    return ToolRule(**{**base, **more})


def send(**more: Any) -> ToolRule:
    base: dict[str, Any] = {
        "tool_category": "write",
        "risk_domain": "customer_support",
        "authorization_state": "authenticated",
    }
    return ToolRule(**{**base, **more})


def from_the_model(call: Call) -> list[Any]:
    """Evidence of which nobody knows whence it is: here it could be in the arguments."""
    return [SESSION, *call.arguments.get("evidence", ())]


def the_first(_: Call) -> tuple[int, ...]:
    return (0,)


def approval_from_the_model(_: Call) -> list[Any]:
    return ["approval:ticket-7"]


def bound_approval(call: Call) -> list[Any]:
    """The application's own record of somebody who said yes to exactly this."""
    event = aana.build_tool_precheck_event(
        tool_name=call.tool_name, proposed_arguments=dict(call.arguments), tool_category="write"
    )
    digest = aana.Gate().check(event).action_digest
    approval = aana.tool_evidence_ref(
        "approvals.7",
        kind="approval",
        trust_tier="verified",
        redaction_status="redacted",
        freshness="fresh",
        provenance="approvals",
        supports=[f"action:{digest}"],
    )
    return [approval]


NOT_ENOUGH = ("A person's yes would not be enough (not_enough).", "What else keeps it: ")

CASES = {
    "floor_on_a_read": Case("search_docs", FLOOR, search(), asked=1),
    "floor_on_a_write": Case("send_email", FLOOR, send(evidence_refs=["session:1"]), asked=1),
    "floor_on_a_write_with_another_approval": Case(
        "send_email",
        FLOOR,
        send(authorization_state="confirmed", evidence_refs=["approval:ticket-7"]),
        asked=1,
    ),
    "floor_with_an_approval_of_this_action": Case(
        "send_email", FLOOR, send(authorization_state="confirmed", evidence_refs=bound_approval)
    ),
    "floor_of_what_no_entry_names": Case("search_docs", {"unlisted_tools": "ask"}, search(), asked=1),
    "floor_and_a_secret": Case(
        "search_docs",
        FLOOR,
        search(),
        runs=False,
        args={"query": "AKIAIOSFODNN7EXAMPLE"},
        told=(*NOT_ENOUGH, "(argument_secret_leak)"),
    ),
    "floor_that_nothing_lifts": Case(
        "search_docs",
        {"tools": {"search_docs": {"route_floor": "defer"}}},
        search(),
        runs=False,
        told=("What to do: stop, and tell your user",),
    ),
    "what_a_rule_writes_down": Case("send_email", ATTESTED, send(evidence_refs=[SESSION]), asked=1),
    "what_a_rule_writes_down_for_a_read": Case(
        "search_docs",
        ATTESTED,
        search(tool_category="private_read", authorization_state="authenticated", evidence_refs=[SESSION]),
    ),
    "what_a_rule_writes_down_with_a_floor": Case(
        "send_email", {**ATTESTED, **FLOOR}, send(evidence_refs=[SESSION]), asked=1
    ),
    "what_a_rule_writes_down_and_takes_back": Case(
        "send_email",
        ATTESTED,
        send(evidence_refs=[SESSION], attested=()),
        runs=False,
        told=(*NOT_ENOUGH, "(evidence_not_attested)"),
    ),
    "what_the_model_says": Case(
        "send_email",
        ATTESTED,
        send(evidence_refs=from_the_model),
        runs=False,
        told=(*NOT_ENOUGH, "(evidence_not_attested)"),
    ),
    "what_the_model_says_for_a_read": Case(
        "search_docs",
        ATTESTED,
        search(
            tool_category="private_read", authorization_state="authenticated", evidence_refs=from_the_model
        ),
        runs=False,
        told=("(evidence_not_attested)",),
    ),
    "an_approval_of_the_models": Case(
        "send_email",
        ATTESTED,
        send(authorization_state="confirmed", evidence_refs=approval_from_the_model),
        runs=False,
        told=("(evidence_not_attested)",),
    ),
    "what_the_application_vouches_for": Case(
        "send_email", ATTESTED, send(evidence_refs=from_the_model, attested=[0]), asked=1
    ),
    "what_the_application_vouches_for_call_by_call": Case(
        "send_email", ATTESTED, send(evidence_refs=from_the_model, attested=the_first), asked=1
    ),
    "an_approval_that_the_application_vouches_for": Case(
        "send_email",
        {**ATTESTED, **FLOOR},
        send(authorization_state="confirmed", evidence_refs=bound_approval, attested=[0]),
    ),
}

every_case = pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
