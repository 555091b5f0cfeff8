"""The service as an ASGI application."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

import aana
from aana._callbacks import finished
from aana._native import decide_json, should_execute_json, validate_json
from aana._server.attest import SUBJECT
from aana._server.body import Stopped, read_json
from aana.service import _openapi as described
from aana.service._answers import EarlyError, Problem
from aana.service._metrics import CONTENT_TYPE, Metrics
from aana.service._middleware import GUARDED, RequestGuard
from aana.service._pages import routes
from aana.service._record import Decider
from aana.service._settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine

    from aana._server.attest import Approvals
    from aana._types import Decision
    from aana.service._record import Log

DESTRUCTIVE = (
    b'{"tool_name":"delete_database","tool_category":"unknown","authorization_state":"none",'
    b'"evidence_refs":[],"risk_domain":"unknown","proposed_arguments":{"database":"prod"},'
    b'"recommended_route":"refuse"}'
)

# Both are refused under every policy: the first is not an event, and the runtime of the second recommends `refuse`.
SELF_TESTS = (
    (b"{}", "schema_validation_failed"),
    (DESTRUCTIVE, "runtime_refusal"),
)

ABOUT = """\
Decides whether a proposed tool call may run: `accept`, `ask`, `defer` or `refuse`. Only `accept` executes.

Every decision is a 200, refusals included; another status means that there is no decision, and what has no
decision does not run.
"""


class RawRoute(APIRoute):
    """A path whose endpoint gets the request as it came, and whose answer leaves as it is."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Give the endpoint itself: there is nothing to read or to check for it."""
        endpoint: Callable[[Request], Coroutine[Any, Any, Response]] = self.endpoint
        return endpoint


