"""A call in, its result out, and between them the gate and the record."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from mcp.types import CallToolResult, TextContent

from aana import Gate
from aana._native import decide_json, given_json, mcp_answer
from aana._server import decide as _server
from aana.mcp._detail import take

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from os import PathLike

    from aana import GateDecision
    from aana._types import Policy
    from aana.mcp._detail import Detail


def handle_aana_pre_tool_check(
    arguments: Mapping[str, Any] | str | bytes | None,
    *,
    policy: Policy | str | PathLike[str] | Gate | None = None,
    now: datetime | int | None = None,
    detail: Detail = "compact",
) -> CallToolResult:
    """The result of one call of the tool. A refusal is a result like any other and no error.

    Give `arguments` as the JSON text that arrived where that is at hand, and as a dict otherwise. The answer is what
    their `detail` asks for, and otherwise `detail` says it: `compact`, or `full` for the whole decision.

    >>> result = handle_aana_pre_tool_check('{"tool_name": "a", "tool_name": "b", "detail": "full"}')
    >>> result.structured_content["validation_errors"][0]["code"]
    'duplicate_key'
    """
    gate = policy if isinstance(policy, Gate) else Gate(policy)
    event, asked = take(text_of(arguments))
    return result_of(decide_json(event, gate, now), asked or detail)


def text_of(arguments: Mapping[str, Any] | str | bytes | None) -> str | bytes:
    """The text for the gate. A call without arguments describes nothing, and what JSON cannot say neither."""
    if isinstance(arguments, (str, bytes)):
        return arguments
    text, faults = given_json({} if arguments is None else arguments)
    return "{}" if faults else text


def result_of(decision: GateDecision, detail: Detail) -> CallToolResult:
    """A decision, or the compact answer to it, as the result of the tool: structured, and the same as text."""
    text, structured = mcp_answer(decision, detail)
    return CallToolResult(
        content=[TextContent(type="text", text=text)], structured_content=structured, is_error=False
    )


class Decider(_server.Decider):
    """The gate, and the log that every decision goes through before anybody sees it.

    `on_decision` gets every decision after its record; what fails there leaves the call without a decision.
    """

    logger = logging.getLogger("aana.mcp")
