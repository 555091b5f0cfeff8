"""The conformance fixtures, read in place and strictly."""

from __future__ import annotations

import base64
import hashlib
import json
from datetime import datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "conformance"

CASE_KEYS = {
    "id",
    "description",
    "now",
    "policy",
    "attested",
    "event",
    "event_text",
    "event_base64",
    "expect",
}
EVENT_KEYS = {"event", "event_text", "event_base64"}
EXPECT_KEYS = {
    "route",
    "hard_blockers",
    "faults",
    "reasons",
    "warnings",
    "effective_category",
    "effective_state",
    "verb_class",
    "risk_level",
    "absent",
}


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which no key stands twice."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def read(path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(path.read_text("utf-8"), object_pairs_hook=unique)
    return loaded


def load_cases() -> list[dict[str, Any]]:
    files = sorted((FOLDER / "cases").glob("*.json"))
    if not files:
        raise ValueError("there are no case files")
    cases: list[dict[str, Any]] = []
    for file in files:
        group = read(file)["cases"]
        if not group:
            raise ValueError(f"{file.name} holds no cases")
        cases += group
    for case in cases:
        if unknown := case.keys() - CASE_KEYS | case["expect"].keys() - EXPECT_KEYS:
            raise ValueError(f"{case['id']}: unknown keys {unknown}")
        if len(case.keys() & EVENT_KEYS) != 1:
            raise ValueError(f"{case['id']}: one event is needed")
    ids = [case["id"] for case in cases]
    if len(set(ids)) != len(ids):
        raise ValueError("an id stands twice")
    return cases


def load_recorded() -> dict[str, str]:
    """The recorded hash of each case."""
    files = sorted((FOLDER / "decisions").glob("*.jsonl"))
    lines = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]
    return {line["id"]: line["sha256"] for line in lines}


def event_text(case: dict[str, Any]) -> bytes:
    """The bytes to check."""
    if "event_text" in case:
        return str(case["event_text"]).encode()
    if "event_base64" in case:
        return base64.b64decode(case["event_base64"], validate=True)
    return json.dumps(case["event"]).encode()


def now_ms(case: dict[str, Any]) -> int:
    return round(datetime.fromisoformat(case["now"].replace("Z", "+00:00")).timestamp() * 1000)


def sha256(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
