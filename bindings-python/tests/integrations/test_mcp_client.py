"""The official MCP SDK, its client and a server of its own in this process."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from aana.integrations import Call, ToolGate
from aana.integrations.mcp_client import GatedSession
from mcp import Client
from mcp.server import MCPServer

from integrations.scenes import ADDRESS, BROKEN, REFUSED, SEND, Ran, assert_says_why, make_gate

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

    async def __call__(self, question: Pending) -> bool:
        self.asked.append(question.text)
        return self.answers.pop(0)


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


def test_nothing_but_true_is_a_yes() -> None:
    async def confirm(question: Pending) -> Any:
        return "no"

    ran, _ = scene(make_gate(), lambda session: session.call_tool("send_email", {"to": ADDRESS}), confirm)
    assert ran == []


def test_a_person_who_cannot_be_asked_says_no(caplog: pytest.LogCaptureFixture) -> None:
    async def confirm(question: Pending) -> bool:
        raise ConnectionError(question.text)

    ran, result = scene(
        make_gate(), lambda session: session.call_tool("send_email", {"to": ADDRESS}), confirm
    )
    assert ran == []
    assert "(gate_failed)" in text(result)
    assert ADDRESS not in text(result) + caplog.text


def test_arguments_that_are_changed_after_the_question_do_not_run() -> None:
    arguments: dict[str, Any] = {"to": ADDRESS, "tags": ["one"]}

    async def confirm(question: Pending) -> bool:
        arguments["to"] = "other@customer.example"
        arguments["tags"].append("two")
        return True

    ran, _ = scene(make_gate(), lambda session: session.call_tool("send_email", arguments), confirm)
    assert ran == [("send_email", ADDRESS, ["one"])]


def test_the_gate_has_the_last_word() -> None:
    evidence = ["session:1"]

    def still(_: Call) -> list[str]:
        return list(evidence)

    gate = ToolGate({"send_email": replace(SEND, evidence_refs=still)}, approved_by="user:ada")

    async def confirm(question: Pending) -> bool:
        # The session ends while the person thinks.
        evidence.clear()
        return True

    ran, result = scene(gate, lambda session: session.call_tool("send_email", {"to": ADDRESS}), confirm)
    assert ran == []
    assert "was not run: defer" in text(result)


def test_calls_at_the_same_time_are_decided_one_by_one() -> None:
    async def confirm(question: Pending) -> bool:
        await asyncio.sleep(0)
        return "second" in question.text

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


@pytest.mark.parametrize("value", [object(), float("nan"), {1, 2}])
def test_what_is_no_json_is_not_sent(value: Any) -> None:
    ran, result = scene(make_gate(), lambda session: session.call_tool("search_docs", {"query": value}))
    assert ran == []
    assert "its arguments do not fit its parameters" in text(result)
