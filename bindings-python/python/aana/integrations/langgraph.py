"""LangGraph: tools behind the gate, with `interrupt` as the approval.

`gated` gives a tool that decides when it runs, with the arguments that its own schema has made. An `ask`
interrupts the graph with the request that LangChain's human-in-the-loop middleware makes, to be resumed with
`Command(resume=approve(interrupt.value))` or `reject`. Both name the question: a decision that does not, such as
`{"type": "approve"}` alone, confirms nothing, and one that names another question leaves this one open. The
thread's configuration is the `context` of the `Call`, so that a user named there can be who approves. Without a
thread, nobody is asked.

`tool_node` runs the calls of a message one after the other, each as a task of its own; with `each_call` as the
condition in front of it they run at the same time. LangGraph's `ToolNode` runs them as one task: if one of
several is interrupted there, all of them run again when the graph goes on. As long as the process lives, a call
that was done then gives again what it gave; after a restart, LangGraph runs it again. A tool that is asked about
must not interrupt the graph by itself as well: its approval counts once.

Values that `tool_node` injects from the state (`InjectedState`) are not checked as arguments. If another node runs a
gated tool, an injected value that could be JSON cannot be told from one that the model gave, so it is treated as an
argument: it is checked and shown.

Who calls what, and when:

1. The model node returns a message with tool calls.
2. The graph runs `tool_node` (or LangGraph's `ToolNode`), which runs the gated tool for each call.
3. The tool's schema reads the arguments, and the gate checks the call. `accept` goes on with step 8. `defer` and
   `refuse` give the model a message with the reasons; the tool does not run.
4. For `ask`, the gate makes a question, and the tool calls `interrupt` with it. The graph stops, and its checkpointer
   keeps the thread.
5. The application shows the question of `interrupt.value` to a person.
6. The application resumes the thread with `Command(resume=approve(interrupt.value))` or `reject(...)`.
7. LangGraph runs the tool's task again from its beginning. The gate checks the call a second time, matches the answer
   with the question and the digest of the action, and decides again with the approval as evidence.
8. If this decision is `accept`, the tool runs with the arguments that were checked. Its result is the tool message.

A tool that its MCP server marks as acting (`readOnlyHint: false` or `destructiveHint: true`, which LangChain's MCP adapters
keep in the tool's `metadata`) is a write, even if its rule says that it reads; that a tool only reads is not believed. A
rule with `annotations=False` leaves the marks out.

The validators of a tool's schema run before the check. The model does not see the parameters that a rule leaves out,
and values that it gives for them are dropped. `fill` supplies them, by name.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, cast

from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableLambda
from langgraph.func import task  # pyright: ignore[reportMissingTypeStubs]
from langgraph.graph import END  # pyright: ignore[reportMissingTypeStubs]
from langgraph.prebuilt import ToolNode
from langgraph.types import Send

from aana.integrations._langchain_gated import gated, without_injected
from aana.integrations._langgraph_questions import approve, reject

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from contextlib import AbstractContextManager

    from langchain_core.messages import ToolCall
    from langchain_core.runnables import Runnable
    from langchain_core.tools import BaseTool

    from aana.integrations._common import ToolGate
    from aana.integrations._langchain_gated import Fill

__all__ = ["approve", "each_call", "gated", "reject", "tool_node"]


def tool_node(
    tools: Sequence[BaseTool | Callable[..., Any]],
    gate: ToolGate,
    *,
    fill: Fill | None = None,
    name: str = "tools",
    messages_key: str = "messages",
    elsewhere: Iterable[str] = (),
) -> Runnable[Any, Any]:
    """Give a node that runs the calls of the last message, each behind the gate and as a task of its own.

    These are all the tools of the gate: one that it lists beside them is a `ValueError`, unless `elsewhere` names it.
    """
    node = ToolNode([gated(tool, gate, fill=fill) for tool in tools], name=name, messages_key=messages_key)
    gate.assert_registered(node.tools_by_name, elsewhere)

    # The types of `task` say nothing about a function that has a name for its task.
    named: Any = task(name=f"{name}_call")

    def run_one(call: ToolCall, state: Any) -> Any:
        own, as_node_call = _without_injected(node, call)
        with as_node_call:
            return node.invoke(_one(own, state))

    async def arun_one(call: ToolCall, state: Any) -> Any:
        own, as_node_call = _without_injected(node, call)
        with as_node_call:
            return await node.ainvoke(_one(own, state))

    one: Any = named(run_one)
    aone: Any = named(arun_one)

    def run(state: Any) -> Any:
        if (call := _single(state)) is not None:
            return run_one(call, state["state"])
        if _is_single(state):
            return node.invoke(state)
        # One after the other: while one waits for its answer, none behind it can take that answer.
        return _together([one(call, state).result() for call in _calls(state, messages_key)], messages_key)

    async def arun(state: Any) -> Any:
        if (call := _single(state)) is not None:
            return await arun_one(call, state["state"])
        if _is_single(state):
            return await node.ainvoke(state)
        return _together([await aone(call, state) for call in _calls(state, messages_key)], messages_key)

    return RunnableLambda(run, afunc=arun, name=name)


def each_call(state: Any, *, node: str = "tools", messages_key: str = "messages") -> list[Send] | str:
    """Send each call of the last message to the node by itself, or end: a condition for `add_conditional_edges`.

    The calls run at the same time, and each waits for its own answer.
    """
    return [Send(node, _one(call, state)) for call in _calls(state, messages_key)] or END


def _without_injected(node: ToolNode, call: ToolCall) -> tuple[ToolCall, AbstractContextManager[None]]:
    """The call without the model's values for injected parameters, and the context to run it in."""
    tool = node.tools_by_name.get(call["name"])
    return (call, nullcontext()) if tool is None else without_injected(tool, call)


def _single(state: Any) -> ToolCall | None:
    """The one call that `each_call` sent, with the state of the graph."""
    if isinstance(state, dict) and _member(state, "__type") == "tool_call_with_context":
        return cast("ToolCall", cast("dict[str, Any]", state)["tool_call"])
    return None


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
