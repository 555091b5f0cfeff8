"""Servers to ask: really running, over the standard streams or over HTTP.

Which one is told by two variables, as JSON lists: `AANA_MCP_COMMAND` starts the server as users have it, and
`AANA_MCP_CLOCKED` the one of the conformance cases. Without them it is the server of this package.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from serving import PATIENCE, Process

if TYPE_CHECKING:
    from typing_extensions import Self

TOOL = "aana_pre_tool_check"
HEADERS = {"content-type": "application/json", "accept": "application/json, text/event-stream"}


def command() -> list[str]:
    """How the server is started."""
    given = os.environ.get("AANA_MCP_COMMAND")
    return [sys.executable, "-m", "aana.mcp"] if given is None else list(json.loads(given))


def clocked() -> list[str]:
    """How the server of the conformance cases is started."""
    given = os.environ.get("AANA_MCP_CLOCKED")
    own = [sys.executable, str(Path(__file__).with_name("with_clock.py"))]
    return own if given is None else list(json.loads(given))


def request(method: str, number: int = 1, **params: Any) -> bytes:
    """A request as one line."""
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode()


def call(arguments: bytes, number: int = 1, meta: dict[str, Any] | None = None) -> bytes:
    """A call of the tool with arguments as they are."""
    kept = b"" if meta is None else b'"_meta":' + json.dumps(meta).encode() + b","
    return (
        b'{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"aana_pre_tool_check",%b"arguments":%b}}'
        % (number, kept, arguments)
    )


def whole(arguments: bytes) -> bytes:
    """The same arguments, which ask for the whole decision. What is not an object cannot ask."""
    if not arguments.startswith(b"{"):
        return arguments
    more = b"" if arguments[1:].lstrip(b" \t\r\n").startswith(b"}") else b","
    return b'{"detail":"full"' + more + arguments[1:]


def piped(*lines: bytes, arguments: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """What a server answers to lines that are all it gets."""
    done = subprocess.run(
        [*command(), *arguments],
        input=b"".join(line + b"\n" for line in lines),
        capture_output=True,
        check=True,
        timeout=PATIENCE,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


class Streamed:
    """A server at the other end of two pipes."""

    def __init__(self, *start: str) -> None:
        self.process = subprocess.Popen(start or command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.stdin, self.stdout = self.process.stdin, self.process.stdout

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stdin.close()
        status = self.process.wait(PATIENCE)
        self.stdout.close()
        assert status == 0

    def ask(self, line: bytes) -> dict[str, Any]:
        """The next line after one that was sent."""
        self.stdin.write(line + b"\n")
        self.stdin.flush()
        # A server that says nothing must not be waited for.
        alarm = threading.Timer(PATIENCE, self.process.kill)
        alarm.start()
        answer: dict[str, Any] = json.loads(self.stdout.readline())
        alarm.cancel()
        return answer


class Served(Process):
    """A server at a port that the system chose."""

    def __init__(self, *arguments: str, start: list[str] | None = None) -> None:
        super().__init__([*(start or command()), *arguments, "--http", "--port", "0"])
        self.url = f"http://127.0.0.1:{self.port}/mcp"

    def post(self, body: bytes, **headers: str) -> tuple[int, bytes]:
        """One request over a connection of its own."""
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.send("/mcp", body, {**HEADERS, **more})


def decision_of(answer: dict[str, Any]) -> bytes:
    """The text of an answer, held against what must be true of each."""
    result = answer["result"]
    assert result.get("isError", False) is False
    (content,) = result["content"]
    assert content["type"] == "text"
    assert json.loads(content["text"]) == result["structuredContent"]
    return str(content["text"]).encode()
