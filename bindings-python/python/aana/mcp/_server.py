"""A server with the one tool, for any transport."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from mcp.server import Server, ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp.types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
)

import aana
from aana._server.attest import SUBJECT
from aana.mcp._decide import Decider, result_of, text_of
from aana.mcp._detail import take
from aana.mcp._tool import AANA_PRE_TOOL_CHECK_TOOL

if TYPE_CHECKING:
    from collections.abc import Mapping

    from aana.mcp._detail import Detail

ARGUMENTS = "aana.arguments"
"""Where a transport puts the arguments as they arrived: bytes, or `None` for a call without any."""

Context = ServerRequestContext[Any, Any]
Decide = Callable[[str | bytes, Context], Awaitable[aana.GateDecision]]

INSTRUCTIONS = (
    "Before each tool call, call `aana_pre_tool_check` with an event that describes the call. Run the tool only "
    "if `structuredContent.route` is `accept` and `hard_blockers` is empty; otherwise do what `for_model` says. The argument `detail: full` gives the whole "
    "decision."
)


def create_server(decide: Decider | Decide | None = None, *, detail: Detail = "compact") -> Server[Any]:
    """A server whose calls are decided by a `Decider`, or by a function of your own.

    `detail` is the answer to calls that do not say which one they want: `compact`, or `full` for the whole decision.

    >>> create_server().name
    'aana'
    """
    chosen = decide if callable(decide) else by(decide or Decider())

    async def list_tools(_: Context, __: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[AANA_PRE_TOOL_CHECK_TOOL])

    async def call_tool(context: Context, params: CallToolRequestParams) -> CallToolResult:
        if params.name != AANA_PRE_TOOL_CHECK_TOOL.name:
            raise MCPError(code=INVALID_PARAMS, message="there is no such tool")
        event, asked = take(arguments_of(context, params.arguments))
        return result_of(await chosen(event, context), asked or detail)

    return Server(
        "aana",
        version=aana.__version__,
        title="AANA",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def by(decider: Decider) -> Decide:
    """What a decider says, at the time that it is."""

    async def decide(event: str | bytes, context: Context) -> aana.GateDecision:
        return await decider.decide(event, subject=scope_of(context).get(SUBJECT))

    return decide


def scope_of(context: Context) -> Mapping[str, Any]:
    """What a transport tells of a call. Nothing in a message can write there."""
    return getattr(context.request, "scope", None) or {}


def arguments_of(context: Context, parsed: Mapping[str, Any] | None) -> str | bytes:
    """The arguments as they arrived, if the transport kept them, and otherwise as the library read them."""
    scope = scope_of(context)
    if ARGUMENTS in scope:
        raw: bytes | None = scope[ARGUMENTS]
        return b"{}" if raw is None else raw
    return text_of(parsed)
