"""The file of confirmations: two answers never count, whoever else has the file open or has made it."""

from __future__ import annotations

import contextlib
import inspect
import json
import os
import sqlite3
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from aana.confirmation import Broker, MemoryStore, NotConfirmed, SqliteStore
from fixtures import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from aana.confirmation import Pending

CASES = ROOT / "tests" / "conformance" / "confirmation" / "answers.json"
EVENT: dict[str, Any] = json.loads(CASES.read_text("utf-8"))["event"]
NOW = 1_778_371_200_000

OTHER = inspect.cleandoc(
    """
    import sys
    from aana.confirmation import Broker, SqliteStore
    path, now = sys.argv[1], int(sys.argv[2])
    store = None
    for line in sys.stdin:
        order, name, token = line.split()
        if order == "open":
            # Whoever closes a file last takes its log along, unless somebody else says to have it open.
            store = SqliteStore(path)
            store.get(name)
            store.disconnect()
            store.get(name)
            print("open", flush=True)
        else:
            answer = Broker(store=store).answer(name, "accept", by="user:ada", token=token, now=now)
            print(bool(answer), flush=True)
    """
)


@contextlib.contextmanager
def another_process(path: Path) -> Iterator[Callable[[str, Pending], str]]:
    """Another process, told what to do with a question."""
    command = [sys.executable, "-c", OTHER, str(path), str(NOW + 1)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        given, said = process.stdin, process.stdout
        assert given is not None
        assert said is not None

        def tell(order: str, pending: Pending) -> str:
            given.write(f"{order} {pending.id} {pending.token}\n")
            given.flush()
            return said.readline().strip()

        yield tell
        given.close()


def yes(broker: Broker, pending: Pending) -> bool:
    return bool(broker.answer(pending.id, "accept", by="user:ada", token=pending.token, now=NOW + 1))


def test_a_second_store_of_one_process_lets_go_of_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "confirmations.sqlite3"
    broker = Broker(store=path)
    pending = broker.ask(EVENT, now=NOW)
    second = SqliteStore(path)
    with another_process(path) as tell:
        assert tell("open", pending) == "open"
        assert yes(broker, pending)
        assert tell("answer", pending) == "False"
    second.disconnect()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_holds_locks_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "confirmations.sqlite3"
    asking = Broker(store=path)
    pending = asking.ask(EVENT, now=NOW)
    script = inspect.cleandoc(
        """
        import os, sys
        from aana.confirmation import Broker
        broker = Broker(store=sys.argv[1])
        broker.pending(now=0)
        if os.fork():
            os._exit(0)
        broker.pending(now=0)
        for line in sys.stdin:
            order, name, token = line.split()
            if order == "open":
                print("open", flush=True)
            else:
                answer = broker.answer(name, "accept", by="user:ada", token=token, now=int(sys.argv[2]))
                print(bool(answer), flush=True)
        """
    )
    # Nobody but the child and the other process has the file.
    asking._store.disconnect()  # type: ignore[attr-defined]
    command = [sys.executable, "-c", script, str(path), str(NOW + 1)]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write(f"open {pending.id} {pending.token}\n")
    child.stdin.flush()
    assert child.stdout.readline() == "open\n"
    with another_process(path) as tell:
        assert tell("open", pending) == "open"
        child.stdin.write(f"answer {pending.id} {pending.token}\n")
        child.stdin.flush()
        said = [child.stdout.readline().strip(), tell("answer", pending)]
    child.stdin.close()
    child.wait()
    child.stdout.close()
    assert sorted(said) == ["False", "True"]


def planted(path: Path, *statements: str) -> None:
    with contextlib.closing(sqlite3.connect(path)) as database:
        for statement in statements:
            database.execute(statement)
        database.commit()


@pytest.mark.parametrize(
    "statement",
    [
        (
            "CREATE TRIGGER again AFTER UPDATE ON confirmations "
            "BEGIN UPDATE confirmations SET state = 'open', event = old.event, record = old.record; END"
        ),
        "CREATE VIEW other AS SELECT * FROM confirmations",
        "CREATE TABLE other (id TEXT)",
        "CREATE INDEX other ON confirmations (state)",
    ],
)
def test_a_file_with_more_than_the_table_is_refused(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "confirmations.sqlite3"
    store = SqliteStore(path)
    Broker(store=store).ask(EVENT, now=NOW)
    store.disconnect()
    planted(path, statement)
    for opens in (lambda: SqliteStore(path), store.open):
        with pytest.raises(ValueError, match="holds something else than the table"):
            opens()


def test_another_table_of_that_name_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "confirmations.sqlite3"
    planted(path, "CREATE TABLE confirmations (id TEXT, state TEXT, expires_ms, record, event, answered_by)")
    with pytest.raises(ValueError, match="holds something else than the table"):
        SqliteStore(path)


@pytest.mark.skipif(os.name != "posix", reason="needs links")
def test_links_are_refused(tmp_path: Path) -> None:
    path, target = tmp_path / "confirmations.sqlite3", tmp_path / "target"
    target.write_bytes(b"")
    target.chmod(0o666)
    for link in (path.symlink_to, path.hardlink_to if sys.version_info >= (3, 10) else path.symlink_to):
        link(target)
        with pytest.raises(ValueError, match="a plain file under one name is allowed"):
            SqliteStore(path)
        path.unlink()
    path.symlink_to(tmp_path / "nowhere")
    with pytest.raises(ValueError, match="a plain file under one name is allowed"):
        SqliteStore(path)
    assert not (tmp_path / "nowhere").exists()
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(ValueError, match="a plain file under one name is allowed"):
        SqliteStore(path)
    path.unlink()
    (tmp_path / "confirmations.sqlite3-wal").symlink_to(target)
    with pytest.raises(ValueError, match="a plain file under one name is allowed"):
        SqliteStore(path)
    assert target.stat().st_mode & 0o777 == 0o666
    assert target.read_bytes() == b""


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_a_file_of_somebody_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "confirmations.sqlite3"
    SqliteStore(path).disconnect()
    os.chown(path, 65534, 65534)
    with pytest.raises(ValueError, match="belongs to somebody else"):
        SqliteStore(path)


def test_a_record_under_another_id_answers_nothing() -> None:
    store = MemoryStore()
    broker = Broker(store=store)
    pending = broker.ask(EVENT, now=NOW)
    stored = store.get(pending.id)
    assert stored is not None
    store.add(replace(stored, id="cnf_again"))
    assert yes(broker, pending)
    again = broker.answer("cnf_again", "accept", by="user:ada", token=pending.token, now=NOW + 1)
    assert isinstance(again, NotConfirmed)
    assert again.why == "unknown"


def asked(folder: Path) -> tuple[Broker, Pending, sqlite3.Connection]:
    """A question in a file, with the connection to it."""
    store = SqliteStore(folder / "confirmations.sqlite3")
    broker = Broker(store=store)
    pending = broker.ask(EVENT, now=NOW)
    connection = store._connection
    assert connection is not None
    return broker, pending, connection


def test_a_full_disk_confirms_nothing_and_is_got_over(tmp_path: Path) -> None:
    broker, pending, connection = asked(tmp_path)
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    long = {**EVENT, "proposed_arguments": {"to": "a@example.com", "body": "x" * 100_000}}
    with pytest.raises(sqlite3.OperationalError, match="full"):
        broker.ask(long, now=NOW)
    assert [waiting.id for waiting in broker.pending(now=NOW)] == [pending.id]
    connection.execute("PRAGMA max_page_count = 100000")
    assert yes(broker, broker.ask(long, now=NOW))
    assert yes(broker, pending)


def test_a_commit_that_fails_leaves_nothing(tmp_path: Path) -> None:
    broker, pending, connection = asked(tmp_path)
    # A constraint that is looked at when a transaction ends makes the end fail.
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("CREATE TEMP TABLE of (id INTEGER PRIMARY KEY)")
    connection.execute("CREATE TEMP TABLE has (id REFERENCES of (id) DEFERRABLE INITIALLY DEFERRED)")
    connection.execute(
        "CREATE TEMP TRIGGER fails AFTER UPDATE ON main.confirmations BEGIN INSERT INTO has VALUES (1); END"
    )
    with pytest.raises(sqlite3.IntegrityError):
        yes(broker, pending)
    connection.execute("DROP TRIGGER fails")
    assert yes(broker, pending)
    assert not yes(broker, pending)


def test_a_file_that_cannot_be_written_confirms_nothing(tmp_path: Path) -> None:
    broker, pending, connection = asked(tmp_path)
    connection.execute("PRAGMA query_only = ON")
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        yes(broker, pending)
    connection.execute("PRAGMA query_only = OFF")
    assert yes(broker, pending)
