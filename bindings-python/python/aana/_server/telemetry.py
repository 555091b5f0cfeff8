"""`--otel`: every decision to the collector that the environment names, as the OpenTelemetry SDK reads it."""

from __future__ import annotations

import os
import sys
from importlib.metadata import entry_points
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

from opentelemetry.context import attach, detach
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
from opentelemetry.sdk.resources import SERVICE_NAME, OTELResourceDetector, Resource
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from aana.otel import Exporter

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

GROUP: Final = "opentelemetry_logs_exporter"
PROTOCOLS: Final = {"http/protobuf": "otlp_proto_http", "grpc": "otlp_proto_grpc"}
TRACE_HEADERS: Final = (b"traceparent", b"tracestate")

LAST_SECONDS: Final = 5.0


class Telemetry:
    """A provider for one process, and the exporter that writes to it.

    Records go out by a thread of the SDK's, in batches; where the collector is slow or gone, they are dropped.
    """

    def __init__(self, service_name: str) -> None:
        named = Resource.create({SERVICE_NAME: service_name}).merge(OTELResourceDetector().detect())
        self.provider = LoggerProvider(named, shutdown_on_exit=False)
        for name in exporter_names():
            self.provider.add_log_record_processor(BatchLogRecordProcessor(exporter(name)))
        self.export = Exporter(self.provider)

    def close(self) -> None:
        """Send what is left, unless that takes too long: nobody waits for a collector that is gone."""
        closing = Thread(target=self.provider.shutdown, daemon=True)
        closing.start()
        closing.join(LAST_SECONDS)


def exporter_names() -> list[str]:
    """Who exports, by `OTEL_LOGS_EXPORTER` and `OTEL_EXPORTER_OTLP_PROTOCOL`.

    >>> exporter_names()
    ['otlp_proto_http']
    """
    asked = [name.strip() for name in (os.environ.get("OTEL_LOGS_EXPORTER") or "otlp").split(",")]
    return [protocol() if name == "otlp" else name for name in asked if name not in ("", "none")]


def protocol() -> str:
    """The name of the exporter that speaks the protocol."""
    asked = (
        os.environ.get("OTEL_EXPORTER_OTLP_LOGS_PROTOCOL")
        or os.environ.get("OTEL_EXPORTER_OTLP_PROTOCOL")
        or "http/protobuf"
    )
    if asked not in PROTOCOLS:
        raise ValueError(f"`OTEL_EXPORTER_OTLP_PROTOCOL` is not one of {', '.join(PROTOCOLS)}")
    return PROTOCOLS[asked]


def exporter(name: str) -> Any:
    """An exporter of the kind that is installed under this name."""
    found = next(iter(entry_points(group=GROUP, name=name)), None)
    if found is None:
        raise ValueError(f"no exporter of OpenTelemetry for `{name}` is installed")
    # Where messages go to the standard output, nothing else may.
    return found.load()(**({"out": sys.stderr} if name == "console" else {}))


class Traced:
    """Puts what is decided into the caller's trace, as the headers name it: two numbers, and no word of its own."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.propagator = TraceContextTextMapPropagator()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        carrier = {
            name.decode(): value.decode("latin-1")
            for name, value in scope.get("headers", ())
            if name in TRACE_HEADERS
        }
        token = attach(self.propagator.extract(carrier))
        try:
            await self.app(scope, receive, send)
        finally:
            detach(token)
