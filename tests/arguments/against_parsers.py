"""SQL against the parsers of PostgreSQL and DuckDB, and a parser of many dialects.

What one of them takes for a statement that writes, or for a call of a function that nobody knows, is not read as a
read. Needs the packages `pglast`, `duckdb` and `sqlglot`; one that is not there is left out.
"""

import importlib
import logging
import sys
from collections.abc import Callable
from typing import Any

from sql_texts import texts, verdicts

KNOWN_FUNCTIONS = {"count", "abs", "length"}


def of_postgres() -> Callable[[str], str | None]:
    """What PostgreSQL's own parser sees in a text that is no read."""
    pglast = importlib.import_module("pglast")
    visitors = importlib.import_module("pglast.visitors")
    reads = {
        "SelectStmt",
        "VariableShowStmt",
        "TransactionStmt",
        "ExplainStmt",
        "CopyStmt",
        "VariableSetStmt",
    }

    class Look(visitors.Visitor):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            self.found: list[str] = []

        def visit_RawStmt(self, _ancestors: Any, node: Any) -> None:  # noqa: N802
            name = type(node.stmt).__name__
            if name not in reads:
                self.found.append(name)

        def visit(self, _ancestors: Any, node: Any) -> None:
            name = type(node).__name__
            if name in {"DeleteStmt", "UpdateStmt", "InsertStmt", "MergeStmt", "IntoClause", "LockingClause"}:
                self.found.append(name)
            elif name == "FuncCall" and node.funcname[-1].sval not in KNOWN_FUNCTIONS:
                self.found.append(f"{node.funcname[-1].sval}()")
            elif name == "CopyStmt" and (node.is_from or node.filename):
                self.found.append(name)

        def visit_ExplainStmt(self, _ancestors: Any, node: Any) -> Any:  # noqa: N802
            runs = any(option.defname == "analyze" for option in node.options or ())
            return None if runs else visitors.Skip

    def look(text: str) -> str | None:
        try:
            tree = pglast.parse_sql(text)
        except (pglast.parser.ParseError, ValueError, UnicodeError):
            return None
        seen = Look()
        seen(tree)
        return seen.found[0] if seen.found else None

    return look


def of_duckdb() -> Callable[[str], str | None]:
    """The kind of the first statement that DuckDB takes for no read."""
    duckdb = importlib.import_module("duckdb")
    reads = {"SELECT", "EXPLAIN", "TRANSACTION", "RELATION", "CALL"}

    def look(text: str) -> str | None:
        try:
            statements = duckdb.extract_statements(text)
        except (duckdb.Error, ValueError, RuntimeError, UnicodeError):
            return None
        # Pragmas and settings are rewritten before they are seen, and what goes to the caller is read.
        more = {"PRAGMA", "SET"} | ({"COPY"} if "STDOUT" in text else set())
        return next((it.type.name for it in statements if it.type.name not in reads | more), None)

    return look


def of_many(dialect: str) -> Callable[[str], str | None]:
    """What a parser of many dialects takes for a write in one of them."""
    sqlglot = importlib.import_module("sqlglot")
    exp = sqlglot.exp
    writes = (
        exp.Insert,
        exp.Update,
        exp.Delete,
        exp.Merge,
        exp.Drop,
        exp.Create,
        exp.Alter,
        exp.TruncateTable,
        exp.Into,
    )

    def look(text: str) -> str | None:
        try:
            trees = sqlglot.parse(text, dialect=dialect)
        except (
            sqlglot.errors.SqlglotError,
            ValueError,
            RecursionError,
            IndexError,
            AttributeError,
            TypeError,
        ):
            return None
        for tree in trees:
            # It explains a statement as if it ran it.
            if tree is None or isinstance(tree, (exp.Describe, exp.Copy)):
                continue
            found = tree.find(*writes)
            if found is not None:
                return type(found).__name__
        return None

    return look


PARSERS: dict[str, tuple[str, Callable[[], Callable[[str], str | None]]]] = {
    "PostgreSQL": ("postgres", of_postgres),
    "DuckDB": ("duckdb", of_duckdb),
    "many, MySQL": ("mysql", lambda: of_many("mysql")),
    "many, T-SQL": ("tsql", lambda: of_many("tsql")),
    "many, SQLite": ("sqlite", lambda: of_many("sqlite")),
    "many, PostgreSQL": ("postgres", lambda: of_many("postgres")),
}


def main() -> int:
    """Compare, print what differs, and say so with the exit code."""
    logging.disable()
    reader = sys.argv[1]
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 5_000
    all_texts = list(texts(seed, count))
    wrong = 0
    for name, (dialect, make) in PARSERS.items():
        try:
            look = make()
        except ImportError as error:
            print(f"{name}: left out, {error}")
            continue
        seen = 0
        for text, found in zip(all_texts, verdicts(reader, all_texts, (dialect, None)), strict=True):
            write = look(text)
            seen += write is not None
            # The parser of many takes what no server of a dialect does: without a dialect it still is no read.
            asked = found[1:] if name.startswith("many") else found
            if write is not None and "reads" in asked:
                wrong += 1
                print(f"{name}: {text!r} is no read: {write} {found}")
        print(f"{name}: {len(all_texts)} texts, {seen} no reads")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
