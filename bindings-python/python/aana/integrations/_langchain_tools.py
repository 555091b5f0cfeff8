"""Which of LangChain's tools are taken: those of which every way to run leads through `_run` or `_arun`."""

from __future__ import annotations

import inspect
from typing import Any

from langchain_core.tools import BaseTool, StructuredTool, Tool

_KINDS: tuple[type[BaseTool], ...] = (BaseTool, Tool, StructuredTool)
_FRAMEWORK: frozenset[type[Any]] = frozenset(kind for base in _KINDS for kind in base.__mro__)

FIELDS = frozenset(name for base in _KINDS for name in base.model_fields)
"""The fields of the framework's own tools."""

ENTRIES = frozenset(name for base in _KINDS for name in dir(base)) | FIELDS
"""Every name that a tool has from the framework: what the framework calls is among them."""

FIXED = FIELDS - {"callbacks", "metadata", "tags", "verbose"}
"""The fields that decide what runs and what is told about it."""

# What a class may have of its own under such a name: its work, and what nothing is run by.
_OWN = frozenset(
    {
        "_abc_impl",
        "_arun",
        "_run",
        "from_function",
        "get_lc_namespace",
        "is_lc_serializable",
        "lc_attributes",
        "lc_id",
        "lc_secrets",
        "model_config",
        "model_post_init",
    }
)
_OWN_SPECIAL = frozenset(
    f"__{name}__"
    for name in (
        *("abstractmethods", "annotate", "annotate_func", "annotations", "annotations_cache", "class_vars"),
        *("conditional_annotations", "dict", "doc", "eq", "firstlineno", "hash", "init", "module"),
        *("orig_bases", "parameters", "private_attributes", "qualname", "repr", "rich_repr", "signature"),
        *("static_attributes", "str", "type_params", "weakref"),
        *("aenter", "aexit", "del", "enter", "exit"),
    )
)
# What pydantic keeps in a class, but not what it calls there.
_CALLED = frozenset({"__pydantic_init_subclass__", "__pydantic_on_complete__"})
# It stands in an instance when it was asked for once.
_KEPT = frozenset({"_injected_args_keys"})
# What the framework's own tools keep in private.
_MEMOS = frozenset(name for base in _KINDS for name in base.__private_attributes__)


def refuse_other_ways(tool: BaseTool) -> None:
    """Raise `TypeError` for a tool that could run otherwise than by its `_run` or `_arun`."""
    kind = type(tool)
    # A metaclass of their own decides what a class has.
    if type(kind) is not type(BaseTool):
        raise _refused(tool, "metaclass")
    for one in kind.__mro__:
        if one in _FRAMEWORK:
            continue
        for name in vars(one):
            if _is_special(name):
                if name not in _OWN_SPECIAL and not _is_pydantics(name):
                    raise _refused(tool, name)
            elif name in ENTRIES and name not in _OWN:
                raise _refused(tool, name)
    held = {*vars(tool), *(tool.__pydantic_extra__ or {}), *(tool.__pydantic_private__ or {})}
    for name in sorted(held | kind.model_fields.keys()):
        if (name in ENTRIES and name not in FIELDS | _KEPT | _MEMOS) or (
            _is_special(name) and name not in _OWN_SPECIAL
        ):
            raise _refused(tool, name)
    for name in ("_run", "_arun"):
        if isinstance(inspect.getattr_static(kind, name), (classmethod, property, staticmethod)):
            raise _refused(tool, name)


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _is_pydantics(name: str) -> bool:
    return name.startswith("__pydantic_") and name not in _CALLED


def _refused(tool: BaseTool, name: str) -> TypeError:
    kind = type(tool).__name__
    return TypeError(
        f"the tool `{tool.name}` could run behind the gate's back: its class `{kind}` or the tool itself has a"
        f" `{name}` of its own; `_run` and `_arun` are allowed, and a tool that `@tool` or `StructuredTool` makes"
    )
