"""The official MCP SDK, its client and a server of its own in this process."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import aana
import pytest
from aana.confirmation import Broker, MemoryStore
from aana.integrations import Answer, Call, ToolGate, approve, reject
from aana.integrations.mcp_client import GatedSession
from mcp import Client, ClientSession, ClientSessionGroup
from mcp.server import MCPServer
from mcp.server.mcpserver import Context  # noqa: TC002 - the server looks it up
from mcp.types import Implementation

from integrations.scenes import (
    ADDRESS,
    BROKEN,
    REFUSED,
    SEARCH,
    SECOND,
    SEND,
    Ran,
    assert_says_why,
    make_gate,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from aana.confirmation import Pending


def make_server(ran: Ran) -> MCPServer:
    server = MCPServer("tools")

    @server.tool()
    def search_docs(query: str, limit: int = 3) -> str:
        return ran("search_docs", query, limit)

    @server.tool()
    def send_email(to: str, tags: list[str] | None = None) -> str:
        return ran("send_email", to, tags)

    @server.tool()
    def drop_table(name: str) -> str:
        return ran(REFUSED, name)

    return server


class Person:
    """Who is asked, and answers so."""

    def __init__(self, *answers: bool) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    async def __call__(self, question: Pending) -> Answer:
        self.asked.append(question.text)
        return approve(question) if self.answers.pop(0) else reject(question)


def scene(
    gate: ToolGate,
    act: Callable[[GatedSession], Awaitable[Any]],
    confirm: Any = None,
    *,
    inner: bool = False,
) -> tuple[list[Any], Any]:
    """Let the client act, and give what ran and what the client got."""
    ran = Ran()

    async def run() -> Any:
        async with Client(make_server(ran)) as client:
            return await act(GatedSession(client.session if inner else client, gate, confirm=confirm))

    return ran.calls, asyncio.run(run())


def text(result: Any) -> str:
    return str(result.content[0].text)


@pytest.mark.parametrize("inner", [False, True])
def test_an_accepted_call_runs_once_with_what_was_checked(*, inner: bool) -> None:
    decisions: list[Any] = []
    ran, result = scene(
        make_gate(decisions=decisions),
        lambda session: session.call_tool("search_docs", {"query": "leave"}, read_timeout_seconds=30),
        inner=inner,
    )
    assert ran == [("search_docs", "leave", 3)]
    assert (text(result), result.is_error) == ("search_docs ran", False)
    assert [one["route"] for one in decisions] == ["accept"]
    assert decisions[0]["audit_event"]["proposed_argument_keys"] == ["query"]


def test_a_refused_call_does_not_run_and_the_model_sees_why() -> None:
    ran, result = scene(make_gate(), lambda session: session.call_tool(REFUSED, {"name": "orders"}))
    assert ran == []
    assert result.is_error
    assert_says_why(text(result), REFUSED, "refuse")


def test_an_approved_call_runs() -> None:
    person = Person(True)
    ran, result = scene(make_gate(), lambda session: session.call_tool("send_email", {"to": ADDRESS}), person)
    assert ran == [("send_email", ADDRESS, None)]
    assert not result.is_error
    assert len(person.asked) == 1
    assert ADDRESS in person.asked[0]


@pytest.mark.parametrize("confirm", [None, Person(False)])
def test_without_a_yes_a_call_does_not_run(confirm: Any) -> None:
    ran, result = scene(
        make_gate(), lambda session: session.call_tool("send_email", {"to": ADDRESS}), confirm
    )
    assert ran == []
    assert_says_why(text(result), "send_email", "ask")


@pytest.mark.parametrize("answer", [True, "approve", None, 1, {"type": "approve"}, Answer(True, "", "")])
def test_a_yes_that_names_no_question_is_none(answer: Any) -> None:
    async def confirm(question: Pending) -> Any:
        return answer

    broker = Broker(store=MemoryStore())
    ran, result = scene(
        make_gate(broker=broker), lambda session: session.call_tool("send_email", {"to": ADDRESS}), confirm
    )
    assert ran == []
    assert "does not name the question" in text(result)
    # The call is over, and nobody waits for an answer.
    assert broker.pending() == []


def test_a_yes_to_another_action_or_question_is_none() -> None:
    for wrong in ("question_id", "action_digest"):

        async def confirm(question: Pending, wrong: str = wrong) -> Answer:
            return replace(approve(question), **{wrong: "another"})

        ran, _ = scene(make_gate(), lambda session: session.call_tool("send_email", {"to": ADDRESS}), confirm)
        assert ran == []


class Desk:
    """A host's bad desk: it gives every question the answer that comes in next, after a while."""

    def __init__(self, delays: tuple[float, float, float]) -> None:
        self.delays = delays
        self.questions: list[Pending] = []
        self.answers: asyncio.Queue[Answer] = asyncio.Queue()

    async def __call__(self, question: Pending) -> Answer:
        await asyncio.sleep(self.delays[0])
        self.questions.append(question)
        await asyncio.sleep(self.delays[1])
        answer = await self.answers.get()
        await asyncio.sleep(self.delays[2])
        return answer


