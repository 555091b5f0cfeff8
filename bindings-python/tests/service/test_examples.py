"""The examples in the docstrings of the service's modules, run as they are printed."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

import aana.service
import pytest
from doctests import run_examples

MODULES = [
    "aana.service",
    *(f"aana.service.{found.name}" for found in pkgutil.iter_modules(aana.service.__path__)),
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
        prelude = (
            f">>> from {name} import *\n>>> from {name} import {own.rpartition('.')[2]}\n\n"
            if own != name
            else ""
        )
        run_examples(prelude + inspect.cleandoc(text or ""), own)


def test_there_are_examples() -> None:
    texts = [
        inspect.getsource(importlib.import_module(name)) for name in MODULES if not name.endswith("__main__")
    ]
    assert sum(">>>" in text for text in texts) >= 6


def test_the_package_alone_imports_nothing_of_it() -> None:
    import subprocess
    import sys

    program = "import sys, aana, aana.audit; print(*[name for name in sys.modules if name.startswith(('fastapi', 'starlette', 'uvicorn'))])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"
