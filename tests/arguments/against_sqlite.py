"""SQL against SQLite's own parser: what its authorizer sees written is not read as a read."""

import sqlite3
import sys

from sql_texts import texts, verdicts

READS = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, 33, sqlite3.SQLITE_TRANSACTION, 32}


def written(text: str) -> list[int]:
    """What SQLite would write for a text: the actions that its authorizer is asked for."""
    actions: list[int] = []

    def authorize(action: int, *what: str | None) -> int:
        is_set = action == sqlite3.SQLITE_PRAGMA and what[1] is not None and what[0] != "table_info"
        if action == sqlite3.SQLITE_FUNCTION:
            is_set = what[1] not in {"count", "length", "abs"}
        if is_set or action not in READS | {sqlite3.SQLITE_PRAGMA, sqlite3.SQLITE_FUNCTION}:
            actions.append(action)
        return sqlite3.SQLITE_DENY if action == sqlite3.SQLITE_ATTACH else sqlite3.SQLITE_OK

    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        connection.execute("CREATE TABLE t (a)")
        connection.execute("CREATE TABLE u (b)")
        connection.set_authorizer(authorize)
        # What runs before something does not parse has run.
        connection.executescript(text)
    except (sqlite3.Error, sqlite3.Warning, ValueError):
        pass
    finally:
        connection.close()
    return actions


def main() -> int:
    """Compare, print what differs, and say so with the exit code."""
    reader = sys.argv[1]
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 20_000
    all_texts = list(texts(seed, count))
    answers = verdicts(reader, all_texts, ("sqlite", None))
    wrong = writes = 0
    for text, found in zip(all_texts, answers, strict=True):
        actions = written(text)
        writes += bool(actions)
        for dialect, verdict in zip(("sqlite", None), found, strict=True):
            if actions and verdict == "reads":
                wrong += 1
                print(f"{dialect}: {text!r} is no read: {actions}")
    print(f"{len(all_texts)} texts, {writes} of them written by SQLite, {wrong} read as a read")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
