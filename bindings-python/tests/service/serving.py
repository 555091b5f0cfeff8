"""Services to ask: in this process, or really running."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from aana.service import Settings, create_app
from events import NOW
from serving import Process
from starlette.testclient import TestClient

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from starlette.requests import Request

JSON = {"content-type": "application/json"}


def client(settings: Settings | None = None, *, address: str = "127.0.0.1", **more: Any) -> TestClient:
    """A service in this process, where it is always the same time."""

    def clock(_: Request) -> int:
        return NOW

    app = create_app(settings or Settings(), clock=clock, **more)
    return TestClient(
        app, base_url="http://127.0.0.1", client=(address, 50_000), raise_server_exceptions=False
    )


class Served(Process):
    """A service as a process of its own."""

    def __init__(
        self,
        *arguments: str | Path,
        token: str | None = None,
        program: Path | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        start = [sys.executable, *(["-m", "aana.service"] if program is None else [str(program)])]
        own = {name: value for name, value in os.environ.items() if name != "AANA_BRIDGE_TOKEN"}
        if token is not None:
            own["AANA_BRIDGE_TOKEN"] = token
        super().__init__([*start, "--port", "0", *map(str, arguments)], {**own, **(env or {})})

    def post(self, path: str, body: bytes, **headers: str) -> tuple[int, bytes]:
        """One request over a connection of its own."""
        return self.send(path, body, {**JSON, **headers})
