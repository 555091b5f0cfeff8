"""LangGraph: tools behind the gate, with `interrupt` as the approval.

`gated` gives a tool that decides when it runs, with the arguments that its own schema has made. An `ask`
interrupts the graph with the request that LangChain's human-in-the-loop middleware makes, to be resumed with
`Command(resume={"decisions": [{"type": "approve"}]})` or `"reject"`. The thread's configuration is the
`context` of the `Call`, so that a user named there can be who approves.

`tool_node` runs the calls of a message one after the other, each as a task of its own; with `each_call` as the
condition in front of it they run at the same time. LangGraph's `ToolNode` runs them as one task: if one of
several is interrupted there, all of them run again when the graph goes on.
"""

from __future__ import annotations

import copy
import functools
import inspect
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast, get_args, get_origin, get_type_hints

from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.runnables import RunnableLambda
from langchain_core.runnables.config import ensure_config
from langchain_core.tools import BaseTool, InjectedToolCallId
from langchain_core.tools import tool as create_tool
from langgraph.errors import GraphBubbleUp
from langgraph.func import task  # pyright: ignore[reportMissingTypeStubs]
from langgraph.graph import END  # pyright: ignore[reportMissingTypeStubs]
from langgraph.prebuilt import InjectedState, InjectedStore, ToolNode, ToolRuntime
from langgraph.types import Send, interrupt

from aana.integrations._common import Ask, Blocked, Call, Run, failed

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from langchain_core.messages import ToolCall
    from langchain_core.runnables import Runnable

    from aana.integrations._common import ToolGate

__all__ = ["each_call", "gated", "tool_node"]

# What LangChain and LangGraph fill in themselves, whatever the model says.
_INJECTED = (InjectedToolCallId, InjectedState, InjectedStore, ToolRuntime)


def gated(tool: BaseTool | Callable[..., Any], gate: ToolGate) -> BaseTool:
    """Give a copy of a tool that runs only what the gate accepts. The tool itself stays as it is."""
    own = tool if isinstance(tool, BaseTool) else create_tool(tool)
    if getattr(type(own), "_aana_gated", False):
        raise TypeError(f"the tool `{own.name}` is behind a gate already")
    kept = copy.copy(own)
    # Everything else about the tool, its class included, is what it was.
    object.__setattr__(kept, "__class__", _kind(own, gate))
    return kept


def tool_node(
    tools: Sequence[BaseTool | Callable[..., Any]],
    gate: ToolGate,
    *,
    name: str = "tools",
    messages_key: str = "messages",
) -> Runnable[Any, Any]:
    """Give a node that runs the calls of the last message, each behind the gate and as a task of its own."""
    node = ToolNode([gated(tool, gate) for tool in tools], name=name, messages_key=messages_key)

    # The types of `task` say nothing about a function that has a name for its task.
    named: Any = task(name=f"{name}_call")

    def run_one(call: ToolCall, state: Any) -> Any:
        return node.invoke(_one(call, state))

    async def arun_one(call: ToolCall, state: Any) -> Any:
        return await node.ainvoke(_one(call, state))

    one: Any = named(run_one)
    aone: Any = named(arun_one)

    def run(state: Any) -> Any:
        if _is_single(state):
            return node.invoke(state)
        # One after the other: while one waits for its answer, none behind it can take that answer.
        return _together([one(call, state).result() for call in _calls(state, messages_key)], messages_key)

    async def arun(state: Any) -> Any:
        if _is_single(state):
            return await node.ainvoke(state)
        return _together([await aone(call, state) for call in _calls(state, messages_key)], messages_key)

    return RunnableLambda(run, afunc=arun, name=name)


def each_call(state: Any, *, node: str = "tools", messages_key: str = "messages") -> list[Send] | str:
    """Send each call of the last message to the node by itself, or end: a condition for `add_conditional_edges`.

    The calls run at the same time, and each waits for its own answer.
    """
    return [Send(node, _one(call, state)) for call in _calls(state, messages_key)] or END


def _is_single(state: Any) -> bool:
    """Say whether this is one call that was sent, and not the state of the graph."""
    given = _listed(state)
    kinds = [] if len(given) != 1 else [_member(given[0], "type"), _member(state, "__type")]
    return "tool_call" in kinds or "tool_call_with_context" in kinds


def _listed(value: Any) -> list[Any]:
    return value if issubclass(type(value), list) else [value]


