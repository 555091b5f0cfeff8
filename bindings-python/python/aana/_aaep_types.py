"""The shapes of what `aana.aaep` says.

Written by `cargo xtask gen` from `schemas/`; changes here are lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict, final

if TYPE_CHECKING:
    from aana._types import Decision, EvidenceRef

Severity = Literal["error", "warning"]
"""How much a broken rule weighs: an `error` keeps a document from being taken."""


class Finding(TypedDict):
    """One broken rule, and where."""

    rule: str
    """The rule's name, such as `field.missing`; `aana codes` lists all."""
    severity: Severity
    """What is only a warning leaves the document valid."""
    pointer: str
    """Where, as an RFC 6901 JSON pointer."""
    message: str
    """One sentence, without any value that could be a secret."""


class Report(TypedDict):
    """What is said of one event or reply."""

    valid: bool
    """No rule of severity `error` is broken."""
    findings: list[Finding]
    """Every broken rule."""


class StreamFinding(TypedDict):
    """One broken rule in a stream."""

    index: int
    """Which item, from 0; the pointer is within it."""
    rule: str
    """The rule's name, such as `field.missing`; `aana codes` lists all."""
    severity: Severity
    """What is only a warning leaves the document valid."""
    pointer: str
    """Where, as an RFC 6901 JSON pointer."""
    message: str
    """One sentence, without any value that could be a secret."""


ReplyEffect = Literal["accept", "reject", "answer", "ignored"]
"""What a reply comes to: a yes or a no to a confirmation, an answer to a question, or nothing."""

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
    "sender-not-named",
    "sender-not-a-person",
    "answer-not-accepted",
    "session-not-open",
    "clock-went-back",
    "not-emittable",
]
"""Why a reply comes to its effect."""


class ReplyOutcome(TypedDict):
    """What a reply in a stream did."""

    index: int
    """Which item, from 0."""
    effect: ReplyEffect
    """What it came to."""
    reason: ReplyReason
    """Why."""


class StreamReport(TypedDict):
    """What is said of a stream, and what its replies did."""

    valid: bool
    """No rule of severity `error` is broken."""
    findings: list[StreamFinding]
    """Every broken rule."""
    replies: list[ReplyOutcome]
    """What each reply did."""


class _RequiredProducer(TypedDict):
    """The members of `Producer` that are always there."""

    agent_id: str
    """A stable name, without a version."""


class Producer(_RequiredProducer, total=False):
    """Who emits the events, as it stands in them."""

    agent_version: str
    """The version."""
    agent_name: str
    """A name for people."""


class LocalizationHints(TypedDict):
    """The language of the texts of an event."""

    primary_language: str
    """A language tag, such as `es-419`."""


EmittedEvent = dict[str, Any]
"""An AAEP event as it is emitted. Members beyond these are those of its `type`."""

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
    "already_started",
    "bad_session_id",
    "bad_subscription_id",
    "call_not_open",
    "clock_went_back",
    "decision_for_other_event",
    "not_emittable",
]
"""Why a call does not run."""


@final
class Run(TypedDict):
    """The call may run, once."""

    do: Literal["run"]
    """What to do."""
    tool_call_id: str
    """The id of the call in the events; `complete` takes it."""


@final
class Await(TypedDict):
    """Wait for a reply or an answer; from the deadline on, call `expire`.

    An answer to a question is evidence and allows nothing.
    """

    do: Literal["await_reply", "await_answer"]
    """What to do."""
    reply_token: str
    """The token that the reply will hold."""
    deadline_ms: int
    """Unix milliseconds from which a reply is late."""


@final
class Continue(TypedDict):
    """Go on with the run."""

    do: Literal["continue"]
    """What to do."""


@final
class Stop(TypedDict):
    """The call does not run, or the operation did nothing."""

    do: Literal["stop"]
    """What to do."""
    why: StopReason
    """Why."""


Next = Run | Await | Continue | Stop
"""What is to be done once the events were handed over."""


class _RequiredStep(TypedDict):
    """The members of `Step` that are always there."""

    events: list[EmittedEvent]
    """The events to hand over, in this order, before anything else is done."""
    next: Next
    """What is to be done then."""


class Step(_RequiredStep, total=False):
    """What an operation brought: first hand over the events, then do what is `next`."""

    fault: str
    """Of `not_emittable`: which member is wrong, and how."""


class _RequiredProposedStep(TypedDict):
    """The members of `ProposedStep` that are always there."""

    events: list[EmittedEvent]
    """The events to hand over, in this order, before anything else is done."""
    next: Next
    """What is to be done then."""
    decision: Decision
    """The gate's decision about exactly this event."""


class ProposedStep(_RequiredProposedStep, total=False):
    """What a proposed call brought, with the decision about it."""

    fault: str
    """Of `not_emittable`: which member is wrong, and how."""


class _RequiredReplyStep(TypedDict):
    """The members of `ReplyStep` that are always there."""

    effect: ReplyEffect
    """What it came to."""
    reason: ReplyReason
    """Why."""
    events: list[EmittedEvent]
    """The events to hand over; none for a reply that is ignored."""


class ReplyStep(_RequiredReplyStep, total=False):
    """What a reply brought."""

    evidence: EvidenceRef
    """The evidence ref that records the reply; none for a reply that is ignored."""
    gate_again: str
    """The event with that evidence, as JSON text, to be proposed again. Nothing runs on a reply alone."""


class Pending(TypedDict):
    """A confirmation or a question that waits for its reply."""

    reply_token: str
    """The token that the reply has to hold."""
    event_id: str
    """The event that asked."""
    tool_call_id: str
    """The call that it asked about."""
    tool: str
    """The name of the tool."""
    action_digest: str
    """The action that it asked about."""
    asked_ms: int
    """When it asked."""
    timeout_ms: int
    """For how long a reply counts."""
    validated: bool
    """Whether the evidence so far validates the call, so that a yes confirms it."""


class Grant(TypedDict):
    """What a person allowed: one call, with these arguments, for a while."""

    tool_call_id: str
    """The call."""
    action_digest: str
    """The action."""
    event_id: str
    """The event that asked."""
    until_ms: int
    """Until when it counts."""


class _RequiredSessionState(TypedDict):
    """The members of `SessionState` that are always there."""

    session_id: str
    """The id of the run."""
    producer: Producer
    """Who emits the events."""
    subscriptions: list[str]
    """Those that may reply to a confirmation."""


class SessionState(_RequiredSessionState, total=False):
    """A session as plain data, to be stored and taken up again."""

    language: str
    """The language of the texts."""
    next_sequence: int
    """The number of the next event."""
    last_ms: int | None
    """When the last event was emitted."""
    state: Literal["idle", "thinking", "deciding", "awaiting_input", "calling_tool", "handing_off"]
    """What the agent is doing."""
    ended: bool
    """Whether the last event was emitted."""
    pending: Pending | None
    """The confirmation that waits for its reply."""
    question: Pending
    """The question that waits for its answer."""
    grant: Grant | None
    """What a person allowed."""
    open_calls: dict[str, str]
    """The tool of each open call."""
    asked: dict[str, str]
    """The action digest of each call that was asked about and is not over."""
    noted: list[str]
    """Calls that somebody agreed to without confirming them: nobody is asked again."""
    over: list[str]
    """Calls whose ids are not used again."""
