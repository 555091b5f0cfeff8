"""Where questions wait, and the store in memory for tests."""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import dataclass, field, replace
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING, Protocol

from aana import _confirmation_fork

if TYPE_CHECKING:
    from collections.abc import Generator

    from aana._confirmation_types import State


@dataclass(frozen=True)
class Stored:
    """A question as a store keeps it. `record` and `event` are JSON texts, `event` only while it is open.

    The record of one that is closed is `without_values`.
    """

    id: str
    state: State
    expires_ms: int
    record: str = field(repr=False)
    event: str | None = field(repr=False)
    answered_ms: int | None = None
    """When it was closed, where the store keeps that."""


class Store(Protocol):
    """Where questions wait. A store of your own has these four methods, and may be called by several threads.

    Two more are called where there are any: `open_by_request_id(request_id)` gives the open questions about an
    event with this `request_id`, and `close_expired(at_ms, limit)` closes at most `limit` of those that are over.
    Without them, every question that is open is read instead.

    A server attests the approvals of a store that has a fifth one as well, `use(id)`: it turns a question from
    `confirmed` to `used`, and is true for exactly one caller among all processes. Such a store keeps `answered_ms`.
    """

    def add(self, stored: Stored, /) -> None:
        """Keep a new question."""

    def get(self, id: str, /) -> Stored | None:  # noqa: A002
        """Find a question, whatever its state."""

    def open(self, /) -> list[Stored]:
        """Every question that is open, the one that ends first in front."""
        ...

    def close(self, id: str, state: State, by: str | None, at_ms: int, /) -> bool:  # noqa: A002
        """Close a question: true for exactly one caller, and only if it was open.

        It forgets the event and, by `without_values`, what the record shows of it. This is what makes an answer
        count once. It has to be one step, for all processes.
        """
        ...


def without_values(record: str) -> str:
    """Empty the record of a closed question: of the arguments, the warnings about them, the subject and the text.

    What tells which question it was, and what it was about, stays.
    """
    kept = json.loads(record)
    kept["question"] |= {"subject": None, "arguments": [], "warnings": [], "text": ""}
    return json.dumps(kept, ensure_ascii=False)


def about(store: Store, request_id: str) -> list[Stored]:
    """Every open question about an event with this `request_id`."""
    look_up = getattr(store, "open_by_request_id", None)
    found: list[Stored] = store.open() if look_up is None else look_up(request_id)
    return [
        stored
        for stored in found
        # Without its event, a question is of no known request.
        if request_id_of(stored.event) == request_id
    ]


def close_expired(store: Store, at_ms: int, limit: int) -> None:
    """Close some of the questions that nobody answered in time."""
    at_once = getattr(store, "close_expired", None)
    if at_once is not None:
        at_once(at_ms, limit)
        return
    over = (stored for stored in store.open() if at_ms >= stored.expires_ms)
    for stored in islice(over, limit):
        store.close(stored.id, "expired", None, at_ms)


# An answer to a closed question that was forgotten since is to an unknown one.
_MAX_CLOSED = 1000


class MemoryStore:
    """Questions in memory, for tests: they are gone with the process, and no other one sees them.

    A process that was forked off holds none of those from before. Of those that are closed, the last thousand are
    kept.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._empty()
        _confirmation_fork.watch(self, MemoryStore._before_fork, MemoryStore._after_fork)

    def _empty(self) -> None:
        self._process = os.getpid()
        self._open: dict[str, Stored] = {}
        # In the order in which they were closed.
        self._closed: dict[str, Stored] = {}
        # The open ones by the `request_id` of their events.
        self._asked: dict[str | None, dict[str, Stored]] = {}

    @contextlib.contextmanager
    def _turn(self) -> Generator[None, None, None]:
        """Take turns, in the process of the questions: of an answer, every copy of them would count one."""
        with self._lock:
            if self._process != os.getpid():
                self._empty()
            yield

    def _before_fork(self) -> None:
        self._lock.acquire()

    def _after_fork(self) -> None:
        self._lock.release()

    def add(self, stored: Stored) -> None:
        """Keep a new question."""
        request_id = request_id_of(stored.event)
        with self._turn():
            self._open[stored.id] = stored
            self._asked.setdefault(request_id, {})[stored.id] = stored

    def get(self, id: str) -> Stored | None:  # noqa: A002
        """Find a question."""
        with self._turn():
            return self._open.get(id) or self._closed.get(id)

    def open(self) -> list[Stored]:
        """Every question that is open."""
        with self._turn():
            return _in_order(self._open)

    def open_by_request_id(self, request_id: str) -> list[Stored]:
        """Every open question about an event with this `request_id`."""
        with self._turn():
            return _in_order(self._asked.get(request_id, {}))

    def close(self, id: str, state: State, by: str | None, at_ms: int) -> bool:  # noqa: A002, ARG002
        """Close a question: true for exactly one caller."""
        with self._turn():
            return self._close(id, state, at_ms)

    def use(self, id: str) -> bool:  # noqa: A002
        """Use the approval of a question: true for exactly one caller."""
        with self._turn():
            stored = self._closed.get(id)
            if stored is None or stored.state != "confirmed":
                return False
            self._closed[id] = replace(stored, state="used")
            return True

    def close_expired(self, at_ms: int, limit: int) -> None:
        """Close at most so many of those that are over."""
        with self._turn():
            over = (stored.id for stored in self._open.values() if at_ms >= stored.expires_ms)
            for name in list(islice(over, limit)):
                self._close(name, "expired", at_ms)

    def _close(self, name: str, state: State, at_ms: int) -> bool:
        stored = self._open.pop(name, None)
        if stored is None:
            return False
        request_id = request_id_of(stored.event)
        del self._asked[request_id][name]
        if not self._asked[request_id]:
            del self._asked[request_id]
        self._closed[name] = replace(
            stored, state=state, record=without_values(stored.record), event=None, answered_ms=at_ms
        )
        if len(self._closed) > _MAX_CLOSED:
            del self._closed[next(iter(self._closed))]
        return True


def request_id_of(event: str | None) -> str | None:
    """Read the `request_id` of an event, if the store keeps it and it is a text."""
    found = None if event is None else json.loads(event).get("request_id")
    return found if isinstance(found, str) else None


def _in_order(found: dict[str, Stored]) -> list[Stored]:
    return sorted(found.values(), key=lambda stored: (stored.expires_ms, stored.id))
