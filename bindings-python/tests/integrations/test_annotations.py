"""What an MCP server says about its tools, wherever a framework keeps that: it tightens, and never loosens."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from aana.integrations import Call, Run, ToolGate, ToolRule
from aana.integrations.langgraph import gated
from aana.integrations.mcp_client import GatedSession
from aana.integrations.openai_agents import gated as gated_for_agents
from aana.integrations.pydantic_ai import GatedToolset
from agents import Agent, RunConfig, Runner
from agents.mcp import MCPServer as AgentsServer
from agents.mcp import MCPUtil
from agents.testing import ScriptedModel, assistant_message, function_call
from langchain_core.tools import StructuredTool
from mcp import Client
from mcp.server import MCPServer
from mcp.types import CallToolResult, TextContent, Tool, ToolAnnotations
from pydantic_ai import Agent as PydanticAgent
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import FunctionModel
from pydantic_ai.tools import RunContext, ToolDefinition
from pydantic_ai.toolsets import AbstractToolset
from pydantic_ai.toolsets.abstract import ToolsetTool
from pydantic_core import SchemaValidator, core_schema

from integrations.scenes import SEARCH, SEND, SENT, Ran

if TYPE_CHECKING:
    from collections.abc import Callable

ARGS = {"query": "leave"}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"query": {"type": "string"}},
    "required": ["query"],
    "additionalProperties": False,
}


pytestmark = pytest.mark.usefixtures("own_loop")


def marks(annotations: Any) -> ToolAnnotations | None:
    return None if annotations is None else ToolAnnotations.model_validate(annotations)


def in_an_mcp_client(annotations: Any, gate: ToolGate, ran: Ran) -> None:
    server = MCPServer("tools")

    @server.tool(annotations=marks(annotations))
    def search_docs(query: str) -> str:
        return ran("search_docs", query)

    async def run() -> None:
        async with Client(server) as client:
            session = GatedSession(client, gate)
            await session.list_tools()
            await session.call_tool("search_docs", ARGS)

    asyncio.run(run())


def in_langchain(*, by_alias: bool, nested: bool) -> Callable[[Any, ToolGate, Ran], None]:
    """As LangChain's MCP adapters make a tool: with what the server says as its metadata."""

    def run(annotations: Any, gate: ToolGate, ran: Ran) -> None:
        async def call_tool(**arguments: Any) -> str:
            return ran("search_docs", arguments["query"])

        found = marks(annotations)
        said = {} if found is None else found.model_dump(by_alias=by_alias)
        metadata = {"annotations": said} if nested else {**said, "_meta": {"a": 1}}
        tool = StructuredTool(
            name="search_docs", description="", args_schema=SCHEMA, coroutine=call_tool, metadata=metadata
        )
        call: Any = {"name": "search_docs", "args": ARGS, "id": "call_0", "type": "tool_call"}
        asyncio.run(gated(tool, gate).ainvoke(call))

    return run


class Server(AgentsServer):
    """A server of the OpenAI Agents SDK's own kind."""

    def __init__(self, tool: Tool, ran: Ran) -> None:
        super().__init__()
        self.tool, self.ran = tool, ran

    @property
    def name(self) -> str:
        return "tools"

    async def connect(self) -> None: ...

    async def cleanup(self) -> None: ...

    async def list_tools(self, run_context: Any = None, agent: Any = None) -> list[Tool]:
        return [self.tool]

    async def call_tool(
        self, tool_name: str, arguments: dict[str, Any] | None, meta: dict[str, Any] | None = None
    ) -> CallToolResult:
        self.ran(tool_name, (arguments or {})["query"])
        return CallToolResult(content=[TextContent(type="text", text="done")])

    async def list_prompts(self) -> Any:
        raise NotImplementedError

    async def get_prompt(self, name: str, arguments: dict[str, Any] | None = None) -> Any:
        raise NotImplementedError


def in_openai_agents(annotations: Any, gate: ToolGate, ran: Ran) -> None:
    tool = Tool(name="search_docs", input_schema=SCHEMA, annotations=marks(annotations))
    server = Server(tool, ran)
    behind = gated_for_agents(MCPUtil.to_function_tool(tool, server, convert_schemas_to_strict=False), gate)
    model = ScriptedModel([[function_call("search_docs", ARGS, call_id="c")], [assistant_message("done")]])
    agent = Agent(name="reader", model=model, tools=[behind])
    asyncio.run(Runner.run(agent, "go", run_config=RunConfig(tracing_disabled=True)))


