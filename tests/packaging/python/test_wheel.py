"""The built wheel, in fresh environments of every interpreter that is here.

`AANA_WHEEL` names the wheel. Nothing is downloaded.
"""

from __future__ import annotations

import email
import os
import re
import shutil
import subprocess
import sys
import zipfile
from functools import cache
from pathlib import Path

import pytest

WHEEL = Path(os.environ["AANA_WHEEL"])
OLDEST = (3, 10)

SMOKE = Path(__file__).with_name("smoke.py").read_text("utf-8")


@cache
def interpreters() -> dict[str, str]:
    """Every CPython on the path, and those of pyenv, by version.

    An `abi3` wheel is not for free-threaded builds; these build from source.
    """
    names = [f"python3.{minor}" for minor in range(OLDEST[1], 20)]
    candidates = [sys.executable, *filter(None, map(shutil.which, names))]
    candidates += map(str, sorted(Path.home().glob(".pyenv/versions/*/bin/python")))
    found: dict[str, str] = {}
    question = (
        "import sys; print(sys.implementation.name, '%d.%d' % sys.version_info[:2] + sys.abiflags, "
        f"sys.version_info >= {OLDEST})"
    )
    for candidate in candidates:
        answer = subprocess.run([candidate, "-c", question], capture_output=True, text=True, check=False)
        if (
            answer.returncode == 0
            and (words := answer.stdout.split())[0] == "cpython"
            and words[2] == "True"
            and "t" not in words[1]
        ):
            found.setdefault(words[1], candidate)
    return found


def run(*command: str | Path, text: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        list(map(str, command)), input=text, capture_output=True, text=True, check=False, cwd="/"
    )


@pytest.fixture(params=interpreters(), scope="session")
def python(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of a fresh environment that holds the wheel and nothing else."""
    folder = tmp_path_factory.mktemp("venv")
    made = run(interpreters()[request.param], "-m", "venv", "--without-pip", folder)
    assert made.returncode == 0, made.stderr
    python = folder / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python)
    installed = run(*pip, "install", "--no-index", "--only-binary", ":all:", WHEEL)
    assert installed.returncode == 0, installed.stderr
    listed = run(*pip, "list", "--format", "freeze").stdout.split()
    assert [line.partition("=")[0].partition(" ")[0] for line in listed] == ["aana"]
    return python


def test_it_works(python: Path) -> None:
    done = run(python, "-I", "-W", "error", "-c", SMOKE)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("ran on")
    assert run(python, "-I", "-m", "aana", text="{}").returncode == 12


def test_import_is_quick(python: Path) -> None:
    """At most five milliseconds over bare Python, of which this measures the least of many."""
    measure = "import time; start = time.perf_counter(); import aana; print(time.perf_counter() - start)"
    times = [float(run(python, "-I", "-c", measure).stdout) for _ in range(15)]
    assert min(times) < 0.005


def test_import_loads_little(python: Path) -> None:
    modules = "import sys; before = set(sys.modules); import aana; print(*sorted(set(sys.modules) - before))"
    loaded = run(python, "-I", "-S", "-c", f"import sys; sys.path.append({site(python)!r}); {modules}").stdout
    assert "aana._native" in loaded
    for heavy in (
        "typing",
        "functools",
        "inspect",
        "dataclasses",
        "decimal",
        "asyncio",
        "json",
        "aana._types",
        "aana._words",
    ):
        assert heavy not in loaded.split()


def site(python: Path) -> str:
    return str(next((python.parents[1] / "lib").glob("python3.*/site-packages")))


def test_subinterpreters_say_what_is_wrong(python: Path) -> None:
    script = """
import sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
code = '''
try:
    import aana
except ImportError as error:
    print(error)
'''
interpreters.run_string(interpreters.create(), code)
"""
    done = run(python, "-I", "-c", script)
    # Before 3.12 a subinterpreter shares what it has with the main one, and the import works.
    assert done.returncode == 0, done.stderr
    assert done.stdout == "" or "subinterpreters" in done.stdout


def test_a_failed_import_blocks_the_call(python: Path) -> None:
    script = "import sys; sys.modules['aana._native'] = None\nimport aana\nprint('the tool runs')"
    done = run(python, "-I", "-c", script)
    assert (done.returncode, done.stdout) == (1, "")


def test_what_is_in_the_wheel() -> None:
    assert re.fullmatch(
        r"aana-[0-9a-z.]+-cp310-abi3-(manylinux|musllinux|macosx|win)[a-z0-9_.]+\.whl", WHEEL.name
    )
    assert WHEEL.stat().st_size <= 4_000_000
    with zipfile.ZipFile(WHEEL) as wheel:
        names = {name for name in wheel.namelist() if name.startswith("aana/")}
        metadata = email.message_from_bytes(
            wheel.read(next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")))
        )
    assert {"aana/py.typed", "aana/_native.pyi", "aana/__init__.py", "aana/__main__.py"} <= names
    assert [name for name in names if name.endswith((".so", ".pyd"))] == ["aana/_native.abi3.so"]
    assert not [name for name in names if re.search(r"(^|/)(tests?|test_[^/]*|conftest)(/|\.|$)", name)]
    assert not [name for name in names if name.endswith(".pyc")]
    # Only who asks for an extra gets more than this wheel.
    assert all(" extra == " in needed for needed in metadata.get_all("Requires-Dist", []))
    assert {"aana/service/page/aana.js", "aana/schemas/agent_tool_precheck.schema.json"} <= names
    assert metadata["Requires-Python"] == ">=3.10"
    assert metadata["License-Expression"] == "MIT OR Apache-2.0"
    assert "## What each value is" in str(metadata.get_payload())
