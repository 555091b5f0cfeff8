"""An audit log in processes that were forked while it was open: one chain, and nobody waits for the dead."""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

COMMON = inspect.cleandoc(
    """
    import os, signal, sys, threading
    import aana
    from aana.audit import AuditError, AuditLog

    decision = aana.Gate().check({"tool_name": "delete_database"})
    path, mode = sys.argv[1:]
    options = {"fsync": 0.05 if mode == "interval" else mode, "rotate_bytes": 16384}

    def forked(work):
        child = os.fork()
        if child:
            return child
        signal.alarm(60)
        try:
            work()
        except AuditError as error:
            print(error, flush=True)
            os._exit(7)
        except BaseException as error:
            print(repr(error), flush=True)
            os._exit(8)
        os._exit(0)

    def ended(children):
        return [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    """
)


def run(script: str, path: Path, mode: str = "always") -> str:
    """Run a script in a process of its own: this one has threads of the tests."""
    command = [sys.executable, "-W", "ignore", "-c", f"{COMMON}\n{inspect.cleandoc(script)}"]
    done = subprocess.run(
        [*command, str(path), mode], capture_output=True, text=True, timeout=180, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def chain(path: Path) -> int:
    """Hold each line of a log, former files included, against the one before it; gives their number."""
    former = sorted(it for it in path.parent.glob(f"{path.name}.*") if it.suffix[1:].isdigit())
    previous, count = "0" * 64, 0
    for file in [*former, path]:
        for line in file.read_bytes().splitlines():
            record, count = json.loads(line), count + 1
            assert (record["seq"], record["previous"]) == (count, previous)
            previous = sha256(line).hexdigest()
    return count


@pytest.mark.parametrize("mode", ["always", "never", "interval"])
def test_parent_and_children_continue_one_chain(tmp_path: Path, mode: str) -> None:
    path = tmp_path / "audit.jsonl"
    run(
        """
        log = AuditLog(path, **options)
        log.append(decision)

        def work():
            for _ in range(50):
                log.append(decision)
            # A child of the child, and the end of a child that appended.
            assert ended([forked(lambda: log.append(decision))]) == [0]
            log.append(decision)
            log.close()

        children = [forked(work) for _ in range(3)]
        for _ in range(50):
            log.append(decision)
        assert ended(children) == [0, 0, 0]
        log.append(decision)
        log.close()
        with AuditLog(path, **options) as again:
            assert again.repairs == []
            again.append(decision)
        """,
        path,
        mode,
    )
    rotated = sum(1 for it in tmp_path.iterdir() if it.suffix[1:].isdigit())
    assert chain(path) == 1 + 3 * 52 + 50 + 2 + rotated


def test_a_fork_while_threads_append_hangs_nobody(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    appended = run(
        """
        log = AuditLog(path, **options)
        counts, stop = [0, 0, 0], False

        def append(place):
            while not stop:
                log.append(decision)
                counts[place] += 1

        def work():
            signal.alarm(20)
            log.append(decision)
            log.sync()
            log.close()

        threads = [threading.Thread(target=append, args=(place,)) for place in range(3)]
        for thread in threads:
            thread.start()
        for _ in range(30):
            assert ended([forked(work)]) == [0]
        # A child that never appends ends without waiting as well.
        assert ended([forked(log.close)]) == [0]
        stop = True
        for thread in threads:
            thread.join()
        log.close()
        print(sum(counts) + 30)
        """,
        path,
    )
    rotated = sum(1 for it in tmp_path.iterdir() if it.suffix[1:].isdigit())
    assert chain(path) == int(appended) + rotated


@pytest.mark.parametrize("harm", ["removed", "replaced", "cut"])
def test_a_child_finds_what_happened_to_the_log(tmp_path: Path, harm: str) -> None:
    path = tmp_path / "audit.jsonl"
    told = run(
        f"""
        log = AuditLog(path, fsync="always")
        log.append(decision)
        log.append(decision)

        def work():
            if {harm!r} == "cut":
                os.truncate(path, 10)
            else:
                os.rename(path, path + ".elsewhere")
            if {harm!r} == "replaced":
                with open(path, "wb") as new, open(path + ".elsewhere", "rb") as old:
                    new.write(old.read())
            log.append(decision)

        assert ended([forked(work)]) == [7]
        """,
        path,
    )
    assert "is not as it was left" in told
    assert path.exists() == (harm != "removed")


def test_a_child_that_may_not_lock_records_nothing(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    told = run(
        """
        log = AuditLog(path, fsync="always")
        log.append(decision)

        def work():
            # A folder in the place of the lock, since root may open any file.
            os.unlink(path + ".lock")
            os.mkdir(path + ".lock")
            log.append(decision)

        assert ended([forked(work)]) == [7]
        """,
        path,
    )
    assert "cannot write to" in told
    assert chain(path) == 1
