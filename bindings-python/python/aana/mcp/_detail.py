"""Which answer a call wants, and that answer.

The argument `detail` is the tool's own and no field of an event, so it is cut out of the arguments, and the gate
gets every other byte as it arrived.

>>> from aana.mcp._detail import take
>>> take(b'{"detail": "full", "tool_name": "a"}')
(b'{"tool_name": "a"}', 'full')
>>> take(b'{"tool_name": "a", "detail": "everything"}')
(b'{"tool_name": "a", "detail": "everything"}', None)
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, Literal

from aana.mcp._split import MalformedError, skip, string_end, value_end

if TYPE_CHECKING:
    from collections.abc import Mapping

Detail = Literal["compact", "full"]
"""What an answer holds: what the call waits for, or the whole decision."""

_WORDS: Final[dict[bytes, Detail]] = {b'"compact"': "compact", b'"full"': "full"}


def take(arguments: str | bytes) -> tuple[str | bytes, Detail | None]:
    """The arguments without `detail`, and what it says.

    A value that is not one of its two words, and one that stands twice, is left for the gate.
    """
    try:
        text = arguments.encode() if isinstance(arguments, str) else arguments
        found = _place(text)
    except (MalformedError, UnicodeEncodeError):
        return arguments, None
    if found is None:
        return arguments, None
    start, end, value = found
    detail = _WORDS.get(value)
    return (arguments, None) if detail is None else (text[:start] + text[end:], detail)


def _place(text: bytes) -> tuple[int, int, bytes] | None:
    """Where the member `detail` stands with one comma beside it, and its value, if it stands once."""
    at = skip(text, 0)
    if text[at : at + 1] != b"{":
        return None
    found: tuple[int, int, bytes] | None = None
    before: int | None = None
    at += 1
    while True:
        key_at = skip(text, at)
        if text[key_at : key_at + 1] != b'"':
            return found
        try:
            key_end = string_end(text, key_at)
            colon = skip(text, key_end)
            if text[colon : colon + 1] != b":":
                return found
            start = skip(text, colon + 1)
            end = value_end(text, start)
        except MalformedError:
            return found
        after = skip(text, end)
        sign = text[after : after + 1]
        if sign not in (b",", b"}"):
            return None
        if _key(text[key_at:key_end]) == "detail":
            if found is not None:
                return None
            if before is not None:
                place = before, end
            else:
                place = key_at, skip(text, after + 1) if sign == b"," else end
            found = *place, text[start:end]
        if sign == b"}":
            return found
        before, at = end, after + 1


def _key(text: bytes) -> str | None:
    """The key as it reads, if it can be read."""
    try:
        key: str = json.loads(text)
    except ValueError:
        return None
    return key


def compact(decision: Mapping[str, Any]) -> dict[str, Any]:
    """The compact answer: the route, the blockers, what is needed, and the digest of the action."""
    return {
        "route": decision["route"],
        "hard_blockers": decision["hard_blockers"],
        "needs": decision["recovery"]["needs"],
        "action_digest": decision["action_digest"],
    }
