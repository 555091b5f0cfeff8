"""The desk: a small HTTP service on loopback that keeps tasks."""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


class Desk:
    """Serves between `start` and `stop`; `tasks` is what it holds."""

    def __init__(self, key: str) -> None:
        self.tasks = {1: "Water the plants", 7: "Old shopping list"}
        tasks = self.tasks

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if self.path == "/tasks":
                    self._answer(200, {"tasks": list(tasks.values())})
                else:
                    self._answer(404, {})

            def do_DELETE(self) -> None:
                name = self.path.removeprefix("/tasks/")
                if name.isdecimal() and tasks.pop(int(name), None) is not None:
                    self._answer(200, {"deleted": int(name)})
                else:
                    self._answer(404, {})

            def _answer(self, status: int, body: object) -> None:
                if self.headers["x-api-key"] != key:
                    status, body = 401, {}
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.end_headers()
                self.wfile.write(json.dumps(body, separators=(",", ":")).encode())

            def log_message(self, *_: object) -> None:
                """Say nothing: the transcript is the example's."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    @property
    def origin(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def start(self) -> None:
        """Serve, until `stop`."""
        Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._server.server_close()
