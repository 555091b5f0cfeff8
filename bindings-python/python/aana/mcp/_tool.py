"""The tool as it is listed. Its schemas are the published ones."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final

from mcp.types import Tool


def published(name: str) -> dict[str, Any]:
    """A published schema. Its `$id` stays out: clients that read a list twice would find it taken."""
    schema: dict[str, Any] = json.loads((files("aana") / "schemas" / name).read_text("utf-8"))
    del schema["$id"]
    return schema


def taken() -> dict[str, Any]:
    """The published schema of events without the conditions at its top.

    Model APIs refuse a tool with such conditions, and a client that holds calls to them would not hand over
    an event that the gate is there to refuse.
    """
    schema = published("agent_tool_precheck.schema.json")
    del schema["allOf"]
    return schema


def defined() -> Tool:
    """The tool, put together from its parts."""
    tool = json.loads((files("aana") / "mcp" / "tool.json").read_text("utf-8"))
    tool["inputSchema"] = taken()
    tool["outputSchema"] = published("decision.schema.json")
    return Tool.model_validate(tool)


AANA_PRE_TOOL_CHECK_TOOL: Final = defined()
"""The descriptor to register: name, description, annotations, and the schemas of event and decision."""
