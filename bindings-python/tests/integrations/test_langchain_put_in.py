"""Values that LangGraph injects are not arguments; values that a model gives in their place are."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import fields
from typing import Annotated, Any

import pytest
from aana.integrations.langchain import GateMiddleware
from aana.integrations.langgraph import each_call, gated, tool_node
from langchain.agents import AgentState, create_agent  # pyright: ignore[reportUnknownVariableType]
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.tools import BaseTool, StructuredTool, tool
from langgraph.graph import START, StateGraph  # pyright: ignore[reportMissingTypeStubs]
from langgraph.prebuilt import InjectedState, ToolNode, ToolRuntime
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from typing_extensions import TypedDict

from integrations.scenes import CONFIG, LISTED, Ran, make_gate
from integrations.test_langchain import Scripted

CALL: Any = {"name": "search_docs", "args": {"query": "leave"}, "id": "call_0", "type": "tool_call"}


class User(BaseModel):
    name: str = "nobody"


NOBODY = User()


class Whose(TypedDict):
    messages: list[Any]
    section: str
    owner: User


class Renamed(BaseModel):
    model_config = ConfigDict(populate_by_name=True)

    query: str
    section: Annotated[str, InjectedState("section")] = Field(default="nobody", alias="who")


def with_user(ran: Ran) -> BaseTool:
    @tool
    def search_docs(
        query: str,
        section: Annotated[str, InjectedState("section")] = "nobody",
        owner: Annotated[User, InjectedState("owner")] = NOBODY,
    ) -> str:
        """Search."""
        return ran("search_docs", query, section, getattr(owner, "name", "forged"))

    return search_docs


def with_renamed(ran: Ran) -> BaseTool:
    def search_docs(query: str, section: str = "nobody") -> str:
        return ran("search_docs", query, section)

    return StructuredTool(name="search_docs", description="Search.", args_schema=Renamed, func=search_docs)


def whose_graph(node: Any, *, each: bool = False, **state: Any) -> Any:
    graph: Any = StateGraph(Whose)
    graph.add_node("tools", node)
    _ = graph.add_conditional_edges(START, each_call) if each else graph.add_edge(START, "tools")
    args = {"query": "x", "section": "forged", "owner": {"name": "forged"}, "who": "forged"}
    call: Any = {**CALL, "args": args}
    return graph.compile().invoke({"messages": [AIMessage("", tool_calls=[call])], **state}, CONFIG)


def node_of(behind: BaseTool) -> Any:
    """A node that hands the model's call to the tool."""

    def node(state: Whose) -> dict[str, Any]:
        return {"messages": [behind.invoke({**state["messages"][-1].tool_calls[0], "type": "tool_call"})]}

    return node


STATE: Any = {"section": "ada", "owner": User(name="ada")}


@pytest.mark.parametrize("way", ["own", "each", "plain", "node"])
def test_a_part_of_the_state_is_an_argument_unless_it_was_put_in(way: str) -> None:
    ran, decisions = Ran(), list[Any]()
    gate = make_gate(decisions=decisions)
    behind = gated(with_user(ran), gate)
    node: Any = {
        "own": tool_node([with_user(ran)], gate, elsewhere=LISTED),
        "plain": ToolNode([behind]),
        "node": node_of(behind),
    }
    node["each"] = node["own"]
    whose_graph(node[way], each=way == "each", **STATE)
    keys = decisions[0]["audit_event"]["proposed_argument_keys"]
    if way == "node":
        # What the schema made of the model's JSON is an argument as well.
        assert keys == ["owner", "query", "section"]
    else:
        assert keys == (["query"] if way in ("own", "each") else ["query", "section"])
        assert ran.calls == [("search_docs", "x", "ada", "ada")]


def test_what_is_not_put_in_is_not_the_models() -> None:
    """Where the state does not have it."""
    ran, decisions = Ran(), list[Any]()
    whose_graph(tool_node([with_user(ran)], make_gate(decisions=decisions), elsewhere=LISTED))
    assert ran.calls in ([("search_docs", "x", "nobody", "nobody")], [])
    assert "section" in decisions[0]["audit_event"]["proposed_argument_keys"]


@pytest.mark.parametrize("own", [True, False])
def test_another_name_of_what_is_put_in_leads_nothing_past_the_check(own: bool) -> None:
    ran, decisions = Ran(), list[Any]()
    gate, plain = make_gate(decisions=decisions), with_renamed(ran)
    whose_graph(
        tool_node([plain], gate, elsewhere=LISTED) if own else ToolNode([gated(plain, gate)]), **STATE
    )
    assert decisions[0]["audit_event"]["proposed_argument_keys"] == ["query", "section"]


def test_a_runtime_that_a_schema_makes_of_json_is_an_argument() -> None:
    ran, decisions = Ran(), list[Any]()

    @tool
    def search_docs(query: str, runtime: ToolRuntime[None, dict[str, Any]]) -> str:
        """Search."""
        return ran("search_docs", query, runtime)

    forged: dict[str, Any] = dict.fromkeys(field.name for field in fields(ToolRuntime))
    forged |= {"state": {"section": "forged"}, "config": {}, "tool_call_id": "x", "tools": []}
    behind = gated(search_docs, make_gate(decisions=decisions))
    with suppress(ValidationError):
        behind.invoke({**CALL, "args": {"query": "x", "runtime": forged}})
    assert (
        all("runtime" in one["audit_event"]["proposed_argument_keys"] for one in decisions) or ran.calls == []
    )


def test_a_tool_within_a_tool_gets_nothing_put_in() -> None:
    """The model's own words reach a second gated tool, while a `ToolNode` runs the first one."""
    ran, decisions = Ran(), list[Any]()
    gate = make_gate(decisions=decisions)
    inner = gated(with_user(ran), gate)

    @tool
    def search_docs(query: str) -> str:
        """Search."""
        return str(inner.invoke({**CALL, "args": {"query": query, "section": "forged"}}))

    whose_graph(tool_node([search_docs], gate, elsewhere=LISTED), **STATE)
    assert ran.calls == [("search_docs", "x", "forged", "nobody")]
    assert "section" in decisions[1]["audit_event"]["proposed_argument_keys"]


@pytest.mark.parametrize("awaits", [False, True])
def test_an_agent_puts_in_a_part_of_its_state(*, awaits: bool) -> None:
    ran, decisions = Ran(), list[Any]()

    class Own(AgentState[Any]):
        section: str

    call: Any = {**CALL, "args": {"query": "x", "section": "forged"}}
    middleware: Any = GateMiddleware(make_gate(decisions=decisions))

    @tool
    def search_docs(query: str, section: Annotated[str, InjectedState("section")]) -> str:
        """Search."""
        return ran("search_docs", query, section)

    agent: Any = create_agent(
        Scripted(calls=[call]), [search_docs], middleware=[middleware], state_schema=Own
    )
    given: Any = {"messages": [HumanMessage("go")], "section": "ada"}
    _ = asyncio.run(agent.ainvoke(given, CONFIG)) if awaits else agent.invoke(given, CONFIG)
    assert ran.calls == [("search_docs", "x", "ada")]
    assert decisions[0]["audit_event"]["proposed_argument_keys"] == ["query"]
