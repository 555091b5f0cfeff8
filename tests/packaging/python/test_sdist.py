"""The source distribution, for whom no wheel is made: `AANA_SDIST` names it.

What the build needs comes from where pip gets its packages and cargo its crates.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

SDIST = Path(os.environ["AANA_SDIST"])
SMOKE = Path(__file__).with_name("smoke.py").read_text("utf-8")
TARGET = Path(__file__).resolve().parents[3] / "target" / "python"

# As an interpreter answers that PyO3 has never heard of.
NEWER = """\
#!/bin/sh
{python} "$@" | sed -e 's/^version_minor .*/version_minor 99/' -e 's/^gil_disabled .*/gil_disabled {flag}/'
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    with tarfile.open(SDIST) as files:
        files.extractall(folder, filter="data")
    (unpacked,) = folder.iterdir()
    return unpacked


def run(*command: str | Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        list(map(str, command)), env=os.environ | env, capture_output=True, text=True, check=False, cwd="/"
    )


def test_what_is_in_it(source: Path) -> None:
    files = {str(path.relative_to(source)) for path in source.rglob("*") if path.is_file()}
    needed = {"pyproject.toml", "Cargo.lock", "python/aana/py.typed", "core/src/lib.rs"}
    assert needed | {"bindings-python/src/lib.rs", "LICENSE-MIT", "LICENSE-APACHE"} <= files
    built = (".so", ".pyc", ".whl", ".rlib")
    assert [name for name in files if name.endswith(built) or "target/" in name] == []


def test_it_installs_and_works(tmp_path: Path) -> None:
    """As pip does it, in an environment that has nothing, with what `pyproject.toml` asks for."""
    venv = tmp_path / "venv"
    made = run(sys.executable, "-m", "venv", "--without-pip", venv)
    assert made.returncode == 0, made.stderr
    python = venv / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python)
    installed = run(
        *pip,
        *("install", "--no-cache-dir", SDIST),
        # So that the crates that it needs are compiled once and not each time.
        CARGO_TARGET_DIR=str(TARGET / "sdist"),
        # What is in question is whether all of the source is there. The wheel shows the rest of a release,
        # whose last step alone takes minutes.
        MATURIN_PEP517_ARGS="--profile dev",
        CARGO_PROFILE_DEV_OPT_LEVEL="0",
    )
    assert installed.returncode == 0, installed.stdout + installed.stderr
    done = run(python, "-I", "-W", "error", "-c", SMOKE)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("ran on")


@pytest.mark.parametrize("threads", ["with_the_lock", "free_threaded"])
def test_a_newer_python_than_pyo3_knows(threads: str, source: Path, tmp_path: Path) -> None:
    """With the lock, the stable ABI serves it. Without, the build stops and says how to go on."""
    python = tmp_path / "python"
    flag = "1" if threads == "free_threaded" else "0"
    python.write_text(NEWER.format(python=sys.executable, flag=flag))
    python.chmod(0o755)
    checked = run(
        *("cargo", "check", "--manifest-path", source / "bindings-python" / "Cargo.toml"),
        PYO3_PYTHON=str(python),
        CARGO_TARGET_DIR=str(TARGET / "sdist"),
    )
    if threads == "with_the_lock":
        assert checked.returncode == 0, checked.stderr
    else:
        assert checked.returncode != 0
        assert "the configured Python version (3.99) is newer than PyO3's maximum" in checked.stderr
        assert "set PYO3_USE_STABLE_ABI_FORWARD_COMPATIBILITY=1 to" in checked.stderr
