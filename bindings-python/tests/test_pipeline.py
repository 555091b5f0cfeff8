"""The worked example: what it prints is what its transcript says."""

import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "pipeline"


def test_example_prints_its_transcript() -> None:
    done = subprocess.run(
        [sys.executable, EXAMPLE / "python" / "pipeline.py"],
        capture_output=True,
        check=False,
        text=True,
        timeout=60,
    )
    assert done.stderr == ""
    assert done.stdout == (EXAMPLE / "transcript.txt").read_text(encoding="utf-8")
