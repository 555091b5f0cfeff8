"""SQL texts of statements, whole and in pieces, glued together with what quotes and comments out."""

import json
import random
import subprocess
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
    "SELECT a INTO u FROM t",
    "SELECT a FROM t FOR UPDATE",
    "SELECT f(a), count(a) FROM t",
    "SELECT setval('s', 1)",
    "EXPLAIN ANALYZE DELETE FROM t",
    "COPY t TO STDOUT",
    "SET x = 1",
    "SHOW x",
    "CALL f()",
    "WITH x AS (DELETE FROM t RETURNING a) SELECT * FROM x",
    "EXEC f 'a'",
    "TRUNCATE TABLE t",
    "MERGE INTO t USING u ON t.a = u.b WHEN MATCHED THEN DELETE",
    "GRANT SELECT ON t TO a",
    "SELECT E'a\\'; DELETE FROM t; --'",
    "SELECT 'a\\'; DELETE FROM t; --'",
    "SELECT $$a$$",
]
PIECES = [
    "'",
    "''",
    '"',
    "`",
    "[",
    "]",
    "(",
    ")",
    "--",
    "-- ",
    "/*",
    "*/",
    "/*!",
    "#",
    "$",
    "$$",
    "$a$",
    "\\",
    "\\'",
    ";",
    ";",
    ";",
    ",",
    ".",
    "E'",
    "N'",
    "x'00'",
    "\n",
    "\n",
    "\r",
    " ",
    " ",
    "\t",
    "a",
    "t",
    "FROM t",
    "AS",
    "1",
    "?1",
    ":a",
    "@a",
    "|",
    "||",
    "=",
    "DELETE",
    "FROM",
    "SELECT",
    "WHERE",
    "UNION",
    "INTO",
    "RETURNING a",
    "{{",
    "\f",
    "\x0b",
    "\u00a0",
    "\ufeff",
    "\u00e9",
]


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


def verdicts(reader: str, all_texts: list[str], dialects: tuple[str | None, ...]) -> list[list[str]]:
    """What the reader says of each text in each dialect."""
    requests = [
        json.dumps({"kind": "sql", "text": text, "dialect": dialect})
        for text in all_texts
        for dialect in dialects
    ]
    answers = subprocess.run(
        [reader], input="\n".join(requests), capture_output=True, text=True, encoding="utf-8", check=True
    ).stdout.splitlines()
    found = [json.loads(answer)["verdict"] for answer in answers]
    return [found[at : at + len(dialects)] for at in range(0, len(found), len(dialects))]
