"""SQL against SQLite's own parser: what its authorizer sees written is not read as a read."""

import json
import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator

STATEMENTS = [
    "SELECT 1",
    "SELECT a FROM t",
    "SELECT count(*) FROM t WHERE a > 1",
    "DELETE FROM t",
    "DELETE FROM t WHERE a = 1",
    "UPDATE t SET a = 1",
    "INSERT INTO t VALUES (1)",
    "REPLACE INTO t VALUES (2)",
    "DROP TABLE IF EXISTS u",
    "CREATE TABLE IF NOT EXISTS u (b)",
    "ALTER TABLE t RENAME COLUMN a TO a",
    "WITH x AS (SELECT 1) SELECT * FROM x",
    "WITH x AS (SELECT 1) DELETE FROM t WHERE a IN x",
    "WITH x AS (SELECT 1) INSERT INTO t SELECT * FROM x",
    "WITH x(b) AS (VALUES (1)) UPDATE t SET a = 2 WHERE a IN (SELECT b FROM x)",
    "VALUES (1), (2)",
    "PRAGMA user_version = 3",
    "PRAGMA table_info(t)",
    "PRAGMA writable_schema(1)",
    "EXPLAIN SELECT 1",
    "EXPLAIN QUERY PLAN SELECT a FROM t",
    "BEGIN",
    "COMMIT",
    "SAVEPOINT s",
    "ANALYZE",
    "REINDEX",
]
PIECES = [
    "'", "''", '"', "`", "[", "]", "(", ")", "--", "-- ", "/*", "*/", "/*!", "#", "$", "$$", "$a$", "\\", "\\'", ";", ";", ";", ",",
    ".", "E'", "N'", "x'00'", "\n", "\n", "\r", " ", " ", "\t", "a", "t", "FROM t", "AS", "1", "?1", ":a", "@a", "|", "||", "=",
    "DELETE", "FROM", "SELECT", "WHERE", "UNION", "INTO", "RETURNING a", "{{", "\f", "\x0b", "\u00a0", "\ufeff", "\u00e9",
]
READS = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, 33, sqlite3.SQLITE_TRANSACTION, 32}


def texts(seed: int, count: int) -> Iterator[str]:
    """Statements whole, in pieces, and glued together with what quotes and comments out."""
    yield from STATEMENTS
    pick = random.Random(seed)
    for _ in range(count):
        parts: list[str] = []
        for _ in range(pick.randrange(1, 7)):
            kind = pick.random()
            if kind < 0.45:
                parts.append(pick.choice(STATEMENTS))
            elif kind < 0.9:
                parts.append(pick.choice(PIECES))
            else:
                statement = pick.choice(STATEMENTS)
                cut = pick.randrange(len(statement) + 1)
                parts.append(statement[:cut] + pick.choice(PIECES) + statement[cut:])
        yield pick.choice(["", " ", "; ", "\n"]).join(parts)


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
    requests = [
        json.dumps({"kind": "sql", "text": text, "dialect": dialect}) for text in all_texts for dialect in ("sqlite", None)
    ]
    answers = subprocess.run(  # noqa: S603
        [reader], input="\n".join(requests), capture_output=True, text=True, encoding="utf-8", check=True
    ).stdout.splitlines()
    wrong = writes = 0
    for index, text in enumerate(all_texts):
        actions = written(text)
        writes += bool(actions)
        for dialect, answer in zip(("sqlite", None), answers[2 * index : 2 * index + 2], strict=True):
            if actions and json.loads(answer)["verdict"] == "reads":
                wrong += 1
                print(f"{dialect}: {text!r} is no read: {actions}")
    print(f"{len(all_texts)} texts, {writes} of them written by SQLite, {wrong} read as a read")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
