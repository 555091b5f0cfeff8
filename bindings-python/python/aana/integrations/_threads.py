"""Threads of the integrations' own, beside an application's loop.

The loop's own pool is the application's: whatever fills it may wait for a decision, or for a person. A decision
that had to wait for a place there would never come.
"""

from __future__ import annotations

import asyncio
import contextvars
import functools
import inspect
import os
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ParamSpec, TypeVar

    P = ParamSpec("P")
    T = TypeVar("T")

_pools: list[ThreadPoolExecutor] = []
_lock = threading.Lock()


async def in_pool(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run what comes to its end soon, in a thread that nothing else has."""
    call = functools.partial(contextvars.copy_context().run, function, *args, **kwargs)
    return await asyncio.get_running_loop().run_in_executor(_pool(), call)


async def in_own_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run what may wait for a person, in a thread of its own, which keeps no program from ending."""
    future: Future[T] = Future()
    context = contextvars.copy_context()

    def run() -> None:
        if not future.set_running_or_notify_cancel():
            return
        try:
            given: Any = context.run(function, *args, **kwargs)
        except BaseException as error:  # noqa: BLE001
            future.set_exception(error)
        else:
            future.set_result(given)

    threading.Thread(target=run, name="aana-question", daemon=True).start()
    return await asyncio.wrap_future(future)


async def run_either(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """Run an application's function: in the loop if it is one to await, else in a thread of the loop's own pool."""
    if inspect.iscoroutinefunction(function):
        return await function(*args, **kwargs)
    result = await asyncio.to_thread(function, *args, **kwargs)
    return await result if inspect.isawaitable(result) else result


def _pool() -> ThreadPoolExecutor:
    with _lock:
        if not _pools:
            _pools.append(ThreadPoolExecutor(32, thread_name_prefix="aana"))
        return _pools[0]


def _in_a_child() -> None:
    """Begin anew: a child process has none of the threads."""
    global _lock
    _lock = threading.Lock()
    _pools.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_a_child)
