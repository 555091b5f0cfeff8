"""The shapes of what `aana.aaep` says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from aana._types import Decision

Severity = Literal["error", "warning"]

ReplyEffect = Literal["accept", "reject", "ignored"]

ReplyReason = Literal[
    "first-valid",
    "modified-action-unsupported",
    "invalid",
    "unknown-token",
    "duplicate",
    "late",
    "cancelled",
    "decision-not-allowed",
    "sender-not-entitled",
]

StopReason = Literal[
    "refused",
    "handed_off",
    "needs_evidence",
    "needs_authorization",
    "nobody_can_reply",
    "rejected",
    "timed_out",
    "call_is_over",
    "busy",
    "session_not_open",
    "clock_went_back",
    "decision_for_other_event",
    "not_emittable",
]


class Finding(TypedDict):
    """One broken rule, and where: a JSON pointer."""

    rule: str
    severity: Severity
    pointer: str
    message: str


class Report(TypedDict):
    """What was found; `valid` if no finding is an error."""

    valid: bool
    findings: list[Finding]


class StreamFinding(Finding):
    """One broken rule in a stream: `index` is the item, from 0."""

    index: int


class ReplyOutcome(TypedDict):
    """What a reply in a stream did."""

    index: int
    effect: ReplyEffect
    reason: ReplyReason


class StreamReport(TypedDict):
    """What was found in a stream, and what its replies did."""

    valid: bool
    findings: list[StreamFinding]
    replies: list[ReplyOutcome]


class Run(TypedDict):
    """The call may run, once."""

    do: Literal["run"]
    tool_call_id: str


class Await(TypedDict):
    """Wait for a reply or an answer; from the deadline on, call `expire`."""

    do: Literal["await_reply", "await_answer"]
    reply_token: str
    deadline_ms: int


class Continue(TypedDict):
    """Go on with the run."""

    do: Literal["continue"]


class Stop(TypedDict):
    """The call does not run, or the operation did nothing."""

    do: Literal["stop"]
    why: StopReason


Next = Run | Await | Continue | Stop


class Step(TypedDict):
    """What an operation brought: first hand over the events, then do what is `next`."""

    events: list[dict[str, Any]]
    next: Next


class ProposedStep(Step):
    """The same for a proposed call, with the decision about it."""

    decision: Decision


class _ReplyStep(TypedDict):
    effect: ReplyEffect
    reason: ReplyReason
    events: list[dict[str, Any]]


class ReplyStep(_ReplyStep, total=False):
    """What a reply brought. `gate_again` is the event to propose again, as JSON text."""

    evidence: dict[str, Any]
    gate_again: str
