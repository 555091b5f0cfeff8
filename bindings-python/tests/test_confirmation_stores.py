"""The stores of confirmations: what a fork, a reader, many questions and those without an answer do to them."""

from __future__ import annotations

import contextlib
import inspect
import json
import os
import sqlite3
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest
from aana.confirmation import Broker, MemoryStore, SqliteStore
from fixtures import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from aana.confirmation import Pending, State, Store, Stored

CASES = ROOT / "tests" / "conformance" / "confirmation" / "answers.json"
EVENT: dict[str, Any] = json.loads(CASES.read_text("utf-8"))["event"]
NOW = 1_778_371_200_000
OVER = NOW + 600_000


def asked(broker: Broker, now: int = NOW, **change: object) -> Pending:
    return broker.ask({**EVENT, **change}, now=now)


def yes(broker: Broker, pending: Pending) -> bool:
    return bool(broker.answer(pending.id, "accept", by="user:ada", token=pending.token, now=NOW + 1))


FORKS = inspect.cleandoc(
    """
    import json, os, signal, sys
    from aana.confirmation import Broker, MemoryStore, SqliteStore
    event, now = json.loads(sys.argv[2]), int(sys.argv[3])
    broker = Broker(store=MemoryStore() if sys.argv[1] == "memory" else SqliteStore(":memory:"))

    def says(pending):
        return broker.answer(pending.id, "accept", by="user:ada", token=pending.token, now=now + 1)

    pending = broker.ask({**event, "request_id": "call_1"}, now=now)
    counted = 0
    for _ in range(3):
        child = os.fork()
        if child == 0:
            # One that does not come back must not keep its parent.
            signal.alarm(20)
            found = broker.pending(now=now), broker.pending_by_request_id("call_1", now=now)
            assert found == ([], None), found
            assert says(pending).why == "unknown"
            # What it asks itself, it answers itself.
            assert says(broker.ask(event, now=now))
            os._exit(0)
        counted += os.waitpid(child, 0)[1] != 0
    assert broker.pending(now=now) == [pending]
    print(counted, bool(says(pending)), says(pending).why)
    """
)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_a_forked_child_has_no_copy_of_the_questions_in_memory(kind: str) -> None:
    command = [sys.executable, "-c", FORKS, kind, json.dumps(EVENT), str(NOW)]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    assert said.split() == ["0", "True", "reused"]


LOCKED = inspect.cleandoc(
    """
    import os, signal, sys, threading
    from aana.confirmation import MemoryStore, SqliteStore
    store = MemoryStore() if sys.argv[1] == "memory" else SqliteStore(":memory:")
    ends = threading.Event()

    def busy():
        while not ends.is_set():
            store.open()

    threads = [threading.Thread(target=busy) for _ in range(2)]
    for thread in threads:
        thread.start()
    children = []
    for _ in range(30):
        child = os.fork()
        if child == 0:
            signal.alarm(20)
            store.open()
            os._exit(0)
        children.append(child)
    ends.set()
    print(sum(os.waitpid(child, 0)[1] != 0 for child in children))
    """
)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_a_fork_while_threads_use_a_store_leaves_no_lock_behind(kind: str) -> None:
    command = [sys.executable, "-W", "ignore", "-c", LOCKED, kind]
    assert subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout == "0\n"


@pytest.mark.parametrize("name", ["file:c.sqlite3", "file:mem?mode=memory&cache=shared", "file:///c.sqlite3"])
def test_a_uri_is_no_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    opens: tuple[Callable[[str], object], ...] = (
        SqliteStore,
        lambda path: Broker(store=path),
        lambda path: SqliteStore(os.fsencode(path)),  # type: ignore[arg-type]
    )
    for open_it in opens:
        with pytest.raises(ValueError, match="`path` begins with `file:`"):
            open_it(name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["a?mode=memory", "per%41cent", "a#b", " file:c"])
def test_a_path_is_taken_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    asked(Broker(store=name))
    assert {path.name.split("-")[0] for path in tmp_path.iterdir()} == {name}
    if os.name == "posix":
        assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}


def test_who_reads_the_file_holds_up_no_answer(tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite3"
    store = SqliteStore(path)
    broker = Broker(store=store)
    pending = asked(broker, proposed_arguments={"to": "azq11@example.com"})
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM confirmations").fetchall()
        begun = time.monotonic()
        assert yes(broker, pending)
        # A lock is waited for up to thirty seconds.
        assert time.monotonic() - begun < 10
        reader.execute("COMMIT")
    # What could not be erased then is erased by the next use.
    assert broker.pending(now=NOW) == []
    assert b"zq11" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())
    connection = store._connection
    assert connection is not None
    assert connection.execute("PRAGMA busy_timeout").fetchone() == (30_000,)


