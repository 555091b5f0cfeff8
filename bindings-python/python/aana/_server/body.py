"""A body as the bytes that arrived, with a limit to their number and to the time that they take."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import anyio
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.datastructures import Headers
    from starlette.types import Receive, Scope, Send

# The time and the number of bytes within which the rest of a refused body is read and discarded.
LINGER_SECONDS: Final = 2.0
LINGER_BYTES: Final = 16 << 20

LONGEST_TYPE: Final = 256
"""No type that counts is longer, and nothing longer is remembered."""


class Stopped(Exception):  # noqa: N818
    """A body is not read to its end; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class EarlyResponse(JSONResponse):
    """An answer that is given before the body is read, or all of it. It has to say `connection: close`.

    The connection cannot be used any more. It is not closed at once: a client that still sends would then
    see a reset and not the answer.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Answer, and listen a little longer."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": True})
        with anyio.move_on_after(LINGER_SECONDS):
            thrown_away = 0
            while thrown_away < LINGER_BYTES and (message := await receive()).get("more_body", False):
                thrown_away += len(message.get("body", b""))
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def has_body(headers: Headers) -> bool:
    """Whether something follows the head."""
    return "transfer-encoding" in headers or headers.get("content-length", "0") != "0"


def check_head(headers: Iterable[tuple[bytes, bytes]], limit: int) -> None:
    """Stop for what the headers say already."""
    kind: bytes | None = None
    length = ""
    for name, value in headers:
        if name == b"content-type":
            if kind is not None:
                raise Stopped("unsupported_media_type")
            kind = value
        elif name == b"content-length":
            length = value.decode("latin-1").lstrip("0")
        elif name == b"content-encoding" and value.strip().lower() != b"identity":
            raise Stopped("unsupported_media_type")
    if kind is None or len(kind) > LONGEST_TYPE or not is_json(kind.decode("latin-1")):
        raise Stopped("unsupported_media_type")
    # More digits than the limit has are more bytes, and Python reads no number of many thousand digits.
    if length.isdecimal() and (len(length) > len(str(limit)) or int(length) > limit):
        raise Stopped("body_too_large")


@lru_cache(64)
def is_json(content_type: str) -> bool:
    """Whether this is JSON in the only encoding that JSON has.

    >>> [is_json(one) for one in ("application/json", "Application/JSON; charset=UTF-8", "text/json", "")]
    [True, True, False, False]
    >>> [is_json(one) for one in ("application/json; charset=utf-16", "application/problem+json")]
    [False, False]
    """
    media, *parameters = (part.strip().lower() for part in content_type.split(";"))
    charsets = [
        value.strip('" ')
        for name, _, value in (part.partition("=") for part in parameters)
        if name == "charset"
    ]
    return media == "application/json" and all(charset in ("utf-8", "utf8") for charset in charsets)


async def read_json(scope: Scope, receive: Receive, limit: int, seconds: float) -> bytes:
    """The whole body, of at most `limit` bytes, if it arrives in time."""
    check_head(scope["headers"], limit)
    with anyio.move_on_after(seconds):
        message = await receive()
        if message["type"] == "http.request" and not message.get("more_body", False):
            body: bytes = message.get("body", b"")
            if len(body) > limit:
                raise Stopped("body_too_large")
            return body
        # One buffer: a body in a million pieces takes no more than one in a single piece.
        whole = bytearray()
        while True:
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            whole += message.get("body", b"")
            if len(whole) > limit:
                raise Stopped("body_too_large")
            if not message.get("more_body", False):
                return bytes(whole)
            message = await receive()
    raise Stopped("body_timeout")
