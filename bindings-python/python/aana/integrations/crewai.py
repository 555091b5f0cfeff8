"""CrewAI: tools behind the gate.

`gated` gives a tool that decides when it runs, with the arguments that the tool's own schema has made. CrewAI's
own approval is a question at the console, which takes nothing but the word `approve` for a yes; `confirm` asks
elsewhere. A blocked call gives the model the reasons as the tool's answer, which CrewAI does not keep in its cache.
"""

from __future__ import annotations

import asyncio
import uuid
from typing import TYPE_CHECKING, Any, cast

from crewai.hooks import ToolCallHookContext
from crewai.tools import BaseTool
from pydantic import PrivateAttr

from aana.integrations._common import Ask, Blocked, Call, Run, failed

if TYPE_CHECKING:
    from collections.abc import Callable

    from aana.confirmation import Pending
    from aana.integrations._common import ToolGate

__all__ = ["gated"]


def gated(tool: BaseTool, gate: ToolGate, *, confirm: Callable[[Pending], bool] | None = None) -> BaseTool:
    """Give a tool that runs the other one only if the gate accepts. `confirm` says whether the person agreed."""
    if isinstance(tool, _GatedTool):
        raise TypeError(f"the tool `{tool.name}` is behind a gate already")
    cached: Any = tool.cache_function
    kept = _GatedTool(
        name=tool.name,
        description=tool.description,
        env_vars=tool.env_vars,
        args_schema=tool.args_schema,
        result_schema=tool.result_schema,
        # CrewAI can write down only what has a name in its module.
        cache_function=_is_kept if cached is _BY_DEFAULT else _kept_as_well(cached),
        result_as_answer=tool.result_as_answer,
        max_usage_count=tool.max_usage_count,
        tool_failure_policy=tool.tool_failure_policy,
    )
    kept.stand_before(tool, gate, confirm)
    return kept


class _Said(str):
    """What the model is told in place of a result."""

    __slots__ = ()


_BY_DEFAULT = BaseTool.model_fields["cache_function"].default


def _is_kept(_given: Any = None, result: Any = None) -> bool:
    return not isinstance(result, _Said)


def _kept_as_well(cached: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    return lambda given, result: _is_kept(given, result) and cached(given, result)


class _GatedTool(BaseTool):
    """A tool behind the gate. `BaseTool` reads the arguments before it calls `_run`."""

    _tool: Any = PrivateAttr(default=None)
    _gate: Any = PrivateAttr(default=None)
    _confirm: Any = PrivateAttr(default=None)

    def stand_before(self, tool: BaseTool, gate: ToolGate, confirm: Callable[[Pending], bool] | None) -> None:
        """Say what is behind."""
        self._tool, self._gate, self._confirm = tool, gate, confirm

    def _run(self, *args: Any, **kwargs: Any) -> Any:
        call = self._call(args, kwargs)
        outcome = self._gate.check(call)
        if isinstance(outcome, Ask):
            outcome = self._ask(call, outcome)
        if isinstance(outcome, Blocked):
            return _Said(outcome.message)
        return self._tool._run(**outcome.arguments)

    async def _arun(self, *args: Any, **kwargs: Any) -> Any:
        call = self._call(args, kwargs)
        outcome = await self._gate.check_async(call)
        if isinstance(outcome, Ask):
            outcome = await asyncio.to_thread(self._ask, call, outcome)
        if isinstance(outcome, Blocked):
            return _Said(outcome.message)
        kind: Any = self._tool.__class__
        base: Any = BaseTool
        if kind._arun is base._arun:
            return await asyncio.to_thread(self._tool._run, **outcome.arguments)
        return await self._tool._arun(**outcome.arguments)

    def _call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Call:
        named = dict(zip(self.args_schema.model_fields, args, strict=False))
        if len(named) < len(args):
            raise TypeError(f"the tool `{self.name}` takes {len(named)} arguments")
        return Call(self.name, {**named, **kwargs}, uuid.uuid4().hex, self._tool)

    def _ask(self, call: Call, ask: Ask) -> Run | Blocked:
        try:
            agreed = (self._confirm or self._at_the_console)(ask.question) is True
        except Exception as error:  # noqa: BLE001
            return failed(call, error)
        # The gate may see it otherwise by now.
        again = self._gate.check(call)
        if isinstance(again, Ask):
            answer = again.answered(approved=agreed)
            return cast("Run | Blocked", self._gate.settle(call, again, answer))
        if agreed or isinstance(again, Blocked):
            return cast("Run | Blocked", again)
        return Blocked(self.name, f"The tool `{self.name}` was not run: the person who was asked said no.")

    def _at_the_console(self, question: Pending) -> bool:
        context = ToolCallHookContext(self.name, {}, self.to_structured_tool())
        answer = context.request_human_input(question.text, "Type 'approve' to run it:")
        return answer.strip().lower() == "approve"
