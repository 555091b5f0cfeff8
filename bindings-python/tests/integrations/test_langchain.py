"""LangChain's own agent, with a model that says what it is told to."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from aana.integrations.langchain import GateMiddleware, approve, reject
from langchain.agents import create_agent  # pyright: ignore[reportUnknownVariableType]
from langchain.agents.middleware import AgentMiddleware
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from integrations.scenes import (
    ADDRESS,
    BROKEN,
    CONFIG,
    FOUR_CALLS,
    OUTCOMES,
    REFUSED,
    SECOND,
    TWO_RAN,
    Ran,
    assert_says_why,
    make_gate,
)

if TYPE_CHECKING:
    from aana.integrations import ToolGate


class Scripted(BaseChatModel):
    """Proposes these calls, and then is done."""

    calls: list[Any]

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, **kwargs: Any) -> Any:
        return self

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        done = isinstance(messages[-1], ToolMessage)
        answer = AIMessage("done") if done else AIMessage("", id="proposal", tool_calls=self.calls)
        return ChatResult(generations=[ChatGeneration(message=answer)])


class Scene:
    """An agent whose model makes these calls."""

    def __init__(
        self,
        gate: ToolGate,
        *calls: tuple[str, dict[str, Any]],
        other: Redirect | None = None,
        inside: bool = False,
    ) -> None:
        self.ran = ran = Ran()

        @tool
        def search_docs(query: str, limit: int = 3) -> str:
            """Search."""
            return ran("search_docs", query, limit)

        @tool
        async def send_email(to: str, subject: str = "hello") -> str:
            """Send."""
            return ran("send_email", to, subject)

        @tool
        def drop_table(name: str) -> str:
            """Drop."""
            return ran(REFUSED, name)

        made = [{"name": name, "args": args, "id": f"call_{at}"} for at, (name, args) in enumerate(calls)]
        middleware: list[Any] = [GateMiddleware(gate)]
        if other is not None:
            middleware.insert(1 if inside else 0, other)
        self.agent: Any = create_agent(
            Scripted(calls=made),
            [search_docs, send_email, drop_table],
            middleware=middleware,
            checkpointer=InMemorySaver(),
        )

    def start(self) -> Any:
        return asyncio.run(self.agent.ainvoke({"messages": [HumanMessage("go")]}, CONFIG))

    def resume(self, answer: Any) -> Any:
        return asyncio.run(self.agent.ainvoke(Command(resume=answer), CONFIG))


def told(state: Any) -> list[ToolMessage]:
    return [one for one in state["messages"] if isinstance(one, ToolMessage)]


def test_an_accepted_call_runs_once_with_what_was_checked() -> None:
    scene = Scene(make_gate(), ("search_docs", {"query": "leave", "limit": "5"}))
    [message] = told(scene.start())
    assert (message.content, message.status) == ("search_docs ran", "success")
    assert scene.ran.calls == [("search_docs", "leave", 5)]


def test_a_synchronous_agent() -> None:
    scene = Scene(make_gate(), ("search_docs", {"query": "leave"}), (REFUSED, {"name": "orders"}))
    messages = told(scene.agent.invoke({"messages": [HumanMessage("go")]}, CONFIG))
    assert scene.ran.calls == [("search_docs", "leave", 3)]
    assert [one.status for one in messages] == ["success", "error"]


def test_a_refused_call_does_not_run_and_the_model_sees_why() -> None:
    scene = Scene(make_gate(), (REFUSED, {"name": "orders"}))
    [message] = told(scene.start())
    assert scene.ran.calls == []
    assert_says_why(str(message.content), REFUSED, "refuse")


def test_an_approved_call_runs() -> None:
    scene = Scene(make_gate(), ("send_email", {"to": ADDRESS}))
    [interrupt] = scene.start()["__interrupt__"]
    assert interrupt.value["review_configs"] == [
        {"action_name": "send_email", "allowed_decisions": ["approve", "reject"]}
    ]
    assert scene.ran.calls == []
    scene.resume(approve(interrupt.value))
    assert scene.ran.calls == [("send_email", ADDRESS, "hello")]


def test_a_rejected_call_does_not_run() -> None:
    scene = Scene(make_gate(), ("send_email", {"to": ADDRESS}))
    [one] = scene.start()["__interrupt__"]
    [message] = told(scene.resume(reject(one.value)))
    assert scene.ran.calls == []
    assert_says_why(str(message.content), "send_email", "ask")


class Redirect(AgentMiddleware[Any, Any, Any]):
    """Another middleware, which makes another call of it from some moment on."""

    on = False

    async def awrap_tool_call(self, request: Any, handler: Any) -> Any:
        if self.on:
            changed = {**request.tool_call, "args": {"to": "other@customer.example"}}
            request = request.override(tool_call=changed)
        return await handler(request)


@pytest.mark.parametrize("inside", [False, True])
def test_a_call_that_was_changed_after_the_question_does_not_run(*, inside: bool) -> None:
    redirect = Redirect()
    scene = Scene(make_gate(), ("send_email", {"to": ADDRESS}), other=redirect, inside=inside)
    [one] = scene.start()["__interrupt__"]
    redirect.on = True
    [message] = told(scene.resume(approve(one.value)))
    assert scene.ran.calls == []
    assert "another call than the one that a person was asked about" in message.content


def test_calls_at_the_same_time_are_decided_one_by_one() -> None:
    scene = Scene(
        make_gate(),
        *FOUR_CALLS,
    )
    waiting = scene.start()["__interrupt__"]
    by_address = {one.value["action_requests"][0]["args"]["to"]: one for one in waiting}
    first, second = by_address[ADDRESS], by_address[SECOND]
    assert scene.ran.calls == [("search_docs", "leave", 3)]
    answers = {first.id: reject(first.value), second.id: approve(second.value)}
    messages = told(scene.resume(answers))
    assert scene.ran.calls == TWO_RAN
    assert [one.status for one in messages] == OUTCOMES


def test_a_gate_that_fails_blocks(caplog: pytest.LogCaptureFixture) -> None:
    scene = Scene(make_gate(search=BROKEN), ("search_docs", {"query": ADDRESS}))
    [message] = told(scene.start())
    assert scene.ran.calls == []
    assert "(gate_failed)" in message.content
    assert ADDRESS not in str(message.content) + caplog.text


def test_a_tool_that_is_not_there() -> None:
    [message] = told(Scene(make_gate(), ("no_such_tool", {"query": ADDRESS})).start())
    assert message.status == "error"
    assert ADDRESS not in message.content


def test_a_tool_that_changes_is_put_behind_the_gate_anew() -> None:
    ran, decisions = Ran(), list[Any]()

    @tool
    def search_docs(query: str) -> str:
        """Search."""
        return ran("before", query)

    def other(query: str, limit: int = 7) -> str:
        return ran("after", query, limit)

    own: Any = search_docs
    call = {"name": "search_docs", "args": {"query": "leave"}, "id": "call_0"}
    middleware: Any = GateMiddleware(make_gate(decisions=decisions))
    agent: Any = create_agent(Scripted(calls=[call]), [own], middleware=[middleware])
    agent.invoke({"messages": [HumanMessage("go")]})
    own.func = other
    agent.invoke({"messages": [HumanMessage("go")]})
    assert ran.calls == [("before", "leave"), ("after", "leave", 7)]
    keys = [one["audit_event"]["proposed_argument_keys"] for one in decisions]
    assert keys == [["query"], ["limit", "query"]]
