"""LangChain: a middleware that puts every tool of `create_agent` behind the gate.

An `ask` interrupts the agent, as LangChain's own human-in-the-loop middleware does, and is resumed in the same
way; see `aana.integrations.langgraph`. Put this middleware last, so that no other one comes after the check.

LangChain does not tell a middleware which tools the agent has, and another middleware may show the model some of them
only. So a tool that the gate lists and that the first request does not show is a warning in the log; `elsewhere` names
those that this agent does not have. For an error, call the gate's `assert_registered` with the names of the tools.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Any

from langchain.agents.middleware import AgentMiddleware
from langchain_core.messages import ToolMessage
from langchain_core.tools import BaseTool

from aana.integrations._common import no_tool, warn_of_unregistered
from aana.integrations._langchain_gated import gated, without_injected
from aana.integrations._langchain_tools import FIXED
from aana.integrations._langgraph_questions import approve, reject

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable
    from contextlib import AbstractContextManager

    from langchain.agents.middleware import ModelRequest, ModelResponse, ToolCallRequest
    from langgraph.types import Command

    from aana.integrations._common import ToolGate
    from aana.integrations._langchain_gated import Fill

_MOST = 1024
"""As many tools are kept behind the gate; an agent may make them as it goes."""

__all__ = ["GateMiddleware", "approve", "gated", "reject"]


class GateMiddleware(AgentMiddleware[Any, Any, Any]):
    """Lets a tool of the agent run only what the gate accepts."""

    def __init__(self, gate: ToolGate, *, fill: Fill | None = None, elsewhere: Iterable[str] = ()) -> None:
        super().__init__()
        self._elsewhere = list(elsewhere)
        self._looked = False
        self._gate, self._fill = gate, fill
        self._gated: OrderedDict[int, tuple[BaseTool, dict[str, Any], BaseTool]] = OrderedDict()
        self._lock = Lock()

    def wrap_model_call(
        self,
        request: ModelRequest[Any],
        handler: Callable[[ModelRequest[Any]], ModelResponse[Any]],
    ) -> ModelResponse[Any]:
        """Show the model the gated tools, which lack what their rules leave out."""
        return handler(request.override(tools=self._all_behind_gate(request.tools)))

    async def awrap_model_call(
        self,
        request: ModelRequest[Any],
        handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]],
    ) -> ModelResponse[Any]:
        """Show the model the gated tools, which lack what their rules leave out."""
        return await handler(request.override(tools=self._all_behind_gate(request.tools)))

    def wrap_tool_call(
        self,
        request: ToolCallRequest,
        handler: Callable[[ToolCallRequest], ToolMessage | Command[Any]],
    ) -> ToolMessage | Command[Any]:
        """Run the gated tool instead of the tool."""
        if request.tool is None:
            return _unknown(request)
        own, as_node_call = self._own(request, request.tool)
        with as_node_call:
            return handler(own)

    async def awrap_tool_call(
        self,
        request: ToolCallRequest,
        handler: Callable[[ToolCallRequest], Awaitable[ToolMessage | Command[Any]]],
    ) -> ToolMessage | Command[Any]:
        """Run the gated tool instead of the tool."""
        if request.tool is None:
            return _unknown(request)
        own, as_node_call = self._own(request, request.tool)
        with as_node_call:
            return await handler(own)

    def _own(
        self, request: ToolCallRequest, tool: BaseTool
    ) -> tuple[ToolCallRequest, AbstractContextManager[None]]:
        """The request with the gated tool, without what the model gave for what LangGraph puts in."""
        own = self._behind_gate(tool)
        call, as_node_call = without_injected(own, request.tool_call)
        return request.override(tool=own, tool_call=call), as_node_call

    def _all_behind_gate(self, tools: list[Any]) -> list[Any]:
        if not self._looked:
            self._looked = True
            names = [one.name for one in tools if isinstance(one, BaseTool)]
            warn_of_unregistered(self._gate, names, self._elsewhere)
        return [self._behind_gate(one) if isinstance(one, BaseTool) else one for one in tools]

    def _behind_gate(self, tool: BaseTool) -> BaseTool:
        fixed = {name: value for name, value in vars(tool).items() if name in FIXED}
        with self._lock:
            # The tool is kept with its copy, so that no other one gets its `id`.
            known = self._gated.get(id(tool))
            if known is None or known[1] != fixed:
                known = self._gated[id(tool)] = (tool, fixed, gated(tool, self._gate, fill=self._fill))
                while len(self._gated) > _MOST:
                    self._gated.popitem(last=False)
        return known[2]


def _unknown(request: ToolCallRequest) -> ToolMessage:
    blocked = no_tool(request.tool_call["name"])
    return ToolMessage(
        blocked.message, name=blocked.tool_name, tool_call_id=request.tool_call["id"], status="error"
    )