@pytest.mark.parametrize("delays", [(0, 0, 0), (0.02, 0, 0), (0, 0.02, 0), (0, 0, 0.02)])
@pytest.mark.parametrize("order", ["first", "last", "first_twice", "last_twice"])
def test_in_parallel_a_yes_runs_the_call_that_it_names_or_none(
    delays: tuple[float, float, float], order: str
) -> None:
    desk = Desk(delays)

    async def answer() -> None:
        while len(desk.questions) < 2:
            await asyncio.sleep(0.001)
        by_text = sorted(desk.questions, key=lambda one: SECOND in one.text)
        first, second = by_text if order.startswith("first") else by_text[::-1]
        desk.answers.put_nowait(approve(first))
        desk.answers.put_nowait(approve(first) if order.endswith("twice") else reject(second))

    async def act(session: GatedSession) -> Any:
        calls = [session.call_tool("send_email", {"to": to}) for to in (ADDRESS, SECOND)]
        await asyncio.gather(answer(), *calls)

    ran, _ = scene(make_gate(), act, desk)
    wanted = ADDRESS if order.startswith("first") else SECOND
    # The answers reach the questions in any order; what runs is what the yes names, once, or nothing.
    assert ran in ([], [("send_email", wanted, None)])


def test_a_late_yes_does_not_count() -> None:
    async def confirm(question: Pending) -> Answer:
        await asyncio.sleep(1.1)
        return approve(question)

    gate = make_gate(broker=Broker(store=MemoryStore(), ttl=timedelta(seconds=1)))
    ran, result = scene(gate, lambda session: session.call_tool("send_email", {"to": ADDRESS}), confirm)
    assert ran == []
    assert "There is no approval" in text(result)


def test_a_yes_counts_once() -> None:
    answers: list[Answer] = []

    async def confirm(question: Pending) -> Answer:
        answers.append(approve(question))
        return answers[0]

    async def act(session: GatedSession) -> Any:
        return [await session.call_tool("send_email", {"to": ADDRESS}) for _ in range(2)]

    ran, results = scene(make_gate(), act, confirm)
    assert ran == [("send_email", ADDRESS, None)]
    assert "does not name the question" in text(results[1])


def test_a_person_who_cannot_be_asked_says_no(caplog: pytest.LogCaptureFixture) -> None:
    async def confirm(question: Pending) -> Answer:
        raise ConnectionError(question.text)

    ran, result = scene(
        make_gate(), lambda session: session.call_tool("send_email", {"to": ADDRESS}), confirm
    )
    assert ran == []
    assert "(gate_failed)" in text(result)
    assert ADDRESS not in text(result) + caplog.text


def test_arguments_that_are_changed_after_the_question_do_not_run() -> None:
    arguments: dict[str, Any] = {"to": ADDRESS, "tags": ["one"]}

    async def confirm(question: Pending) -> Answer:
        arguments["to"] = "other@customer.example"
        arguments["tags"].append("two")
        return approve(question)

    ran, _ = scene(make_gate(), lambda session: session.call_tool("send_email", arguments), confirm)
    assert ran == [("send_email", ADDRESS, ["one"])]


def test_the_gate_has_the_last_word() -> None:
    evidence = ["session:1"]

    def still(_: Call) -> list[str]:
        return list(evidence)

    gate = ToolGate({"send_email": replace(SEND, evidence_refs=still)}, approved_by="user:ada")

    async def confirm(question: Pending) -> Answer:
        # The session ends while the person thinks.
        evidence.clear()
        return approve(question)

    ran, result = scene(gate, lambda session: session.call_tool("send_email", {"to": ADDRESS}), confirm)
    assert ran == []
    assert "was not run: defer" in text(result)


