"""Answers that are no decision, and the way to give one while a body still arrives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import anyio
from starlette.responses import JSONResponse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import Receive, Scope, Send

MESSAGES: Final[dict[str, tuple[int, str]]] = {
    "unauthorized": (401, "this needs the header `Authorization: Bearer` with the service's token"),
    "loopback_only": (403, "no token is set, so that only this machine is served"),
    "not_found": (404, "there is nothing here; `/docs` lists what there is"),
    "method_not_allowed": (405, "this is not what the path is for; `/docs` tells the method"),
    "body_timeout": (408, "the body took too long to arrive"),
    "body_too_large": (413, "the body is larger than the service reads"),
    "unsupported_media_type": (415, "the body must be `application/json` in UTF-8, not compressed"),
    "unknown_host": (421, "the service does not answer to the name in `Host`"),
    "too_many_requests": (429, "this address asks too often; `Retry-After` tells how long to wait"),
    "failed": (500, "the service failed, and there is no decision: nothing may run"),
    "page_missing": (503, "this build of the package holds no page"),
}

# What is still on its way is thrown away for so long; then the connection ends.
LINGER_SECONDS: Final = 2.0


class Problem(JSONResponse):
    """An answer that is no decision: `{"error": code, "message": sentence}`."""

    def __init__(self, code: str, headers: Mapping[str, str] | None = None) -> None:
        status, message = MESSAGES[code]
        super().__init__({"error": code, "message": message}, status, headers)


class LastWord(Problem):
    """A problem that is told before the body is read, or all of it.

    The connection cannot be used any more. It is not closed at once: a client that still sends would then
    see a reset and not the answer.
    """

    def __init__(self, code: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(code, {**(headers or {}), "connection": "close"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Answer, and listen a little longer."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": True})
        with anyio.move_on_after(LINGER_SECONDS):
            while (await receive()).get("more_body", False):
                pass
        await send({"type": "http.response.body", "body": b"", "more_body": False})
