"""Parameters that a rule leaves out: the model does not see them, and what it gives for them goes nowhere."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated, Any

import pytest
from aana.integrations.langchain import GateMiddleware
from aana.integrations.langgraph import gated, tool_node
from langchain.agents import create_agent  # pyright: ignore[reportUnknownVariableType]
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.tools import BaseTool, InjectedToolArg, StructuredTool, tool
from langchain_core.utils.function_calling import convert_to_openai_tool
from langgraph.graph import START, MessagesState, StateGraph  # pyright: ignore[reportMissingTypeStubs]
from langgraph.prebuilt import InjectedState, InjectedStore, ToolNode, ToolRuntime
from pydantic import BaseModel, ConfigDict, Field

from integrations.scenes import CONFIG, LISTED, SEARCH, Ran, make_gate
from integrations.test_langchain import Scripted

LEFT_OUT = replace(SEARCH, leave_out=frozenset({"tenant"}))
CALL: Any = {
    "name": "search_docs",
    "args": {"query": "leave", "tenant": "theirs"},
    "id": "call_0",
    "type": "tool_call",
}


class Query(BaseModel):
    """Search."""

    model_config = ConfigDict(extra="forbid")
    query: str
    tenant: str = Field(description="Whose documents.")


class Own(BaseTool):
    """A tool as people write them."""

    name: str = "search_docs"
    description: str = "Search."
    ran: Any = None

    def _run(self, query: str, tenant: str = "ours") -> str:
        return str(self.ran("search_docs", query, tenant))


JSON_SCHEMA = {
    "type": "object",
    "properties": {"query": {"type": "string"}, "tenant": {"type": "string"}},
    "required": ["query", "tenant"],
}


def make(kind: str, ran: Ran) -> BaseTool:
    def search_docs(query: str, tenant: str = "ours") -> str:
        """Search."""
        return ran("search_docs", query, tenant)

    async def search_docs_async(query: str, tenant: str = "ours") -> str:
        return ran("search_docs", query, tenant)

    def marked(query: str, tenant: Annotated[str, InjectedToolArg] = "ours") -> str:
        """Search."""
        return ran("search_docs", query, tenant)

    if kind == "function":
        return tool(search_docs)
    if kind == "coroutine":
        return StructuredTool.from_function(func=search_docs, coroutine=search_docs_async)
    if kind == "marked":
        return StructuredTool.from_function(func=marked, name="search_docs")
    if kind == "class":
        return Own(ran=ran)
    schema: Any = Query if kind == "model" else JSON_SCHEMA
    return StructuredTool(name="search_docs", description="Search.", args_schema=schema, func=search_docs)


KINDS = ["function", "coroutine", "marked", "class", "model", "json"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_model_does_not_see_it(kind: str) -> None:
    own = make(kind, Ran())
    behind = gated(own, make_gate(search=LEFT_OUT))
    assert "tenant" not in str(convert_to_openai_tool(behind))
    assert list(behind.args) == ["query"]
    # The tool itself is as it was.
    assert ("tenant" in str(convert_to_openai_tool(own))) == (kind != "marked")


@pytest.mark.parametrize("kind", KINDS)
def test_what_the_model_gives_for_it_is_dropped(kind: str) -> None:
    ran, decisions = Ran(), list[Any]()
    behind = gated(make(kind, ran), make_gate(search=LEFT_OUT, decisions=decisions))
    for given in (CALL, CALL["args"]):
        behind.invoke(given)
        asyncio.run(behind.ainvoke(given))
    assert ran.calls == [("search_docs", "leave", "ours")] * 4
    assert [one["audit_event"]["proposed_argument_keys"] for one in decisions] == [["query"]] * 4


@pytest.mark.parametrize("kind", KINDS)
def test_the_application_fills_it_in(kind: str) -> None:
    ran, seen = Ran(), list[Any]()

    def fill(call: Any) -> Any:
        seen.append(dict(call.arguments))
        return {"tenant": call.context["configurable"]["thread_id"], "query": "not this one"}

    behind = gated(make(kind, ran), make_gate(search=LEFT_OUT), fill=fill)
    behind.invoke(CALL, CONFIG)
    asyncio.run(behind.ainvoke(CALL, CONFIG))
    assert ran.calls == [("search_docs", "leave", "thread-1")] * 2
    assert seen == [{"query": "leave"}] * 2


def test_where_it_is_awaited_a_coroutine_function_may_fill_it_in() -> None:
    ran = Ran()

    async def fill(call: Any) -> Any:
        await asyncio.sleep(0)
        return {"tenant": "mine"}

    behind = gated(make("coroutine", ran), make_gate(search=LEFT_OUT), fill=fill)
    asyncio.run(behind.ainvoke(CALL))
    assert ran.calls == [("search_docs", "leave", "mine")]
    with pytest.raises(TypeError, match="`fill` gives something to await"):
        behind.invoke(CALL)
    assert len(ran.calls) == 1


def test_that_nothing_fills_it_in_is_said_at_once() -> None:
    @tool
    def search_docs(query: str, tenant: Annotated[str, InjectedToolArg]) -> str:
        """Search."""
        return query + tenant

    with pytest.raises(TypeError, match=r"leaves out \(tenant\); give `fill`"):
        gated(search_docs, make_gate(search=LEFT_OUT))


def test_what_is_not_left_out_is_checked_whoever_gives_it() -> None:
    ran, decisions = Ran(), list[Any]()
    behind = gated(make("marked", ran), make_gate(decisions=decisions))
    behind.invoke(CALL["args"])
    assert decisions[0]["audit_event"]["proposed_argument_keys"] == ["query", "tenant"]
    assert ran.calls == [("search_docs", "leave", "theirs")]


def graph_of(node: Any) -> Any:
    graph: Any = StateGraph(MessagesState)
    graph.add_node("tools", node)
    graph.add_edge(START, "tools")
    return graph.compile()


@pytest.mark.parametrize("plain", [False, True])
def test_in_a_graph(*, plain: bool) -> None:
    ran, gate = Ran(), make_gate(search=LEFT_OUT)
    own = make("function", ran)
    node: Any = (
        ToolNode([gated(own, gate)])
        if plain
        else tool_node([own], gate, fill=lambda _: {"tenant": "mine"}, elsewhere=LISTED)
    )
    graph_of(node).invoke({"messages": [AIMessage("", tool_calls=[CALL])]}, CONFIG)
    assert ran.calls == [("search_docs", "leave", "ours" if plain else "mine")]


class Watched(Scripted):
    """Keeps what tools it is given."""

    given: list[Any]

    def bind_tools(self, tools: Any, **kwargs: Any) -> Any:
        self.given.extend(tools)
        return self


@pytest.mark.parametrize("awaits", [False, True])
def test_in_an_agent(*, awaits: bool) -> None:
    ran = Ran()
    model = Watched(calls=[CALL], given=[])
    middleware: Any = GateMiddleware(make_gate(search=LEFT_OUT), fill=lambda _: {"tenant": "mine"})
    agent: Any = create_agent(model, [make("function", ran)], middleware=[middleware])
    given: Any = {"messages": [HumanMessage("go")]}
    _ = asyncio.run(agent.ainvoke(given, CONFIG)) if awaits else agent.invoke(given, CONFIG)
    assert ran.calls == [("search_docs", "leave", "mine")]
    assert model.given
    assert not any("tenant" in str(convert_to_openai_tool(one)) for one in model.given)


class Extra(BaseTool):
    """Takes whatever its schema lets through, and has nothing of LangChain's among its parameters."""

    name: str = "search_docs"
    description: str = "Search."
    args_schema: Any = JSON_SCHEMA
    ran: Any = None

    def _run(self, **given: Any) -> str:
        return str(self.ran(*sorted(given.items())))


