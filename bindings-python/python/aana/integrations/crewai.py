"""CrewAI: tools behind the gate.

`gated` gives a tool that decides when it runs, with the arguments that the tool's own schema has made and the
defaults of its function. CrewAI's own approval is a question at the console, one at a time, which takes nothing
but the words that it names for a yes; `confirm` asks elsewhere, and gives what `aana.integrations.approve` or
`reject` makes of the question. A blocked call gives the model the reasons as the tool's answer. Each call is
decided by itself: CrewAI keeps no result of such a tool in its cache, where the next call would find it unchecked.

CrewAI's tools of MCP servers do not keep what their server says of them (`readOnlyHint`, `destructiveHint`): here a rule
alone says what a tool is.

Tools come one by one, so no wrapper knows all of them: call `gate.assert_registered([tool.name for tool in tools])`
with an agent's tools, and a tool that the gate lists and nobody registered is an error.
"""

from __future__ import annotations

import functools
import inspect
import threading
import uuid
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from crewai.hooks import ToolCallHookContext
from crewai.tools import BaseTool
from crewai.tools.base_tool import Tool
from pydantic import BaseModel, PrivateAttr

from aana._callbacks import at_once
from aana._guard import Binder
from aana.integrations._common import Answer, Ask, Blocked, Call, approve, reject
from aana.integrations._confirm import confirmed, confirmed_async
from aana.integrations._json import kept, unfilled, without
from aana.integrations._threads import in_own_thread, run_either

if TYPE_CHECKING:
    from collections.abc import Callable

    from aana._guard import BoundCall
    from aana.confirmation import Pending
    from aana.integrations._common import ToolGate

__all__ = ["gated"]


def gated(tool: BaseTool, gate: ToolGate, *, confirm: Callable[[Pending], Answer] | None = None) -> BaseTool:
    """Give a tool that runs the other one only if the gate accepts. `confirm` gives a person's answer.

    A tool whose class has its own `run`, or another way to run that CrewAI's classes have, is a `TypeError`, and
    so is a parameter in the rule's `leave_out` that nothing but the model fills in.
    """
    if isinstance(tool, _GatedTool):
        raise TypeError(f"the tool `{tool.name}` is behind a gate already")
    kind: Any = type(tool)
    if BaseTool not in kind.__mro__:
        raise TypeError(f"`{kind.__name__}` is not a tool of CrewAI's own kind, which is `BaseTool`")
    name = tool.name
    if own := _own_ways(tool):
        raise TypeError(
            f"the tool `{name}` has its own {', '.join(own)}, which would run it without the gate"
        )
    left_out = gate.rule(name).leave_out
    made = _GatedTool(
        name=name,
        description=tool.description,
        env_vars=tool.env_vars,
        args_schema=_shown(tool.args_schema, left_out),
        result_schema=tool.result_schema,
        # CrewAI can write down only what has a name in its module.
        cache_function=_never_kept,
        result_as_answer=tool.result_as_answer,
        max_usage_count=tool.max_usage_count,
        current_usage_count=tool.current_usage_count,
        tool_failure_policy=tool.tool_failure_policy,
    )
    made.stand_before(tool, gate, confirm)
    return made


_WAYS = frozenset(
    {
        *("__call__", "__getattr__", "__getattribute__", "run", "arun", "invoke", "ainvoke"),
        *("to_structured_tool", "_claim_usage", "_validate_kwargs"),
    }
)
"""What a tool is run by, or on the way to that, beside `_run` and `_arun`."""


def _own_ways(tool: BaseTool) -> list[str]:
    kind: type[Any] = type(tool)
    theirs = (Tool, BaseTool, *BaseTool.__mro__)
    own = {name for base in kind.__mro__ if base not in theirs for name in _WAYS & vars(base).keys()}
    held: frozenset[str] = (_WAYS | {"_run", "_arun"}) & vars(tool).keys()
    return sorted(own | held)


def _never_kept(_given: Any = None, _result: Any = None) -> bool:
    return False


def _shown(schema: type[BaseModel], left_out: frozenset[str]) -> type[BaseModel]:
    """The schema, as the model sees it without what the application fills in."""
    if not left_out & schema.model_fields.keys():
        return schema

    class Shown(schema):  # type: ignore[misc, valid-type]
        @classmethod
        def __get_pydantic_json_schema__(cls, core: Any, handler: Any) -> Any:
            return without(handler.resolve_ref_schema(handler(core)), left_out)

    Shown.__name__, Shown.__qualname__ = schema.__name__, schema.__qualname__
    return Shown


class _Message(str):
    """What the model is told in place of a result."""

    __slots__ = ()


_CONSOLE = threading.Lock()


class _EntryPoint(NamedTuple):
    """A function of the tool, and how a call of it is read."""

    function: Callable[..., Any]
    binder: Binder
    filled_in: dict[str, Callable[[], Any]]


