"""LangChain: a middleware that puts every tool of `create_agent` behind the gate.

An `ask` interrupts the agent, as LangChain's own human-in-the-loop middleware does, and is resumed in the same
way; see `aana.integrations.langgraph`. Put this middleware last, so that no other one comes after the check.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from langchain.agents.middleware import AgentMiddleware
from langchain_core.messages import ToolMessage

from aana.integrations._common import no_tool
from aana.integrations.langgraph import gated

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from langchain.agents.middleware import ToolCallRequest
    from langchain_core.tools import BaseTool
    from langgraph.types import Command

    from aana.integrations._common import ToolGate

__all__ = ["GateMiddleware", "gated"]


class GateMiddleware(AgentMiddleware[Any, Any, Any]):
    """Lets a tool of the agent run only what the gate accepts."""

    def __init__(self, gate: ToolGate) -> None:
        super().__init__()
        self._gate = gate
        self._gated: dict[int, tuple[BaseTool, BaseTool]] = {}

    def wrap_tool_call(
        self,
        request: ToolCallRequest,
        handler: Callable[[ToolCallRequest], ToolMessage | Command[Any]],
    ) -> ToolMessage | Command[Any]:
        """Run the gated tool instead of the tool."""
        if request.tool is None:
            return _unknown(request)
        return handler(request.override(tool=self._behind_gate(request.tool)))

    async def awrap_tool_call(
        self,
        request: ToolCallRequest,
        handler: Callable[[ToolCallRequest], Awaitable[ToolMessage | Command[Any]]],
    ) -> ToolMessage | Command[Any]:
        """Run the gated tool instead of the tool."""
        if request.tool is None:
            return _unknown(request)
        return await handler(request.override(tool=self._behind_gate(request.tool)))

    def _behind_gate(self, tool: BaseTool) -> BaseTool:
        # The tool is kept with its copy, so that no other one gets its `id`.
        known = self._gated.get(id(tool))
        if known is None:
            known = self._gated[id(tool)] = (tool, gated(tool, self._gate))
        return known[1]


def _unknown(request: ToolCallRequest) -> ToolMessage:
    blocked = no_tool(request.tool_call["name"])
    return ToolMessage(
        blocked.message, name=blocked.tool_name, tool_call_id=request.tool_call["id"], status="error"
    )
