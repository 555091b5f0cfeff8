"""Pydantic AI: a toolset behind the gate, with deferred tool calls as the approval.

`GatedToolset` wraps any toolset. It checks the arguments that the tool's own schema has made, and an `ask` defers
the call: the run ends with `DeferredToolRequests`, whose `metadata` holds the question, its id and the action's
digest. The answer brings them back: `requests.build_results(approvals={call_id: True}, metadata=requests.metadata)`.
An approval without them, or with those of another question, lets nothing run, and neither does one with
`override_args` for another call than the one that was asked about. The model's JSON is read strictly, and what has
two readings is given back to the model. The `RunContext` is the `context` of the `Call`, so that the application's
`deps` can say who approves.

A tool that the gate lists and that a `FunctionToolset` does not have is a `ValueError` when it is wrapped, so add its
tools first; `elsewhere` names those of the gate that another toolset has. The tools of other toolsets are known only
when the framework asks for them, and may differ from step to step: there it is a warning in the log, once.

A tool that its MCP server marks as acting (`readOnlyHint: false` or `destructiveHint: true`, which `MCPToolset` keeps in
the tool's metadata) is a write, even if its rule says that it reads; that a tool only reads is not believed. A rule with
`annotations=False` leaves the marks out.

Only functions are put behind the gate: an external tool, which runs elsewhere, and one with `requires_approval`, for
which the framework asks by itself, are a `TypeError`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from pydantic_ai.exceptions import ApprovalRequired, ModelRetry, ToolFailed
from pydantic_ai.tools import AgentDepsT
from pydantic_ai.toolsets import FunctionToolset, WrapperToolset
from pydantic_ai.toolsets.abstract import ToolsetTool

from aana.integrations._annotations import acts_by_metadata
from aana.integrations._common import Answer, Ask, Blocked, Call, ToolGate, warn_of_unregistered
from aana.integrations._json import kept, read_object, unfilled, without

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pydantic_ai.tools import RunContext

    from aana._native import Gate
    from aana.confirmation import Pending

__all__ = ["GatedToolset"]


@dataclass
class GatedToolset(WrapperToolset[AgentDepsT]):
    """Lets a tool of the toolset run only what the gate accepts."""

    gate: ToolGate
    elsewhere: Iterable[str] = ()

    def __post_init__(self) -> None:
        if isinstance(self.wrapped, GatedToolset):
            raise TypeError("the toolset is behind a gate already")
        self._looked = type(self.wrapped) is FunctionToolset
        if isinstance(self.wrapped, FunctionToolset) and self._looked:
            self.gate.assert_registered(self.wrapped.tools, self.elsewhere)

    async def get_tools(self, ctx: RunContext[AgentDepsT]) -> dict[str, ToolsetTool[AgentDepsT]]:
        """Give the tools, none of which runs but through this toolset."""
        tools = await self.wrapped.get_tools(ctx)
        if not self._looked:
            self._looked = True
            warn_of_unregistered(self.gate, tools, self.elsewhere)
        return {name: self._gated(name, tool) for name, tool in tools.items()}

    async def call_tool(
        self,
        name: str,
        tool_args: dict[str, Any],
        ctx: RunContext[AgentDepsT],
        tool: ToolsetTool[AgentDepsT],
    ) -> Any:
        """Run the call, defer it, or say why it does not run."""
        if not isinstance(tool, _GatedTool) or tool.decided_by is not self.gate or tool.decided_as != name:
            raise TypeError(f"the tool `{name}` is not one of those that this toolset gave")
        left_out = self.gate.rule(name).leave_out
        marked = acts_by_metadata(tool.source.tool_def.metadata)
        call = Call(name, kept(tool_args, left_out), ctx.tool_call_id, ctx, acts=marked)
        outcome = await self.gate.check_async(call)
        if isinstance(outcome, Ask):
            if ctx.tool_call_approved is not True:
                raise ApprovalRequired(metadata=_metadata(outcome.question))
            outcome = await self.gate.settle_async(call, outcome, _answer(ctx.tool_call_metadata))
        if isinstance(outcome, Blocked):
            raise ToolFailed(outcome.message)
        # What is left out has been filled in by the schema, and not by the model.
        filled_in = {key: value for key, value in tool_args.items() if key in left_out}
        source = replace(tool.source, tool_def=tool.tool_def)
        return await self.wrapped.call_tool(name, {**outcome.arguments, **filled_in}, ctx, source)

    def _gated(self, name: str, tool: ToolsetTool[AgentDepsT]) -> ToolsetTool[AgentDepsT]:
        _refuse_other_kinds(name, tool.tool_def.kind)
        left_out = self.gate.rule(name).leave_out
        schema = tool.tool_def.parameters_json_schema
        if hasattr(tool, "call_func") and (missing := left_out & set(schema.get("required", ()))):
            raise unfilled(", ".join(sorted(missing)))
        own_id: str | None = getattr(tool.toolset, "_explicit_id", None)
        return _GatedTool(
            toolset=self,
            tool_def=replace(
                tool.tool_def,
                parameters_json_schema=without(schema, left_out),
                toolset_id=tool.tool_def.toolset_id or own_id,
            ),
            max_retries=tool.max_retries,
            args_validator=_StrictValidator(tool.args_validator, left_out, self.gate.gate),
            args_validator_func=tool.args_validator_func,
            source=tool,
            decided_by=self.gate,
            decided_as=name,
        )


def _refuse_other_kinds(name: str, kind: str) -> None:
    """Raise `TypeError` for a tool that the framework does not run through its toolset."""
    if kind == "unapproved":
        raise TypeError(
            f"the tool `{name}` has `requires_approval`, for which the framework asks without the gate's question;"
            " leave that out: the gate asks"
        )
    if kind != "function":
        raise TypeError(
            f"the tool `{name}` is of the kind `{kind}`, which runs elsewhere and without the gate; only functions"
            " are allowed"
        )


@dataclass(kw_only=True)
class _GatedTool(ToolsetTool[AgentDepsT]):
    """A tool as the framework sees it. Nothing on it runs."""

    source: ToolsetTool[AgentDepsT]
    decided_by: ToolGate
    decided_as: str


class _StrictValidator:
    """Reads the model's arguments once, and drops values that the model may not give."""

    def __init__(self, inner: Any, left_out: frozenset[str], gate: Gate) -> None:
        self._inner, self._left_out, self._gate = inner, left_out, gate

    def validate_json(self, input: str | bytes | bytearray, **options: Any) -> Any:  # noqa: A002
        """Read text."""
        if options.get("allow_partial") not in (None, False, "off"):
            # A text that is not there yet, of which nothing runs.
            return self._inner.validate_json(input, **options)
        try:
            given = read_object(input if isinstance(input, str) else input.decode(), self._gate)
        except UnicodeDecodeError:
            given = None
        if given is None:
            raise ModelRetry("The arguments are not a JSON object with each key once. Give them again.")
        if self._left_out & given.keys():
            input = json.dumps({key: given[key] for key in given.keys() - self._left_out})  # noqa: A001
        return self._inner.validate_json(input, **options)

    def validate_python(self, input: Any, **options: Any) -> Any:  # noqa: A002
        """Read what was read before."""
        if isinstance(input, dict) and self._left_out:
            input = kept(cast("dict[str, Any]", input), self._left_out)  # noqa: A001
        return self._inner.validate_python(input, **options)


def _metadata(question: Pending) -> dict[str, Any]:
    return {
        "question": question.text,
        "question_id": question.id,
        "action_digest": question.action_digest,
        "expires_at": question.expires_at.isoformat(),
    }


def _answer(metadata: Any) -> Answer | None:
    """The yes that came with what the question was put with."""
    if not isinstance(metadata, dict):
        return None
    named = cast("dict[Any, Any]", metadata)
    question_id, action_digest = named.get("question_id"), named.get("action_digest")
    if type(question_id) is not str or type(action_digest) is not str:
        return None
    return Answer(True, question_id, action_digest)