def create_app(
    settings: Settings | None = None,
    *,
    log: Log | None = None,
    confirmations: Approvals | None = None,
    clock: Callable[[Request], int] | None = None,
    on_decision: Callable[[Decision], object | Awaitable[object]] | None = None,
) -> FastAPI:
    """The service with these settings.

    `log` takes the place of the audit log that the settings name, and `confirmations` that of the store. `on_decision` gets every decision after its
    record, and is awaited if it is a coroutine function; what fails there leaves the caller without a decision
    (500). `clock` gives the time of a decision in Unix milliseconds; it is for tests, and no setting and no
    request reaches it.
    """
    settings = settings or Settings()
    gate = settings.gate()
    metrics = Metrics()
    telemetry = settings.telemetry()

    async def decided(decision: Decision) -> None:
        if on_decision is not None:
            await finished("on_decision", on_decision(decision))
        if telemetry is not None:
            telemetry.export(decision)

    decider = Decider(
        gate,
        log or settings.log(),
        metrics,
        optional=settings.audit_optional,
        on_decision=decided if on_decision or telemetry else None,
        confirmations=confirmations or settings.store(),
    )
    limit = settings.body_limit(gate)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        try:
            yield
        finally:
            decider.close()
            if telemetry is not None:
                telemetry.close()

    app = FastAPI(
        title="AANA",
        version=aana.__version__,
        description=ABOUT,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        exception_handlers={
            Stopped: stopped,
            ClientDisconnect: gone,
            HTTPException: problem,
            Exception: failed,
        },
        redirect_slashes=False,
    )
    if telemetry is not None:
        from aana._server.telemetry import Traced

        app.add_middleware(Traced)
    app.add_middleware(RequestGuard, settings=settings, metrics=metrics)
    app.router.route_class = RawRoute

    async def body_of(request: Request) -> bytes:
        return await read_json(request.scope, request.receive, limit, settings.body_seconds)

    async def pre_tool_check(request: Request) -> Response:
        """Decide whether a proposed tool call may run now."""
        event = await body_of(request)
        now = None if clock is None else clock(request)
        decision = await decider.decide(event, now, subject=request.scope.get(SUBJECT))
        return Response(decision.to_json(), media_type="application/json")

    async def validate(request: Request) -> Response:
        """List the faults of an event by the published schema, without deciding about it."""
        faults = validate_json(await body_of(request))
        return JSONResponse({"valid": not faults, "faults": faults})

    async def should_execute(request: Request) -> Response:
        """Tell whether a tool may run, given a decision and, if at hand, the event that it is about."""
        return JSONResponse({"should_execute": should_execute_json(await body_of(request))})

    async def health(_: Request) -> Response:
        """Tell that the service runs, and in which mode."""
        return JSONResponse({"status": "ok", "version": aana.__version__, "mode": gate.mode})

    async def ready(_: Request) -> Response:
        """Tell whether the service can decide: its own test events are refused, and records are written."""
        problems = [
            f"self_test:{blocker}" for event, blocker in SELF_TESTS if not refuses(gate, event, blocker)
        ]
        if not await decider.can_record():
            problems.append("audit_unavailable")
        status = {"status": "not_ready" if problems else "ready", "problems": problems}
        return JSONResponse(status, 503 if problems else 200)

    async def tell_metrics(_: Request) -> Response:
        """Tell Prometheus of routes, blockers and times."""
        return Response(metrics.text(), media_type=CONTENT_TYPE)

    decision = {"$ref": f"#/components/schemas/{described.DECISION}"}
    event = {"$ref": f"#/components/schemas/{described.EVENT}"}
    for path, endpoint, asked, answer, says in (
        (
            "/pre-tool-check",
            pre_tool_check,
            described.body(event, described.EXAMPLE),
            decision,
            "the decision",
        ),
        (
            "/tool-precheck",
            pre_tool_check,
            described.body(event, described.EXAMPLE),
            decision,
            "the decision",
        ),
        (
            "/validate",
            validate,
            described.body(event, described.EXAMPLE),
            described.faults(),
            "every fault, or none",
        ),
        (
            "/should-execute",
            should_execute,
            described.body(described.QUESTION, described.question()),
            described.ANSWER,
            "the answer",
        ),
    ):
        app.add_api_route(
            path,
            endpoint,
            methods=["POST"],
            openapi_extra=secured(path, asked, settings),
            responses=described.responses(answer, says),
            response_class=Response,
            operation_id=path[1:].replace("-", "_"),
            summary=(endpoint.__doc__ or "").rstrip("."),
            tags=["gate"],
        )
    for path, telling, says in (
        ("/health", health, "it runs"),
        ("/ready", ready, "it can decide"),
        ("/metrics", tell_metrics, "the counters, as text"),
    ):
        told = described.responses({"type": "object"}, says, reads_body=False)
        if path == "/metrics":
            told[200]["content"] = {"text/plain": {"schema": {"type": "string"}}}
        if path == "/ready":
            told[503] = {**told[200], "description": "it cannot decide, and why"}
        app.add_api_route(
            path,
            telling,
            methods=["GET"],
            openapi_extra=secured(path, {}, settings),
            responses=told,
            response_class=Response,
            operation_id=path[1:],
            summary=(telling.__doc__ or "").rstrip("."),
            tags=["operation"],
        )

    app.router.routes.extend(routes())

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = get_openapi(
                title=app.title, version=app.version, description=app.description, routes=app.routes
            )
            app.openapi_schema = described.completed(document, token=settings.asks_for_token)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]
    return app


def secured(path: str, extra: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """A path's description, with the token where one is asked for."""
    return {**extra, "security": [{"token": []}]} if settings.asks_for_token and path in GUARDED else extra


def refuses(gate: aana.Gate, event: bytes, blocker: str) -> bool:
    """Whether the gate refuses an event for this."""
    decision = decide_json(event, gate)
    return decision.route == "refuse" and blocker in decision.hard_blockers


async def stopped(_: Request, error: Exception) -> Response:
    """A body that is not read to its end."""
    assert isinstance(error, Stopped)  # noqa: S101
    return EarlyError(error.code)


async def gone(_: Request, _error: Exception) -> Response:
    """A caller that left before its body was here: nobody reads this."""
    return EarlyError("body_timeout")


async def problem(request: Request, error: Exception) -> Response:
    """A path or a method that there is not."""
    assert isinstance(error, HTTPException)  # noqa: S101
    code = "method_not_allowed" if error.status_code == 405 else "not_found"
    kind = EarlyError if request.method not in ("GET", "HEAD", "OPTIONS") else Problem
    return kind(code, error.headers)


async def failed(_: Request, _error: Exception) -> Response:
    """A failure of the service itself."""
    return Problem("failed")
