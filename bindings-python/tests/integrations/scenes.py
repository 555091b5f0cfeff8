"""What every framework's tests share: two tools, what is known of them, and what ran."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aana.integrations import Ask, Blocked, Call, ToolGate, ToolRule

if TYPE_CHECKING:
    from aana.confirmation import Broker

SEARCH = ToolRule(tool_category="public_read", risk_domain="research")
SEND = ToolRule(
    tool_category="write",
    risk_domain="customer_support",
    authorization_state="authenticated",
    evidence_refs=["session:1"],
)
LISTED = ("search_docs", "send_email")
"""For a wrapper that gets some of the listed tools only: the others are registered somewhere else."""
ADDRESS = "b4c1@customer.example"
"""An argument that must not be in what the model is told."""

SENT = Call("send_email", {"to": ADDRESS}, "call_1")

# Without a rule, a tool with such a name is refused.
REFUSED = "drop_table"


SECOND = "second@customer.example"

# One is accepted, two are asked about and one is refused.
FOUR_CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("search_docs", {"query": "leave"}),
    ("send_email", {"to": ADDRESS}),
    (REFUSED, {"name": "orders"}),
    ("send_email", {"to": SECOND}),
)
# And what runs of them, if the second address is the one that a person says yes to.
TWO_RAN = [("search_docs", "leave", 3), ("send_email", SECOND, "hello")]
OUTCOMES = ["success", "error", "error", "success"]

# As LangChain words a person's answer, which says nothing about the question.
APPROVE = {"decisions": [{"type": "approve"}]}
CONFIG: Any = {"configurable": {"thread_id": "thread-1"}}


class Ran:
    """What ran, with its arguments."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []

    def __call__(self, *call: Any) -> str:
        self.calls.append(call)
        return f"{call[0]} ran"


def make_gate(
    *,
    search: ToolRule = SEARCH,
    broker: Broker | None = None,
    approved_by: Any = "user:ada",
    decisions: list[Any] | None = None,
    on_decision: Any = None,
) -> ToolGate:
    return ToolGate(
        {"search_docs": search, "send_email": SEND},
        approved_by=approved_by,
        broker=broker,
        on_decision=on_decision if decisions is None else decisions.append,
    )


def broken(call: Call) -> Any:
    raise RuntimeError(f"the directory is away: {call.arguments}")


BROKEN = ToolRule(tool_category="public_read", risk_domain="research", evidence_refs=broken)


def assert_says_why(text: str, tool: str, route: str) -> None:
    """The model is told the route, why, and what it can do or why nobody is asked again; and no value of the call."""
    assert text.startswith(f"The tool `{tool}` was not run: {route}.\n")
    assert "\nWhy: " in text
    assert any(f"\n{start}" in text for start in ("What to do: ", "There is no approval: ", "Nobody "))
    assert ADDRESS not in text
    assert "orders" not in text


def asked(gate: ToolGate, call: Call = SENT) -> Ask:
    """The question, as a framework sees it that comes back with an answer."""
    gate.check(call)
    ask = gate.check(call)
    assert isinstance(ask, Ask)
    assert ask.asked_before
    return ask


def said(outcome: object) -> str:
    """What the model is told of a call that does not run."""
    assert isinstance(outcome, Blocked)
    return outcome.message
