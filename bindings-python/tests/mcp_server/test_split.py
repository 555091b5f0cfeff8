"""The arguments are found where the message has them, and cost no more than reading them."""

from __future__ import annotations

import json

import pytest
from aana._native import MalformedError
from aana._native import mcp_split as split
from fixtures import event_text, load_cases

from mcp_server.serving import call

CUT = [
    (b"{}", b"{}", None),
    (b"[]", b"[]", None),
    (b" 7 ", b" 7 ", None),
    (b'{"params":[{"arguments":1}]}', b'{"params":[{"arguments":1}]}', None),
    (b'{"arguments":{"a":1}}', b'{"arguments":{"a":1}}', None),
    (b'{"a":{"params":{"arguments":1}}}', b'{"a":{"params":{"arguments":1}}}', None),
    (b'{"params":{"x":{"arguments":1}}}', b'{"params":{"x":{"arguments":1}}}', None),
    (b'{"params":{"arguments":null}}', b'{"params":{"arguments":{}}}', b"null"),
    (b'{"params":{"arguments":-1.0e5}}', b'{"params":{"arguments":{}}}', b"-1.0e5"),
    (b'{"params":{"arguments":"}\\""}}', b'{"params":{"arguments":{}}}', b'"}\\""'),
    (b'{"params":{"arguments":[1,[2]]},"id":1}', b'{"params":{"arguments":{}},"id":1}', b"[1,[2]]"),
    (b'{"params":{"argum\\u0065nts":{"a":1}}}', b'{"params":{"argum\\u0065nts":{}}}', b'{"a":1}'),
    (b'{"params":{"arguments": {"\xff":NaN} }}', b'{"params":{"arguments": {} }}', b'{"\xff":NaN}'),
    (b'{"params":{"arguments":{"a":"\\\\"}}}', b'{"params":{"arguments":{}}}', b'{"a":"\\\\"}'),
]


@pytest.mark.parametrize(("message", "rest", "arguments"), CUT)
def test_what_is_cut(message: bytes, rest: bytes, arguments: bytes | None) -> None:
    assert split(message) == (rest, arguments)


@pytest.mark.parametrize(
    "message",
    [
        b"{",
        b'{"',
        b'{"params"',
        b'{"params":',
        b'{"params":{"arguments":',
        b'{"params":{"arguments":{}',
        b'{"params":{"arguments":{"a":"}}',
        b'{"params":{"arguments":{}},}',
        b'{"params":{"arguments":{} {}}}',
        b'{"params":{},"params":{"arguments":{}}}',
        b'{"params":{"arguments":{},"arguments":{}}}',
        b'{"params":{"arguments":{},"argument\\u0073":{}}}',
        b'{"\xff":1}',
        b'{"\\ud8":1}',
        b'{"\\ud800":1}',
        b'{"params":{"arguments":{},"\\udc00\\ud800":1}}',
        b'{"\x00a\x00":1}',
        b"{'params':{}}",
    ],
)
def test_what_can_be_read_in_more_than_one_way_or_in_none(message: bytes) -> None:
    with pytest.raises(MalformedError):
        split(message)


def test_every_event_that_is_json_comes_out_as_it_went_in() -> None:
    whole = 0
    for case in load_cases():
        event = event_text(case)
        try:
            json.loads(event.decode())
        except ValueError:
            continue
        _, arguments = split(call(event))
        assert arguments == event.strip(b" \t\r\n")
        whole += 1
    assert whole > 1000


@pytest.mark.parametrize("part", [b"[", b"{", b'"', b'\\"', b"\\", b'{"a":', b'","', b"]"])
def test_hostile_text_is_read_once(part: bytes) -> None:
    """Were any of it read anew from each place, this would take hours."""
    for before in (b'{"params":{"arguments":', b'{"params":{"arguments":"', b'{"params":{"arguments":["'):
        message = before + part * (400_000 // len(part))
        try:
            split(message)
        except MalformedError:
            continue
        raise AssertionError("that has no end")
