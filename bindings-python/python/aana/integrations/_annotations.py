"""What the server of a tool says about it, wherever a framework keeps that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast


def acts(annotations: object) -> bool:
    """Whether MCP's annotations say that a tool acts: `readOnlyHint: false` or `destructiveHint: true`.

    That a tool only reads is not believed, and silence says nothing. The words may be keys or attributes; the official
    SDK writes them in one way before its version 2 and in another since.
    """
    reads = _said(annotations, "readOnlyHint", "read_only_hint")
    destroys = _said(annotations, "destructiveHint", "destructive_hint")
    return False in reads or True in destroys


def acts_by_metadata(metadata: object) -> bool:
    """Whether a tool's metadata say so: the annotations themselves, or under `annotations`."""
    return acts(metadata) or any(acts(one) for one in _said(metadata, "annotations"))


def _said(annotations: object, *names: str) -> list[Any]:
    if issubclass(type(annotations), Mapping):
        held = cast("Mapping[Any, Any]", annotations)
        return [held[name] for name in names if name in held]
    return [getattr(annotations, name, None) for name in names]
