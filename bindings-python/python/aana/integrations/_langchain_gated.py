"""A tool of LangChain behind the gate."""

from __future__ import annotations

import copy
import functools
import inspect
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from types import FunctionType
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import quote
from weakref import WeakKeyDictionary

from langchain_core.messages import ToolMessage
from langchain_core.runnables.config import ensure_config
from langchain_core.tools import BaseTool, StructuredTool, Tool
from langchain_core.tools import tool as create_tool
from langgraph.errors import GraphBubbleUp
from langgraph.types import interrupt

from aana._callbacks import at_once, finished
from aana._names import shown_name
from aana.integrations._annotations import acts_by_metadata
from aana.integrations._common import Ask, Blocked, Call, Run, failed
from aana.integrations._langchain_injected import during, given, is_put_in, node_call_of
from aana.integrations._langchain_shape import Shape, shape_of, without
from aana.integrations._langchain_tools import ENTRIES, FIELDS, FIXED, refuse_other_ways
from aana.integrations._langgraph_questions import answers_in, request_of
from aana.integrations._langgraph_tasks import CallIncomplete, Task, Tasks, key_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Generator, Mapping
    from contextlib import AbstractContextManager

    from langchain_core.messages import ToolCall

    from aana.integrations._common import Answer, ToolGate

    Fill = Callable[[Call], Mapping[str, Any] | Awaitable[Mapping[str, Any]]]

_TASKS = Tasks()
_GATED: WeakKeyDictionary[type[BaseTool], _GatedParts] = WeakKeyDictionary()


def gated(tool: BaseTool | Callable[..., Any], gate: ToolGate, *, fill: Fill | None = None) -> BaseTool:
    """Give a copy of a tool that runs only what the gate accepts. The tool itself stays as it is.

    `fill` is a function of the `Call` that gives the values of the parameters which the tool's rule leaves out;
    nobody else can give them. Where the tool is awaited, it may be a coroutine function.

    A class of yours has its work in `_run` and `_arun`. What it does in an `invoke` of its own, or in anything
    else that LangChain's tools have, would run without the gate: such a tool is a `TypeError`, and so is one
    that is behind a gate already, or a parameter that is left out and that nothing fills in.

    What is behind the gate does not change: a tool with another function, name or schema is put behind it anew.
    """
    own = tool if isinstance(tool, BaseTool) else create_tool(tool)
    if type(own) in _GATED:
        raise TypeError(f"the tool `{own.name}` is behind a gate already")
    refuse_other_ways(own)
    kept = copy.copy(own)
    made = _GatedParts(own, gate, fill)
    members = vars(kept)
    members.pop("_injected_args_keys", None)
    members["args_schema"] = without(own, made.shape.left_out | made.ashape.left_out)
    if isinstance(own, (StructuredTool, Tool)):
        members["func"], members["coroutine"] = made.inner(own.func), made.ainner(own.coroutine)
    if kept.__pydantic_private__ is not None:
        # It was made of the schema that the model no longer sees.
        kept.__pydantic_private__["_tool_call_schema_memo"] = None
    made.fixed = {name: members[name] for name in FIXED if name in members}
    # Everything else about the tool, its class included, is what it was.
    object.__setattr__(kept, "__class__", _kind(made))
    return kept


class _NotRun(Exception):  # noqa: N818
    """Ends the run of a tool that was blocked; its `run` turns this into a message."""

    def __init__(self, blocked: Blocked) -> None:
        super().__init__(blocked.message)
        self.blocked = blocked


@dataclass
class _AllowedCall:
    """A call that was let through, on its way from the tool's `_arun` to its `_run`."""

    tool: BaseTool
    named: Mapping[str, Any]
    used: bool = False

    def covers(self, tool: BaseTool, named: Mapping[str, Any]) -> bool:
        """Say whether this is that very call, once."""
        if self.used or self.tool is not tool or named.keys() != self.named.keys():
            return False
        if any(named[name] is not value for name, value in self.named.items()):
            return False
        self.used = True
        return True