def _calls(state: Any, messages_key: str) -> list[ToolCall]:
    messages: list[Any] = _member(state, messages_key) or []
    last = next((one for one in reversed(messages) if isinstance(one, AIMessage)), None)
    return [] if last is None else list(last.tool_calls)


def _member(state: Any, name: str) -> Any:
    """Read from a state of any kind: a dict, a dataclass or a model."""
    if isinstance(state, dict):
        return cast("dict[str, Any]", state).get(name)
    return getattr(state, name, None)


def _one(call: ToolCall, state: Any) -> dict[str, Any]:
    """What `ToolNode` takes as a single call, with the state for the tools that want it."""
    return {"__type": "tool_call_with_context", "tool_call": {**call, "type": "tool_call"}, "state": state}


def _together(outputs: list[Any], messages_key: str) -> Any:
    """The answers of all calls, in the order of the calls."""
    if all(isinstance(one, dict) for one in outputs):
        return {messages_key: [message for one in outputs for message in one[messages_key]]}
    # With commands among them, `ToolNode` gives a list for each.
    return [part for one in outputs for part in _listed(one)]


class _NotRun(Exception):  # noqa: N818
    """Ends the run of a tool that was blocked; its `run` turns this into a message."""

    def __init__(self, blocked: Blocked) -> None:
        super().__init__(blocked.message)
        self.blocked = blocked


@dataclass
class _Passed:
    """A call that was let through, on its way from the tool's `_arun` to its `_run`."""

    tool: BaseTool
    named: dict[str, Any]
    used: bool = False

    def covers(self, tool: BaseTool, named: dict[str, Any]) -> bool:
        """Say whether this is that very call, once."""
        if self.used or self.tool is not tool or named.keys() != self.named.keys():
            return False
        if any(named[name] is not value for name, value in self.named.items()):
            return False
        self.used = True
        return True


_call_id: ContextVar[str | None] = ContextVar("aana_call_id", default=None)
_passed: ContextVar[_Passed | None] = ContextVar("aana_passed", default=None)


@contextmanager
def _set(variable: ContextVar[Any], value: object) -> Generator[None]:
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)


def _kind(own: Any, gate: ToolGate) -> type[BaseTool]:
    """A class that is the tool's class, with the gate around what runs."""
    kind: Any = own.__class__
    base: Any = BaseTool
    function, coroutine = getattr(own, "func", None), getattr(own, "coroutine", None)
    shape = _shape(own, function or kind._run, gate)
    ashape = _shape(own, coroutine or function or kind._arun, gate)

    @functools.wraps(kind._run)
    def _run(self: BaseTool, *args: Any, **kwargs: Any) -> Any:
        named = _named(self, args, kwargs, shape)
        passed = _passed.get()
        if passed is not None and passed.covers(self, named):
            return kind._run(self, *args, **kwargs)
        call = _call(self, named)
        outcome = gate.check(call)
        if isinstance(outcome, Ask):
            answer = _ask(call, outcome)
            outcome = (
                answer
                if isinstance(answer, Blocked)
                else gate.settle(call, outcome, outcome.answered(approved=answer))
            )
        args, kwargs = _let_through(outcome, args, kwargs, shape)
        with _set(_passed, None):
            return kind._run(self, *args, **kwargs)

    @functools.wraps(kind._arun)
    async def _arun(self: BaseTool, *args: Any, **kwargs: Any) -> Any:
        call = _call(self, _named(self, args, kwargs, ashape))
        outcome = await gate.check_async(call)
        if isinstance(outcome, Ask):
            answer = _ask(call, outcome)
            outcome = (
                answer
                if isinstance(answer, Blocked)
                else await gate.settle_async(call, outcome, outcome.answered(approved=answer))
            )
        args, kwargs = _let_through(outcome, args, kwargs, ashape)
        # Many tools run their `_run` in here.
        with _set(_passed, _Passed(self, _named(self, args, kwargs, ashape))):
            return await kind._arun(self, *args, **kwargs)

    def run(self: BaseTool, *args: Any, tool_call_id: str | None = None, **kwargs: Any) -> Any:
        with _set(_call_id, tool_call_id):
            try:
                return kind.run(self, *args, tool_call_id=tool_call_id, **kwargs)
            except _NotRun as not_run:
                return _message(self, not_run.blocked, tool_call_id)

    async def arun(self: BaseTool, *args: Any, tool_call_id: str | None = None, **kwargs: Any) -> Any:
        with _set(_call_id, tool_call_id):
            try:
                return await kind.arun(self, *args, tool_call_id=tool_call_id, **kwargs)
            except _NotRun as not_run:
                return _message(self, not_run.blocked, tool_call_id)

    members: dict[str, Any] = {"_run": _run, "run": run, "arun": arun, "_aana_gated": True}
    if kind._arun is not base._arun:
        # Otherwise it runs `_run`, and LangChain wants to see that it does.
        members["_arun"] = _arun
    members |= {"__module__": kind.__module__, "__doc__": kind.__doc__}
    return cast("type[BaseTool]", type(kind)(kind.__name__, (kind,), members))


