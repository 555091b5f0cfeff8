"""Stores of a process that forks: nothing is half done meanwhile, and no child counts on what its parent holds."""

from __future__ import annotations

import os
import weakref
from threading import Lock
from typing import Protocol


class Forked(Protocol):
    """A store that has to know."""

    def _before_fork(self) -> None:
        """Take its lock."""

    def _after_fork(self) -> None:
        """Let go of its lock, both in the parent and in the child."""


_WATCHED: weakref.WeakSet[Forked] = weakref.WeakSet()
_HELD: list[Forked] = []
# One fork at a time.
_FORKS = Lock()


def watch(store: Forked) -> None:
    """Tell a store of every fork."""
    _WATCHED.add(store)


def _before_fork() -> None:
    _FORKS.acquire()
    for store in list(_WATCHED):
        store._before_fork()
        _HELD.append(store)


def _after_fork() -> None:
    while _HELD:
        _HELD.pop()._after_fork()
    _FORKS.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork, after_in_child=_after_fork)
