"""A call in, its result out, and between them the gate and the record."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

from mcp.types import CallToolResult, TextContent

from aana import Gate
from aana._native import answer_json, given_json
from aana._server import decide as _server

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from aana._types import Policy


def handle_aana_pre_tool_check(
    arguments: Mapping[str, Any] | str | bytes | None,
    *,
    policy: Policy | str | Gate | None = None,
    now: datetime | int | None = None,
) -> CallToolResult:
    """The result of one call of the tool. A refusal is a result like any other and no error.

    Give `arguments` as the JSON text that arrived where that is at hand, and as a dict otherwise.

    >>> result = handle_aana_pre_tool_check('{"tool_name": "a", "tool_name": "b"}')
    >>> result.structured_content["validation_errors"][0]["code"]
    'duplicate_key'
    """
    gate = policy if isinstance(policy, Gate) else Gate(policy)
    return result_of(answer_json(text_of(arguments), gate, now)[2])


def text_of(arguments: Mapping[str, Any] | str | bytes | None) -> str | bytes:
    """The text for the gate. A call without arguments describes nothing, and what JSON cannot say neither."""
    if isinstance(arguments, (str, bytes)):
        return arguments
    text, faults = given_json({} if arguments is None else arguments)
    return "{}" if faults else text


def result_of(decision: bytes) -> CallToolResult:
    """A decision as the result of the tool: structured, and the same as text."""
    return CallToolResult(
        content=[TextContent(type="text", text=decision.decode())],
        structured_content=json.loads(decision),
        is_error=False,
    )


class Decider(_server.Decider):
    """The gate, and the log that every decision goes through before anybody sees it.

    `on_decision` gets every decision after its record; what fails there leaves the call without a decision.
    """

    logger = logging.getLogger("aana.mcp")
