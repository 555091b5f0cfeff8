"""Calls that LangGraph's own `ToolNode` runs as one task: each has its own answer, and each runs once."""

from __future__ import annotations

import asyncio
import functools
import gc
import itertools
import time
import weakref
from dataclasses import replace
from typing import Any, cast

import pytest
from aana.confirmation import Broker, MemoryStore
from aana.integrations import ToolGate
from aana.integrations.langgraph import approve, gated, reject, tool_node
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph  # pyright: ignore[reportMissingTypeStubs]
from langgraph.prebuilt import ToolNode
from langgraph.types import Command, RetryPolicy

from integrations.scenes import CONFIG, LISTED, SEARCH, SEND, Ran

# Threads are those of LangGraph, or those beside the loop for tools that nothing awaits.
WAYS = ["sync", "async", "threads"]

MAIL = ("send_email", {"to": "ada"})
MONEY = ("transfer_money", {"to": "eve", "amount": 5000})
SEARCHED = ("search_docs", {"query": "leave"})


class Delays:
    """How long each tool's lookup takes, the first, the second, the third time ..."""

    def __init__(self, **each: list[float]) -> None:
        self._each = {name: itertools.chain(times, itertools.repeat(0.0)) for name, times in each.items()}

    def __call__(self, call: Any) -> list[str]:
        time.sleep(next(self._each.get(call.tool_name, itertools.repeat(0.0))))
        return ["session:1"]


def awaited(function: Any) -> Any:
    """The same as a coroutine function, which takes its time."""

    @functools.wraps(function)
    async def run(*args: Any, **kwargs: Any) -> Any:
        result = function(*args, **kwargs)
        await asyncio.sleep(0.01)
        return result

    return cast("Any", run)


class Scene:
    """A plain `ToolNode` that gets one message with these calls."""

    def __init__(
        self, *calls: tuple[str, dict[str, Any]], delays: Delays | None = None, way: str = "sync"
    ) -> None:
        self.ran = ran = Ran()
        self.awaits = way != "sync"
        slow = delays or Delays()

        async def beside_the_loop(call: Any) -> list[str]:
            return await asyncio.to_thread(slow, call)

        lookup: Any = beside_the_loop if way == "async" else slow

        def send_email(to: str) -> str:
            """Send."""
            return ran("send_email", to)

        def transfer_money(to: str, amount: int) -> str:
            """Transfer."""
            return ran("transfer_money", to, amount)

        def search_docs(query: str) -> str:
            """Search."""
            return ran("search_docs", query)

        asks = replace(SEND, evidence_refs=lookup)
        self.broker = Broker(store=MemoryStore())
        self.gate = ToolGate(
            {
                "send_email": asks,
                "transfer_money": replace(asks, risk_domain="finance"),
                "search_docs": replace(SEARCH, evidence_refs=lookup),
            },
            approved_by="user:ada",
            broker=self.broker,
        )
        made = [{"name": name, "args": args, "id": f"call_{at}"} for at, (name, args) in enumerate(calls)]

        def model(state: MessagesState) -> dict[str, Any]:
            return {"messages": [AIMessage("", id="proposal", tool_calls=made)]}

        graph: Any = StateGraph(MessagesState)
        functions: list[Any] = [send_email, transfer_money, search_docs]
        made_tools: list[Any] = [tool(awaited(one) if way == "async" else one) for one in functions]
        tools = [gated(one, self.gate) for one in made_tools]
        graph.add_node("model", model)
        graph.add_node(
            "tools", ToolNode(tools), retry_policy=RetryPolicy(max_attempts=2, initial_interval=0.01)
        )
        graph.add_edge(START, "model")
        graph.add_edge("model", "tools")
        self.graph = graph.compile(checkpointer=InMemorySaver())

    async def go_on(self, given: Any) -> Any:
        if self.awaits:
            return await self.graph.ainvoke(given, CONFIG)
        return await asyncio.to_thread(self.graph.invoke, given, CONFIG)

    async def start(self) -> Any:
        return await self.go_on({"messages": []})

    def question(self) -> Any:
        [one] = self.graph.get_state(CONFIG).interrupts
        return one.value

    async def resume(self, answer: Any) -> Any:
        return await self.go_on(Command(resume=answer))

    def shown(self) -> str:
        [request] = self.question()["action_requests"]
        return str(request["name"])


