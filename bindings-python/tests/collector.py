"""A collector of OpenTelemetry logs over OTLP/HTTP, on this machine."""

from __future__ import annotations

import gzip
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest

if TYPE_CHECKING:
    from opentelemetry.proto.common.v1.common_pb2 import AnyValue
    from opentelemetry.proto.logs.v1.logs_pb2 import LogRecord
    from typing_extensions import Self


class Collector:
    """Takes what is sent to it, or answers with an error; with the status 0 it never answers."""

    def __init__(self, status: int = 200) -> None:
        self.over = threading.Event()
        self.bodies: list[bytes] = []
        self.headers: list[dict[str, str]] = []
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                if self.headers.get("content-encoding") == "gzip":
                    body = gzip.decompress(body)
                assert self.path == "/v1/logs"
                collector.bodies.append(body)
                collector.headers.append({name.lower(): value for name, value in self.headers.items()})
                if status == 0:
                    collector.over.wait()
                    return
                self.send_response(status)
                self.send_header("content-type", "application/x-protobuf")
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.env = {
            "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{self.server.server_port}",
            "OTEL_EXPORTER_OTLP_HEADERS": "x-token=of-the-collector",
        }
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def requests(self) -> list[ExportLogsServiceRequest]:
        """What was sent, read."""
        return [ExportLogsServiceRequest.FromString(body) for body in self.bodies]

    def records(self) -> list[LogRecord]:
        """Every record that was sent."""
        return [
            record
            for request in self.requests()
            for resource in request.resource_logs
            for scope in resource.scope_logs
            for record in scope.log_records
        ]

    def resources(self) -> list[dict[str, Any]]:
        """What was said of who sent it, but for what the SDK says of itself."""
        found = [
            {one.key: value_of(one.value) for one in resource.resource.attributes}
            for request in self.requests()
            for resource in request.resource_logs
        ]
        own = ("telemetry.sdk.", "service.instance.id")
        return [{name: value for name, value in one.items() if not name.startswith(own)} for one in found]


def attributes_of(record: LogRecord) -> dict[str, Any]:
    """The attributes of a record as Python has them."""
    return {one.key: value_of(one.value) for one in record.attributes}


def value_of(value: AnyValue) -> Any:
    """A value of OTLP."""
    if value.HasField("array_value"):
        return [value_of(one) for one in value.array_value.values]
    return getattr(value, str(value.WhichOneof("value")))