class Toolset(AbstractToolset[None]):
    """Gives a tool as Pydantic AI's toolset of MCP servers does."""

    def __init__(self, annotations: Any, ran: Ran) -> None:
        found = marks(annotations)
        self.said = None if found is None else found.model_dump(by_alias=True)
        self.ran = ran

    @property
    def id(self) -> str | None:
        return "tools"

    async def get_tools(self, ctx: RunContext[None]) -> dict[str, ToolsetTool[None]]:
        metadata = {"meta": None, "annotations": self.said, "task": False}
        definition = ToolDefinition(name="search_docs", parameters_json_schema=SCHEMA, metadata=metadata)
        validator = SchemaValidator(
            core_schema.dict_schema(core_schema.str_schema(), core_schema.any_schema())
        )
        tool = ToolsetTool(toolset=self, tool_def=definition, max_retries=1, args_validator=validator)
        return {"search_docs": tool}

    async def call_tool(
        self, name: str, tool_args: dict[str, Any], ctx: RunContext[None], tool: ToolsetTool[None]
    ) -> Any:
        return self.ran(name, tool_args["query"])


def in_pydantic_ai(annotations: Any, gate: ToolGate, ran: Ran) -> None:
    def model(messages: list[Any], info: Any) -> ModelResponse:
        done = any(isinstance(part, ToolReturnPart) for part in messages[-1].parts)
        return ModelResponse([TextPart("done")] if done else [ToolCallPart("search_docs", ARGS, "call_0")])

    toolset = GatedToolset(Toolset(annotations, ran), gate)
    agent: Any = PydanticAgent(FunctionModel(model), deps_type=type(None), toolsets=[toolset])
    agent.run_sync("go", deps=None)


WRAPPERS: dict[str, Any] = {
    "mcp_client": in_an_mcp_client,
    "langchain": in_langchain(by_alias=True, nested=False),
    "langchain_with_the_sdks_own_names": in_langchain(by_alias=False, nested=False),
    "langchain_under_a_name": in_langchain(by_alias=True, nested=True),
    "openai_agents": in_openai_agents,
    "pydantic_ai": in_pydantic_ai,
}
every_wrapper = pytest.mark.parametrize("wrapper", WRAPPERS.values(), ids=WRAPPERS.keys())


@every_wrapper
@pytest.mark.parametrize(
    ("annotations", "route"),
    [
        (None, "accept"),
        ({}, "accept"),
        ({"readOnlyHint": True}, "accept"),
        ({"readOnlyHint": False}, "defer"),
        ({"destructiveHint": True}, "defer"),
        ({"readOnlyHint": True, "destructiveHint": True}, "defer"),
        ({"destructiveHint": False}, "accept"),
    ],
)
def test_annotations_only_tighten(
    wrapper: Callable[[Any, ToolGate, Ran], None], annotations: Any, route: str
) -> None:
    for rule in (SEARCH, replace(SEARCH, annotations=False)):
        ran, decisions = Ran(), list[Any]()
        wrapper(annotations, ToolGate({"search_docs": rule}, on_decision=decisions.append), ran)
        wanted = route if rule.annotations else "accept"
        assert {one["route"] for one in decisions} == {wanted}
        assert bool(ran.calls) is (wanted == "accept")


@every_wrapper
def test_a_tool_that_only_the_policy_takes_for_a_read_acts_as_well(
    wrapper: Callable[[Any, ToolGate, Ran], None],
) -> None:
    policy: Any = {"tools": {"search_docs": {"tool_category": "public_read"}}}
    for said, runs in ((None, True), ({"readOnlyHint": True}, True), ({"readOnlyHint": False}, False)):
        ran = Ran()
        wrapper(said, ToolGate({}, gate=policy), ran)
        assert bool(ran.calls) is runs


@every_wrapper
def test_a_mark_makes_nothing_of_an_unknown_tool(wrapper: Callable[[Any, ToolGate, Ran], None]) -> None:
    """Not even a write, which a yes could let run."""
    rule = ToolRule(authorization_state="confirmed", evidence_refs=["approval:ticket-7"])
    ran, decisions = Ran(), list[Any]()
    gate = ToolGate({"search_docs": rule}, on_decision=decisions.append)
    wrapper({"destructiveHint": True}, gate, ran)
    assert {one["hard_blockers"][0] for one in decisions} == {"unknown_tool_category"}
    assert ran.calls == []


def test_what_a_tool_of_langchains_said_once_stays_said() -> None:
    ran = Ran()

    def search_docs(query: str) -> str:
        return ran("search_docs", query)

    metadata = {"readOnlyHint": False}
    make = StructuredTool.from_function
    behind = gated(make(search_docs, description="s", metadata=metadata), ToolGate({"search_docs": SEARCH}))
    metadata.clear()
    behind.metadata = {"readOnlyHint": True}
    assert "was not run" in behind.invoke(ARGS)
    later = gated(make(search_docs, description="s"), ToolGate({"search_docs": SEARCH}))
    later.metadata = {"destructiveHint": True}
    assert "was not run" in later.invoke(ARGS)
    assert ran.calls == []


def test_a_read_only_hint_does_not_lower_a_write() -> None:
    gate = ToolGate({"send_email": SEND})
    call = Call(SENT.tool_name, SENT.arguments, "call_1", acts=False)
    assert not isinstance(gate.check(call), Run)