def told(state: Any) -> dict[str, tuple[str, str]]:
    messages = [one for one in state["messages"] if isinstance(one, ToolMessage)]
    return {one.tool_call_id: (str(one.name), str(one.status)) for one in messages}


def delays(at: int) -> Delays:
    """Where the waiting is: before the questions, between them, before the answers. They are used up by a test."""
    return [
        Delays(),
        Delays(send_email=[0.0, 0.06, 0.06], transfer_money=[0.06, 0.0, 0.0]),
        Delays(send_email=[0.06, 0.0, 0.06], transfer_money=[0.0, 0.06, 0.0]),
        Delays(send_email=[0.1, 0.06, 0.0], transfer_money=[0.06, 0.1, 0.1], search_docs=[0.0, 0.09]),
        Delays(search_docs=[0.09, 0.0, 0.09]),
    ][at]


@pytest.mark.parametrize("at", range(5))
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("approved", ["send_email", "transfer_money", "both"])
def test_a_yes_is_for_the_call_that_was_shown(at: int, approved: str, way: str) -> None:
    async def scenario() -> None:
        scene = Scene(MAIL, MONEY, SEARCHED, delays=delays(at), way=way)
        await scene.start()
        shown: list[str] = []
        state: Any = None
        for _ in range(2):
            shown.append(scene.shown())
            decide = approve if approved in ("both", shown[-1]) else reject
            state = await scene.resume(decide(scene.question()))
            for name, *_ in scene.ran.calls:
                assert name == "search_docs" or (name in shown and approved in ("both", name))
        assert sorted(shown) == ["send_email", "transfer_money"]
        wanted = {
            ("search_docs", "leave"),
            *({("send_email", "ada")} if approved != "transfer_money" else ()),
            *({("transfer_money", "eve", 5000)} if approved != "send_email" else ()),
        }
        # Each once, though the task was run three times.
        assert sorted(scene.ran.calls) == sorted(wanted)
        assert told(state) == {
            "call_0": ("send_email", "success" if approved != "transfer_money" else "error"),
            "call_1": ("transfer_money", "success" if approved != "send_email" else "error"),
            "call_2": ("search_docs", "success"),
        }
        assert scene.graph.get_state(CONFIG).next == ()

    asyncio.run(scenario())


@pytest.mark.parametrize("way", WAYS)
def test_a_yes_to_the_one_asked_first_runs_nothing_else(way: str) -> None:
    """Many times, since it is the threads' luck which call asks first."""

    async def scenario() -> None:
        for _ in range(10):
            scene = Scene(MAIL, MONEY, way=way)
            await scene.start()
            shown = scene.shown()
            await scene.resume(approve(scene.question()))
            if way != "sync":
                # LangGraph goes on while a call of the interrupted task still runs.
                await asyncio.sleep(0.1)
            assert [name for name, *_ in scene.ran.calls] == [shown]

    asyncio.run(scenario())


@pytest.mark.parametrize("way", WAYS)
def test_the_same_answer_twice_and_answers_in_another_order(way: str) -> None:
    async def scenario() -> None:
        scene = Scene(MAIL, MONEY, way=way)
        await scene.start()
        first, shown = scene.question(), scene.shown()
        await scene.resume(approve(first))
        second = scene.question()
        await scene.resume(approve(first))
        await asyncio.sleep(0.1)
        assert [name for name, *_ in scene.ran.calls] == [shown]
        assert scene.question() == second
        await scene.resume({"decisions": reject(first)["decisions"] + approve(second)["decisions"]})
        assert sorted(scene.ran.calls) == [("send_email", "ada"), ("transfer_money", "eve", 5000)]

    asyncio.run(scenario())


@pytest.mark.parametrize("way", WAYS)
def test_an_answer_without_a_name_runs_none_of_them(way: str) -> None:
    async def scenario() -> None:
        scene = Scene(MAIL, MONEY, way=way)
        await scene.start()
        for _ in range(2):
            await scene.resume({"decisions": [{"type": "approve"}]})
        assert scene.ran.calls == []
        assert scene.graph.get_state(CONFIG).next == ()

    asyncio.run(scenario())


