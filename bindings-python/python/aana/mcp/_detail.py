"""Which answer a call wants.

The argument `detail` is the tool's own and no field of an event, so it is cut out of the arguments, and the gate
gets every other byte as it arrived.

>>> from aana.mcp._detail import take
>>> take(b'{"detail": "full", "tool_name": "a"}')
(b'{"tool_name": "a"}', 'full')
>>> take(b'{"tool_name": "a", "detail": "everything"}')
(b'{"tool_name": "a", "detail": "everything"}', None)
"""

from __future__ import annotations

from typing import Literal

from aana._native import mcp_take_detail

Detail = Literal["compact", "full"]
"""What an answer holds: what the call waits for, or the whole decision."""


def take(arguments: str | bytes) -> tuple[str | bytes, Detail | None]:
    """The arguments without `detail`, and what it says.

    A value that is not one of its two words, and one that stands twice, is left for the gate.
    """
    try:
        text = arguments.encode() if isinstance(arguments, str) else arguments
    except UnicodeEncodeError:
        return arguments, None
    rest, detail = mcp_take_detail(text)
    return (arguments, None) if detail is None else (rest, detail)
