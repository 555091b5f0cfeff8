"""Where questions wait: in SQLite, or in memory for tests."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from typing import TypeVar

    from aana._confirmation_types import State

    T = TypeVar("T")


@dataclass(frozen=True)
class Stored:
    """A question as a store keeps it. `record` and `event` are JSON texts, `event` only while it is open."""

    id: str
    state: State
    expires_ms: int
    record: str = field(repr=False)
    event: str | None = field(repr=False)


class Store(Protocol):
    """Where questions wait. A store of your own has these four methods, and may be called by several threads.

    With a fifth, `open_by_request_id`, the open questions about an event with some `request_id` are looked up;
    without it they are searched for among all that are open.
    """

    def add(self, stored: Stored, /) -> None:
        """Keep a new question."""

    def get(self, id: str, /) -> Stored | None:  # noqa: A002
        """Find a question, whatever its state."""

    def open(self, /) -> list[Stored]:
        """Every question that is open, the one that ends first in front."""
        ...

    def close(self, id: str, state: State, by: str | None, at_ms: int, /) -> bool:  # noqa: A002
        """Close a question and forget its event: true for exactly one caller, and only if it was open.

        This is what makes an answer count once. It has to be one step, for all processes.
        """
        ...


def about(store: Store, request_id: str) -> list[Stored]:
    """Every open question about an event with this `request_id`."""
    look_up = getattr(store, "open_by_request_id", None)
    found: list[Stored] = store.open() if look_up is None else look_up(request_id)
    return [
        stored
        for stored in found
        # Without its event, a question is of no known request.
        if stored.event is not None and json.loads(stored.event).get("request_id") == request_id
    ]


class MemoryStore:
    """Questions in memory, for tests: they are gone with the process, and no other one sees them."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: dict[str, Stored] = {}

    def add(self, stored: Stored) -> None:
        """Keep a new question."""
        with self._lock:
            self._kept[stored.id] = stored

    def get(self, id: str) -> Stored | None:  # noqa: A002
        """Find a question."""
        with self._lock:
            return self._kept.get(id)

    def open(self) -> list[Stored]:
        """Every question that is open."""
        with self._lock:
            found = [stored for stored in self._kept.values() if stored.state == "open"]
        return sorted(found, key=lambda stored: (stored.expires_ms, stored.id))

    def close(self, id: str, state: State, by: str | None, at_ms: int) -> bool:  # noqa: A002, ARG002
        """Close a question: true for exactly one caller."""
        with self._lock:
            stored = self._kept.get(id)
            if stored is None or stored.state != "open":
                return False
            self._kept[id] = replace(stored, state=state, event=None)
            return True


_LAYOUT = 1
_TABLE = """
CREATE TABLE IF NOT EXISTS confirmations (
    id TEXT PRIMARY KEY NOT NULL,
    state TEXT NOT NULL,
    expires_ms INTEGER NOT NULL,
    record TEXT NOT NULL,
    event TEXT,
    answered_by TEXT,
    answered_ms INTEGER
)
"""
_COLUMNS = "id, state, expires_ms, record, event"


class SqliteStore:
    """Questions in a SQLite file, which outlive the process and are shared by all that open the file.

    The file holds the events that wait, with all their arguments, so it is made readable for its owner only;
    the event of a question is erased when the question is closed. The package for TypeScript reads the same
    file.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = os.fspath(path)
        self._lock = Lock()
        self._connection: sqlite3.Connection | None = None
        self._pid = 0
        with self._lock:
            self._open()

    def _open(self) -> sqlite3.Connection:
        """Open the file; a forked child must not share the connection of its parent."""
        if self._connection is not None and self._pid == os.getpid():
            return self._connection
        import sqlite3

        if self._path != ":memory:":
            os.close(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600))
        # Threads take turns by the lock. No transaction begins unless it is begun.
        connection = sqlite3.connect(self._path, timeout=30, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            # An answer that was taken stays taken, whatever happens to the machine.
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA secure_delete = ON")
            with _transaction(connection):
                layout = connection.execute("PRAGMA user_version").fetchone()[0]
                if layout not in (0, _LAYOUT):
                    raise ValueError("the file of confirmations has a layout that this version does not know")
                connection.execute(_TABLE)
                connection.execute(f"PRAGMA user_version = {_LAYOUT}")
        except BaseException:
            connection.close()
            raise
        self._connection, self._pid = connection, os.getpid()
        return connection

    def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        with self._lock:
            connection = self._open()
            with _transaction(connection):
                return work(connection)

    def add(self, stored: Stored) -> None:
        """Keep a new question."""
        values = (stored.id, stored.state, stored.expires_ms, stored.record, stored.event)
        insert = f"INSERT INTO confirmations ({_COLUMNS}) VALUES (?, ?, ?, ?, ?)"  # noqa: S608
        self._do(lambda connection: connection.execute(insert, values))

    def get(self, id: str) -> Stored | None:  # noqa: A002
        """Find a question."""
        select = f"SELECT {_COLUMNS} FROM confirmations WHERE id = ?"  # noqa: S608
        row: Any = self._do(lambda connection: connection.execute(select, (id,)).fetchone())
        return None if row is None else Stored(*row)

    def open(self) -> list[Stored]:
        """Every question that is open."""
        return self._open_where("")

    def open_by_request_id(self, request_id: str) -> list[Stored]:
        """Every open question about an event with this `request_id`, found by SQLite."""
        # Both by SQLite's own reader, which ends a text at a NUL.
        where = "AND json_extract(event, '$.request_id') = json_extract(?, '$')"
        return self._open_where(where, json.dumps(request_id))

    def _open_where(self, more: str, *values: str) -> list[Stored]:
        select = f"SELECT {_COLUMNS} FROM confirmations WHERE state = 'open' {more} ORDER BY expires_ms, id"  # noqa: S608
        rows = self._do(lambda connection: connection.execute(select, values).fetchall())
        return [Stored(*row) for row in rows]

    def close(self, id: str, state: State, by: str | None, at_ms: int) -> bool:  # noqa: A002
        """Close a question, in one transaction: true for exactly one caller among all processes."""
        update = (
            "UPDATE confirmations SET state = ?, event = NULL, answered_by = ?, answered_ms = ? "
            "WHERE id = ? AND state = 'open'"
        )
        return self._do(lambda connection: connection.execute(update, (state, by, at_ms, id)).rowcount) == 1

    def disconnect(self) -> None:
        """Close the file. The next use opens it again."""
        with self._lock:
            if self._connection is not None and self._pid == os.getpid():
                self._connection.close()
            self._connection = None

    def __repr__(self) -> str:
        return "<aana.confirmation.SqliteStore>"


class _transaction:  # noqa: N801
    """From the first statement on, no other process writes."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        self._connection.execute("COMMIT" if kind is None else "ROLLBACK")