@pytest.mark.parametrize("way", WAYS)
def test_a_question_is_asked_once_however_often_the_task_runs(way: str) -> None:
    async def scenario() -> None:
        scene = Scene(MAIL, MONEY, way=way)
        await scene.start()
        first = scene.question()
        for _ in range(3):
            # The graph goes on without an answer.
            await scene.go_on(None)
            assert scene.question() == first or scene.shown() != first["action_requests"][0]["name"]
        assert len(scene.broker.pending()) == 2

    asyncio.run(scenario())


def test_a_call_whose_loop_stands_still_does_not_run_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aana.integrations._langgraph_tasks._PATIENCE", 0.05)
    scene = Scene(SEARCHED, MAIL, way="async", delays=Delays(send_email=[0.05]))
    first, second = asyncio.new_event_loop(), asyncio.new_event_loop()
    monkeypatch.setattr(asyncio, "sleep", functools.partial(_long, asyncio.sleep))
    first.run_until_complete(scene.start())
    assert scene.ran.calls == [("search_docs", "leave")]
    state = second.run_until_complete(scene.resume(approve(scene.question())))
    assert scene.ran.calls == [("search_docs", "leave"), ("send_email", "ada")]
    assert told(state) == {"call_0": ("search_docs", "error"), "call_1": ("send_email", "success")}
    # What was begun comes to its end, and nobody asks any more.
    first.run_until_complete(_rest())
    assert len(scene.ran.calls) == 2
    for loop in (first, second):
        loop.close()


async def _long(sleep: Any, seconds: float) -> None:
    """Sleep longer than the graph runs until its question."""
    await sleep(seconds * 50)


async def _rest() -> None:
    """Wait for what else is in the loop."""
    await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()})


class Large(str):
    """What a tool gives, of which it can be said whether it is there still."""

    __slots__ = ("__weakref__",)


@pytest.mark.parametrize("way", ["plain", "own"])
@pytest.mark.parametrize("awaits", [False, True])
def test_what_a_call_gave_is_not_kept_without_a_question(way: str, awaits: bool) -> None:
    given: list[weakref.ref[Large]] = []

    @tool(response_format="content_and_artifact")
    def search_docs(query: str) -> tuple[str, Any]:
        """Search."""
        found = Large(query)
        given.append(weakref.ref(found))
        return "found", found

    gate = ToolGate({"search_docs": SEARCH})
    graph: Any = StateGraph(MessagesState)
    graph.add_node(
        "tools",
        ToolNode([gated(search_docs, gate)])
        if way == "plain"
        else tool_node([search_docs], gate, elsewhere=LISTED),
    )
    graph.add_edge(START, "tools")
    graph = graph.compile()
    for at in range(20):
        call = {"name": "search_docs", "args": {"query": str(at)}, "id": f"call_{at}"}
        config: Any = {"configurable": {"thread_id": f"thread-{at}"}}
        state: Any = {"messages": [AIMessage("", tool_calls=[call])]}
        _ = asyncio.run(graph.ainvoke(state, config)) if awaits else graph.invoke(state, config)
    assert len(given) == 20
    for _ in range(50):
        gc.collect()
        if sum(one() is not None for one in given) <= 2:
            return
        # A thread of LangGraph's may still hold what it did last.
        time.sleep(0.1)
    pytest.fail("what the calls gave is there still")


@pytest.mark.parametrize("way", WAYS)
def test_what_is_not_kept_any_more_does_not_run_again(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        scene = Scene(SEARCHED, MAIL, way=way, delays=Delays(send_email=[0.1]))
        await scene.start()
        assert scene.ran.calls == [("search_docs", "leave")]
        monkeypatch.setattr("aana.integrations._langgraph_tasks._MOST_WITH_RESULTS", 0)
        # The question comes once more, and there is room for no results.
        await scene.go_on(None)
        state = await scene.resume(approve(scene.question()))
        assert scene.ran.calls == [("search_docs", "leave"), ("send_email", "ada")]
        assert told(state) == {"call_0": ("search_docs", "error"), "call_1": ("send_email", "success")}

    asyncio.run(scenario())
