"""LangGraph itself, with a model that says what it is told to."""

from __future__ import annotations

import asyncio
import contextlib
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Annotated, Any

import pytest
from aana.confirmation import Broker, MemoryStore, SqliteStore
from aana.integrations.langgraph import approve, each_call, gated, reject, tool_node
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_core.runnables import RunnableConfig  # noqa: TC002
from langchain_core.tools import BaseTool, InjectedToolCallId, StructuredTool, tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import (  # pyright: ignore[reportMissingTypeStubs]
    END,
    START,
    MessagesState,
    StateGraph,
)
from langgraph.prebuilt import InjectedState, ToolNode, ToolRuntime
from langgraph.types import Command
from pydantic import BaseModel

from integrations.scenes import (
    ADDRESS,
    APPROVE,
    BROKEN,
    CONFIG,
    FOUR_CALLS,
    LISTED,
    REFUSED,
    SECOND,
    TWO_RAN,
    Ran,
    assert_says_why,
    make_gate,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from aana.integrations import ToolGate


def make_tools(ran: Ran) -> list[BaseTool]:
    @tool
    def search_docs(query: str, state: Annotated[dict[str, Any], InjectedState], limit: int = 3) -> str:
        """Search."""
        assert state["messages"]
        return ran("search_docs", query, limit)

    @tool
    def send_email(to: str, subject: str = "hello") -> str:
        """Send."""
        return ran("send_email", to, subject)

    @tool
    def drop_table(name: str) -> str:
        """Drop."""
        return ran(REFUSED, name)

    return [search_docs, send_email, drop_table]


class Scene:
    """A graph whose model makes these calls and then is done."""

    def __init__(
        self,
        gate: ToolGate,
        *calls: tuple[str, dict[str, Any]],
        saver: Any = None,
        each: bool = False,
        ids: Sequence[str] = ("call_0", "call_1", "call_2", "call_3"),
    ) -> None:
        self.ran = Ran()
        made = [{"name": name, "args": args, "id": ids[at]} for at, (name, args) in enumerate(calls)]

        def model(state: MessagesState) -> dict[str, Any]:
            if state["messages"] and isinstance(state["messages"][-1], ToolMessage):
                return {"messages": [AIMessage("done")]}
            return {"messages": [AIMessage("", id="proposal", tool_calls=made)]}

        def to_tools(state: MessagesState) -> str:
            return "tools" if getattr(state["messages"][-1], "tool_calls", None) else END

        graph: Any = StateGraph(MessagesState)
        graph.add_node("model", model)
        graph.add_node("tools", tool_node(make_tools(self.ran), gate))
        graph.add_edge(START, "model")
        graph.add_conditional_edges("model", each_call if each else to_tools, ["tools", END])
        graph.add_edge("tools", "model")
        self.graph = graph.compile(checkpointer=InMemorySaver() if saver is None else saver)

    def start(self) -> Any:
        return self.graph.invoke({"messages": [HumanMessage("go")]}, CONFIG)

    def resume(self, answer: Any) -> Any:
        return self.graph.invoke(Command(resume=answer), CONFIG)

    def waiting(self) -> list[Any]:
        return list(self.graph.get_state(CONFIG).interrupts)

    def answer(self, decide: Any) -> Any:
        """Answer the only question."""
        [one] = self.waiting()
        return self.resume(decide(one.value))

    async def astart(self) -> Any:
        return await self.graph.ainvoke({"messages": [HumanMessage("go")]}, CONFIG)

    async def aresume(self, answer: Any) -> Any:
        return await self.graph.ainvoke(Command(resume=answer), CONFIG)


def told(state: Any) -> list[ToolMessage]:
    return [one for one in state["messages"] if isinstance(one, ToolMessage)]


def test_an_accepted_call_runs_once_with_what_was_checked() -> None:
    decisions: list[Any] = []
    scene = Scene(make_gate(decisions=decisions), ("search_docs", {"query": "leave", "limit": "5"}))
    state = scene.start()
    # The schema made a number of the text.
    assert scene.ran.calls == [("search_docs", "leave", 5)]
    assert [(one.content, one.status) for one in told(state)] == [("search_docs ran", "success")]
    assert [one["route"] for one in decisions] == ["accept"]
    assert sorted(decisions[0]["audit_event"]["proposed_argument_keys"]) == ["limit", "query"]


def test_a_refused_call_does_not_run_and_the_model_sees_why() -> None:
    scene = Scene(make_gate(), (REFUSED, {"name": "orders"}))
    [message] = told(scene.start())
    assert scene.ran.calls == []
    assert message.status == "error"
    assert_says_why(str(message.content), REFUSED, "refuse")


def test_an_approved_call_runs() -> None:
    decisions: list[Any] = []
    scene = Scene(make_gate(decisions=decisions), ("send_email", {"to": ADDRESS}))
    [interrupt] = scene.start()["__interrupt__"]
    assert scene.ran.calls == []
    [request] = interrupt.value["action_requests"]
    assert request["args"] == {"to": ADDRESS, "subject": "hello"}
    assert ADDRESS in request["description"]
    assert request["question_id"]
    assert request["action_digest"].startswith("sha256:")
    state = scene.answer(approve)
    assert scene.ran.calls == [("send_email", ADDRESS, "hello")]
    assert [one.status for one in told(state)] == ["success"]
    assert [one["route"] for one in decisions] == ["ask", "ask", "accept"]


def edited(value: Any) -> Any:
    action: dict[str, Any] = {"name": "x", "args": {}}
    return {"decisions": [{**approve(value)["decisions"][0], "edited_action": action}]}


def edit(value: Any) -> Any:
    return {"decisions": [{**approve(value)["decisions"][0], "type": "edit"}]}


def both(value: Any) -> Any:
    return {"decisions": approve(value)["decisions"] + reject(value)["decisions"]}


def twice(value: Any) -> Any:
    return {"decisions": approve(value)["decisions"] * 2}


@pytest.mark.parametrize("decide", [reject, edited, edit, both, twice])
def test_any_other_decision_is_a_no(decide: Any) -> None:
    scene = Scene(make_gate(), ("send_email", {"to": ADDRESS}))
    scene.start()
    [message] = told(scene.answer(decide))
    assert scene.ran.calls == []
    assert_says_why(str(message.content), "send_email", "ask")
    assert "the person who was asked said no" in message.content


def without_id(value: Any) -> Any:
    return {"decisions": [{"type": "approve", "action_digest": value["action_requests"][0]["action_digest"]}]}


def without_digest(value: Any) -> Any:
    return {"decisions": [{"type": "approve", "question_id": value["action_requests"][0]["question_id"]}]}


def of_another_action(value: Any) -> Any:
    return {"decisions": [{**approve(value)["decisions"][0], "action_digest": "sha256:" + "0" * 64}]}


def beside_something(value: Any) -> Any:
    return {**approve(value), "also": True}


NAMELESS: list[Callable[[Any], Any]] = [
    lambda _: APPROVE,
    lambda _: True,
    lambda _: {"decisions": []},
    lambda value: approve(value)["decisions"],
    lambda value: {"decisions": [*approve(value)["decisions"], {"type": "approve"}]},
    without_id,
    without_digest,
    of_another_action,
    beside_something,
]


@pytest.mark.parametrize("decide", NAMELESS)
def test_an_answer_that_does_not_name_the_question_confirms_nothing(decide: Any) -> None:
    broker = Broker(store=MemoryStore())
    scene = Scene(make_gate(broker=broker), ("send_email", {"to": ADDRESS}))
    scene.start()
    [message] = told(scene.answer(decide))
    assert scene.ran.calls == []
    assert_says_why(str(message.content), "send_email", "ask")
    assert "does not name the question" in message.content
    # The question is open still.
    assert len(broker.pending()) == 1


def test_an_answer_to_another_question_leaves_this_one_open() -> None:
    scene = Scene(make_gate(), ("send_email", {"to": ADDRESS}), ("send_email", {"to": SECOND}))
    scene.start()
    [first] = scene.waiting()
    scene.answer(approve)
    [second] = scene.waiting()
    assert second.value["action_requests"][0]["args"]["to"] == SECOND
    # Somebody says yes once more to what was asked first.
    scene.resume(approve(first.value))
    [again] = scene.waiting()
    assert again.value == second.value
    assert scene.ran.calls == [("send_email", ADDRESS, "hello")]
    scene.answer(approve)
    assert scene.ran.calls == [("send_email", ADDRESS, "hello"), ("send_email", SECOND, "hello")]


def test_an_answer_that_comes_too_late_is_none() -> None:
    store = MemoryStore()
    scene = Scene(make_gate(broker=Broker(store=store)), ("send_email", {"to": ADDRESS}))
    scene.start()
    [one] = scene.waiting()
    store.close(one.value["action_requests"][0]["question_id"], "expired", None, 0)
    [message] = told(scene.answer(approve))
    assert scene.ran.calls == []
    assert_says_why(str(message.content), "send_email", "ask")


def test_an_answer_counts_once_however_often_the_graph_goes_back() -> None:
    scene = Scene(make_gate(), ("send_email", {"to": ADDRESS}))
    scene.start()
    before = scene.graph.get_state(CONFIG).config
    [one] = scene.waiting()
    yes = approve(one.value)
    scene.resume(yes)
    assert scene.ran.calls == [("send_email", ADDRESS, "hello")]
    for _ in range(2):
        scene.graph.invoke(Command(resume=yes), before)
        scene.graph.invoke(None, before)
    fork = scene.graph.update_state(before, {"messages": []})
    scene.graph.invoke(Command(resume=yes), fork)
    assert scene.ran.calls == [("send_email", ADDRESS, "hello")]


def test_a_call_that_was_changed_after_the_question_does_not_run() -> None:
    scene = Scene(make_gate(), ("send_email", {"to": ADDRESS}))
    asked = scene.start()["__interrupt__"]
    changed = {"name": "send_email", "args": {"to": "other@customer.example"}, "id": "call_0"}
    update = {"messages": [AIMessage("", id="proposal", tool_calls=[changed])]}
    config = scene.graph.update_state(CONFIG, update, as_node="model")
    assert [one.tool_calls[0]["args"] for one in scene.graph.get_state(config).values["messages"][1:]] == [
        {"to": "other@customer.example"}
    ]
    [one] = scene.waiting() or asked
    [message] = told(scene.resume(approve(one.value)))
    assert scene.ran.calls == []
    assert "another call than the one that a person was asked about" in message.content


@pytest.mark.parametrize("each", [False, True])
def test_calls_at_the_same_time_are_decided_one_by_one(*, each: bool) -> None:
    scene = Scene(
        make_gate(),
        *FOUR_CALLS,
        each=each,
    )
    state = scene.start()
    assert scene.ran.calls == [("search_docs", "leave", 3)]
    if each:
        by_address = {one.value["action_requests"][0]["args"]["to"]: one for one in state["__interrupt__"]}
        first, second = by_address[ADDRESS], by_address[SECOND]
        state = scene.resume({first.id: reject(first.value), second.id: approve(second.value)})
    else:
        assert len(state["__interrupt__"]) == 1
        assert len(scene.answer(reject)["__interrupt__"]) == 1
        state = scene.answer(approve)
    # What ran before the questions ran once.
    assert scene.ran.calls == TWO_RAN
    assert {one.tool_call_id: one.status for one in told(state)} == {
        "call_0": "success",
        "call_1": "error",
        "call_2": "error",
        "call_3": "success",
    }


def test_a_yes_that_names_none_of_several_questions_is_none() -> None:
    scene = Scene(make_gate(), *FOUR_CALLS, each=True)
    assert len(scene.start()["__interrupt__"]) == 2
    with pytest.raises(RuntimeError, match="interrupt id"):
        scene.resume(APPROVE)
    assert scene.ran.calls == [("search_docs", "leave", 3)]


def test_a_thread_with_a_slash_in_its_name_is_another_thread() -> None:
    broker = Broker(store=MemoryStore())
    scene = Scene(make_gate(broker=broker), ("send_email", {"to": ADDRESS}), ids=["b/c"])
    other = Scene(make_gate(broker=broker), ("send_email", {"to": ADDRESS}), ids=["c"])
    for one, thread in ((scene, "a"), (other, "a/b")):
        one.graph.invoke({"messages": []}, {"configurable": {"thread_id": thread}})
    assert len(broker.pending()) == 2


def test_without_a_thread_nobody_is_asked() -> None:
    broker = Broker(store=MemoryStore())
    scene = Scene(make_gate(broker=broker), ("send_email", {"to": ADDRESS}), saver=False)
    [message] = told(scene.graph.invoke({"messages": [HumanMessage("go")]}))
    assert_says_why(str(message.content), "send_email", "ask")
    assert scene.ran.calls == []
    assert broker.pending() == []


class Fails:
    """A tool that fails the first time."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> None:
        self.times += 1
        if self.times == 1:
            raise OSError("not now")


def test_what_failed_after_a_yes_needs_another_yes() -> None:
    fails, broker = Fails(), Broker(store=MemoryStore())

    @tool
    def send_email(to: str) -> str:
        """Send."""
        fails()
        return to

    graph: Any = StateGraph(MessagesState)
    graph.add_node("tools", ToolNode([gated(send_email, make_gate(broker=broker))], handle_tool_errors=False))
    graph.add_edge(START, "tools")
    graph = graph.compile(checkpointer=InMemorySaver())
    call = {"name": "send_email", "args": {"to": ADDRESS}, "id": "call_0"}
    graph.invoke({"messages": [AIMessage("", tool_calls=[call])]}, CONFIG)
    [first] = graph.get_state(CONFIG).interrupts
    yes = Command(resume=approve(first.value))
    # The failure is told twice: when it happens, and once more when the graph goes on.
    for again in (yes, None):
        with pytest.raises(OSError, match="not now"):
            graph.invoke(again, CONFIG)
    graph.invoke(None, CONFIG)
    assert fails.times == 1
    [second] = graph.get_state(CONFIG).interrupts
    assert (
        second.value["action_requests"][0]["question_id"] != first.value["action_requests"][0]["question_id"]
    )
    graph.invoke(Command(resume=approve(second.value)), CONFIG)
    assert fails.times == 2


def test_answers_that_are_swapped_run_nothing() -> None:
    scene = Scene(make_gate(), ("send_email", {"to": ADDRESS}), ("send_email", {"to": SECOND}), each=True)
    first, second = scene.start()["__interrupt__"]
    scene.resume({first.id: approve(second.value), second.id: approve(first.value)})
    assert scene.ran.calls == []
    # The same questions, in whatever order, in interrupts that are new to LangGraph.
    waiting = [one.value for one in scene.waiting()]
    assert len(waiting) == 2
    assert first.value in waiting
    assert second.value in waiting
    scene.resume({one.id: approve(one.value) for one in scene.waiting()})
    assert sorted(scene.ran.calls) == sorted(
        [("send_email", ADDRESS, "hello"), ("send_email", SECOND, "hello")]
    )


def test_the_same_answer_at_the_same_time_counts_once() -> None:
    scene = Scene(make_gate(), ("send_email", {"to": ADDRESS}))
    scene.start()
    [one] = scene.waiting()

    def go_on(_: int) -> None:
        with contextlib.suppress(Exception):
            scene.resume(approve(one.value))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(go_on, range(4)))
    assert scene.ran.calls == [("send_email", ADDRESS, "hello")]


@pytest.mark.parametrize("after", [0.0, 0.001, 0.005, 0.02])
def test_a_run_that_is_cut_off_and_begun_again_runs_no_call_twice(after: float) -> None:
    async def scenario() -> None:
        scene = Scene(make_gate(), ("send_email", {"to": ADDRESS}))
        await scene.astart()
        for _ in range(4):
            waiting = scene.waiting()
            if not waiting:
                break
            run = asyncio.create_task(scene.aresume(approve(waiting[0].value)))
            await asyncio.sleep(after)
            run.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await run
            await asyncio.sleep(0.05)
        assert scene.ran.calls in ([], [("send_email", ADDRESS, "hello")])

    asyncio.run(scenario())


def test_a_call_in_a_graph_within_a_graph() -> None:
    """Which runs all its calls as one task."""
    ran = Ran()
    tools = [gated(one, make_gate()) for one in make_tools(ran)]
    inner: Any = StateGraph(MessagesState)
    inner.add_node("tools", ToolNode(tools))
    inner.add_edge(START, "tools")
    outer: Any = StateGraph(MessagesState)
    outer.add_node("inner", inner.compile())
    outer.add_edge(START, "inner")
    graph = outer.compile(checkpointer=InMemorySaver())
    made = [{"name": name, "args": args, "id": f"call_{at}"} for at, (name, args) in enumerate(FOUR_CALLS)]
    state = graph.invoke({"messages": [AIMessage("", tool_calls=made)]}, CONFIG)
    for _ in range(2):
        [one] = state["__interrupt__"]
        mine = one.value["action_requests"][0]["args"]["to"] == SECOND
        state = graph.invoke(Command(resume=(approve if mine else reject)(one.value)), CONFIG)
    assert sorted(ran.calls) == sorted(TWO_RAN)
    assert [one.status for one in told(state)] == ["success", "error", "error", "success"]


def test_a_gate_that_fails_blocks(caplog: pytest.LogCaptureFixture) -> None:
    scene = Scene(make_gate(search=BROKEN), ("search_docs", {"query": ADDRESS}))
    [message] = told(scene.start())
    assert scene.ran.calls == []
    assert "(gate_failed)" in message.content
    assert ADDRESS not in message.content
    assert ADDRESS not in caplog.text
    assert "RuntimeError" in caplog.text


def test_a_question_outlives_a_restart(tmp_path: Path) -> None:
    saver = InMemorySaver()
    for again in (False, True):
        broker = Broker(store=SqliteStore(tmp_path / "questions.sqlite3"))
        scene = Scene(make_gate(broker=broker), ("send_email", {"to": ADDRESS}), saver=saver)
        if not again:
            scene.start()
            continue
        scene.answer(approve)
        assert scene.ran.calls == [("send_email", ADDRESS, "hello")]
        assert broker.pending() == []


def test_an_answer_without_its_question_is_none() -> None:
    saver = InMemorySaver()
    Scene(make_gate(), ("send_email", {"to": ADDRESS}), saver=saver).start()
    # The questions were in memory, and are gone.
    scene = Scene(make_gate(), ("send_email", {"to": ADDRESS}), saver=saver)
    [before] = scene.waiting()
    scene.answer(approve)
    assert scene.ran.calls == []
    # So it is asked again.
    [after] = scene.waiting()
    assert (
        after.value["action_requests"][0]["question_id"] != before.value["action_requests"][0]["question_id"]
    )
    scene.answer(approve)
    assert scene.ran.calls == [("send_email", ADDRESS, "hello")]


def test_without_somebody_to_ask_an_ask_blocks() -> None:
    scene = Scene(make_gate(approved_by=None), ("send_email", {"to": ADDRESS}))
    [message] = told(scene.start())
    assert scene.ran.calls == []
    assert_says_why(str(message.content), "send_email", "ask")


def test_asynchronous_graphs() -> None:
    async def scenario() -> None:
        calls = [("search_docs", {"query": "leave"}), ("send_email", {"to": ADDRESS})]
        scene = Scene(make_gate(), *calls)
        [one] = (await scene.astart())["__interrupt__"]
        await scene.aresume(approve(one.value))
        assert scene.ran.calls == [("search_docs", "leave", 3), ("send_email", ADDRESS, "hello")]

    asyncio.run(scenario())


def test_who_approves_may_depend_on_the_thread() -> None:
    named: list[str] = []

    def by(call: Any) -> str:
        named.append(call.context["configurable"]["thread_id"])
        return "user:ada"

    scene = Scene(make_gate(approved_by=by), ("send_email", {"to": ADDRESS}))
    scene.start()
    scene.answer(approve)
    assert named == ["thread-1"]


class Query(BaseModel):
    """A schema."""

    query: str


class Own(BaseTool):
    """A tool as people write them, whose coroutine runs its function."""

    name: str = "search_docs"
    description: str = "Search."
    ran: Any = None

    def _run(self, query: str, limit: int = 3) -> str:
        return str(self.ran("search_docs", query, limit))

    async def _arun(self, query: str, limit: int = 3) -> str:
        return self._run(query, limit)


def test_a_tool_of_an_own_class() -> None:
    ran, decisions = Ran(), list[Any]()
    own = Own(ran=ran)
    behind = gated(own, make_gate(decisions=decisions))
    assert isinstance(behind, Own)
    assert behind.invoke({"query": "leave"}) == "search_docs ran"
    assert asyncio.run(behind.ainvoke({"query": "pay"})) == "search_docs ran"
    assert ran.calls == [("search_docs", "leave", 3), ("search_docs", "pay", 3)]
    assert [one["route"] for one in decisions] == ["accept", "accept"]
    # The tool itself is as it was.
    assert type(own) is Own
    own.invoke({"query": "tax"})
    assert len(decisions) == 2


class Twice(Own):
    """A tool that runs more than it was let through for."""

    async def _arun(self, query: str, limit: int = 3) -> str:
        return self._run(query, limit) + self._run(query, limit)


def test_a_call_that_was_let_through_is_let_through_once() -> None:
    ran, decisions = Ran(), list[Any]()
    asyncio.run(gated(Twice(ran=ran), make_gate(decisions=decisions)).ainvoke({"query": "leave"}))
    assert len(ran.calls) == len(decisions) == 2


class Named(BaseTool):
    """An argument that has the name of something of LangChain's."""

    name: str = "search_docs"
    description: str = "Search."

    def _run(self, config: str) -> str:
        return config


def test_an_argument_is_checked_whatever_its_name() -> None:
    decisions: list[Any] = []
    assert gated(Named(), make_gate(decisions=decisions)).invoke({"config": "leave"}) == "leave"
    assert decisions[0]["audit_event"]["proposed_argument_keys"] == ["config"]


def test_a_schema_that_is_json_and_a_default_of_the_function() -> None:
    ran, decisions = Ran(), list[Any]()

    def search(query: str, limit: int = 7) -> str:
        return ran("search_docs", query, limit)

    schema = {"type": "object", "properties": {"query": {"type": "string"}}}
    plain = StructuredTool(name="search_docs", description="Search.", args_schema=schema, func=search)
    gated(plain, make_gate(decisions=decisions)).invoke({"query": "leave"})
    assert ran.calls == [("search_docs", "leave", 7)]
    assert sorted(decisions[0]["audit_event"]["proposed_argument_keys"]) == ["limit", "query"]


def test_what_the_framework_puts_in_is_no_argument() -> None:
    ran, decisions = Ran(), list[Any]()

    @tool
    def search_docs(
        query: str,
        runtime: ToolRuntime[None, dict[str, Any]],
        name: Annotated[str, InjectedToolCallId],
        config: RunnableConfig,
    ) -> str:
        """Search."""
        assert runtime.state["messages"]
        return ran("search_docs", query, name, config.get("configurable", {})["thread_id"])

    graph: Any = StateGraph(MessagesState)
    graph.add_node("tools", tool_node([search_docs], make_gate(decisions=decisions), elsewhere=LISTED))
    graph.add_edge(START, "tools")
    call = {"name": "search_docs", "args": {"query": "leave", "name": "forged"}, "id": "call_0"}
    graph.compile().invoke({"messages": [AIMessage("", tool_calls=[call])]}, CONFIG)
    assert ran.calls == [("search_docs", "leave", "call_0", "thread-1")]
    assert decisions[0]["audit_event"]["proposed_argument_keys"] == ["query"]


class Untold(BaseTool):
    """Its annotations name what nobody imported."""

    name: str = "search_docs"
    description: str = "Search."
    args_schema: Any = Query

    def _run(self, query: str, limit: Unknown = 3) -> str:  # type: ignore[name-defined] # noqa: F821
        return f"{query} {limit}"


def test_annotations_that_cannot_be_read() -> None:
    decisions: list[Any] = []
    assert gated(Untold(), make_gate(decisions=decisions)).invoke({"query": "leave"}) == "leave 3"
    assert decisions[0]["audit_event"]["proposed_argument_keys"] == ["limit", "query"]


def test_twice_behind_a_gate_is_a_mistake() -> None:
    behind = gated(Own(ran=Ran()), make_gate())
    with pytest.raises(TypeError, match="behind a gate already"):
        gated(behind, make_gate())


def test_a_tool_that_the_node_does_not_have_is_an_error() -> None:
    search, *_ = make_tools(Ran())
    with pytest.raises(ValueError, match="lists `send_email`, which nobody registered"):
        tool_node([search], make_gate())
    tool_node([search], make_gate(), elsewhere=["send_email"])
