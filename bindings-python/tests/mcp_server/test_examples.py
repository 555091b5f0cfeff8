"""The examples in the docstrings of the modules, run as they are printed."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import subprocess
import sys
from pathlib import Path

import aana
import aana.mcp
import pytest
from doctests import run_examples

MODULES = [
    "aana.mcp",
    *(f"aana.mcp.{found.name}" for found in pkgutil.iter_modules(aana.mcp.__path__)),
]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_examples(name: str) -> None:
    module = importlib.import_module(name)
    documented = {name: module.__doc__}
    for own, value in vars(module).items():
        if (inspect.isclass(value) or inspect.isfunction(value)) and value.__module__ == name:
            documented[f"{name}.{own}"] = value.__doc__
    assert all(documented.values()), "everything says what it is"
    for own, text in documented.items():
        prelude = f">>> from {name} import *\n>>> from {name} import {own.rpartition('.')[2]}\n\n"
        run_examples((prelude if own != name else "") + inspect.cleandoc(text or ""), own)


def test_the_package_alone_imports_nothing_of_it() -> None:
    program = (
        "import sys, aana, aana.audit; print(*[n for n in sys.modules if n.startswith(('mcp', 'anyio'))])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


def test_it_is_a_command_of_the_package() -> None:
    command = Path(sys.executable).with_name("aana-mcp")
    done = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"aana-mcp {aana.__version__}\n"
