"""What the model is told about a call that does not run: names, places and sentences, never a value of the call."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from aana._errors import WrongUse
from aana._names import on_one_line, shown_error, shown_name
from aana._words import CODES
from aana.integrations._calls import Blocked

if TYPE_CHECKING:
    from collections.abc import Iterable

    from aana._types import Decision
    from aana.confirmation import NotAsked
    from aana.integrations._calls import Call

_LOG = logging.getLogger("aana.integrations")

ALTERED = "It is another call than the one that a person was asked about."
NOBODY = "Nobody is asked about this call here: an approval has to come from the application."
UNNAMED = "There is no approval: the answer does not name the question that was asked about this call."


def say(call: Call, decision: Decision, also: str = "") -> str:
    """Why a call does not run, and what the model can do. `also` is what else there is to say, in the place of advice.

    The advice is to tell the user in most cases, which would not help who was just told that nobody is asked, or who
    was.
    """
    lines = [_not_run(call, decision)]
    why = [_sentence("hard_blockers", code) for code in decision["hard_blockers"]]
    why += [
        f"{_sentence('validation_errors', one['code'])} at `{on_one_line(one['path'])}`"
        for one in decision["validation_errors"]
    ]
    why = why or [_sentence("reasons", code) for code in decision["reasons"]]
    if why:
        lines.append(f"Why: {'; '.join(why)}.")
    if also:
        lines.append(also)
    elif decision["route"] != "accept":
        lines.append(_what_to_do(decision))
    return "\n".join(lines)


def say_not_asked(call: Call, decision: Decision, not_asked: NotAsked) -> str:
    """Why nobody is asked, and what else keeps the call. There is no advice to ask: that would not help."""
    why = _NOT_ASKED.get(not_asked.why, "Nobody was asked")
    return _kept(call, decision, f"{why} ({not_asked.why}).", not_asked.remaining)


def say_not_enough(call: Call, decision: Decision) -> str:
    """What keeps a call to which a person said yes. There is no advice to ask: that was done."""
    said = "A person said yes, and that was not enough."
    return _kept(call, decision, said, decision["hard_blockers"])


def say_not_approved(call: Call, decision: Decision, why: str, message: str = "") -> str:
    """Why an answer confirms nothing; `message` is what the broker says of it."""
    return say(call, decision, f"There is no approval: {_WHY.get(why, message or why)}.")


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


_WHY = {
    "altered": "this is another call than the one that a person was asked about",
    "expired": "it came too late",
    "nobody": "it is not known who said yes",
    "rejected": "the person who was asked said no",
    "reused": "it was used before",
    "unknown": "nobody was asked about this call",
}

_NOT_ASKED = {
    "not_enough": "A person's yes would not be enough",
    "not_needed": "Nobody was asked: the call may run by now, so propose it again",
    "not_askable": "Nobody was asked: by the broker's own policy, a yes would change nothing",
    "too_long": "Nobody was asked: the arguments are more than can be shown to a person",
    "ttl_out_of_range": "Nobody was asked: no question can wait as long as the broker says",
}


def _what_to_do(decision: Decision) -> str:
    """What the model can do itself. What the host, a person or the operator has to do is nothing for it to try."""
    return f"What to do: {decision['recovery']['for_model']}."


def _kept(call: Call, decision: Decision, also: str, kept: Iterable[str]) -> str:
    lines = [_not_run(call, decision), also]
    if sentences := [_sentence("hard_blockers", code) for code in kept]:
        lines.append(f"What else keeps it: {'; '.join(sentences)}.")
    return "\n".join(lines)


def _not_run(call: Call, decision: Decision) -> str:
    return f"The tool `{shown_name(call.tool_name)}` was not run: {decision['route']}."


def _sentence(table: str, code: str) -> str:
    sentence = CODES[table].get(code.partition(":")[0])
    return code if sentence is None else f"{sentence} ({code})"
