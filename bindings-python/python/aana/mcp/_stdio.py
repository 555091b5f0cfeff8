"""One message a line, over the standard streams.

A line that cannot be read is answered with an error and the next one is read. A client that asks without
having introduced itself, as a pipe in a shell does, is answered as if it had. When the input ends, what was
asked is still answered.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import anyio
import anyio.to_thread
from mcp.shared.message import ServerMessageMetadata, SessionMessage
from mcp.types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCRequest,
    JSONRPCResponse,
)

from aana._native import MalformedError, mcp_split
from aana.mcp._message import UnreadError, message_of
from aana.mcp._server import ARGUMENTS

if TYPE_CHECKING:
    from anyio.streams.memory import MemoryObjectSendStream
    from mcp.server import Server

MAX_LINE: Final = 4 << 20
"""Longer lines are not read. The gate refuses events long before."""

# The introduction of a client that makes none. Its answer goes nowhere.
INTRODUCTION: Final = JSONRPCRequest(
    jsonrpc="2.0",
    id="aana:introduction",
    method="initialize",
    params={
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "unnamed", "version": "0"},
    },
)
VERSION_KEY: Final = "io.modelcontextprotocol/protocolVersion"


@dataclass
class KeptArguments:
    """What a handler finds as its request: the arguments as they arrived."""

    scope: dict[str, Any] = field(repr=False)


async def serve_stdio(
    server: Server[Any],
    stdin: BinaryIO | None = None,
    stdout: BinaryIO | None = None,
    *,
    max_line: int = MAX_LINE,
) -> None:
    """Answer until the input ends."""
    wire = stdout or sys.stdout.buffer
    if stdout is None:
        # What somebody prints is not a message.
        sys.stdout = sys.stderr
    to_server, from_client = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    to_client, from_server = anyio.create_memory_object_stream[SessionMessage](0)
    lines = Lines(stdin or sys.stdin.buffer, max_line, to_server, to_client.clone())

    async def write() -> None:
        async with from_server:
            async for message in from_server:
                answered = message.message
                if (
                    not isinstance(answered, (JSONRPCResponse, JSONRPCError))
                    or answered.id != INTRODUCTION.id
                ):
                    text = answered.model_dump_json(by_alias=True, exclude_unset=True)
                    await anyio.to_thread.run_sync(written, wire, text.encode() + b"\n")
                if isinstance(answered, (JSONRPCResponse, JSONRPCError)):
                    lines.answered(answered.id)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(lines.run)
        tasks.start_soon(write)
        await server.run(from_client, to_client, server.create_initialization_options())


def written(wire: BinaryIO, line: bytes) -> None:
    """Write a line at once. A client that has left reads nothing; its end of the input tells that it has."""
    with suppress(BrokenPipeError):
        wire.write(line)
        wire.flush()


class Lines:
    """Reads messages, and keeps count of those that are not answered yet."""

    def __init__(
        self,
        stdin: BinaryIO,
        max_line: int,
        to_server: MemoryObjectSendStream[SessionMessage | Exception],
        to_client: MemoryObjectSendStream[SessionMessage],
    ) -> None:
        self.stdin = stdin
        self.max_line = max_line
        self.to_server = to_server
        self.to_client = to_client
        self.open: dict[str | int | None, int] = {}
        self.none_open = anyio.Event()
        self.ended = False
        self.introduced = False

    async def run(self) -> None:
        """Read until the input ends, and wait for the last answer."""
        async with self.to_server, self.to_client:
            while line := await anyio.to_thread.run_sync(self.stdin.readline, self.max_line + 1):
                if len(line) > self.max_line:
                    await self._skip(line)
                    await self._complain(INVALID_REQUEST, "the message is longer than the server reads")
                elif line.strip():
                    await self._take(line)
            self.ended = True
            if self.open:
                await self.none_open.wait()

    def answered(self, request: str | int | None) -> None:
        """Count an answer, or what will never be one."""
        if request in self.open:
            self.open[request] -= 1
            if self.open[request] == 0:
                del self.open[request]
        if self.ended and not self.open:
            self.none_open.set()

    async def _take(self, line: bytes) -> None:
        try:
            rest, arguments = mcp_split(line)
            message = message_of(rest)
        except MalformedError as error:
            await self._complain(PARSE_ERROR, f"the message is not read: {error}")
            return
        except UnreadError as error:
            await self._complain(error.code, str(error))
            return
        if not isinstance(message, JSONRPCRequest):
            await self.to_server.send(SessionMessage(message))
            return
        if not self.introduced:
            self.introduced = True
            if not introduces(message):
                await self.to_server.send(SessionMessage(INTRODUCTION))
        self.open[message.id] = self.open.get(message.id, 0) + 1

        async def unanswered() -> None:
            self.answered(message.id)

        metadata = ServerMessageMetadata(
            request_context=KeptArguments({ARGUMENTS: arguments}), on_request_unanswered=unanswered
        )
        await self.to_server.send(SessionMessage(message, metadata))

    async def _complain(self, code: int, message: str) -> None:
        error = JSONRPCError(jsonrpc="2.0", id=None, error=ErrorData(code=code, message=message))
        await self.to_client.send(SessionMessage(error))

    async def _skip(self, line: bytes) -> None:
        while line and not line.endswith(b"\n"):
            line = await anyio.to_thread.run_sync(self.stdin.readline, self.max_line)


def introduces(request: JSONRPCRequest) -> bool:
    """Whether a first request says who asks: by the handshake, or in each request by itself."""
    meta = (request.params or {}).get("_meta")
    return request.method == "initialize" or (isinstance(meta, dict) and VERSION_KEY in meta)
