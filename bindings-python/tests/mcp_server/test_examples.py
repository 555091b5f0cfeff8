"""The examples in the docstrings of the modules, run as they are printed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import aana
import aana.mcp
import pytest
from doctests import assert_not_imported, modules_of, run_module


@pytest.mark.parametrize("name", modules_of(aana.mcp))
def test_examples(name: str) -> None:
    run_module(name)


def test_the_package_alone_imports_nothing_of_it() -> None:
    assert_not_imported("mcp", "anyio")


def test_it_is_a_command_of_the_package() -> None:
    command = Path(sys.executable).with_name("aana-mcp")
    done = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"aana-mcp {aana.__version__}\n"
