"""What one caller can take of a server over HTTP, and under which name it may be asked."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from events import search
from limits_of_servers import *
from mcp_server.serving import Served, call, request
from raw_http import Target, answers, status

if TYPE_CHECKING:
    from collections.abc import Iterator

BODY = call(json.dumps(search(q="x")).encode())


@contextmanager
def start(*arguments: str) -> Iterator[tuple[Target, Served]]:
    with Served(*arguments) as served:
        large = Target(served.port, "/mcp", request("tools/list")).kept("Host: localhost\r\n")
        yield Target(served.port, "/mcp", BODY, large, pid=served.process.pid), served


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "HEAD", "OPTIONS"])
def test_there_are_no_streams_and_no_sessions(method: str, to: Target) -> None:
    asked = f"{method} /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nMcp-Session-Id: x\r\nConnection: close\r\n\r\n"
    answer = answers(to, asked.encode())
    assert status(answer) == 405
    assert b"\r\nallow: post\r\n" in answer.lower()
