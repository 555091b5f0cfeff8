"""What every request passes before its path counts: who may ask, under which name, and how often."""

from __future__ import annotations

import hmac
import time
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers

from aana._server.attest import SUBJECT, bearer_token, bearers_of
from aana._server.body import has_body
from aana._server.names import AllowedHosts
from aana._server.options import is_loopback
from aana.service._answers import EarlyError, Problem
from aana.service._limiter import Limiter
from aana.service._pages import PAGES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from aana.service._metrics import Metrics
    from aana.service._settings import Settings

# What decides or tells of decisions.
GUARDED: Final = frozenset({"/pre-tool-check", "/tool-precheck", "/validate", "/should-execute", "/metrics"})
# What says the same to everybody. All else wants the token, so that no other spelling of a path is a way round.
OPEN: Final = frozenset({"/health", "/ready", "/openapi.json", *PAGES})
KNOWN: Final = GUARDED | OPEN

HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)
# Where callers on this machine come from nearly always; a socket that is a file has no address.
NEAR: Final = frozenset({"", "127.0.0.1", "::1"})
NOTHING: Final = (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'")


class RequestGuard:
    """Lets a request in, or answers it at once; counts every answer."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics
        self.token = None if settings.token is None else f"bearer {settings.token}".encode("latin-1")
        self.bearers = bearers_of(settings.subjects)
        self.asks = settings.asks_for_token
        self.limiter = Limiter(settings.rate_limit, settings.rate_burst) if settings.rate_limit else None
        self.names = AllowedHosts.of(settings.host, settings.allowed_hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        start = time.perf_counter()
        status = 500

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = list(message["headers"])
                headers += HEADERS
                if all(name != NOTHING[0] for name, _ in headers):
                    headers.append(NOTHING)
                message["headers"] = headers
            await send(message)

        try:
            app = self.answer_at_once(scope) or self.app
            await app(scope, receive, send_with_headers)
        finally:
            path = scope["path"]
            self.metrics.answered(path if path in KNOWN else "other", status, time.perf_counter() - start)

    def answer_at_once(self, scope: Scope) -> Problem | None:
        """Why a request is not let in."""
        address = scope["client"][0] if scope.get("client") else ""
        if not self.asks and address not in NEAR and not is_loopback(address):
            return refused(scope, "loopback_only")
        # A page elsewhere may let its own name point here; its scripts then come with that name.
        if (refusal := self.names.refusal(scope["headers"])) is not None:
            return refused(scope, refusal)
        if self.limiter is not None and (wait := self.limiter.wait(address)):
            return refused(scope, "too_many_requests", {"retry-after": str(wait)})
        path: str = scope["path"]
        if self.asks and path not in OPEN and not self.is_bearer(scope):
            return refused(scope, "unauthorized", {"www-authenticate": "Bearer"})
        # The router takes a path with a line's end behind it for the path.
        if not path.isprintable():
            return refused(scope, "not_found")
        return None

    def is_bearer(self, scope: Scope) -> bool:
        """Whether a token is presented; a comparison takes as long for any that is not. The scope learns whose it is."""
        given = Headers(scope=scope).getlist("authorization")
        if len(given) != 1:
            return False
        scheme, _, value = given[0].partition(" ")
        presented = f"{scheme.lower()} {value.strip()}".encode("latin-1")
        if self.token is not None and hmac.compare_digest(presented, self.token):
            return True
        token = bearer_token(given)
        if self.bearers is None or token is None or (subject := self.bearers.subject_of(token)) is None:
            return False
        scope[SUBJECT] = subject
        return True


def refused(scope: Scope, code: str, headers: Mapping[str, str] | None = None) -> Problem:
    """The answer to a request that is not let in; the last one of its connection if a body follows."""
    kind = EarlyError if has_body(Headers(scope=scope)) else Problem
    return kind(code, headers)
