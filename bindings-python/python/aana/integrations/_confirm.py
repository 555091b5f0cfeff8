"""The host's own question, where a framework has no approval that carries an id.

`confirm` gets the question and gives an `Answer` that names it, made by `approve` or `reject`. An answer to
another question, a plain `True` and an error are not a yes, and close the question: the call is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aana._callbacks import at_once, finished
from aana._names import shown_name
from aana.integrations._common import Answer, Ask, Blocked, Call, Run, failed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from aana.confirmation import Pending
    from aana.integrations._common import ToolGate


def confirmed(gate: ToolGate, call: Call, ask: Ask, confirm: Callable[[Pending], Answer]) -> Run | Blocked:
    """Let `confirm` ask, and take its answer."""
    try:
        answer = _understood(at_once("confirm", confirm(ask.question)))
    except Exception as error:  # noqa: BLE001
        gate.settle(call, ask, ask.answered(approved=False))
        return failed(call, error)
    # The gate may see it otherwise by now.
    again = gate.check(call)
    if not isinstance(again, Ask):
        return _without_a_question(again, ask, answer)
    outcome = gate.settle(call, again, answer)
    if _is_open(again, answer):
        gate.settle(call, again, again.answered(approved=False))
    return outcome


async def confirmed_async(
    gate: ToolGate, call: Call, ask: Ask, confirm: Callable[[Pending], Awaitable[Answer]]
) -> Run | Blocked:
    """Let `confirm` ask without holding up the loop, and take its answer."""
    try:
        answer = _understood(await finished("confirm", confirm(ask.question)))
    except Exception as error:  # noqa: BLE001
        await gate.settle_async(call, ask, ask.answered(approved=False))
        return failed(call, error)
    again = await gate.check_async(call)
    if not isinstance(again, Ask):
        return _without_a_question(again, ask, answer)
    outcome = await gate.settle_async(call, again, answer)
    if _is_open(again, answer):
        await gate.settle_async(call, again, again.answered(approved=False))
    return outcome


def _understood(answer: object) -> Answer | None:
    return answer if type(answer) is Answer else None


def _is_open(ask: Ask, answer: Answer | None) -> bool:
    return answer not in (ask.answered(approved=True), ask.answered(approved=False))


def _without_a_question(outcome: Run | Blocked, ask: Ask, answer: Answer | None) -> Run | Blocked:
    """What the gate blocks now, and what it would run now only if the person who was asked said yes."""
    agreed = answer == ask.answered(approved=True) and answer is not None and answer.approved is True
    if isinstance(outcome, Blocked) or agreed:
        return outcome
    return Blocked(outcome.tool_name, f"The tool `{shown_name(outcome.tool_name)}` was not run: {_NO_YES}.")


_NO_YES = "the person who was asked did not say yes to this very question"
