"""What the integrations share: what a tool is, the decision about one call, and the words for the model.

Each integration does the same three things. It calls `check` with the arguments that would run; for an `Ask`
it lets its framework ask, and hands it the question's id and the action's digest; when the framework has an
`Answer`, it calls `settle`, which takes it only if it names that very question, turns it into an approval of
exactly this action and asks the gate again. Only a `Run` runs, with the arguments that it holds.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal

from aana._attested import positions
from aana._callbacks import at_once, finished
from aana._copies import own_copies
from aana._event import build_tool_precheck_event
from aana._names import shown_name
from aana._native import Gate
from aana.confirmation import Broker, Confirmed, MemoryStore, NotAsked, NotConfirmed, Pending
from aana.integrations._calls import Answer, Ask, Blocked, Call, Run, ToolRule, approve, reject
from aana.integrations._rules import IN_EVENT, UNKNOWN, VARYING, fixed_rule, known_by, names_in, person
from aana.integrations._say import (
    ALTERED,
    NOBODY,
    UNNAMED,
    failed,
    no_tool,
    not_understood,
    say,
    say_not_approved,
    say_not_asked,
    say_not_enough,
)
from aana.integrations._threads import in_pool

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping
    from os import PathLike

    from aana._native import GateDecision
    from aana._types import Decision, Event, Policy

__all__ = [
    "Answer",
    "Ask",
    "Blocked",
    "Call",
    "Run",
    "ToolGate",
    "ToolRule",
    "approve",
    "failed",
    "no_tool",
    "not_understood",
    "reject",
    "warn_of_unregistered",
]

_LOG = logging.getLogger("aana.integrations")


class ToolGate:
    """The gate in front of a framework's tools.

    `tools` says what each tool is, by its name; a tool that is not listed is of unknown category, and the gate
    decides accordingly. `gate` is a `Gate`, an operator's policy or nothing. A string is the JSON text of a policy
    and never a path; a `pathlib.Path` is one.

    A tool that is listed here and that nobody registers is a mistake in most cases, such as a name that was written
    in another way. Where a wrapper is given all tools at once, it raises `ValueError` for it: name the tools that
    another wrapper of the same gate registers in its `elsewhere`. Where tools come one by one, call
    `assert_registered` when they are all known.

    With `approved_by`, an `ask` goes to a person through the framework's own approval: it is who answers
    (`user:` and a name), or a function of the call that says so. If the function gives anything but a string
    that is not blank, a yes blocks. The application has to make sure that it is this person who answers.
    Without `approved_by`, an `ask` blocks. The questions wait in `broker`, by default one in memory; for
    approvals that come after a restart, give one with a file. A broker without a policy of its own asks by this gate's;
    one that was given a policy has a say beside it. Nobody is asked where a yes would not be enough.

    Evidence that is written down in a rule is attested, and so is an approval of the broker's. What a function of a rule
    finds is not, unless the rule's `attested` says so. That counts under a policy with `evidence: attested`.

    `on_decision` gets every decision before anything runs, for the audit log, and in an asynchronous framework
    is called by a thread of its own. There it may be a coroutine function, which is awaited before anything else
    happens; elsewhere such a one fails. Whatever fails here, blocks, but in the
    mode `shadow`: there the tool runs all the same, and the log says what failed.

    Raises `ValueError` for a rule with a word that the contract does not have and for a blank `approved_by`, and
    `TypeError` for one that is neither a string nor a function.
    """

    def __init__(
        self,
        tools: Mapping[str, ToolRule],
        *,
        gate: Gate | Policy | str | PathLike[str] | None = None,
        approved_by: str | Callable[[Call], str] | None = None,
        broker: Broker | None = None,
        on_decision: Callable[[Decision], object | Awaitable[object]] | None = None,
        agent_id: str | None = None,
    ) -> None:
        self._tools = {name: fixed_rule(name, rule) for name, rule in tools.items()}
        self._gate = gate if isinstance(gate, Gate) else Gate(gate)
        self._approved_by = known_by(approved_by)
        self._broker = (broker or Broker(store=MemoryStore())).for_gate(self._gate)
        self._on_decision = on_decision
        self._agent_id = agent_id
        self._lock = Lock()
        self._asking = Lock()
        self._asked: dict[str, Pending] = {}

    @property
    def gate(self) -> Gate:
        """What decides."""
        return self._gate

    def unregistered(self, registered: Iterable[str], elsewhere: Iterable[str] = ()) -> list[str]:
        """Give the tools that are listed and are not among these, in their order."""
        known = {*names_in("registered", registered), *names_in("elsewhere", elsewhere)}
        return [name for name in self._tools if name not in known]

    def assert_registered(self, registered: Iterable[str], elsewhere: Iterable[str] = ()) -> None:
        """Raise `ValueError` if a tool is listed that is not among the registered ones.

        `elsewhere` are the tools of this gate that are registered somewhere else, for an agent of its own.
        """
        registered = names_in("registered", registered)
        if missing := self.unregistered(registered, elsewhere):
            names = ", ".join(f"`{shown_name(name)}`" for name in missing)
            known = ", ".join(f"`{shown_name(name)}`" for name in registered) or "none"
            raise ValueError(
                f"the gate lists {names}, which nobody registered; registered: {known}. Correct the name, or name the"
                " tool in `elsewhere`"
            )

    def rule(self, tool_name: str) -> ToolRule:
        """What was said about a tool."""
        return self._tools.get(tool_name, UNKNOWN)

    def question(self, call_id: str) -> Pending | None:
        """The question that was asked about the call of this id, in this process or before a restart."""
        with self._lock:
            known = self._asked.get(call_id)
        return known if known is not None else self._broker.pending_by_request_id(call_id)

    def check(self, call: Call) -> Run | Ask | Blocked:
        """Decide about a call. Never raises: what fails, blocks."""
        try:
            own = _own(call)
            # A lookup may keep what it is given.
            shown = {name: (lookup, _own(own)) for name, lookup in self._lookups(own).items()}
            found = {name: at_once(name, lookup(copy)) for name, (lookup, copy) in shown.items()}
            looked = self._look(own, found)
            self._note(looked.decision)
            return self._decide(own, looked)
        except Exception as error:  # noqa: BLE001
            return self._failed(call, error)

    async def check_async(self, call: Call) -> Run | Ask | Blocked:
        """Decide about a call without holding up the loop."""
        try:
            own = _own(call)
            found: dict[str, Any] = {}
            for name, lookup in self._lookups(own).items():
                # It may keep what it is given.
                found[name] = await finished(name, lookup(_own(own)))
            looked = await in_pool(self._look, own, found)
            await self._note_async(looked.decision)
            return await in_pool(self._decide, own, looked)
        except Exception as error:  # noqa: BLE001
            return self._failed(call, error)

    def settle(self, call: Call, ask: Ask, answer: Answer | None) -> Run | Blocked:
        """Take the framework's answer to an `Ask` that `check` just gave. Never raises.

        An answer that names another question confirms nothing, and neither does `None`, an answer that names
        none. The question stays open then, if it was there before the answer.
        """
        try:
            answered = self._answer(call, ask, answer)
            if isinstance(answered, Blocked):
                return answered
            self._note(answered.decision)
            return _settled(call, answered)
        except Exception as error:  # noqa: BLE001
            return failed(call, error)

    async def settle_async(self, call: Call, ask: Ask, answer: Answer | None) -> Run | Blocked:
        """Take an answer without holding up the loop."""
        try:
            answered = await in_pool(self._answer, call, ask, answer)
            if isinstance(answered, Blocked):
                return answered
            await self._note_async(answered.decision)
            return _settled(call, answered)
        except Exception as error:  # noqa: BLE001
            return failed(call, error)

    def _failed(self, call: Call, error: Exception) -> Run | Blocked:
        """Block what could not be decided; who only watches must not keep it from running."""
        blocked = failed(call, error)
        return Run(call.tool_name, dict(call.arguments)) if self._gate.mode == "shadow" else blocked

    def _lookups(self, call: Call) -> dict[str, Callable[[Call], Any]]:
        rule = self.rule(call.tool_name)
        fields = {name: getattr(rule, name) for name in VARYING}
        return {name: value for name, value in fields.items() if callable(value)}

    def _look(self, call: Call, found: Mapping[str, Any]) -> _Checked:
        """What the gate says."""
        rule = self.rule(call.tool_name)
        attested = tuple(positions(found.get("attested", rule.attested)))
        fields = {name: found.get(name, getattr(rule, name)) for name in IN_EVENT}
        event = build_tool_precheck_event(
            tool_name=call.tool_name,
            tool_category=rule.tool_category,
            risk_domain=rule.risk_domain,
            proposed_arguments=dict(call.arguments),
            request_id=call.call_id,
            agent_id=self._agent_id,
            **fields,
        )
        looked = self._decided(event, attested)
        category = looked.decision["classification"]["effective_category"]
        if call.acts and rule.annotations and category in ("public_read", "private_read"):
            # Its own server says that it acts. What is unknown stays so, unless the policy takes it for a read.
            return self._decided({**event, "tool_category": "write"}, attested)
        return looked

    def _decided(self, event: Event, attested: tuple[int, ...]) -> _Checked:
        decided = self._gate.check(event, attested=attested)
        return _Checked(event, attested, decided, decided.to_dict())

    def _decide(self, call: Call, looked: _Checked) -> Run | Ask | Blocked:
        """What becomes of the call, when the decision is recorded."""
        decided, decision = looked.decided, looked.decision
        arguments: dict[str, Any] = looked.event["proposed_arguments"]
        if self._gate.mode == "shadow":
            return Run(call.tool_name, arguments)
        asked = self._question(call)
        if asked is not None and asked.action_digest != decided.action_digest:
            # A person was asked about this call, and it has become another one.
            return Blocked(call.tool_name, say(call, decision, ALTERED), decision)
        if decided.executes:
            return Run(call.tool_name, arguments)
        if decided.route != "ask":
            return Blocked(call.tool_name, say(call, decision), decision)
        if self._approved_by is None or call.call_id is None:
            return Blocked(call.tool_name, say(call, decision, NOBODY), decision)
        if asked is not None:
            return looked.ask(call, asked, asked_before=True)
        with self._asking:
            # The same call may run again at the same time; there is one question about it.
            asked = self._question(call)
            if asked is None:
                try:
                    question = self._broker.ask(looked.event, attested=looked.attested)
                except NotAsked as not_asked:
                    said = say_not_asked(call, decision, not_asked)
                    return Blocked(call.tool_name, said, decision)
                self._keep(call.call_id, question)
                return looked.ask(call, question, asked_before=False)
        if asked.action_digest != decided.action_digest:
            return Blocked(call.tool_name, say(call, decision, ALTERED), decision)
        return looked.ask(call, asked, asked_before=True)

    def _answer(self, call: Call, ask: Ask, answer: Answer | None) -> _CheckedWithAnswer | Blocked:
        """Give the broker the answer, and ask the gate once more."""
        if ask.asked_before and (answer is None or not _names(answer, ask.question)):
            return Blocked(call.tool_name, say(call, ask.decision, UNNAMED), ask.decision)
        approved = answer is not None and answer.approved is True and _names(answer, ask.question)
        who = self._who(call) if approved and ask.asked_before else None
        self._forget(call)
        # An answer from before the question was asked does not count, and neither does one from nobody.
        holds = who is not None
        word: Literal["accept", "reject"] = "accept" if holds else "reject"
        # Nobody says yes: this name closes a question, and never confirms one.
        by = who if who is not None else "user:unknown"
        said = self._broker.answer(ask.question.id, word, by=by, authenticated=True, event=ask.event)
        if isinstance(said, NotConfirmed):
            # No answer of the framework's reached this question, or the person said no to it.
            if not ask.asked_before:
                why = "unknown"
            elif approved and not holds:
                why = "nobody"
            else:
                why = said.why
            told = say_not_approved(call, ask.decision, why, said.message)
            return Blocked(call.tool_name, told, ask.decision)
        if not holds:
            raise RuntimeError("a question was confirmed without a person")
        # What runs is what the approval is for, and this gate has the last word.
        arguments: dict[str, Any] = ask.event["proposed_arguments"]
        # What the rule vouches for now, and the approval, which stands last: this gate's own broker made it.
        attested = (*ask.attested, len(said.event["evidence_refs"]) - 1)
        decided = self._gate.check({**said.event, "proposed_arguments": arguments}, attested=attested)
        return _CheckedWithAnswer(arguments, decided, decided.to_dict(), said)

    def _who(self, call: Call) -> str | None:
        """The person who answers, if it is known who that is."""
        given: Any = self._approved_by
        return person(at_once("approved_by", given(call)) if callable(given) else given)

    def _note(self, decision: Decision) -> None:
        if self._on_decision is not None:
            at_once("on_decision", self._on_decision(decision))

    async def _note_async(self, decision: Decision) -> None:
        if self._on_decision is not None:
            await finished("on_decision", await in_pool(self._on_decision, decision))

    def _question(self, call: Call) -> Pending | None:
        return None if self._approved_by is None or call.call_id is None else self.question(call.call_id)

    def _keep(self, call_id: str, question: Pending) -> None:
        now = datetime.now(timezone.utc)
        with self._lock:
            for old in [name for name, one in self._asked.items() if one.expires_at < now]:
                del self._asked[old]
            self._asked[call_id] = question

    def _forget(self, call: Call) -> None:
        with self._lock:
            self._asked.pop(call.call_id or "", None)


@dataclass(frozen=True, repr=False)
class _Checked:
    """What the gate said about a call."""

    event: Event
    attested: tuple[int, ...]
    decided: GateDecision
    decision: Decision

    def ask(self, call: Call, question: Pending, *, asked_before: bool) -> Ask:
        """The question about it."""
        return Ask(call.tool_name, question, asked_before, self.decision, self.event, self.attested)


@dataclass(frozen=True, repr=False)
class _CheckedWithAnswer:
    """What the gate said about a call with an approval."""

    arguments: dict[str, Any]
    decided: GateDecision
    decision: Decision
    said: Confirmed


def _settled(call: Call, answered: _CheckedWithAnswer) -> Run | Blocked:
    """What becomes of the call, when the decision is recorded."""
    executes = answered.decided.executes
    if executes and answered.said:
        return Run(call.tool_name, answered.arguments)
    decision = answered.said.decision.to_dict() if executes else answered.decision
    return Blocked(call.tool_name, say_not_enough(call, decision), decision)


def warn_of_unregistered(gate: ToolGate, shown: Iterable[str], elsewhere: Iterable[str] = ()) -> None:
    """Write into the log which listed tools a framework did not show, where that may be on purpose."""
    if missing := gate.unregistered(shown, elsewhere):
        names = ", ".join(f"`{shown_name(name)}`" for name in missing)
        _LOG.warning("the gate lists %s, which is not among the tools that were shown", names)


def _names(answer: Answer, question: Pending) -> bool:
    """Say whether it is an answer to this question, about this action."""
    return answer.question_id == question.id and answer.action_digest == question.action_digest


def _own(call: Call) -> Call:
    """The same call, with arguments that nobody else holds."""
    return replace(call, arguments=own_copies(dict(call.arguments)))
