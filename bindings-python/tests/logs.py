"""Audit logs to record in."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from aana.audit import AuditError, AuditLog

if TYPE_CHECKING:
    from pathlib import Path

    import aana


class Failing:
    """A log on a full disk."""

    def __init__(self) -> None:
        self.full = True
        self.records: list[bytes] = []

    def append(self, decision: aana.GateDecision, /) -> object:
        if self.full:
            raise AuditError("no space left on device")
        self.records.append(decision.to_json().encode())
        return None

    def close(self) -> None:
        pass


def records(path: Path) -> list[dict[str, Any]]:
    """What a log holds of decisions."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [line["event"] for line in lines if "event" in line]


def assert_rotated(path: Path, most: int, keep: int | None = None) -> list[dict[str, Any]]:
    """Hold the files of a log against their limits, and the places of their records against each other.

    Gives what they hold of decisions, the oldest in front.
    """
    files = [*sorted(path.parent.glob(path.name + ".0*")), path]
    assert len(files) > 1
    assert keep is None or len(files) == keep + 1
    assert all(file.stat().st_size <= most for file in files)
    lines = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]
    assert [line["seq"] for line in lines] == list(range(lines[0]["seq"], lines[-1]["seq"] + 1))
    with AuditLog(path) as log:
        assert log.repairs == []
    return [record for file in files for record in records(file)]