def test_calls_at_the_same_time_are_decided_one_by_one() -> None:
    async def confirm(question: Pending) -> Answer:
        await asyncio.sleep(0)
        return approve(question) if "second" in question.text else reject(question)

    async def act(session: GatedSession) -> Any:
        return await asyncio.gather(
            session.call_tool("search_docs", {"query": "leave"}),
            session.call_tool("send_email", {"to": ADDRESS}),
            session.call_tool(REFUSED, {"name": "orders"}),
            session.call_tool("send_email", {"to": "second@customer.example"}),
        )

    ran, results = scene(make_gate(), act, confirm)
    assert sorted(ran) == [
        ("search_docs", "leave", 3),
        ("send_email", "second@customer.example", None),
    ]
    assert [one.is_error for one in results] == [False, True, True, False]


def test_a_gate_that_fails_blocks(caplog: pytest.LogCaptureFixture) -> None:
    ran, result = scene(
        make_gate(search=BROKEN), lambda session: session.call_tool("search_docs", {"query": ADDRESS})
    )
    assert ran == []
    assert "(gate_failed)" in text(result)
    assert ADDRESS not in text(result) + caplog.text


@pytest.mark.parametrize("value", [object(), float("nan"), {1, 2}, {1: "a", "1": "b"}, "\ud800"])
def test_what_is_no_json_is_not_sent(value: Any) -> None:
    ran, result = scene(make_gate(), lambda session: session.call_tool("search_docs", {"query": value}))
    assert ran == []
    assert "its arguments do not fit its parameters" in text(result)


@pytest.mark.parametrize("arguments", [[("query", "leave")], "query", 1])
def test_arguments_are_a_dict(arguments: Any) -> None:
    ran, result = scene(make_gate(), lambda session: session.call_tool("search_docs", arguments))
    assert ran == []
    assert "its arguments do not fit its parameters" in text(result)


def digest(tool_name: str, **arguments: Any) -> str | None:
    event = aana.build_tool_precheck_event(tool_name=tool_name, proposed_arguments=arguments)
    return aana.check_tool_call(event)["action_digest"]


