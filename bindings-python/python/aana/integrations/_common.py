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

from aana._callbacks import at_once, finished
from aana._copies import own_copies
from aana._errors import WrongUse
from aana._event import build_tool_precheck_event
from aana._guard import fixed, refuse_unknown_words
from aana._names import on_one_line, shown_error, shown_name
from aana._native import Gate
from aana._words import CODES
from aana.confirmation import Broker, Confirmed, MemoryStore, NotAsked, NotConfirmed, Pending
from aana.integrations._calls import Answer, Ask, Blocked, Call, Run, ToolRule, approve, reject
from aana.integrations._threads import in_pool

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping
    from os import PathLike

    from aana._native import GateDecision
    from aana._types import Decision, Event, Policy, ToolCategory

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
    approvals that come after a restart, give one with a file.

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
        self._tools = {name: _fixed_rule(name, rule) for name, rule in tools.items()}
        self._gate = gate if isinstance(gate, Gate) else Gate(gate)
        self._approved_by = _known_by(approved_by)
        self._broker = broker if broker is not None else Broker(self._gate, store=MemoryStore())
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
        known = {*_names_in("registered", registered), *_names_in("elsewhere", elsewhere)}
        return [name for name in self._tools if name not in known]

    def assert_registered(self, registered: Iterable[str], elsewhere: Iterable[str] = ()) -> None:
        """Raise `ValueError` if a tool is listed that is not among the registered ones.

        `elsewhere` are the tools of this gate that are registered somewhere else, for an agent of its own.
        """
        registered = _names_in("registered", registered)
        if missing := self.unregistered(registered, elsewhere):
            names = ", ".join(f"`{shown_name(name)}`" for name in missing)
            known = ", ".join(f"`{shown_name(name)}`" for name in registered) or "none"
            raise ValueError(
                f"the gate lists {names}, which nobody registered; registered: {known}. Correct the name, or name the"
                " tool in `elsewhere`"
            )

    def rule(self, tool_name: str) -> ToolRule:
        """What was said about a tool."""
        return self._tools.get(tool_name, _UNKNOWN)

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
        fields = {name: getattr(rule, name) for name in _VARYING}
        return {name: value for name, value in fields.items() if callable(value)}

    def _look(self, call: Call, found: Mapping[str, Any]) -> _Checked:
        """What the gate says."""
        rule = self.rule(call.tool_name)
        fields = {name: found.get(name, getattr(rule, name)) for name in _VARYING}
        event = build_tool_precheck_event(
            tool_name=call.tool_name,
            tool_category=_category(rule, call),
            risk_domain=rule.risk_domain,
            proposed_arguments=dict(call.arguments),
            request_id=call.call_id,
            agent_id=self._agent_id,
            **fields,
        )
        decided = self._gate.check(event)
        return _Checked(event, decided, decided.to_dict())

    def _decide(self, call: Call, looked: _Checked) -> Run | Ask | Blocked:
        """What becomes of the call, when the decision is recorded."""
        event, decided, decision = looked.event, looked.decided, looked.decision
        arguments: dict[str, Any] = event["proposed_arguments"]
        if self._gate.mode == "shadow":
            return Run(call.tool_name, arguments)
        asked = self._question(call)
        if asked is not None and asked.action_digest != decided.action_digest:
            # A person was asked about this call, and it has become another one.
            return Blocked(call.tool_name, _say(call, decision, _ALTERED), decision)
        if decided.executes:
            return Run(call.tool_name, arguments)
        if decided.route != "ask" or self._approved_by is None or call.call_id is None:
            return Blocked(call.tool_name, _say(call, decision), decision)
        if asked is not None:
            return Ask(call.tool_name, asked, True, decision, event)
        with self._asking:
            # The same call may run again at the same time; there is one question about it.
            asked = self._question(call)
            if asked is None:
                try:
                    question = self._broker.ask(event)
                except NotAsked as not_asked:
                    said = _say_in_vain(call, decision, not_asked)
                    return Blocked(call.tool_name, said, decision)
                self._keep(call.call_id, question)
                return Ask(call.tool_name, question, False, decision, event)
        if asked.action_digest != decided.action_digest:
            return Blocked(call.tool_name, _say(call, decision, _ALTERED), decision)
        return Ask(call.tool_name, asked, True, decision, event)

    def _answer(self, call: Call, ask: Ask, answer: Answer | None) -> _CheckedWithAnswer | Blocked:
        """Give the broker the answer, and ask the gate once more."""
        if ask.asked_before and (answer is None or not _names(answer, ask.question)):
            also = (
                "There is no approval: the answer does not name the question that was asked about this call."
            )
            return Blocked(call.tool_name, _say(call, ask.decision, also), ask.decision)
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
            also = f"There is no approval: {_WHY.get(why, why)}."
            return Blocked(call.tool_name, _say(call, ask.decision, also), ask.decision)
        if not holds:
            raise RuntimeError("a question was confirmed without a person")
        # What runs is what the approval is for, and this gate has the last word.
        arguments: dict[str, Any] = ask.event["proposed_arguments"]
        # The approval stands last, and this gate's own broker made it.
        own = [len(said.event["evidence_refs"]) - 1]
        decided = self._gate.check({**said.event, "proposed_arguments": arguments}, attested=own)
        return _CheckedWithAnswer(arguments, decided, decided.to_dict(), said)

    def _who(self, call: Call) -> str | None:
        """The person who answers, if it is known who that is."""
        given: Any = self._approved_by
        return _person(at_once("approved_by", given(call)) if callable(given) else given)

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
    decided: GateDecision
    decision: Decision


