"""The answers of callbacks, which are functions or coroutine functions."""

from __future__ import annotations

from aana._errors import WrongUse

# As `typing` has it; importing that would take longer than everything else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    T = TypeVar("T")


def not_awaited(name: str) -> WrongUse:
    """What is said of a callback with a coroutine where nothing awaits."""
    return WrongUse(
        f"`{name}` gives something to await, and only in front of a coroutine function is there who awaits it"
    )


def at_once(name: str, answer: T) -> T:
    """The answer of a callback where nothing awaits. Raises `WrongUse` if it has yet to be run."""
    if not is_awaitable(answer):
        return _run_already(name, answer) if name == "on_decision" else answer
    close: Callable[[], object] | None = getattr(answer, "close", None)
    if close is not None:
        # It was not begun, and now it says nothing about that.
        close()
    raise not_awaited(name)


async def finished(name: str, answer: Any) -> Any:
    """The answer of a callback that may be a coroutine function."""
    return await answer if is_awaitable(answer) else at_once(name, answer)


def is_awaitable(answer: object) -> bool:
    """Whether something has yet to be run to its end."""
    return hasattr(type(answer), "__await__")


def _run_already(name: str, answer: T) -> T:
    """Of a function with a `yield`, nothing has been run yet."""
    from types import AsyncGeneratorType, GeneratorType

    if isinstance(answer, (AsyncGeneratorType, GeneratorType)):
        raise WrongUse(f"`{name}` is a function with a `yield`, of which nothing would be run")
    return answer
