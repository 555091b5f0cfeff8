"""Where questions wait: in SQLite, or in memory for tests."""

from __future__ import annotations

import contextlib
import json
import os
import stat
import weakref
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
    """A question as a store keeps it. `record` and `event` are JSON texts, `event` only while it is open.

    The record of one that is closed is `without_values`.
    """

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
        if _request_id(stored) == request_id
    ]


# An answer to a closed question that was forgotten since is to an unknown one.
_MAX_CLOSED = 1000


class MemoryStore:
    """Questions in memory, for tests: they are gone with the process, and no other one sees them.

    Of those that are closed it keeps the last thousand.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._open: dict[str, Stored] = {}
        # In the order in which they were closed.
        self._closed: dict[str, Stored] = {}
        # The open ones by the `request_id` of their events.
        self._asked: dict[object, dict[str, Stored]] = {}

    def add(self, stored: Stored) -> None:
        """Keep a new question."""
        with self._lock:
            self._open[stored.id] = stored
            self._asked.setdefault(_request_id(stored), {})[stored.id] = stored

    def get(self, id: str) -> Stored | None:  # noqa: A002
        """Find a question."""
        with self._lock:
            return self._open.get(id) or self._closed.get(id)

    def open(self) -> list[Stored]:
        """Every question that is open."""
        with self._lock:
            return _in_order(self._open)

    def open_by_request_id(self, request_id: str) -> list[Stored]:
        """Every open question about an event with this `request_id`."""
        with self._lock:
            return _in_order(self._asked.get(request_id, {}))

    def close(self, id: str, state: State, by: str | None, at_ms: int) -> bool:  # noqa: A002, ARG002
        """Close a question: true for exactly one caller."""
        with self._lock:
            stored = self._open.pop(id, None)
            if stored is None:
                return False
            request_id = _request_id(stored)
            del self._asked[request_id][id]
            if not self._asked[request_id]:
                del self._asked[request_id]
            self._closed[id] = replace(stored, state=state, record=without_values(stored.record), event=None)
            if len(self._closed) > _MAX_CLOSED:
                del self._closed[next(iter(self._closed))]
            return True


def _request_id(stored: Stored) -> object:
    """Read the `request_id` of the event, if the store keeps it and it is a text."""
    found = None if stored.event is None else json.loads(stored.event).get("request_id")
    return found if isinstance(found, str) else None


def _in_order(found: dict[str, Stored]) -> list[Stored]:
    return sorted(found.values(), key=lambda stored: (stored.expires_ms, stored.id))


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

    The file holds the events that wait, with all their arguments, so a new one is readable for its owner only,
    and one that is there loses the rights of others than owner and group. A symbolic link, a file of somebody else
    and one with more in it than this table are refused: whoever made them could have put an answer there. When a
    question is closed, its event is erased, and so is what it showed of the arguments. The package for TypeScript
    reads the same file.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        # A process may go elsewhere before it opens the file again.
        name = os.fspath(path)
        self._path = name if name == ":memory:" else os.path.abspath(name)
        self._lock = Lock()
        self._connection: sqlite3.Connection | None = None
        with self._lock:
            self._open()
        if self._path != ":memory:":
            _OPENED.add(self)

    def _open(self) -> sqlite3.Connection:
        """Open the file, if it is not open."""
        if self._connection is not None:
            return self._connection
        import sqlite3

        if self._path != ":memory:":
            _keep_private(self._path)
        # Threads take turns by the lock. No transaction begins unless it is begun.
        connection = sqlite3.connect(self._path, timeout=30, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("PRAGMA journal_mode = WAL")
            # An answer that was taken stays taken, whatever happens to the machine.
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA secure_delete = ON")
            with _transaction(connection):
                layout = connection.execute("PRAGMA user_version").fetchone()[0]
                if layout not in (0, _LAYOUT):
                    raise ValueError("the file of confirmations has a layout that this version does not know")
                connection.execute(_TABLE)
                _no_more_than_the_table(connection)
                connection.execute(f"PRAGMA user_version = {_LAYOUT}")
        except BaseException:
            connection.close()
            raise
        self._connection = connection
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
        select = "SELECT record FROM confirmations WHERE id = ? AND state = 'open'"
        update = (
            "UPDATE confirmations SET state = ?, record = ?, event = NULL, answered_by = ?, answered_ms = ? "
            "WHERE id = ? AND state = 'open'"
        )

        def work(connection: sqlite3.Connection) -> bool:
            row = connection.execute(select, (id,)).fetchone()
            if row is None:
                return False
            values = (state, without_values(row[0]), by, at_ms, id)
            return connection.execute(update, values).rowcount == 1

        closed = self._do(work)
        if closed:
            # What was erased still stands in the log of writes.
            import sqlite3

            # If it cannot be emptied now, the question is closed all the same, and the next one takes it along.
            with self._lock, contextlib.suppress(sqlite3.Error):
                self._open().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return closed

    def disconnect(self) -> None:
        """Close the file. The next use opens it again."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def __repr__(self) -> str:
        return "<aana.confirmation.SqliteStore>"


_OPENED: weakref.WeakSet[SqliteStore] = weakref.WeakSet()
_HELD: list[SqliteStore] = []


def _before_fork() -> None:
    """Close every file. A child of a process with an open one would count on locks that only its parent holds."""
    for store in list(_OPENED):
        store._lock.acquire()
        _HELD.append(store)
        store._close()


def _after_fork() -> None:
    """Each opens its files anew."""
    while _HELD:
        _HELD.pop()._lock.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork, after_in_child=_after_fork)


def _keep_private(path: str) -> None:
    """Create the file for its owner only, or take from others what they may do with it.

    A file that is there is looked at and not opened: closing it again would take from every other store of this
    process the locks that it holds, and two answers could count.
    """
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    _ours(path)
    # SQLite reads these as well, and would take from them what somebody else has put there.
    for end in ("-wal", "-shm", "-journal"):
        with contextlib.suppress(FileNotFoundError):
            _ours(path + end)


def _ours(path: str) -> None:
    """See to it that a file is a plain one of ours, and that nobody but owner and group may do anything."""
    found = os.lstat(path)
    if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1:
        raise ValueError(
            "the file of confirmations is a link or no file; a plain file under one name is allowed"
        )
    if hasattr(os, "geteuid") and found.st_uid != os.geteuid():
        raise ValueError("the file of confirmations belongs to somebody else; one of your own is allowed")
    rights = found.st_mode & 0o777
    if rights & 0o007 and os.name == "posix":
        os.chmod(path, rights & ~0o007)


def _no_more_than_the_table(connection: sqlite3.Connection) -> None:
    """Refuse a file with a trigger, a view or another table: it could open again what was closed."""
    select = "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    found = [(kind, name, _words(sql)) for kind, name, sql in connection.execute(select)]
    if found != [("table", "confirmations", _words(_TABLE).replace("IF NOT EXISTS ", ""))]:
        raise ValueError("the file of confirmations holds something else than the table of confirmations")


def _words(sql: str) -> str:
    return " ".join(sql.split())


class _transaction:  # noqa: N801
    """From the first statement on, no other process writes."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        try:
            if kind is None:
                self._connection.execute("COMMIT")
        finally:
            # Of a commit that failed, nothing must stay. On a full disk SQLite has rolled back by itself.
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
