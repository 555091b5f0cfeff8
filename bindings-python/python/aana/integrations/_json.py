"""The model's own JSON, read once and strictly."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

from aana._native import is_strict_json

if TYPE_CHECKING:
    from aana._native import Gate


def read_object(text: str, gate: Gate | None = None) -> dict[str, Any] | None:
    """The object that a text is, or `None` if two readers could see two different ones.

    The gate's own reader decides. It takes no duplicate key, no lone surrogate, no number that a double cannot
    hold, and no text above the gate's limit. Empty text stands for a call without arguments.
    """
    if not text:
        return {}
    if not is_strict_json(text, gate):
        return None
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", found) if isinstance(found, dict) else None


def without(schema: dict[str, Any], left_out: frozenset[str]) -> dict[str, Any]:
    """A tool's JSON schema as the model sees it, without the parameters that the application fills in."""
    if not left_out or not isinstance(schema.get("properties"), dict):
        return schema
    shown = {**schema, "properties": kept(schema["properties"], left_out)}
    if "required" in schema:
        required: list[Any] = schema["required"]
        shown["required"] = [name for name in required if name not in left_out]
    return shown


def kept(values: dict[str, Any], left_out: frozenset[str]) -> dict[str, Any]:
    """What is there under other names than those that are left out."""
    return {name: value for name, value in values.items() if name not in left_out}


def unfilled(name: str) -> TypeError:
    """The error about a parameter that nothing but the model gives a value."""
    return TypeError(f"the parameter `{name}` is left out, and has no default that fills it in")
