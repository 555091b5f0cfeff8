"""What asking and answering give: questions that wait, and what came of an answer."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as _field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from aana._confirmation_types import Question, State, Why, WhyNotAsked
    from aana._native import GateDecision
    from aana._types import Blocker, Decision, Event, EvidenceRef


class NotAsked(Exception):  # noqa: N818
    """There is nothing to ask: `why` says why, and `decision` is the gate's.

    With `not_enough`, a yes would not let the call run; `remaining` lists what else keeps it.

    >>> import aana
    >>> from aana.confirmation import Broker, MemoryStore, NotAsked
    >>> try:
    ...     Broker(store=MemoryStore()).ask({"tool_name": "send_email"})
    ... except NotAsked as not_asked:
    ...     print(not_asked.why, not_asked.decision["route"])
    not_askable refuse
    """

    why: WhyNotAsked
    remaining: list[Blocker]
    decision: Decision

    def __init__(self, why: WhyNotAsked, message: str, remaining: list[Blocker], decision: Decision) -> None:
        super().__init__(message)
        self.why, self.remaining, self.decision = why, remaining, decision

    def __reduce__(self) -> tuple[type[NotAsked], tuple[WhyNotAsked, str, list[Blocker], Decision]]:
        return type(self), (self.why, str(self), self.remaining, self.decision)


@dataclass(frozen=True, repr=False)
class Pending:
    """A question that waits for its answer.

    `token` proves that an answer comes from where the question went: give it to the person's channel, never
    to the agent. It is there only when the question is asked, and is kept nowhere.
    """

    id: str
    tool: str
    action_digest: str
    created_at: datetime
    expires_at: datetime
    question: Question
    token: str | None = _field(default=None, compare=False)

    @property
    def text(self) -> str:
        """The question as plain text."""
        return self.question["text"]

    def __repr__(self) -> str:
        return f"<aana.confirmation.Pending {self.id}: {self.tool}>"


@dataclass(frozen=True, repr=False)
class Confirmed:
    """Somebody said yes to exactly this action.

    `event` is the event with the approval, and `decision` what the gate says to it. This is true only if the
    gate accepts: nothing runs on an answer alone. What runs is what stands in `event`. `attested` are the positions of
    its evidence refs that the host has checked itself, the approval among them: for asking a gate of your own.
    """

    id: str
    evidence: EvidenceRef
    event: Event
    decision: GateDecision
    attested: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return self.decision.executes

    def __repr__(self) -> str:
        return f"<aana.confirmation.Confirmed {self.id}: {self.decision.route}>"


@dataclass(frozen=True, repr=False)
class NotConfirmed:
    """The answer confirms nothing, and `why`. Always false. `state` is what became of the question."""

    id: str
    why: Why
    message: str
    state: State | None

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return f"<aana.confirmation.NotConfirmed: {self.why}>"


def pending_of(record: dict[str, Any], token: str | None) -> Pending:
    """Read a record, which is what a store keeps of a question."""
    question: Question = record["question"]
    return Pending(
        id=record["id"],
        tool=question["tool"],
        action_digest=record["action_digest"],
        created_at=_moment(record["created_at"]),
        expires_at=_moment(record["expires_at"]),
        question=question,
        token=token,
    )


def _moment(text: str) -> datetime:
    """Read a moment; before 3.11, Python does not know the `Z`."""
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def not_confirmed(name: str, said: dict[str, Any], state: State | None) -> NotConfirmed:
    """Read what was said of an answer that confirms nothing."""
    return NotConfirmed(name, said["why"], said["message"], state)


NotAsked.__module__ = Pending.__module__ = Confirmed.__module__ = NotConfirmed.__module__ = (
    "aana.confirmation"
)
