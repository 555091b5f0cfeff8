"""Questions in a SQLite file."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from threading import Lock
from typing import TYPE_CHECKING, Any

from aana import _confirmation_fork
from aana._confirmation_file import keep_private
from aana._confirmation_store import Stored, request_id_of, without_values

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Generator
    from typing import TypeVar

    from aana._confirmation_types import State

    T = TypeVar("T")

# The package for TypeScript has the same.
_LAYOUT = 2
_TABLE = """
CREATE TABLE IF NOT EXISTS confirmations (
    id TEXT PRIMARY KEY NOT NULL,
    state TEXT NOT NULL,
    expires_ms INTEGER NOT NULL,
    record TEXT NOT NULL,
    event TEXT,
    answered_by TEXT,
    answered_ms INTEGER,
    request_digest TEXT
)
"""
_BY_END = """
CREATE INDEX IF NOT EXISTS confirmations_by_end ON confirmations (expires_ms, id) WHERE state = 'open'
"""
# SQLite reads no JSON for an index where it trusts no schema, so the digest has a column.
_BY_REQUEST = """
CREATE INDEX IF NOT EXISTS confirmations_by_request
ON confirmations (request_digest, expires_ms, id) WHERE state = 'open'
"""
# The first layout has no digests of requests.
_FROM_FIRST = "ALTER TABLE confirmations ADD COLUMN request_digest TEXT"
_COLUMNS = "id, state, expires_ms, record, event, answered_ms"
_MEMORY = ":memory:"
_TIMEOUT_MS = 30_000


class SqliteStore:
    """Questions in a SQLite file, which outlive the process and are shared by all that open the file.

    The file holds the events that wait, with all their arguments, so a new one is readable for its owner only,
    and one that is there loses the rights of others than owner and group. A symbolic link, a file of somebody else
    and one with more in it than this table are refused: whoever made them could have put an answer there. When a
    question is closed, its event is erased, and so is what it showed of the arguments. The package for TypeScript
    reads the same file.

    A URI (`file:`) is refused. With `:memory:` nothing outlives the process, and a forked process starts empty.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        name = os.fsdecode(path)
        if name.startswith("file:"):
            raise ValueError("`path` begins with `file:`; the path of a file is allowed, not a URI")
        # A process may go elsewhere before it opens the file again.
        self._path = name if name == _MEMORY else os.path.abspath(name)
        self._lock = Lock()
        self._connection: sqlite3.Connection | None = None
        self._process = os.getpid()
        # Whether the log of writes still holds what was erased.
        self._log_left = False
        with self._lock:
            self._open()
        _confirmation_fork.watch(self, SqliteStore._before_fork, SqliteStore._after_fork)

    def _open(self) -> sqlite3.Connection:
        """Open the file, if it is not open."""
        if self._path == _MEMORY and self._process != os.getpid():
            # Of an answer, every copy of the questions would count one.
            self._close()
        if self._connection is not None:
            return self._connection
        import sqlite3

        if self._path != _MEMORY:
            keep_private(self._path)
        # Threads take turns by the lock. No transaction begins unless it is begun.
        connection = sqlite3.connect(
            self._path, timeout=_TIMEOUT_MS / 1000, isolation_level=None, check_same_thread=False
        )
        try:
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("PRAGMA journal_mode = WAL")
            # An answer that was taken stays taken, whatever happens to the machine.
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA secure_delete = ON")
            with _transaction(connection):
                layout = connection.execute("PRAGMA user_version").fetchone()[0]
                if layout not in (0, 1, _LAYOUT):
                    raise ValueError("the file of confirmations has a layout that this version does not know")
                if layout == 1:
                    _from_first_layout(connection)
                connection.execute(_TABLE)
                _no_more_than_the_table(connection)
                connection.execute(_BY_END)
                connection.execute(_BY_REQUEST)
                connection.execute(f"PRAGMA user_version = {_LAYOUT}")
        except BaseException:
            connection.close()
            raise
        self._connection, self._process = connection, os.getpid()
        return connection

    def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        with self._lock:
            connection = self._open()
            with _transaction(connection):
                done = work(connection)
            if self._log_left:
                self._erase_log(connection)
            return done

    def _erase_log(self, connection: sqlite3.Connection) -> None:
        """Empty the log of writes, which still holds what was erased.

        Somebody who reads keeps it as it is. Nobody waits for that: the question is closed all the same, and the
        next use tries again.
        """
        import sqlite3

        with contextlib.suppress(sqlite3.Error):
            try:
                connection.execute("PRAGMA busy_timeout = 0").fetchall()
                busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            finally:
                connection.execute(f"PRAGMA busy_timeout = {_TIMEOUT_MS}").fetchall()
            self._log_left = busy != 0

    def add(self, stored: Stored) -> None:
        """Keep a new question."""
        digest = _digest(request_id_of(stored.event))
        values = (stored.id, stored.state, stored.expires_ms, stored.record, stored.event, None, digest)
        insert = f"INSERT INTO confirmations ({_COLUMNS}, request_digest) VALUES (?, ?, ?, ?, ?, ?, ?)"  # noqa: S608
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
        """Every open question about an event with this `request_id`, found by an index."""
        return self._open_where("AND request_digest = ?", _digest(request_id))

    def _open_where(self, more: str, *values: str | None) -> list[Stored]:
        select = f"SELECT {_COLUMNS} FROM confirmations WHERE state = 'open' {more} ORDER BY expires_ms, id"  # noqa: S608
        rows = self._do(lambda connection: connection.execute(select, values).fetchall())
        return [Stored(*row) for row in rows]

    def close(self, id: str, state: State, by: str | None, at_ms: int) -> bool:  # noqa: A002
        """Close a question, in one transaction: true for exactly one caller among all processes."""
        select = "SELECT id, record FROM confirmations WHERE id = ? AND state = 'open'"
        return self._close_found(select, (id,), (state, by, at_ms)) == 1

    def use(self, id: str) -> bool:  # noqa: A002
        """Use the approval of a question: true for exactly one caller among all processes."""
        update = "UPDATE confirmations SET state = 'used' WHERE id = ? AND state = 'confirmed'"
        return self._do(lambda connection: connection.execute(update, (id,)).rowcount) == 1

    def close_expired(self, at_ms: int, limit: int) -> None:
        """Close at most so many of those that are over, in one transaction."""
        select = (
            "SELECT id, record FROM confirmations WHERE state = 'open' AND expires_ms <= ? "
            "ORDER BY expires_ms, id LIMIT ?"
        )
        self._close_found(select, (at_ms, limit), ("expired", None, at_ms))

    def _close_found(
        self, select: str, values: tuple[str | int, ...], closed: tuple[State, str | None, int]
    ) -> int:
        state, by, at_ms = closed
        update = (
            "UPDATE confirmations SET state = ?, record = ?, event = NULL, request_digest = NULL, "
            "answered_by = ?, answered_ms = ? WHERE id = ? AND state = 'open'"
        )

        def work(connection: sqlite3.Connection) -> int:
            count = 0
            for name, record in connection.execute(select, values).fetchall():
                given = (state, without_values(record), by, at_ms, name)
                count += connection.execute(update, given).rowcount
            self._log_left = self._log_left or count > 0
            return count

        return self._do(work)

    def disconnect(self) -> None:
        """Close the file. The next use opens it again."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _before_fork(self) -> None:
        """Close the file: a child of a process with an open one would count on locks that only its parent holds."""
        self._lock.acquire()
        if self._path != _MEMORY:
            self._close()

    def _after_fork(self) -> None:
        """Each process opens the file anew."""
        self._lock.release()

    def __repr__(self) -> str:
        return "<aana.confirmation.SqliteStore>"


def _digest(request_id: str | None) -> str | None:
    """Digest what a question is looked up by, which may be of any length."""
    return None if request_id is None else hashlib.sha256(request_id.encode()).hexdigest()


def _from_first_layout(connection: sqlite3.Connection) -> None:
    connection.execute(_FROM_FIRST)
    select = "SELECT id FROM confirmations WHERE state = 'open' AND event IS NOT NULL"
    for (name,) in connection.execute(select).fetchall():
        (event,) = connection.execute("SELECT event FROM confirmations WHERE id = ?", (name,)).fetchone()
        update = "UPDATE confirmations SET request_digest = ? WHERE id = ?"
        connection.execute(update, (_digest(request_id_of(event)), name))


def _no_more_than_the_table(connection: sqlite3.Connection) -> None:
    """Refuse a file with a trigger, a view or another table or index: it could open again what was closed."""
    select = "SELECT sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    found = {_words(sql or "") for (sql,) in connection.execute(select)}
    if not found <= {_words(sql).replace("IF NOT EXISTS ", "") for sql in (_TABLE, _BY_END, _BY_REQUEST)}:
        raise ValueError("the file of confirmations holds something else than the table of confirmations")


def _words(sql: str) -> str:
    """Tell SQL by its words. A column that was added stands there with other blanks."""
    return re.sub(r"\s*([(),])\s*", r"\1", " ".join(sql.split()))


@contextlib.contextmanager
def _transaction(connection: sqlite3.Connection) -> Generator[None]:
    """From the first statement on, no other process writes."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        # Of a commit that failed, nothing must stay. On a full disk SQLite has rolled back by itself.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
