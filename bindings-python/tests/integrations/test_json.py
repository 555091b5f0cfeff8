"""The model's own JSON, which has one reading or none."""

from __future__ import annotations

import json
from typing import Any

import pytest
from aana import Gate
from aana.integrations._json import read_object, without

MANY_READINGS = {
    "twice": '{"to": "a", "to": "b"}',
    "twice_spelled_in_two_ways": '{"to": "a", "\\u0074o": "b"}',
    "twice_further_down": '{"mail": [{"to": "a", "to": "b"}]}',
    "too_large": '{"amount": 1e999}',
    "not_a_number": '{"amount": NaN}',
    "infinite": '{"amount": -Infinity}',
    "half_a_pair": '{"to": "\\ud800"}',
    "half_a_pair_in_the_text": '{"to": "\ud800"}',
    "more_behind": '{"to": "a"} {"to": "b"}',
    "too_deep": '{"a":' * 70 + "1" + "}" * 70,
    "too_many_digits": '{"a": ' + "1" * 5000 + "}",
    "too_long": '{"a": "' + "x" * (1 << 20) + '"}',
    "byte_order_mark": "\ufeff{}",
    "comment": '{"a": 1 /* 2 */}',
    "single_quotes": "{'a': 1}",
    "list": "[1]",
    "text": '"{}"',
    "null": "null",
    "nothing_but_white_space": " ",
}


@pytest.mark.parametrize("text", MANY_READINGS.values(), ids=MANY_READINGS)
def test_what_could_be_read_in_two_ways_is_not_read(text: str) -> None:
    assert read_object(text) is None


def test_the_gates_own_limit_counts() -> None:
    long, longer = (json.dumps({"a": "x" * size}) for size in (2000, 1 << 20))
    small, large = Gate({"max_event_bytes": 1024}), Gate({"max_event_bytes": 4 << 20})
    assert read_object(long, small) is None
    assert read_object(long) == json.loads(long)
    assert read_object(longer) is None
    assert read_object(longer, large) == json.loads(longer)


def test_what_has_one_reading_is_read() -> None:
    # The names of an event's fields are any tool's parameters here.
    long = {"tool_name": "x" * 1000, "request_id": "x" * 1000}
    fields = {"tool_name": " ", "evidence_refs": 1, "schema_version": "v9", "recommended_route": "x"}
    for value in ({}, {"to": "a", "amount": 1.5, "many": 10**300}, fields, long):
        assert read_object(json.dumps(value)) == value
    assert read_object("") == {}


def test_a_schema_without_what_the_application_fills_in() -> None:
    schema: dict[str, Any] = {"type": "object", "properties": {"a": {}, "b": {}}, "required": ["a", "b"]}
    assert without(schema, frozenset({"b", "c"})) == {
        "type": "object",
        "properties": {"a": {}},
        "required": ["a"],
    }
    assert schema["required"] == ["a", "b"]
    assert without({}, frozenset({"b"})) == {}
