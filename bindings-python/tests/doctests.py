"""Examples in docstrings and in the README, run as they are printed."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import ModuleType

PROJECT_README = Path(__file__).resolve().parents[2] / "README.md"


def run_examples(text: str, name: str) -> None:
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    failures: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    result = runner.run(test, out=failures.append)
    assert result.failed == 0, "".join(failures)


def programs(readme: Path) -> list[str]:
    """Every Python block of a document that is a program, and no talk with the interpreter."""
    blocks: list[str] = re.findall(
        r"^```python\n(.*?)^```", readme.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    return [block for block in blocks if ">>>" not in block]


def run_program(text: str, names: dict[str, Any]) -> int:
    """Run a program. An expression that stands alone has its value in the comment behind it: how many did?"""
    lines = text.splitlines()
    values = 0
    for statement in ast.parse(text).body:
        source = ast.get_source_segment(text, statement) or ""
        if isinstance(statement, ast.Expr):
            last = lines[(statement.end_lineno or 0) - 1]
            _, _, comment = last.partition("#")
            assert repr(eval(source, names)) == comment.strip(), source
            values += 1
        else:
            exec(source, names)
    return values


def modules_of(package: ModuleType) -> list[str]:
    """A package and its modules, but for the one that is a command."""
    found = [f"{package.__name__}.{one.name}" for one in pkgutil.iter_modules(package.__path__)]
    return [package.__name__, *(name for name in found if not name.endswith("__main__"))]


def run_module(name: str) -> None:
    """Run the examples of a module, its classes and its functions. Each of them has to say what it is."""
    module = importlib.import_module(name)
    documented = {name: module.__doc__}
    for own, value in vars(module).items():
        if (inspect.isclass(value) or inspect.isfunction(value)) and value.__module__ == name:
            documented[f"{name}.{own}"] = value.__doc__
    assert all(documented.values()), "everything says what it is"
    for own, text in documented.items():
        prelude = f">>> from {name} import *\n>>> from {name} import {own.rpartition('.')[2]}\n\n"
        run_examples((prelude if own != name else "") + inspect.cleandoc(text or ""), own)


def assert_not_imported(*packages: str) -> None:
    """What needs no extra imports nothing that one brings."""
    program = f"import sys, aana, aana.audit; print(*[n for n in sys.modules if n.startswith({packages!r})])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"
