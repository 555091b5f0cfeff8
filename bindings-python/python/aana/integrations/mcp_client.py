"""MCP: the client's session behind the gate.

`GatedSession` stands in front of an open `ClientSession`, `Client` or `ClientSessionGroup` of the official SDK and
calls a tool only if the gate accepts. MCP leaves it to the host to ask its user: `confirm` gets the question and
says whether the person agreed. A blocked call gives a result with the error flag, as a failing tool does. What
the server fills in for missing arguments, no client can see.
"""

from __future__ import annotations

import json
import uuid
from typing import TYPE_CHECKING, Any, Protocol

from mcp.types import CallToolResult

from aana.integrations._common import Ask, Blocked, Call, Run, failed, not_understood

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from aana.confirmation import Pending
    from aana.integrations._common import ToolGate

__all__ = ["GatedSession", "Session"]


class Session(Protocol):
    """What is needed of the session."""

    def call_tool(self, name: str, arguments: dict[str, Any] | None = None, /) -> Awaitable[CallToolResult]:
        """Call a tool of the server."""
        ...


class GatedSession:
    """Calls a tool of an MCP server only if the gate accepts the call. The session is the `Call`'s `context`."""

    def __init__(
        self,
        session: Session,
        gate: ToolGate,
        *,
        confirm: Callable[[Pending], Awaitable[bool]] | None = None,
    ) -> None:
        self._session = session
        self._gate = gate
        self._confirm = confirm

    async def call_tool(
        self, name: str, arguments: dict[str, Any] | None = None, **options: Any
    ) -> CallToolResult:
        """Call the tool, or say why not. The `options` are those of the session's own `call_tool`."""
        try:
            # What is sent is JSON, and nobody else holds it.
            sent = json.loads(json.dumps(arguments or {}, allow_nan=False))
        except (TypeError, ValueError, RecursionError):
            return _result(not_understood(name))
        call = Call(name, sent, uuid.uuid4().hex, self._session)
        outcome = await self._gate.check_async(call)
        if isinstance(outcome, Ask):
            outcome = await self._ask(call, outcome)
        if isinstance(outcome, Blocked):
            return _result(outcome)
        called: Callable[..., Awaitable[CallToolResult]] = self._session.call_tool
        return await called(name, outcome.arguments, **options)

    async def _ask(self, call: Call, ask: Ask) -> Run | Blocked:
        if self._confirm is None:
            return await self._gate.settle_async(call, ask, ask.answered(approved=False))
        try:
            agreed = await self._confirm(ask.question) is True
        except Exception as error:  # noqa: BLE001
            return failed(call, error)
        # The gate may see it otherwise by now.
        again = await self._gate.check_async(call)
        if isinstance(again, Ask):
            return await self._gate.settle_async(call, again, again.answered(approved=agreed))
        return again if agreed or isinstance(again, Blocked) else Blocked(call.tool_name, _NO)


def _result(blocked: Blocked) -> CallToolResult:
    content = [{"type": "text", "text": blocked.message}]
    return CallToolResult.model_validate({"content": content, "isError": True})


_NO = "The tool was not run: the person who was asked said no."
