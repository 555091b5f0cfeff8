"""Streamable HTTP, for this machine only. There are no sessions: each request stands for itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mcp.server.transport_security import RequestBodyLimitMiddleware, TransportSecuritySettings
from mcp.types import PARSE_ERROR
from starlette.responses import JSONResponse

from aana.mcp._server import ARGUMENTS
from aana.mcp._split import MalformedError, split

if TYPE_CHECKING:
    from mcp.server import Server
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

PATH: Final = "/mcp"
MAX_BODY: Final = 4 << 20
"""Larger bodies are not read (413). The gate refuses events long before."""

# A page elsewhere whose name points here shows in `Host`, and any page elsewhere in `Origin`.
NAMES: Final = ("127.0.0.1", "localhost", "[::1]")
HOSTS: Final = [host for name in NAMES for host in (name, f"{name}:*")]
ORIGINS: Final = [f"http://{host}" for host in HOSTS]


def create_http_app(server: Server[Any], *, max_body: int = MAX_BODY) -> ASGIApp:
    """The server as an ASGI application at `/mcp`."""
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        json_response=True,
        stateless_http=True,
        max_request_body_size=max_body,
        transport_security=TransportSecuritySettings(
            enable_dns_rebinding_protection=True, allowed_hosts=HOSTS, allowed_origins=ORIGINS
        ),
    )
    return RequestBodyLimitMiddleware(Keeping(app), max_body)


class Keeping:
    """Keeps the arguments of a call as they arrived, and hands on the message without them."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http" or scope["method"] != "POST":
            await self.app(scope, receive, send)
            return
        first = await receive()
        if first["type"] != "http.request" or first.get("more_body", False):
            return
        try:
            rest, arguments = split(first.get("body", b""))
        except MalformedError as error:
            problem = {"code": PARSE_ERROR, "message": f"the message is not read: {error}"}
            answer = JSONResponse({"jsonrpc": "2.0", "id": None, "error": problem}, 400)
            await answer(scope, receive, send)
            return
        scope[ARGUMENTS] = arguments
        held: list[Message] = [{"type": "http.request", "body": rest, "more_body": False}]

        async def replay() -> Message:
            return held.pop() if held else await receive()

        await self.app(scope, replay, send)