def _named(tool: BaseTool, args: tuple[Any, ...], kwargs: dict[str, Any], shape: _Shape) -> dict[str, Any]:
    """The arguments by their names, without what is none of the call's."""
    # A tool with a single text as its input gets it without a name.
    named = dict(zip([*tool.args, *map(str, range(len(args)))], args, strict=False))
    named.update((name, value) for name, value in kwargs.items() if name not in shape.left_out)
    named.update((name, value) for name, value in shape.defaults.items() if name not in named)
    return named


def _call(tool: BaseTool, named: dict[str, Any]) -> Call:
    config = ensure_config()
    call_id = _call_id.get()
    thread = config.get("configurable", {}).get("thread_id")
    return Call(tool.name, named, None if call_id is None else f"{thread}/{call_id}", config)


def _let_through(
    outcome: Run | Blocked | Ask, args: tuple[Any, ...], kwargs: dict[str, Any], shape: _Shape
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    if not isinstance(outcome, Run):
        raise _NotRun(cast("Blocked", outcome))
    checked = list(outcome.arguments.items())
    positional, named = checked[: len(args)], checked[len(args) :]
    unchecked = {name: value for name, value in kwargs.items() if name in shape.left_out}
    return tuple(value for _, value in positional), {**unchecked, **dict(named)}


def _ask(call: Call, ask: Ask) -> bool | Blocked:
    """Interrupt the graph; when it goes on, give the answer."""
    request = {
        "action_requests": [
            {
                "name": call.tool_name,
                "args": copy.deepcopy(ask.event["proposed_arguments"]),
                "description": ask.question.text,
            }
        ],
        "review_configs": [{"action_name": call.tool_name, "allowed_decisions": ["approve", "reject"]}],
    }
    try:
        answer = interrupt(request)
    except GraphBubbleUp:
        raise
    except Exception as error:  # noqa: BLE001
        # Outside a graph, for one, there is nobody to ask.
        return failed(call, error)
    return bool(answer == {"decisions": [{"type": "approve"}]})


def _message(tool: BaseTool, blocked: Blocked, tool_call_id: str | None) -> ToolMessage | str:
    if tool_call_id is None:
        return blocked.message
    return ToolMessage(blocked.message, name=tool.name, tool_call_id=tool_call_id, status="error")


@dataclass(frozen=True)
class _Shape:
    """What of a function's parameters is no argument of the call, and what it adds by itself."""

    left_out: frozenset[str]
    defaults: dict[str, Any]


def _shape(tool: BaseTool, runs: Any, gate: ToolGate) -> _Shape:
    try:
        hints = get_type_hints(runs, include_extras=True)
    except NameError:
        # Names that only a type checker imports; the schema knows the rest.
        hints = {}
    types: dict[str, list[Any]] = {name: [hint, *get_args(hint)] for name, hint in hints.items()}
    for name, field in getattr(tool.get_input_schema(), "model_fields", {}).items():
        types.setdefault(name, []).extend([field.annotation, *field.metadata])
    injected = {name for name, found in types.items() if any(map(_is_injected, found))}
    # An argument of that name that the model gives is an argument.
    given = {"config", "run_manager"} - set(tool.args)
    left_out = gate.rule(tool.name).leave_out | injected | given
    defaults = {
        name: parameter.default
        for name, parameter in inspect.signature(runs).parameters.items()
        if name not in left_out | {"callbacks"} and parameter.default is not parameter.empty
    }
    return _Shape(left_out, defaults)


def _is_injected(found: Any) -> bool:
    kind = get_origin(found) or found
    return isinstance(found, _INJECTED) or (isinstance(kind, type) and issubclass(kind, _INJECTED))