@dataclass(frozen=True, repr=False)
class _CheckedWithAnswer:
    """What the gate said about a call with an approval."""

    arguments: dict[str, Any]
    decided: GateDecision
    decision: Decision
    said: Confirmed


def _category(rule: ToolRule, call: Call) -> ToolCategory:
    """What the tool is: as its rule says, but a read that its own server says to act is a write."""
    if call.acts and rule.annotations and rule.tool_category in ("public_read", "private_read"):
        return "write"
    return rule.tool_category


def _settled(call: Call, answered: _CheckedWithAnswer) -> Run | Blocked:
    """What becomes of the call, when the decision is recorded."""
    executes = answered.decided.executes
    if executes and answered.said:
        return Run(call.tool_name, answered.arguments)
    decision = answered.said.decision.to_dict() if executes else answered.decision
    return Blocked(call.tool_name, _say(call, decision), decision)


def warn_of_unregistered(gate: ToolGate, shown: Iterable[str], elsewhere: Iterable[str] = ()) -> None:
    """Write into the log which listed tools a framework did not show, where that may be on purpose."""
    if missing := gate.unregistered(shown, elsewhere):
        names = ", ".join(f"`{shown_name(name)}`" for name in missing)
        _LOG.warning("the gate lists %s, which is not among the tools that were shown", names)


def _names_in(argument: str, names: Iterable[str]) -> list[str]:
    """The names, of which a string alone is a list of letters."""
    if isinstance(names, str):
        raise WrongUse(f"`{argument}` is a string; a list of names is allowed")
    return list(names)


def _known_by(given: Any) -> Any:
    """Who approves, if that can be somebody."""
    if given is None or callable(given):
        return given
    if not issubclass(type(given), str):
        raise WrongUse(
            f"`approved_by` is of the type `{type(given).__name__}`; a string or a function is allowed"
        )
    if _person(given) is None:
        raise ValueError("`approved_by` is blank; the name of a person is allowed")
    return given


def _person(given: object) -> str | None:
    """The name of a person; everything else is nobody."""
    if not issubclass(type(given), str):
        return None
    name = str.__str__(given)  # type: ignore[arg-type]
    return name if name.strip() else None


_UNKNOWN = ToolRule()
_VARYING = ("authorization_state", "evidence_refs", "authorization_subject", "recommended_route")