_call_id: ContextVar[str | None] = ContextVar("aana_call_id", default=None)
_allowed_call: ContextVar[_AllowedCall | None] = ContextVar("aana_allowed_call", default=None)
_open: ContextVar[object] = ContextVar("aana_open", default=None)


class _GatedParts:
    """What is known of a tool behind the gate."""

    def __init__(self, own: Any, gate: ToolGate, fill: Fill | None) -> None:
        self.kind: Any = type(own)
        self.gate, self.fill = gate, fill
        self.fixed: dict[str, Any] = {}
        self.acts = acts_by_metadata(own.metadata)
        function, coroutine = getattr(own, "func", None), getattr(own, "coroutine", None)
        self.shape = shape_of(own, self.kind._run, function or self.kind._run, gate)
        self.ashape = shape_of(own, self.kind._arun, coroutine or function or self.kind._arun, gate)
        if fill is None and (missing := self.shape.required | self.ashape.required):
            raise TypeError(
                f"nothing fills in what the rule of the tool `{own.name}` leaves out"
                f" ({', '.join(sorted(missing))}); give `fill`, or the parameter a default"
            )

    def inner(self, function: Any) -> Any:
        """The tool's function, which runs only within the tool's `_run`."""
        if function is None:
            return None

        @functools.wraps(function)
        def func(*args: Any, **kwargs: Any) -> Any:
            self.pass_by(function)
            with during(_open, None):
                return function(*args, **kwargs)

        return func

    def ainner(self, function: Any) -> Any:
        """The tool's coroutine function, which runs only within the tool's `_arun`."""
        if function is None:
            return None

        @functools.wraps(function)
        async def coroutine(*args: Any, **kwargs: Any) -> Any:
            self.pass_by(function)
            with during(_open, None):
                return await function(*args, **kwargs)

        return coroutine

    def pass_by(self, function: Any) -> None:
        """Raise `TypeError` where nothing was let through."""
        if _open.get() is not self:
            name = getattr(function, "__name__", "")
            raise TypeError(
                f"the function `{name}` is behind a gate: it runs only as the tool that was made of it"
            )

    def call(self, tool: BaseTool, args: tuple[Any, ...], kwargs: dict[str, Any], shape: Shape) -> Call:
        """The call that is to run; blocks if the tool is another one by now."""
        members = vars(tool)
        if any(not _is_same(members.get(name), value) for name, value in self.fixed.items()):
            name = self.fixed["name"]
            said = f"The tool `{name}` was not run: it was changed after it was put behind the gate."
            raise _NotRun(Blocked(name, said))
        config = ensure_config()
        # A tool with a single text as its input gets it without a name.
        named = dict(zip([*tool.args, *map(str, range(len(args)))], args, strict=False))
        unnamed = self.unchecked(tool, kwargs, shape) | dict.fromkeys(shape.left_out)
        if twice := named.keys() & kwargs.keys() - unnamed.keys():
            raise TypeError(f"an argument of the tool is given twice ({', '.join(sorted(twice))})")
        named.update((name, value) for name, value in kwargs.items() if name not in unnamed)
        named.update(
            (name, value)
            for name, value in shape.defaults.items()
            if name not in named and name not in shape.left_out
        )
        call_id = _call_id.get()
        thread = config.get("configurable", {}).get("thread_id")
        # A slash in a thread's name must not make it look like another thread's call.
        name = None if call_id is None or thread is None else f"{quote(str(thread), safe='')}/{call_id}"
        # The metadata may change, and what they said once stays said.
        self.acts = self.acts or acts_by_metadata(tool.metadata)
        return Call(tool.name, named, name, config, acts=self.acts)

    def unchecked(self, tool: BaseTool, kwargs: dict[str, Any], shape: Shape) -> dict[str, Any]:
        """What the framework put in."""
        config: Any = ensure_config()
        call_id = _call_id.get()
        return {
            name: value
            for name, value in kwargs.items()
            if name in shape.framework
            or (
                name in shape.injected
                and name not in shape.left_out
                and is_put_in(tool, name, shape.injected[name], value, call_id, config)
            )
        }

    def let_through(
        self,
        tool: BaseTool,
        outcome: Run | Ask | Blocked,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        shape: Shape,
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """What runs: what was checked, and what the framework put in."""
        if not isinstance(outcome, Run):
            raise _NotRun(cast("Blocked", outcome))
        checked = list(outcome.arguments.items())
        positional, named = checked[: len(args)], checked[len(args) :]
        return tuple(value for _, value in positional), {**self.unchecked(tool, kwargs, shape), **dict(named)}

    def filled(self, values: Mapping[str, Any], shape: Shape) -> dict[str, Any]:
        """What the application gives for the parameters that it may fill in."""
        return {name: value for name, value in values.items() if name in shape.left_out}


def _is_same(value: object, fixed: object) -> bool:
    if type(fixed) in (str, dict):
        return type(value) is type(fixed) and value == fixed
    return value is fixed


def _kind(made: _GatedParts) -> type[BaseTool]:
    """A class that is the tool's class, with the gate around what runs."""
    kind, gate, shape, ashape = made.kind, made.gate, made.shape, made.ashape
    base: Any = BaseTool

    @functools.wraps(kind._run)
    def _run(self: BaseTool, *args: Any, **kwargs: Any) -> Any:
        call = made.call(self, args, kwargs, shape)
        passed = _allowed_call.get()
        if passed is not None and passed.covers(self, call.arguments):
            with during(_open, made):
                return kind._run(self, *args, **kwargs)
        task = _TASKS.of(call)
        try:
            with task.enter(key_of(call)) as entry:
                if entry.known is not None:
                    return entry.known.result()
                outcome = gate.check(call)
                if isinstance(outcome, Ask):
                    answer = _ask(call, outcome, task)
                    outcome = answer if isinstance(answer, Blocked) else gate.settle(call, outcome, answer)
                args, kwargs = made.let_through(self, outcome, args, kwargs, shape)
                if made.fill is not None:
                    values: Any = at_once("fill", made.fill(call))
                    kwargs |= made.filled(values, shape)
                entry.begun = True
                with during(_allowed_call, None), during(_open, made):
                    given = kind._run(self, *args, **kwargs)
                entry.future.set_result(given)
                return given
        except CallIncomplete:
            raise _NotRun(_cut_off(call)) from None

    @functools.wraps(kind._arun)
    async def _arun(self: BaseTool, *args: Any, **kwargs: Any) -> Any:
        call = made.call(self, args, kwargs, ashape)
        task = _TASKS.of(call)
        try:
            with await task.enter_async(key_of(call)) as entry:
                if entry.known is not None:
                    return entry.known.result()
                outcome = await gate.check_async(call)
                if isinstance(outcome, Ask):
                    answer = _ask(call, outcome, task)
                    blocked = isinstance(answer, Blocked)
                    outcome = answer if blocked else await gate.settle_async(call, outcome, answer)
                args, kwargs = made.let_through(self, outcome, args, kwargs, ashape)
                if made.fill is not None:
                    kwargs |= made.filled(await finished("fill", made.fill(call)), ashape)
                # Many tools run their `_run` in here.
                passed = _AllowedCall(self, made.call(self, args, kwargs, ashape).arguments)
                entry.begun = True
                with during(_allowed_call, passed), during(_open, made):
                    given = await kind._arun(self, *args, **kwargs)
                entry.future.set_result(given)
                return given
        except CallIncomplete:
            raise _NotRun(_cut_off(call)) from None

    def run(self: BaseTool, *args: Any, tool_call_id: str | None = None, **kwargs: Any) -> Any:
        with _entering(self, tool_call_id, args, kwargs):
            try:
                return kind.run(self, *args, tool_call_id=tool_call_id, **kwargs)
            except _NotRun as not_run:
                return _message(not_run.blocked, tool_call_id)

    async def arun(self: BaseTool, *args: Any, tool_call_id: str | None = None, **kwargs: Any) -> Any:
        with _entering(self, tool_call_id, args, kwargs):
            try:
                return await kind.arun(self, *args, tool_call_id=tool_call_id, **kwargs)
            except _NotRun as not_run:
                return _message(not_run.blocked, tool_call_id)

    def set_attribute(self: BaseTool, name: str, value: Any) -> None:
        if name in FIXED or (
            name in ENTRIES and name not in FIELDS and name not in base.__private_attributes__
        ):
            raise TypeError(f"the tool `{self.name}` is behind a gate: its `{name}` does not change")
        kind.__setattr__(self, name, value)

    members: dict[str, Any] = {"_run": _run, "run": run, "arun": arun, "__setattr__": set_attribute}
    if kind._arun is not base._arun:
        # Otherwise it runs `_run`, and LangChain wants to see that it does.
        members["_arun"] = _arun
    members |= {"__module__": kind.__module__, "__doc__": kind.__doc__, "__qualname__": kind.__qualname__}
    behind = cast("type[BaseTool]", type(kind)(kind.__name__, (kind,), members))
    for name in ENTRIES - FIELDS:
        entry = inspect.getattr_static(behind, name, None)
        if isinstance(entry, FunctionType) and not name.startswith("__"):
            setattr(behind, name, _Entry(name, entry))
    _GATED[behind] = made
    return behind


@contextmanager
def _entering(
    tool: BaseTool, tool_call_id: str | None, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Generator[None]:
    """Say which call a tool's `run` is for, and that none was let through for it yet.

    A tool may call itself, or have an agent that does: that is another call, even with the same arguments.
    """
    arguments = args[0] if args else kwargs.get("tool_input")
    with during(_allowed_call, None), during(_call_id, tool_call_id), given(tool, tool_call_id, arguments):
        yield


def without_injected(tool: BaseTool, call: ToolCall) -> tuple[ToolCall, AbstractContextManager[None]]:
    """The call without the model's values for injected parameters, which LangGraph fills in.

    Run the tool within the context that is given beside it: it tells the gated tool that these values were left out.
    """
    made = _GATED[type(tool)]
    injected = made.shape.injected.keys() | made.ashape.injected.keys()
    args = {name: value for name, value in call["args"].items() if name not in injected}
    return {**call, "args": args}, node_call_of(tool, call["id"])


class _Entry:
    """A method that nothing in the tool itself can stand in for."""

    def __init__(self, name: str, function: FunctionType) -> None:
        self._name, self._function = name, function

    def __get__(self, tool: object, kind: type[Any]) -> Any:
        return self._function if tool is None else self._function.__get__(tool, kind)

    def __set__(self, tool: BaseTool, value: object) -> None:
        raise TypeError(f"the tool `{tool.name}` is behind a gate: its `{self._name}` does not change")


def _ask(call: Call, ask: Ask, task: Task) -> Answer | Blocked | None:
    """Interrupt the graph; when it goes on, give the answer to this question."""
    request = request_of(ask)
    try:
        # Each `interrupt` gives the next of the task's answers, whichever call they are for, and the last one
        # interrupts the graph.
        with task.lock:
            while (answer := task.answer(ask.question.id)) is None:
                answers = answers_in(interrupt(request))
                if answers is None:
                    return None
                task.keep(answers)
        return answer
    except GraphBubbleUp:
        _TASKS.waits(call, task)
        raise
    except Exception as error:  # noqa: BLE001
        # Outside a graph, for one, there is nobody to ask.
        return failed(call, error)


def _cut_off(call: Call) -> Blocked:
    said = "it was begun before, and it is not known what it has done; it is not run again."
    return Blocked(
        call.tool_name, f"The tool `{shown_name(call.tool_name)}` was not run a second time: {said}"
    )


def _message(blocked: Blocked, tool_call_id: str | None) -> ToolMessage | str:
    if tool_call_id is None:
        return blocked.message
    return ToolMessage(blocked.message, name=blocked.tool_name, tool_call_id=tool_call_id, status="error")