def test_sqlite_finds_by_indexes(tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite3"
    store = SqliteStore(path)
    asked(Broker(store=store), request_id="call_1")
    connection = store._connection
    assert connection is not None
    statements: list[str] = []
    connection.set_trace_callback(statements.append)
    store.open()
    store.open_by_request_id("call_1")
    store.close_expired(NOW, 16)
    connection.set_trace_callback(None)
    selects = [statement for statement in statements if statement.startswith("SELECT")]
    plans = [connection.execute(f"EXPLAIN QUERY PLAN {select}").fetchall() for select in selects]
    words = [" ".join(str(row[3]) for row in plan) for plan in plans]
    assert len(words) == 3
    for plan, index in zip(words, ("by_end", "by_request", "by_end"), strict=True):
        assert f"USING INDEX confirmations_{index}" in plan
        assert "TEMP B-TREE" not in plan


FIRST = """
CREATE TABLE confirmations (
    id TEXT PRIMARY KEY NOT NULL,
    state TEXT NOT NULL,
    expires_ms INTEGER NOT NULL,
    record TEXT NOT NULL,
    event TEXT,
    answered_by TEXT,
    answered_ms INTEGER
)
"""


def test_a_file_of_the_first_layout_is_brought_up(tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite3"
    store = SqliteStore(path)
    pending = asked(Broker(store=store), request_id="call_1")
    store.disconnect()
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("DROP INDEX confirmations_by_end")
        database.execute("DROP INDEX confirmations_by_request")
        database.execute("ALTER TABLE confirmations RENAME TO newer")
        database.execute(FIRST)
        columns = "id, state, expires_ms, record, event, answered_by, answered_ms"
        database.execute(f"INSERT INTO confirmations SELECT {columns} FROM newer")
        database.execute("DROP TABLE newer")
        database.execute("PRAGMA user_version = 1")
        database.commit()
    for _ in range(2):
        broker = Broker(store=path)
        assert broker.pending_by_request_id("call_1", now=NOW) == pending
        assert broker.pending_by_request_id("call_2", now=NOW) is None
    assert yes(broker, pending)
    with contextlib.closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (2,)
        kinds = database.execute(
            "SELECT type, name FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
        ).fetchall()
    assert kinds == [
        ("table", "confirmations"),
        ("index", "confirmations_by_end"),
        ("index", "confirmations_by_request"),
    ]


def test_another_index_of_that_name_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite3"
    SqliteStore(path).disconnect()
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("DROP INDEX confirmations_by_request")
        database.execute("CREATE INDEX confirmations_by_request ON confirmations (state)")
    with pytest.raises(ValueError, match="holds something else than the table"):
        SqliteStore(path)


class Own:
    """A store of four methods."""

    def __init__(self) -> None:
        self._inner = MemoryStore()

    def add(self, stored: Stored, /) -> None:
        self._inner.add(stored)

    def get(self, id: str, /) -> Stored | None:  # noqa: A002
        return self._inner.get(id)

    def open(self) -> list[Stored]:
        return self._inner.open()

    def close(self, id: str, state: State, by: str | None, at_ms: int, /) -> bool:  # noqa: A002
        return self._inner.close(id, state, by, at_ms)


@pytest.mark.parametrize("kind", ["memory", "sqlite", "own"])
def test_questions_without_an_answer_are_closed_by_the_next_ones(tmp_path: Path, kind: str) -> None:
    store: Store = SqliteStore(tmp_path / "c.sqlite3") if kind == "sqlite" else MemoryStore()
    if kind == "own":
        store = Own()
    broker = Broker(store=store)
    private = [
        asked(broker, NOW + at, proposed_arguments={"to": f"azq11-{at}@example.com"}) for at in range(40)
    ]
    waits = asked(broker, NOW + 100, request_id="call_1")

    def closed() -> int:
        found = [store.get(pending.id) for pending in private]
        assert all(one is not None and (one.event is None) == (one.state == "expired") for one in found)
        assert not any(one is not None and one.state == "expired" and "zq11" in one.record for one in found)
        return sum(one is not None and one.state == "expired" for one in found)

    asked(broker, OVER - 1)
    assert closed() == 0
    # So many at once, and those that ended first.
    for count in (16, 32, 40):
        asked(broker, OVER + 99)
        assert closed() == count
        first = store.get(private[0].id)
        assert first is not None
        assert first.state == "expired"
    assert broker.pending_by_request_id("call_1", now=OVER + 99) == waits
    late = broker.answer(private[0].id, "accept", by="user:ada", token=private[0].token, now=NOW)
    assert (bool(late), getattr(late, "why", None)) == (False, "expired")
    if kind == "sqlite":
        assert b"zq11" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())


def test_nobody_is_asked_where_what_is_over_cannot_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    broker = Broker(store=store)

    def fails(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(store, "close_expired", fails, raising=False)
    with pytest.raises(OSError, match="the disk is full"):
        asked(broker)
    assert store.open() == []


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_another_question_reads_none_of_those_that_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    store: Store = MemoryStore() if kind == "memory" else SqliteStore(tmp_path / "c.sqlite3")
    broker = Broker(store=store)
    reads: list[str] = []
    real = json.loads

    def counted(text: str, **given: object) -> Any:
        reads.append(text)
        return real(text, **given)  # type: ignore[arg-type]

    def all_of_it(name: str) -> int:
        reads.clear()
        pending = asked(broker, request_id=name)
        assert broker.pending_by_request_id(name, now=NOW) == pending
        assert yes(broker, pending)
        assert broker.pending_by_request_id(name, now=NOW) is None
        return len(reads)

    monkeypatch.setattr(json, "loads", counted)
    alone = all_of_it("call_alone")
    for number in range(50):
        asked(broker, request_id=f"call_{number}")
    assert all_of_it("call_last") == alone
    assert alone > 0
