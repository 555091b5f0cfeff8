"""Services to ask: in this process, or really running."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from http.client import HTTPConnection
from typing import TYPE_CHECKING, Any

from aana.service import Settings, create_app
from events import NOW
from starlette.testclient import TestClient

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.requests import Request
    from typing_extensions import Self

JSON = {"content-type": "application/json"}
PATIENCE = 60


def client(settings: Settings | None = None, *, address: str = "127.0.0.1", **more: Any) -> TestClient:
    """A service in this process, where it is always the same time."""

    def clock(_: Request) -> int:
        return NOW

    app = create_app(settings or Settings(), clock=clock, **more)
    return TestClient(
        app, base_url="http://127.0.0.1", client=(address, 50_000), raise_server_exceptions=False
    )


class Served:
    """A service as a process of its own, at a port that the system chose."""

    def __init__(self, *arguments: str | Path, token: str | None = None, program: Path | None = None) -> None:
        start = [sys.executable, *(["-m", "aana.service"] if program is None else [str(program)])]
        env = {name: value for name, value in os.environ.items() if name != "AANA_BRIDGE_TOKEN"}
        if token is not None:
            env["AANA_BRIDGE_TOKEN"] = token
        command = [*start, "--port", "0", *map(str, arguments)]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=env)
        self.said: list[str] = []
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.said.append(line)
            if found := re.search(r"running on http://\S+:(\d+)", line):
                self.port = int(found[1])
                self.wait()
                break
        else:
            self.__exit__()
            raise AssertionError("".join(self.said))

    def wait(self) -> None:
        """Until somebody answers: with several workers the port is told before it is open."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port), PATIENCE).close()
            except ConnectionRefusedError:
                time.sleep(0.01)
            else:
                return

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        assert self.process.stderr is not None
        self.process.stderr.close()

    def stop(self) -> tuple[int, str]:
        """Ask it to stop; its exit status and what it said."""
        self.process.send_signal(signal.SIGTERM)
        _, rest = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, "".join(self.said) + rest

    def connect(self) -> HTTPConnection:
        """A connection that is kept."""
        return HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def post(self, path: str, body: bytes, **headers: str) -> tuple[int, bytes]:
        """One request over a connection of its own."""
        connection = self.connect()
        connection.request("POST", path, body, {**JSON, **headers})
        answer = connection.getresponse()
        found = answer.status, answer.read()
        connection.close()
        return found
