"""Stores of a process that forks: nothing is half done meanwhile, and no child counts on what its parent holds."""

from __future__ import annotations

import os
import weakref
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

# The stores, and how each takes its lock and lets go of it.
_WATCHED: weakref.WeakKeyDictionary[object, tuple[Callable[[Any], None], Callable[[Any], None]]] = (
    weakref.WeakKeyDictionary()
)
_HELD: list[tuple[object, Callable[[Any], None]]] = []
# One fork at a time.
_FORKS = Lock()


def watch(store: object, before: Callable[[Any], None], after: Callable[[Any], None]) -> None:
    """Call `before` with the store ahead of every fork, and `after` behind it, in the parent and in the child."""
    _WATCHED[store] = (before, after)


def _before_fork() -> None:
    _FORKS.acquire()
    for store, (before, after) in list(_WATCHED.items()):
        before(store)
        _HELD.append((store, after))


def _after_fork() -> None:
    while _HELD:
        store, after = _HELD.pop()
        after(store)
    _FORKS.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork, after_in_child=_after_fork)
