"""Streamable HTTP, for this machine only. There are no sessions: each request stands for itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mcp.server.transport_security import TransportSecuritySettings
from mcp.types import INVALID_REQUEST, PARSE_ERROR
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse

from aana._native import MalformedError, mcp_split
from aana._server.attest import SUBJECT, bearer_token, bearers_of
from aana._server.body import EarlyResponse, Stopped, has_body, read_json
from aana._server.limits import BODY_SECONDS
from aana._server.names import LOOPBACK, AllowedHosts
from aana.mcp._message import UnreadError, message_of
from aana.mcp._server import ARGUMENTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mcp.server import Server
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from aana._native import Bearers

PATH: Final = "/mcp"
MAX_BODY: Final = 4 << 20
"""Larger bodies are not read (413). The gate refuses events long before."""

MESSAGES: Final[dict[str, tuple[int, str]]] = {
    "bad_request": (400, "the request has one `Host`, and a target on it"),
    "unauthorized": (401, "this needs the header `Authorization: Bearer` with a token that is known here"),
    "unknown_origin": (403, "the page in `Origin` is not allowed here"),
    "not_found": (404, "there is nothing here"),
    "method_not_allowed": (405, "there are no sessions and no streams: messages are posted"),
    "body_timeout": (408, "the message took too long to arrive"),
    "body_too_large": (413, "the message is longer than the server reads"),
    "unsupported_media_type": (415, "the message must be `application/json` in UTF-8, not compressed"),
    "unknown_host": (421, "the server does not answer to the name in `Host`"),
}


def create_http_app(
    server: Server[Any],
    *,
    max_body: int = MAX_BODY,
    body_seconds: float = BODY_SECONDS,
    allowed_hosts: Iterable[str] = (),
    subjects: Mapping[str, str] | str | None = None,
) -> ASGIApp:
    """The server as an ASGI application at `/mcp`.

    `allowed_hosts` are names besides the loopback ones that may stand in `Host`, and as the host of a page in
    `Origin`. With `subjects` only bearer tokens of these are answered: a dict or JSON text, `{"sha256:<SHA-256 of the
    token>": "user:7"}`. How many connect, and what a head may be, is for whatever runs the application.
    """
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        json_response=True,
        stateless_http=True,
        max_request_body_size=max_body,
        # Both are checked here before the body is read: the library takes `localhost:evil.com` for a name with a port.
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
    names = AllowedHosts((*LOOPBACK, *allowed_hosts))
    return RequestGuard(app, names, max_body, body_seconds, bearers_of(subjects))


class RequestGuard:
    """Lets a request in, keeps the arguments of a call as they arrived, and hands on the message without them."""

    def __init__(
        self,
        app: ASGIApp,
        names: AllowedHosts,
        max_body: int,
        body_seconds: float,
        bearers: Bearers | None = None,
    ) -> None:
        self.app = app
        self.bearers = bearers
        self.names = names
        self.max_body = max_body
        self.body_seconds = body_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        answer = self.answer_at_once(scope)
        rest, arguments = b"", None
        if answer is None:
            try:
                body = await read_json(scope, receive, self.max_body, self.body_seconds)
                rest, arguments = mcp_split(body)
                message_of(rest)
            except Stopped as stopped:
                answer = error_of(stopped.code, last=True)
            except ClientDisconnect:
                return
            except MalformedError as error:
                answer = rpc_error(400, PARSE_ERROR, f"the message is not read: {error}")
            except UnreadError as error:
                answer = rpc_error(400, error.code, str(error))
        if answer is not None:
            await answer(scope, receive, send)
            return
        scope[ARGUMENTS] = arguments
        held: list[Message] = [{"type": "http.request", "body": rest, "more_body": False}]

        async def replay() -> Message:
            return held.pop() if held else await receive()

        await self.app(scope, replay, send)

    def answer_at_once(self, scope: Scope) -> JSONResponse | None:
        """Why a request is not let in, if it is not."""
        if (refusal := self.names.refusal(scope["headers"])) is not None:
            return error_at_once(scope, refusal)
        if scope["path"] != PATH:
            return error_at_once(scope, "not_found")
        if scope["method"] != "POST":
            return error_at_once(scope, "method_not_allowed", allow="POST")
        if self.bearers is not None:
            token = bearer_token(Headers(scope=scope).getlist("authorization"))
            subject = None if token is None else self.bearers.subject_of(token)
            if subject is None:
                return error_at_once(scope, "unauthorized", **{"www-authenticate": "Bearer"})
            scope[SUBJECT] = subject
        return None


def error_at_once(scope: Scope, code: str, **headers: str) -> JSONResponse:
    """The answer to a request that is not let in; the last one of its connection if a body follows."""
    return error_of(code, last=has_body(Headers(scope=scope)), **headers)


def error_of(code: str, *, last: bool, **headers: str) -> JSONResponse:
    """An answer without a decision; the `last` one of its connection if a body may still arrive."""
    status, message = MESSAGES[code]
    return rpc_error(status, INVALID_REQUEST, message, last=last, **headers)


def rpc_error(status: int, code: int, message: str, *, last: bool = False, **headers: str) -> JSONResponse:
    """An error of JSON-RPC that belongs to no request."""
    content = {"jsonrpc": "2.0", "id": None, "error": {"code": code, "message": message}}
    if last:
        return EarlyResponse(content, status, {**headers, "connection": "close"})
    return JSONResponse(content, status, headers)
