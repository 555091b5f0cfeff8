"""The examples in the docstrings of the service's modules, run as they are printed."""

from __future__ import annotations

import inspect
from importlib import import_module

import aana._server
import aana.service
import pytest
from doctests import assert_not_imported, modules_of, run_module

MODULES = [*modules_of(aana.service), *modules_of(aana._server)]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    run_module(name)


def test_there_are_examples() -> None:
    assert sum(">>>" in inspect.getsource(import_module(name)) for name in MODULES) >= 6


def test_the_package_alone_imports_nothing_of_it() -> None:
    assert_not_imported("fastapi", "starlette", "uvicorn", "anyio")
