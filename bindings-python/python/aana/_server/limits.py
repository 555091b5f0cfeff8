"""How much of one caller a server holds, and for how long."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

MAX_HEAD_BYTES: Final = 65_536
HEAD_SECONDS: Final = 10.0
BODY_SECONDS: Final = 10.0

LEAST_HEAD_BYTES: Final = 1024
"""Less would turn away what browsers send."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The limits of every connection.

    >>> Limits(head_seconds=0)
    Traceback (most recent call last):
    ...
    ValueError: `head_seconds` is a number of seconds that is larger than 0
    """

    max_connections: int = 256
    """Open at once; for each worker. What connects beyond that is turned away."""
    max_head_bytes: int = MAX_HEAD_BYTES
    """The request line and the header fields together; also what may come between two pieces of a body."""
    head_seconds: float = HEAD_SECONDS
    """How long a head may take to arrive, and how long an answer may wait to be read."""
    body_seconds: float = BODY_SECONDS
    """How long a body may take to arrive."""

    def __post_init__(self) -> None:
        for name in ("head_seconds", "body_seconds"):
            if not 0 < getattr(self, name) < math.inf:
                raise ValueError(f"`{name}` is a number of seconds that is larger than 0")
        if self.max_connections < 1:
            raise ValueError("`max_connections` is a number from 1 on")
        if self.max_head_bytes < LEAST_HEAD_BYTES:
            raise ValueError(f"`max_head_bytes` is a number from {LEAST_HEAD_BYTES} on")
