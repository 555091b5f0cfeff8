r"""The arguments of a call, taken out of the message as the bytes that arrived.

The protocol's library reads a message with a reader that lets things through, of which the gate would never
hear: of two equal keys the second, numbers without their last digits. So the arguments are cut out before,
and the library gets `{}` in their place.

>>> from aana.mcp._split import split
>>> split(b'{"method":"tools/call","params":{"name":"x","arguments":{"a":1,"a":2}}}')
(b'{"method":"tools/call","params":{"name":"x","arguments":{}}}', b'{"a":1,"a":2}')
>>> split(b'{"method":"tools/list"}')
(b'{"method":"tools/list"}', None)

Only the envelope is read here, and leniently. What is wrong in the arguments is the gate's to say, and what is
wrong elsewhere the library's.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

SPACE: Final = re.compile(rb"[ \t\n\r]*")
SCALAR: Final = re.compile(rb"[^,\[\]{}\" \t\n\r]+")
BRACKET_OR_STRING: Final = re.compile(rb"[\"\[\]{}]")
ESCAPE_OR_END: Final = re.compile(rb"\\.|\"", re.DOTALL)


class MalformedError(ValueError):
    """The envelope is no JSON object that can be read in one way only."""


def split(message: bytes) -> tuple[bytes, bytes | None]:
    """The message with `{}` for arguments, and the arguments, or `None` if there are none."""
    params = member(message, skip(message, 0), b"params")
    if params is None:
        return message, None
    arguments = member(message, params[0], b"arguments")
    if arguments is None:
        return message, None
    start, end = arguments
    return message[:start] + b"{}" + message[end:], message[start:end]


def member(text: bytes, at: int, name: bytes) -> tuple[int, int] | None:
    """Where the value of one member of an object stands. What is no object has no members."""
    if text[at : at + 1] != b"{":
        return None
    found: dict[str, tuple[int, int]] = {}
    for key, start, end in members(text, at):
        if key in found:
            raise MalformedError("a key of the envelope stands twice")
        found[key] = start, end
    return found.get(name.decode())


def members(text: bytes, at: int) -> Iterator[tuple[str, int, int]]:
    """Each key of an object, with the place of its value."""
    at = skip(text, at + 1)
    if text[at : at + 1] == b"}":
        return
    while True:
        if text[at : at + 1] != b'"':
            raise MalformedError("a key is missing")
        end = string_end(text, at)
        try:
            key: str = json.loads(text[at:end])
        except ValueError:
            raise MalformedError("a key cannot be read") from None
        at = skip(text, end)
        if text[at : at + 1] != b":":
            raise MalformedError("a colon is missing")
        start = skip(text, at + 1)
        end = value_end(text, start)
        yield key, start, end
        at = skip(text, end)
        if text[at : at + 1] == b"}":
            return
        if text[at : at + 1] != b",":
            raise MalformedError("a comma is missing")
        at = skip(text, at + 1)


def skip(text: bytes, at: int) -> int:
    """Where white space ends."""
    space = SPACE.match(text, at)
    return at if space is None else space.end()


def value_end(text: bytes, at: int) -> int:
    """Where a value ends, judged by its quotes and brackets alone."""
    first = text[at : at + 1]
    if first == b'"':
        return string_end(text, at)
    if first not in (b"{", b"["):
        scalar = SCALAR.match(text, at)
        if scalar is None:
            raise MalformedError("a value is missing")
        return scalar.end()
    depth = 0
    while (found := BRACKET_OR_STRING.search(text, at)) is not None:
        if found[0] == b'"':
            at = string_end(text, found.start())
            continue
        at = found.end()
        depth += 1 if found[0] in (b"{", b"[") else -1
        if depth == 0:
            return at
    raise MalformedError("a bracket is not closed")


def string_end(text: bytes, at: int) -> int:
    """Where a string ends that begins here."""
    at += 1
    while (found := ESCAPE_OR_END.search(text, at)) is not None:
        at = found.end()
        if found[0] == b'"':
            return at
    raise MalformedError("a string is not closed")
