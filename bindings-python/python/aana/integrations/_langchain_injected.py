"""What LangGraph puts into a call, told apart from what a model gave."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, cast, get_origin

from langchain_core.tools import InjectedToolCallId
from langgraph.prebuilt import InjectedState, InjectedStore, ToolRuntime
from langgraph.store.base import BaseStore

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping
    from contextlib import AbstractContextManager

    from langchain_core.tools import BaseTool

_INJECTED = (InjectedToolCallId, InjectedState, InjectedStore, ToolRuntime)


class _NodeCall:
    """A call on its way to its tool, through a `ToolNode`, without what the model gave for injected parameters."""

    def __init__(self, tool: object, call_id: object) -> None:
        self._tool, self._call_id = tool, call_id
        self._used = False

    def is_this(self, tool: object, call_id: object) -> bool:
        """Say whether this is that very call, once."""
        if self._used or self._tool is not tool or self._call_id != call_id:
            return False
        self._used = True
        return True


class _RunInput:
    """What a tool was run with, before its schema made something of it."""

    def __init__(self, tool: object, call_id: str | None, arguments: object) -> None:
        self.tool = tool
        self.arguments: Mapping[str, Any] = (
            cast("Mapping[str, Any]", arguments) if isinstance(arguments, dict) else {}
        )
        node_call = _node_call.get()
        self.is_put_in = node_call is not None and node_call.is_this(tool, call_id)


_node_call: ContextVar[_NodeCall | None] = ContextVar("aana_node_call", default=None)
_run_input: ContextVar[_RunInput | None] = ContextVar("aana_run_input", default=None)


@contextmanager
def during(variable: ContextVar[Any], value: object) -> Generator[None]:
    """Give a variable another value for a while."""
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)


def node_call_of(tool: object, call_id: object) -> AbstractContextManager[None]:
    """Mark a call as given to a `ToolNode` without the model's values for the tool's injected parameters."""
    return during(_node_call, _NodeCall(tool, call_id))


def given(tool: BaseTool, call_id: str | None, arguments: object) -> AbstractContextManager[None]:
    """Keep what a tool is run with."""
    return during(_run_input, _RunInput(tool, call_id, arguments))


def kind_of(found: Any) -> type[Any] | None:
    """Which of the markers of injected parameters an annotation is."""
    kind = get_origin(found) or found
    for one in _INJECTED:
        if isinstance(found, one) or (isinstance(kind, type) and issubclass(kind, one)):
            return one
    return None


def is_put_in(
    tool: BaseTool, name: str, marker: Any, value: object, call_id: str | None, config: Mapping[str, Any]
) -> bool:
    """Say whether LangGraph put this value in; what comes from elsewhere is an argument as any other."""
    kind = kind_of(marker)
    if kind is InjectedToolCallId:
        return call_id is not None and value == call_id
    run = _run_input.get()
    if run is None or run.tool is not tool or name not in run.arguments:
        return False
    # A schema makes whatever it likes of the model's JSON, so this is about what it was made of.
    before = run.arguments[name]
    if kind is ToolRuntime:
        return isinstance(before, ToolRuntime)
    if kind is InjectedStore:
        return isinstance(before, BaseStore)
    return run.is_put_in or ("langgraph_node" in (config.get("metadata") or {}) and not _is_json(before))


def _is_json(value: object) -> bool:
    """Say whether a model could have given this."""
    left: list[Any] = [value]
    seen: set[int] = set()
    while left:
        one = left.pop()
        if id(one) in seen:
            continue
        if type(one) in (dict, list):
            seen.add(id(one))
            members: Any = one
            left.extend(members.values() if type(one) is dict else members)
        elif one is not None and type(one) not in (str, int, float, bool):
            return False
    return True
