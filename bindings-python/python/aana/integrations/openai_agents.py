"""OpenAI Agents SDK: function tools behind the gate, with the SDK's approvals.

`gated` makes a `FunctionTool` of a function, in place of `function_tool`. An `ask` interrupts the run: the
result's `interruptions` are answered with `RunState.approve` or `reject`, and the run goes on. What runs is what
the function's own schema made of the model's JSON, defaults included; JSON with a key twice runs nothing, and
neither does JSON with a key that the schema does not have. Show a person `question(gate, interruption)`: the
interruption itself holds the model's JSON, and not what runs. The run context is the `context` of the `Call`, so
that what the application put there can say who approves.

Tools come one by one, so no wrapper knows all of them: call `gate.assert_registered([tool.name for tool in tools])`
with an agent's tools, and a tool that the gate lists and nobody registered is an error.

A tool of an MCP server that its server marks as acting (`readOnlyHint: false` or `destructiveHint: true`) is a write,
even if its rule says that it reads; that a tool only reads is not believed. A rule with `annotations=False` leaves the
marks out.

The SDK keeps an approval under the call's id, and the gate the question and the action that the id stands for. An
approval is for this one call: one given with `always_approve` names no call, and lets none run.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
import uuid
from typing import TYPE_CHECKING, Any, cast

from agents import FunctionTool, default_tool_error_function
from agents.function_schema import function_schema

from aana.integrations._annotations import acts
from aana.integrations._common import Ask, Blocked, Call, Run, not_understood
from aana.integrations._json import kept, read_object, unfilled, without
from aana.integrations._threads import run_either
from aana.integrations._unread import has_unread

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from agents import RunContextWrapper, ToolApprovalItem
    from agents.function_schema import FuncSchema
    from agents.tool_context import ToolContext

    from aana.integrations._common import ToolGate

__all__ = ["gated", "question"]


def question(gate: ToolGate, interruption: ToolApprovalItem) -> str | None:
    """Give the text to show a person for one of a result's `interruptions`: what runs, if they say yes.

    The interruption itself holds the model's own JSON, without the defaults, in which characters may be hidden.
    `None` if the gate asks nothing about this call. Approving it is then the framework's matter alone.
    """
    call_id = interruption.call_id
    asked = None if call_id is None else gate.question(call_id)
    return None if asked is None or asked.tool != interruption.tool_name else asked.text


def gated(
    tool: Callable[..., Any] | FunctionTool,
    gate: ToolGate,
    *,
    name: str | None = None,
    description: str | None = None,
    strict_mode: bool = True,
    failure_error_function: Callable[[RunContextWrapper[Any], Exception], Any] | None = (
        default_tool_error_function
    ),
) -> FunctionTool:
    """Make a function, or a tool that takes JSON (of an MCP server, of another agent), a tool behind the gate.

    A tool that `function_tool` made reads its JSON itself, behind the check: give the function instead. A tool
    of a class of its own, or with attributes that a `FunctionTool` does not have, may have other ways to run
    and is a `TypeError`, and so is a parameter in the rule's `leave_out` that nothing but the model fills in.
    """
    if isinstance(tool, FunctionTool):
        return _gated_json(tool, gate)
    schema = function_schema(
        tool, name_override=name, description_override=description, strict_json_schema=strict_mode
    )

    left_out = gate.rule(schema.name).leave_out
    _refuse_unfilled(schema, left_out)

    async def run(context: ToolContext[Any], arguments: dict[str, Any]) -> Any:
        try:
            return await _run(tool, schema, context, arguments)
        except Exception as error:
            if failure_error_function is None:
                raise
            told = failure_error_function(context, error)
            return await told if inspect.isawaitable(told) else told

    guard = _Guard(schema.name, gate, lambda given: _parsed(schema, given, left_out), run)
    return FunctionTool(
        name=schema.name,
        description=schema.description or "",
        params_json_schema=without(schema.params_json_schema, left_out),
        on_invoke_tool=guard.invoke,
        strict_json_schema=schema.strict_json_schema,
        needs_approval=guard.needs_approval,
    )


def _gated_json(tool: FunctionTool, gate: ToolGate) -> FunctionTool:
    if isinstance(getattr(tool.on_invoke_tool, "__self__", None), _Guard):
        raise TypeError(f"the tool `{tool.name}` is behind a gate already")
    if type(tool) is not FunctionTool:
        kind = type(tool).__name__
        raise TypeError(
            f"the tool `{tool.name}` is of a class of its own, `{kind}`, which may run in other ways"
        )
    if more := sorted(vars(tool).keys() - {field.name for field in dataclasses.fields(FunctionTool)}):
        raise TypeError(f"the tool `{tool.name}` has attributes of its own: {', '.join(more)}")
    if getattr(tool, "__wrapped__", None) is not None:
        raise TypeError(f"the tool `{tool.name}` is made of a function: put that behind the gate")
    inner, left_out = tool.on_invoke_tool, gate.rule(tool.name).leave_out

    async def run(context: ToolContext[Any], arguments: dict[str, Any]) -> Any:
        return await inner(context, json.dumps(arguments))

    # An older SDK keeps no annotations.
    acting = acts(getattr(tool, "mcp_annotations", None))
    guard = _Guard(tool.name, gate, lambda given: kept(given, left_out), run, tool.needs_approval, acting)
    return dataclasses.replace(
        tool,
        params_json_schema=without(tool.params_json_schema, left_out),
        on_invoke_tool=guard.invoke,
        needs_approval=guard.needs_approval,
    )


class _Guard:
    """The gate in front of one tool."""

    def __init__(
        self,
        name: str,
        gate: ToolGate,
        parse: Callable[[dict[str, Any]], dict[str, Any]],
        run: Callable[[ToolContext[Any], dict[str, Any]], Awaitable[Any]],
        also_asks: Any = False,
        acting: bool = False,
    ) -> None:
        self._name, self._gate, self._parse, self._run, self._also_asks = name, gate, parse, run, also_asks
        self._acting = acting

    async def needs_approval(
        self, context: RunContextWrapper[Any], params: dict[str, Any], call_id: str
    ) -> bool:
        """Ask, if the gate does."""
        arguments = self._arguments(params)
        if arguments is not None:
            call = Call(self._name, arguments, call_id, context, acts=self._acting)
            outcome = await self._gate.check_async(call)
            if isinstance(outcome, Ask):
                return True
        if not callable(self._also_asks):
            return bool(self._also_asks)
        also: Any = self._also_asks(context, params, call_id)
        return bool(await also if inspect.isawaitable(also) else also)

    async def invoke(self, context: ToolContext[Any], given: str) -> Any:
        """Run the call, or say why not."""
        arguments = self._arguments(read_object(given, self._gate.gate))
        if arguments is None:
            return not_understood(self._name).message
        call = Call(self._name, arguments, context.tool_call_id, context, acts=self._acting)
        outcome: Run | Ask | Blocked = await self._gate.check_async(call)
        if isinstance(outcome, Ask):
            # The SDK binds a call's id to one call, and the gate to the question about it.
            answer = outcome.answered(approved=True) if self._is_approved(context) else None
            outcome = await self._gate.settle_async(call, outcome, answer)
        if isinstance(outcome, Blocked):
            return outcome.message
        return await self._run(context, outcome.arguments)

    def _is_approved(self, context: ToolContext[Any]) -> bool:
        """Whether somebody said yes to this call. A yes that is there for a call of no such id is for none."""
        if context.is_tool_approved(self._name, uuid.uuid4().hex) is not None:
            return False
        return context.is_tool_approved(self._name, context.tool_call_id) is True

    def _arguments(self, params: Any) -> dict[str, Any] | None:
        try:
            return self._parse(cast("dict[str, Any]", params)) if isinstance(params, dict) else None
        except Exception:  # noqa: BLE001
            # The words of the parser's error hold the arguments.
            return None


def _refuse_unfilled(schema: FuncSchema, left_out: frozenset[str]) -> None:
    parameters = list(schema.signature.parameters.values())[1 if schema.takes_context else 0 :]
    for one in parameters:
        if one.name in left_out and one.default is one.empty:
            raise unfilled(one.name)


def _parsed(schema: FuncSchema, given: dict[str, Any], left_out: frozenset[str]) -> dict[str, Any]:
    """What the function would be called with, by the names of its parameters."""
    params = kept(given, left_out)
    made = schema.params_pydantic_model(**params)
    if has_unread(params, made):
        # A person would be shown what does not run.
        raise TypeError("the arguments have a key that the schema does not have")
    args, kwargs = schema.to_call_args(made)
    context = [None] if schema.takes_context else []
    bound = schema.signature.bind(*context, *args, **kwargs)
    named = dict(list(bound.arguments.items())[len(context) :])
    if rest := _rest(schema):
        others: dict[str, Any] = named.pop(rest, {})
        if twice := others.keys() & named.keys():
            # `def f(a, /, **rest)` takes both; in the event only one of them could be seen.
            raise TypeError(f"the argument {', '.join(sorted(twice))} is given twice")
        named.update(others)
    return kept(named, left_out)


async def _run(
    function: Callable[..., Any], schema: FuncSchema, context: ToolContext[Any], arguments: dict[str, Any]
) -> Any:
    parameters = list(schema.signature.parameters.values())[1 if schema.takes_context else 0 :]
    args: list[Any] = [context] if schema.takes_context else []
    rest = dict(arguments)
    for one in parameters:
        if one.kind is one.VAR_POSITIONAL:
            args.extend(rest.pop(one.name, ()))
        elif one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD):
            filled_in = one.name not in rest and one.default is not one.empty
            args.append(one.default if filled_in else rest.pop(one.name))
    return await run_either(function, *args, **rest)


def _rest(schema: FuncSchema) -> str | None:
    kinds = schema.signature.parameters.values()
    return next((one.name for one in kinds if one.kind is one.VAR_KEYWORD), None)