_ALTERED = "It is another call than the one that a person was asked about."
_WHY = {
    "altered": "this is another call than the one that a person was asked about",
    "expired": "it came too late",
    "nobody": "it is not known who said yes",
    "rejected": "the person who was asked said no",
    "reused": "it was used before",
    "unknown": "nobody was asked about this call",
}


def _names(answer: Answer, question: Pending) -> bool:
    """Say whether it is an answer to this question, about this action."""
    return answer.question_id == question.id and answer.action_digest == question.action_digest


def _own(call: Call) -> Call:
    """The same call, with arguments that nobody else holds."""
    return replace(call, arguments=own_copies(dict(call.arguments)))


def _fixed_rule(tool_name: str, rule: ToolRule) -> ToolRule:
    """The rule, which is looked at for every call, if the contract has its words."""
    if not callable(rule.evidence_refs):
        rule = replace(rule, evidence_refs=fixed(rule.evidence_refs))
    fields: dict[str, Any] = {
        name: getattr(rule, name) for name in ("tool_category", "risk_domain", *_VARYING)
    }
    try:
        refuse_unknown_words({name: value for name, value in fields.items() if not callable(value)})
    except ValueError as error:
        raise ValueError(f"the rule for `{tool_name}`: {error}") from None
    return rule


def failed(call: Call, error: Exception) -> Blocked:
    """The answer to a call that could not be decided."""
    # The error's own words may hold what was in the arguments.
    why = shown_error(error) if isinstance(error, WrongUse) else type(error).__name__
    _LOG.error("a call of %s was not decided: the gate failed with %s", shown_name(call.tool_name), why)
    sentence = CODES["validation_errors"]["gate_failed"]
    return Blocked(
        call.tool_name, f"The tool `{shown_name(call.tool_name)}` was not run: {sentence} (gate_failed)."
    )


def not_understood(tool_name: str) -> Blocked:
    """The answer to arguments that the framework could not read."""
    return Blocked(
        tool_name, f"The tool `{shown_name(tool_name)}` was not run: its arguments do not fit its parameters."
    )


def no_tool(tool_name: str) -> Blocked:
    """The answer to a call of a tool that is not there to be put behind the gate."""
    return Blocked(tool_name, f"The tool `{shown_name(tool_name)}` was not run: there is no such tool.")


def _say(call: Call, decision: Decision, also: str = "") -> str:
    """What the model is told: codes and their sentences, names and places, never a value of the call."""
    lines = [f"The tool `{shown_name(call.tool_name)}` was not run: {decision['route']}."]
    why = [_sentence("hard_blockers", code) for code in decision["hard_blockers"]]
    why += [
        f"{_sentence('validation_errors', one['code'])} at `{on_one_line(one['path'])}`"
        for one in decision["validation_errors"]
    ]
    why = why or [_sentence("reasons", code) for code in decision["reasons"]]
    if why:
        lines.append(f"Why: {'; '.join(why)}.")
    # Of an accepted call that was not run for another reason, `also` says all.
    if decision["route"] != "accept":
        lines.append(_what_to_do(decision))
    if also:
        lines.append(also)
    return "\n".join(lines)


def _say_in_vain(call: Call, decision: Decision, not_asked: NotAsked) -> str:
    """What the model is told where a yes would not let the call run: what else keeps it, and no advice to ask."""
    kept = [_sentence("hard_blockers", code) for code in not_asked.remaining]
    lines = [
        f"The tool `{shown_name(call.tool_name)}` was not run: {decision['route']}.",
        f"A person's yes would not be enough ({not_asked.why}).",
    ]
    if kept:
        lines.append(f"What else keeps it: {'; '.join(kept)}.")
    lines.append(_what_to_do(decision))
    return "\n".join(lines)


def _what_to_do(decision: Decision) -> str:
    """What the model can do itself. What the host, a person or the operator has to do is nothing for it to try."""
    return f"What to do: {decision['recovery']['for_model']}."


def _sentence(table: str, code: str) -> str:
    sentence = CODES[table].get(code.partition(":")[0])
    return code if sentence is None else f"{sentence} ({code})"
