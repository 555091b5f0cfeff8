"""What type checkers see of the installed wheel: everything, and every mistake of `consumer.py`."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import aana

HERE = Path(__file__).parent
CONSUMER = HERE / "consumer.py"
PYRIGHT = HERE / "node_modules" / "pyright" / "index.js"
WRONG = [
    number for number, line in enumerate(CONSUMER.read_text("utf-8").splitlines(), 1) if "# wrong" in line
]


def pyright(*arguments: str | Path) -> Any:
    """Its answer about a file outside of the project, so that only what is installed is seen."""
    command = ["node", PYRIGHT, "--outputjson", "--pythonpath", sys.executable, *arguments]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert done.stdout, done.stderr
    return json.loads(done.stdout)


def test_it_is_the_wheel() -> None:
    assert "site-packages" in aana.__file__
    assert len(WRONG) == 8


def test_mypy(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir", tmp_path, CONSUMER]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, cwd=tmp_path)
    found = re.findall(r"consumer\.py:(\d+): error: ", done.stdout)
    assert sorted(map(int, found)) == WRONG, done.stdout + done.stderr


def test_pyright(tmp_path: Path) -> None:
    program = tmp_path / "consumer.py"
    program.write_text(CONSUMER.read_text("utf-8"))
    settings = tmp_path / "pyrightconfig.json"
    settings.write_text('{"include": ["consumer.py"], "typeCheckingMode": "strict", "pythonVersion": "3.10"}')
    found = pyright("--project", settings)["generalDiagnostics"]
    lines = sorted({one["range"]["start"]["line"] + 1 for one in found})
    assert lines == WRONG, [(one["range"]["start"]["line"] + 1, one["message"]) for one in found]
