"""The dict of a decision: it is the text key by key, it is new each time, and its lists are those of the decision."""

from __future__ import annotations

import json
import random
from typing import Any

import aana
from events import NOW, minimal, search

SECRETS = [{"source_id": f"s{n}", "contradicts": ["x"], "summary": "no evidence"} for n in range(300)]
EVENTS: list[Any] = [
    minimal(),
    search(q="x"),
    # Lists that are cut tell their totals: a key more in the middle of an object.
    search() | {"evidence_refs": [*SECRETS, *["text"] * 300]},
    search() | {"proposed_arguments": {f"k{n}": n for n in range(300)}},
    search() | {f"unknown{n}": n for n in range(300)},
    {"evidence_refs": [1] * 300},
    {},
    [],
]


def test_a_dict_is_the_text_key_by_key() -> None:
    gate = aana.Gate()
    order = EVENTS * 4
    random.Random(7).shuffle(order)
    for event in [*EVENTS, *reversed(EVENTS), *order]:
        decision = gate.check(event, now=NOW)
        text = json.dumps(decision.to_dict(), separators=(",", ":"), ensure_ascii=False)
        assert text == decision.to_json()


def test_what_is_done_to_a_dict_stays_in_it() -> None:
    def emptied(value: Any) -> None:
        if isinstance(value, dict):
            for inner in value.values():
                emptied(inner)
            value.clear()
            value["other"] = 1
        elif isinstance(value, list):
            value.clear()

    before = aana.check_tool_call(minimal(), now=NOW)
    text = json.dumps(before)
    emptied(before)
    assert json.dumps(aana.check_tool_call(minimal(), now=NOW)) == text


def test_reasons_and_warnings_are_those_of_the_long_form() -> None:
    for event in [*EVENTS, search() | {"recommended_route": "defer"}]:
        decision = aana.Gate().check(event, now=NOW)
        long = decision.to_dict()
        assert list(decision.reasons) == long["reasons"]
        assert list(decision.warnings) == long["warnings"]