class _GatedTool(BaseTool):
    """A tool behind the gate. `BaseTool` reads the arguments before it calls `_run`."""

    _tool: Any = PrivateAttr(default=None)
    _decided_as: str = PrivateAttr(default="")
    _gate: Any = PrivateAttr(default=None)
    _confirm: Any = PrivateAttr(default=None)
    _left_out: frozenset[str] = PrivateAttr(default=frozenset())
    _plain: Any = PrivateAttr(default=None)
    _awaited: Any = PrivateAttr(default=None)

    def stand_before(
        self, tool: BaseTool, gate: ToolGate, confirm: Callable[[Pending], Answer] | None
    ) -> None:
        """Say what is behind."""
        behind: Any = tool
        kind: Any = type(tool)
        base: Any = BaseTool
        own: Any = Tool
        left_out = gate.rule(tool.name).leave_out
        function: Any = behind.func if isinstance(tool, Tool) and kind._run is own._run else behind._run
        self._plain = _entry_point(function, tool.args_schema, left_out)
        if kind._arun is not base._arun and kind._arun is not own._arun:
            self._awaited = _entry_point(behind._arun, tool.args_schema, left_out)
        self._tool, self._decided_as, self._left_out = tool, tool.name, left_out
        self._gate, self._confirm = gate, confirm

    def _validate_kwargs(self, kwargs: dict[str, Any]) -> dict[str, Any]:
        """Read the arguments. Values that the model gave for left-out parameters are dropped."""
        return super()._validate_kwargs(kept(kwargs, self._left_out))

    def _run(self, *args: Any, **kwargs: Any) -> Any:
        entry = self._entry_of(self._plain)
        bound, call = self._bound(entry, args, kwargs)
        outcome = self._gate.check(call)
        if isinstance(outcome, Ask):
            outcome = confirmed(self._gate, call, outcome, self._confirm or self._at_the_console)
        if isinstance(outcome, Blocked):
            return _Message(outcome.message)
        bound.hold(outcome.arguments)
        return bound.run(entry.function)

    async def _arun(self, *args: Any, **kwargs: Any) -> Any:
        entry = self._entry_of(self._awaited or self._plain)
        bound, call = self._bound(entry, args, kwargs)
        outcome = await self._gate.check_async(call)
        if isinstance(outcome, Ask):
            outcome = await confirmed_async(self._gate, call, outcome, self._ask_beside_the_loop)
        if isinstance(outcome, Blocked):
            return _Message(outcome.message)
        bound.hold(outcome.arguments)
        return await run_either(entry.function, *bound.bound.args, **bound.bound.kwargs)

    def format_output_for_agent(self, raw_result: Any) -> str:
        """Say it as the tool does."""
        if isinstance(raw_result, _Message) or self._tool is None:
            return super().format_output_for_agent(raw_result)
        return cast("str", self._tool.format_output_for_agent(raw_result))

    def _entry_of(self, entry: _EntryPoint | None) -> _EntryPoint:
        if entry is None:
            # Written down and read again, a tool has lost its gate.
            raise TypeError(f"the tool `{self.name}` has no gate any more; put its tool behind one again")
        return entry

    def _bound(
        self, entry: _EntryPoint, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[BoundCall, Call]:
        filled_in = {name: fill() for name, fill in entry.filled_in.items()}
        bound = entry.binder.bind(args, kept(kwargs, self._left_out))
        bound.bound.arguments.update(filled_in)
        return bound, Call(self._decided_as, bound.arguments(), uuid.uuid4().hex, self._tool)

    async def _ask_beside_the_loop(self, question: Pending) -> Answer:
        """Ask without holding up the loop, or any thread that something else needs."""
        confirm = self._confirm or self._at_the_console
        return await in_own_thread(lambda: at_once("confirm", confirm(question)))

    def _at_the_console(self, question: Pending) -> Answer:
        words = f"approve {question.id[:8]}"
        context = ToolCallHookContext(self.name, {}, self.to_structured_tool())
        # Of two questions at once, nobody could say which one the next line answers.
        with _CONSOLE:
            answer = context.request_human_input(question.text, f"Type '{words}' to run it:")
        return approve(question) if answer.strip().lower() == words else reject(question)


def _entry_point(
    function: Callable[..., Any], schema: type[BaseModel], left_out: frozenset[str]
) -> _EntryPoint:
    parameters = inspect.signature(function).parameters
    filled_in: dict[str, Callable[[], Any]] = {}
    for name in left_out & (parameters.keys() | schema.model_fields.keys()):
        field = schema.model_fields.get(name)
        if field is not None and not field.is_required():
            filled_in[name] = functools.partial(field.get_default, call_default_factory=True)
        elif name in parameters and parameters[name].default is not inspect.Parameter.empty:
            filled_in[name] = functools.partial(_default, parameters[name])
        else:
            raise unfilled(name)
    known = {name: fill for name, fill in filled_in.items() if name in parameters}
    return _EntryPoint(function, Binder(function, left_out & parameters.keys(), copies=False), known)


def _default(parameter: inspect.Parameter) -> Any:
    return parameter.default
