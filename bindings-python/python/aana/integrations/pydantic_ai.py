"""Pydantic AI: a toolset behind the gate, with deferred tool calls as the approval.

`GatedToolset` wraps any toolset. It checks the arguments that the tool's own schema has made, and an `ask` defers
the call: the run ends with `DeferredToolRequests`, whose `metadata` holds the question, and goes on with
`DeferredToolResults`. The `RunContext` is the `context` of the `Call`, so that the application's `deps` can say
who approves. Approved with `override_args`, it is another call, and does not run.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic_ai.exceptions import ApprovalRequired, ToolFailed
from pydantic_ai.tools import AgentDepsT
from pydantic_ai.toolsets import WrapperToolset

from aana.integrations._common import Ask, Blocked, Call, ToolGate

if TYPE_CHECKING:
    from pydantic_ai.tools import RunContext
    from pydantic_ai.toolsets import ToolsetTool

__all__ = ["GatedToolset"]


@dataclass
class GatedToolset(WrapperToolset[AgentDepsT]):
    """Lets a tool of the toolset run only what the gate accepts."""

    gate: ToolGate

    async def call_tool(
        self,
        name: str,
        tool_args: dict[str, Any],
        ctx: RunContext[AgentDepsT],
        tool: ToolsetTool[AgentDepsT],
    ) -> Any:
        """Run the call, defer it, or say why it does not run."""
        call = Call(name, tool_args, ctx.tool_call_id, ctx)
        outcome = await self.gate.check_async(call)
        if isinstance(outcome, Ask):
            if not ctx.tool_call_approved:
                raise ApprovalRequired(
                    metadata={
                        "question": outcome.question.text,
                        "action_digest": outcome.question.action_digest,
                        "expires_at": outcome.question.expires_at.isoformat(),
                    }
                )
            outcome = await self.gate.settle_async(call, outcome, outcome.answered(approved=True))
        if isinstance(outcome, Blocked):
            raise ToolFailed(outcome.message)
        return await super().call_tool(name, outcome.arguments, ctx, tool)
