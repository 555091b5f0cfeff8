"""The action digest is the SHA-256 of canonical JSON (RFC 8785), whichever entry point an event comes through.

The texts to hash are put together here, with Python's own shortest digits, and not by the gate.
"""

from __future__ import annotations

import hashlib
import json
import math
import random
import struct
from typing import Any

import aana
import pytest
from events import NOW, search

# RFC 8785, appendix B: the bits of a double and how it is written.
NUMBERS = {
    0x0000000000000000: "0",
    0x8000000000000000: "0",
    0x0000000000000001: "5e-324",
    0x8000000000000001: "-5e-324",
    0x7FEFFFFFFFFFFFFF: "1.7976931348623157e+308",
    0xFFEFFFFFFFFFFFFF: "-1.7976931348623157e+308",
    0x4340000000000000: "9007199254740992",
    0xC340000000000000: "-9007199254740992",
    0x4430000000000000: "295147905179352830000",
    0x44B52D02C7E14AF5: "9.999999999999997e+22",
    0x44B52D02C7E14AF6: "1e+23",
    0x44B52D02C7E14AF7: "1.0000000000000001e+23",
    0x444B1AE4D6E2EF4E: "999999999999999700000",
    0x444B1AE4D6E2EF4F: "999999999999999900000",
    0x444B1AE4D6E2EF50: "1e+21",
    0x3EB0C6F7A0B5ED8C: "9.999999999999997e-7",
    0x3EB0C6F7A0B5ED8D: "0.000001",
    0x41B3DE4355555553: "333333333.3333332",
    0x41B3DE4355555554: "333333333.33333325",
    0x41B3DE4355555555: "333333333.3333333",
    0x41B3DE4355555556: "333333333.3333334",
    0x41B3DE4355555557: "333333333.33333343",
    0xBECBF647612F3696: "-0.0000033333333333333333",
    0x43143FF3C1CB0959: "1424953923781206.2",
}


def double(bits: int) -> float:
    (value,) = struct.unpack(">d", bits.to_bytes(8, "big"))
    assert isinstance(value, float)
    return value


def written(value: float) -> str:
    """As RFC 8785 and ECMAScript write it: Python has the same digits and other rules for the point."""
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    mantissa, _, exponent = f"{abs(value)!r}e0".partition("e")
    whole, _, fraction = mantissa.partition(".")
    fraction = fraction.rstrip("0")
    digits = (whole + fraction).lstrip("0")
    # The value is 0.digits times ten to the power of `point`.
    point = int(exponent.split("e")[0]) + len(digits) - len(fraction)
    digits = digits.rstrip("0")
    if len(digits) <= point <= 21:
        return sign + digits + "0" * (point - len(digits))
    if 0 < point <= 21:
        return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    rest = "." + digits[1:] if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{rest}e{'+' if point > 0 else '-'}{abs(point - 1)}"


def expected(arguments: str, tool_name: str = "search_docs") -> str:
    text = f'{{"proposed_arguments":{arguments},"tool_name":"{tool_name}"}}'
    return "sha256:" + hashlib.sha256(text.encode("utf-8", "strict")).hexdigest()


def digests(event: dict[str, Any], gate: aana.Gate | None = None) -> set[str | None]:
    """Through the objects and through the text."""
    by_text = json.loads(aana.check_json(json.dumps(event), policy=gate, now=NOW))
    return {aana.check_tool_call(event, policy=gate, now=NOW)["action_digest"], by_text["action_digest"]}


@pytest.mark.parametrize("bits", NUMBERS, ids=hex)
def test_doubles_of_the_rfc(bits: int) -> None:
    assert written(double(bits)) == NUMBERS[bits]
    assert digests(search(n=double(bits))) == {expected(f'{{"n":{NUMBERS[bits]}}}')}


def test_two_hundred_thousand_doubles() -> None:
    gate = aana.Gate({"max_event_bytes": 1 << 24})
    bits = random.Random(8785)
    for _ in range(4):
        doubles = [value for _ in range(50_000) if math.isfinite(value := double(bits.getrandbits(64)))]
        assert len(doubles) > 49_000
        listed = ",".join(map(written, doubles))
        assert digests(search(n=doubles), gate) == {expected(f'{{"n":[{listed}]}}')}


@pytest.mark.parametrize("number", [2**53 - 1, 2**53, 2**53 + 1, -(2**53) - 1, 2**63, 10**40])
def test_integers_keep_their_digits(number: int) -> None:
    assert digests(search(n=number)) == {expected(f'{{"n":{number}}}')}


def test_keys_are_sorted_by_utf16_units() -> None:
    """RFC 8785, section 3.2.3: a surrogate pair stands before U+FB33, which a code point order puts first."""
    keys = ["\u20ac", "\r", "\ufb33", "1", "\U0001f600", "\u0080", "\u00f6"]
    ordered = ["\\r", "1", "\u0080", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]
    listed = ",".join(f'"{key}":{{}}' for key in ordered)
    assert digests(search(**{key: {} for key in keys})) == {expected("{" + listed + "}")}


def test_only_what_must_be_escaped_is() -> None:
    text = "".join(map(chr, range(0x20))) + '"\\/\x7f\u2028\U0001f600'
    low = r"\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f"
    high = "".join(f"\\u{code:04x}" for code in range(0x10, 0x20))
    escaped = low + high + '\\"\\\\/\x7f\u2028\U0001f600'
    assert digests(search(q=text)) == {expected(f'{{"q":"{escaped}"}}')}


TOOL_NAMES = {
    "one_letter": "t",
    "digits_first": "2fa_status",
    "dots": "crm.contacts.search",
    "slashes": "server/search/v2",
    "colons": "mcp:server:search",
    "dashes": "search-docs",
    "underscores": "mcp__server__search",
    "camel_case": "searchDocs",
    "upper_case": "SEARCH_DOCS",
    "mixed": "Server-1.2:search/docs_v3",
    "spaces": " search docs ",
    "letters": "suche_\u00fcber",
    "ideographs": "\u691c\u7d22",
    "emoji": "search \U0001f50d",
    "decomposed": "recherche_e\u0301",
    **{f"{length}_characters": ("search_" * length)[:length] for length in (64, 128, 256)},
}


@pytest.mark.parametrize("name", TOOL_NAMES.values(), ids=TOOL_NAMES)
def test_every_tool_name_is_taken_as_it_is(name: str) -> None:
    event = search() | {"tool_name": name}
    assert aana.validate_event(event) == []
    assert digests(event) == {expected("{}", name)}


def test_no_two_tool_names_are_one() -> None:
    names = [
        *TOOL_NAMES.values(),
        "search_docs",
        "search.docs",
        "search docs",
        "Search_docs",
        "recherche_\u00e9",
    ]
    found = [aana.check_tool_call(search() | {"tool_name": name})["action_digest"] for name in names]
    assert len(set(found)) == len(names)
