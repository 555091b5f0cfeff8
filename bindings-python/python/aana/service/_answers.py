"""Answers that are not decisions, and the way to give one while a body still arrives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from starlette.responses import JSONResponse

from aana._server.body import EarlyResponse

if TYPE_CHECKING:
    from collections.abc import Mapping

MESSAGES: Final[dict[str, tuple[int, str]]] = {
    "bad_request": (400, "the request has one `Host`, and a target on it"),
    "unauthorized": (401, "this needs the header `Authorization: Bearer` with a token that is known here"),
    "loopback_only": (403, "no token is set, so that only this machine is served"),
    "unknown_origin": (403, "the page in `Origin` is not allowed here"),
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


class Problem(JSONResponse):
    """An answer that is not a decision: `{"error": code, "message": sentence}`."""

    def __init__(self, code: str, headers: Mapping[str, str] | None = None) -> None:
        status, message = MESSAGES[code]
        super().__init__({"error": code, "message": message}, status, headers)


class EarlyError(Problem, EarlyResponse):
    """A problem that is told before the body is read, or all of it."""

    def __init__(self, code: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(code, {**(headers or {}), "connection": "close"})
