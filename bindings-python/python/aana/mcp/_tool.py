"""The tool as it is listed; `cargo xtask gen` makes its text, which the server in Rust lists too."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from mcp.types import Tool

AANA_PRE_TOOL_CHECK_TOOL: Final = Tool.model_validate_json(
    (files("aana") / "mcp" / "tool.json").read_text("utf-8")
)
"""The descriptor to register: name, description, annotations, and the schemas of the arguments and the answer."""
