"""A body as the bytes that arrived, with a limit to their number and to the time that they take."""

from __future__ import annotations

from typing import TYPE_CHECKING

import anyio
from starlette.requests import ClientDisconnect

if TYPE_CHECKING:
    from starlette.requests import Request


class Stopped(Exception):  # noqa: N818
    """A body is not read to its end; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def check_head(request: Request, limit: int) -> None:
    """Stop for what the headers say already."""
    if not is_json(request.headers.get("content-type", "")):
        raise Stopped("unsupported_media_type")
    if request.headers.get("content-encoding", "identity").strip().lower() != "identity":
        raise Stopped("unsupported_media_type")
    length = request.headers.get("content-length", "").lstrip("0")
    # More digits than the limit has are more bytes, and Python reads no number of many thousand digits.
    if length.isdecimal() and (len(length) > len(str(limit)) or int(length) > limit):
        raise Stopped("body_too_large")


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


async def read(request: Request, limit: int, seconds: float) -> bytes:
    """The whole body, of at most `limit` bytes, if it arrives in time."""
    check_head(request, limit)
    receive = request.receive
    with anyio.move_on_after(seconds):
        message = await receive()
        if message["type"] == "http.request" and not message.get("more_body", False):
            body: bytes = message.get("body", b"")
            if len(body) > limit:
                raise Stopped("body_too_large")
            return body
        parts: list[bytes] = []
        left = limit
        while True:
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            part: bytes = message.get("body", b"")
            left -= len(part)
            if left < 0:
                raise Stopped("body_too_large")
            parts.append(part)
            if not message.get("more_body", False):
                return b"".join(parts)
            message = await receive()
    raise Stopped("body_timeout")
