"""A call of a tool, what is said about the tool, and what can be decided about the call."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aana._names import shown_name

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping
    from typing import TypeVar

    from aana._types import (
        AuthorizationState,
        AuthorizationSubject,
        Decision,
        Event,
        EvidenceRef,
        RiskDomain,
        Route,
        ToolCategory,
    )
    from aana.confirmation import Pending

    T = TypeVar("T")
    Positions = Iterable[int]
    Refs = Iterable[str | EvidenceRef]
    Subject = str | AuthorizationSubject | None
    Lookup = Callable[["Call"], T | Awaitable[T]]


@dataclass(frozen=True, repr=False)
class Call:
    """One proposed call. `context` is what the framework hands to a tool: its run context, session or config.

    `call_id` is the framework's name of the call, and what an approval is found by: while a question about one
    waits, another call of that name does not run. A call without one cannot be approved.

    `acts` says that whoever serves the tool marks it as acting, such as MCP's `readOnlyHint: false`. It can only make the
    decision stricter.
    """

    tool_name: str
    arguments: Mapping[str, Any]
    call_id: str | None = None
    context: Any = None
    acts: bool = False

    def __repr__(self) -> str:
        return f"<aana.integrations.Call {shown_name(self.tool_name)}>"


@dataclass(frozen=True)
class ToolRule:
    """What the application says about one tool. What is left out has the value that says least.

    What differs from call to call (who authorized it, on what evidence) is given as a function of the `Call`,
    which in an asynchronous framework may be a coroutine function. `leave_out` names parameters that the
    application fills in itself and that nothing checks. With `annotations=False`, a tool of which its server says that it
    acts stays what `tool_category` says.

    `attested` are the positions of the `evidence_refs` that you have checked yourself. It counts where the policy says
    `evidence: attested`. Without it, these are all refs of a list that is written down here, and none of those that a
    function finds: give it where that function finds them in records of your own, and never where the agent has a say.
    """

    tool_category: ToolCategory = "unknown"
    risk_domain: RiskDomain = "unknown"
    authorization_state: AuthorizationState | Lookup[AuthorizationState] = "none"
    evidence_refs: Refs | Lookup[Refs] = ()
    authorization_subject: Subject | Lookup[Subject] = None
    recommended_route: Route | Lookup[Route] = "accept"
    leave_out: frozenset[str] = frozenset()
    annotations: bool = True
    attested: Positions | Lookup[Positions] | None = None


@dataclass(frozen=True, repr=False)
class Run:
    """The call may run, once, with these arguments: they are a copy that nobody else holds.

    In the mode `shadow`, where nothing can block, they are what was handed in if that could not be copied.
    """

    tool_name: str
    arguments: dict[str, Any]

    def __repr__(self) -> str:
        return f"<aana.integrations.Run: {shown_name(self.tool_name)}>"


@dataclass(frozen=True, repr=False)
class Blocked:
    """The call does not run. `message` is for the model; there is no decision if the gate could not be asked."""

    tool_name: str
    message: str
    decision: Decision | None = None

    def __repr__(self) -> str:
        return f"<aana.integrations.Blocked: {shown_name(self.tool_name)}>"


@dataclass(frozen=True)
class Answer:
    """What a person said, and to which question: its id, and the digest of the action that it showed."""

    approved: bool
    question_id: str
    action_digest: str


def approve(question: Pending) -> Answer:
    """The yes to exactly this question."""
    return Answer(True, question.id, question.action_digest)


def reject(question: Pending) -> Answer:
    """The no to this question."""
    return Answer(False, question.id, question.action_digest)


@dataclass(frozen=True, repr=False)
class Ask:
    """A person is to be asked. `asked_before` says that this question was there already.

    An answer that a framework has before the question was put is an answer to something else. `attested` are the
    positions of the event's evidence refs that the tool's rule vouches for.
    """

    tool_name: str
    question: Pending
    asked_before: bool
    decision: Decision
    event: Event = field(compare=False)
    attested: tuple[int, ...] = field(default=(), compare=False)

    def answered(self, *, approved: bool) -> Answer:
        """The answer that came back with this very question.

        For a framework that keeps the question itself, or whose own id belongs to one call only.
        """
        return Answer(approved, self.question.id, self.question.action_digest)

    def __repr__(self) -> str:
        return f"<aana.integrations.Ask: {shown_name(self.tool_name)}>"