@pytest.mark.parametrize("name", ["config", "run_manager", "callbacks", "state", "runtime"])
def test_a_name_of_the_frameworks_hides_no_argument(name: str) -> None:
    ran, decisions = Ran(), list[Any]()
    gated(Extra(ran=ran), make_gate(decisions=decisions)).invoke(
        {**CALL, "args": {"query": "x", name: "forged"}}
    )
    assert ran.calls == [tuple(sorted([("query", "x"), (name, "forged")]))]
    assert decisions[0]["audit_event"]["proposed_argument_keys"] == sorted(["query", name])


def test_what_the_framework_would_put_in_is_an_argument_if_it_did_not() -> None:
    """Outside of a `ToolNode`, it is the model that gave these."""
    ran, decisions = Ran(), list[Any]()

    @tool
    def search_docs(
        query: str,
        state: Annotated[Any, InjectedState],
        store: Annotated[Any, InjectedStore],
        runtime: Annotated[Any, ToolRuntime],
    ) -> str:
        """Search."""
        return ran("search_docs", query, state, store, runtime)

    forged = {"query": "x", "state": {"user": "root"}, "store": {"a": 1}, "runtime": {"b": 2}}
    gated(search_docs, make_gate(decisions=decisions)).invoke({**CALL, "args": forged})
    assert decisions[0]["audit_event"]["proposed_argument_keys"] == ["query", "runtime", "state", "store"]


def test_a_state_that_a_model_could_have_given_is_an_argument() -> None:
    """In a node of one's own, nothing replaces what the model gives."""
    ran, decisions = Ran(), list[Any]()

    @tool
    def search_docs(query: str, state: Annotated[Any, InjectedState]) -> str:
        """Search."""
        return ran("search_docs", query, state)

    behind = gated(search_docs, make_gate(decisions=decisions))

    def node(state: MessagesState) -> dict[str, Any]:
        call: Any = getattr(state["messages"][-1], "tool_calls", [])[0]
        return {"messages": [behind.invoke({**call, "type": "tool_call"})]}

    forged: Any = {**CALL, "args": {"query": "x", "state": {"messages": [], "user": "root"}}}
    graph_of(node).invoke({"messages": [AIMessage("", tool_calls=[forged])]}, CONFIG)
    assert decisions[0]["audit_event"]["proposed_argument_keys"] == ["query", "state"]