class OtherName(str):
    """Is written as one tool, and found as another one."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return other == REFUSED

    def __hash__(self) -> int:
        return hash(REFUSED)

    def __str__(self) -> str:
        return REFUSED


class Shown(dict[str, Any]):
    """Holds one thing, and shows another."""

    def items(self) -> Any:
        return [("query", "everything")]

    def __getitem__(self, _: str) -> Any:
        return "everything"

    def __iter__(self) -> Any:
        return iter(["query"])

    keys = __iter__  # type: ignore[assignment]


def test_what_is_sent_is_what_was_checked_whatever_class_it_had() -> None:
    """In front of a group of sessions, which looks tools up by their names."""
    ran = Ran()
    decisions: list[Any] = []

    async def run() -> None:
        async with Client(make_server(ran)) as client:
            group = ClientSessionGroup()
            await group.connect_with_session(Implementation(name="one", version="1"), client.session)
            session = GatedSession(group, make_gate(decisions=decisions))
            await session.call_tool(OtherName("search_docs"), {"query": "leave"})
            await session.call_tool("search_docs", Shown(query="leave"))

    asyncio.run(run())
    assert ran.calls[0] == ("search_docs", "leave", 3)
    checked = [(one["tool_name"], one["action_digest"]) for one in decisions]
    assert checked == [("search_docs", digest("search_docs", query=query)) for _, query, _ in ran.calls]


def test_a_tool_that_became_another_servers_does_not_run() -> None:
    ran, other = Ran(), Ran()

    async def run() -> Any:
        async with Client(make_server(ran)) as first, Client(make_server(other)) as second:
            group = ClientSessionGroup()
            server = Implementation(name="one", version="1")
            await group.connect_with_session(server, first.session)

            async def confirm(question: Pending) -> Answer:
                await group.disconnect_from_server(first.session)
                await group.connect_with_session(server, second.session)
                return approve(question)

            session = GatedSession(group, make_gate(), confirm=confirm)
            return await session.call_tool("send_email", {"to": ADDRESS})

    assert "another server's" in text(asyncio.run(run()))
    assert ran.calls == other.calls == []


class Server:
    """A session whose tools nothing may reach."""

    async def call_tool(self, name: str, arguments: dict[str, Any] | None = None, /) -> Any:
        pytest.fail("it ran")


@pytest.mark.parametrize("option", ["input_responses", "request_state", "allow_input_required", "task"])
def test_what_a_server_would_read_beside_the_arguments_is_not_sent(option: str) -> None:
    options: Any = {option: "x"}
    with pytest.raises(TypeError, match=option):
        asyncio.run(GatedSession(Server(), make_gate()).call_tool("search_docs", {}, **options))


def test_what_a_tool_reads_beside_the_arguments_is_sent_only_if_it_is_listed() -> None:
    read = list[Any]()
    server = MCPServer("tools")

    @server.tool()
    def search_docs(query: str, context: Context[Any, Any]) -> str:
        read.append((query, (context.request_context.meta or {}).get("also")))
        return query

    async def call(unchecked: Any) -> Any:
        async with Client(server) as client:
            session = GatedSession(client, make_gate(), unchecked=unchecked)
            try:
                await session.call_tool("search_docs", {"query": "leave"}, meta={"also": "delete it"})
            except TypeError as error:
                return str(error)

    assert "takes no meta" in asyncio.run(call([]))
    assert read == []
    assert asyncio.run(call(["meta"])) is None
    assert read == [("leave", "delete it")]
    for unchecked in ("meta", ["input_responses"], ["Meta"]):
        with pytest.raises(TypeError, match="`unchecked`"):
            GatedSession(Server(), make_gate(), unchecked=unchecked)


def test_what_is_left_out_is_not_the_models() -> None:
    gate = make_gate(search=replace(SEARCH, leave_out=frozenset({"limit"})))

    async def act(session: GatedSession) -> Any:
        await session.call_tool("search_docs", {"query": "leave", "limit": 1000})
        return await session.list_tools()

    for inner in (False, True):
        ran, listed = scene(gate, act, inner=inner)
        assert ran == [("search_docs", "leave", 3)]
        schemas = {tool.name: tool.input_schema for tool in listed.tools}
        assert schemas["search_docs"]["properties"].keys() == {"query"}
        assert schemas["send_email"]["properties"].keys() == {"to", "tags"}


def test_twice_behind_a_gate_is_a_mistake() -> None:
    with pytest.raises(TypeError, match="behind a gate already"):
        GatedSession(GatedSession(Server(), make_gate()), make_gate())


ABOUT = {"protocol_version", "server_info", "server_capabilities", "instructions"}
OTHER_REQUESTS = {
    *("send_ping", "send_progress_notification", "set_logging_level", "list_resources", "read_resource"),
    *("list_resource_templates", "subscribe_resource", "unsubscribe_resource", "list_prompts", "get_prompt"),
    *("complete", "list_tools", "send_roots_list_changed"),
}
OPENING = {"initialize", "initialize_result", "adopt", "discover", "discover_result", "send_discover"}
GROUP = {"sessions", "prompts", "resources", "tools", "disconnect_from_server", "connect_to_server"}
OPTIONS = {
    *("server", "raise_exceptions", "read_timeout_seconds", "sampling_callback", "list_roots_callback"),
    *("logging_callback", "message_handler", "client_info", "elicitation_callback", "mode", "extensions"),
    *("sampling_capabilities", "log_level", "prior_discover", "cache", "input_required_max_rounds"),
}

# They validate, route what came from the server, or wait for events.
OTHER_ENTRIES = {"validate_tool_result", "dispatch_input_request", "listen", "connect_with_session"}

# Through these a tool runs. `GatedSession` has the first of them, and none of the others.
RUNS = {
    ClientSession: {"call_tool", "send_request", "send_notification"},
    Client: {"call_tool", "session"},
    ClientSessionGroup: {"call_tool", "sessions"},
}


@pytest.mark.parametrize("kind", RUNS, ids=lambda kind: kind.__name__)
def test_there_is_no_way_to_run_a_tool_that_nobody_looked_at(kind: Any) -> None:
    entries = {name for name in dir(kind) if not name.startswith("_")}
    looked_at = ABOUT | OTHER_REQUESTS | OPENING | GROUP | OPTIONS | OTHER_ENTRIES | RUNS[kind]
    assert entries - looked_at == set()
    assert RUNS[kind] <= entries
    gated = {name for name in dir(GatedSession) if not name.startswith("_")}
    assert gated == {"call_tool", "list_tools"}
