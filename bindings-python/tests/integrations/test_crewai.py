"""CrewAI itself, with a model that says what it is told to."""

from __future__ import annotations

import asyncio
import copy
import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from aana.confirmation import Broker, MemoryStore
from aana.integrations import Answer, Call, ToolGate, approve, reject
from aana.integrations.crewai import gated
from crewai import Agent, Crew, Task
from crewai.llms.base_llm import BaseLLM
from crewai.tools import BaseTool, tool
from crewai.tools.base_tool import Tool
from crewai.utilities.agent_utils import convert_tools_to_openai_schema
from pydantic import BaseModel, Field

from integrations.scenes import (
    ADDRESS,
    BROKEN,
    FOUR_CALLS,
    REFUSED,
    SEARCH,
    SECOND,
    SEND,
    TWO_RAN,
    Ran,
    assert_says_why,
    make_gate,
)


class Scripted(BaseLLM):
    """Proposes these calls, and then is done."""

    calls: list[Any]
    heard: list[Any] = Field(default_factory=list)

    def call(self, messages: Any, *args: Any, **kwargs: Any) -> Any:
        self.heard = list(messages)
        if any(one["role"] == "tool" for one in messages):
            return "done"
        return [
            {
                "id": f"call_{at}",
                "type": "function",
                "function": {"name": name, "arguments": json.dumps(args)},
            }
            for at, (name, args) in enumerate(self.calls)
        ]

    def supports_function_calling(self) -> bool:
        return True


class Search(BaseTool):
    name: str = "search_docs"
    description: str = "Search."
    ran: Any = None

    def _run(self, query: str, limit: int = 3) -> str:
        return str(self.ran("search_docs", query, limit))


def make_tools(ran: Ran) -> list[BaseTool]:
    @tool("send_email")
    def send_email(to: str, subject: str = "hello") -> str:
        """Send."""
        return ran("send_email", to, subject)

    @tool("drop_table")
    def drop_table(name: str) -> str:
        """Drop."""
        return ran(REFUSED, name)

    return [Search(ran=ran), send_email, drop_table]


class Scene:
    """A crew whose model makes these calls and then is done."""

    def __init__(self, gate: ToolGate, *calls: tuple[str, dict[str, Any]], confirm: Any = None) -> None:
        self.ran = Ran()
        self.model = Scripted(model="scripted", calls=list(calls))
        self.tools = [gated(one, gate, confirm=confirm) for one in make_tools(self.ran)]

    def run(self) -> list[str]:
        agent = Agent(role="mailer", goal="mail", backstory="mails", llm=self.model, tools=self.tools)
        task = Task(description="go", expected_output="done", agent=agent)
        Crew(agents=[agent], tasks=[task], tracing=False).kickoff()  # pyright: ignore[reportUnknownMemberType]
        return [str(one["content"]) for one in self.model.heard if one["role"] == "tool"]


def yes(question: Any) -> Answer:
    return approve(question)


def no(question: Any) -> Answer:
    return reject(question)


def test_an_accepted_call_runs_once_with_what_was_checked() -> None:
    decisions: list[Any] = []
    scene = Scene(make_gate(decisions=decisions), ("search_docs", {"query": "leave", "limit": "5"}))
    assert scene.run() == ["search_docs ran"]
    # The schema made a number of the text.
    assert scene.ran.calls == [("search_docs", "leave", 5)]
    assert [one["route"] for one in decisions] == ["accept"]


def test_a_default_is_checked() -> None:
    decisions: list[Any] = []
    Scene(make_gate(decisions=decisions), ("search_docs", {"query": "leave"})).run()
    assert decisions[0]["audit_event"]["proposed_argument_keys"] == ["limit", "query"]


def test_a_refused_call_does_not_run_and_the_model_sees_why() -> None:
    scene = Scene(make_gate(), (REFUSED, {"name": "orders"}))
    [said] = scene.run()
    assert scene.ran.calls == []
    assert_says_why(said, REFUSED, "refuse")


class Console:
    """A person at the console, who reads what is printed and types."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, typed: str, only: str = "") -> None:
        self.typed, self.only, self.wanted = typed, only, ""
        self.at_once = self.most_at_once = 0
        monkeypatch.setattr("builtins.input", self.input)
        monkeypatch.setattr("crewai.hooks.tool_hooks.PRINTER.print", self.read)

    def read(self, content: str = "", **_: Any) -> None:
        if "Type 'approve " in content:
            self.wanted = content.partition("'")[2].partition("'")[0]
        if content.startswith("\nRun "):
            self.question = content

    def input(self) -> str:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        wanted = self.wanted if self.only in self.question else "no"
        time.sleep(0.02)
        self.at_once -= 1
        return self.typed.replace("WANTED", wanted)


@pytest.mark.parametrize(
    ("typed", "runs"),
    [("WANTED", True), (" WANTED ", True), ("approve", False), ("approve 0badc0de", False), ("", False)],
)
def test_the_approval_at_the_console(typed: str, runs: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    console = Console(monkeypatch, typed)
    scene = Scene(make_gate(), ("send_email", {"to": ADDRESS}))
    [said] = scene.run()
    assert scene.ran.calls == ([("send_email", ADDRESS, "hello")] if runs else [])
    assert ADDRESS in console.question
    if not runs:
        assert_says_why(said, "send_email", "ask")


def test_at_the_console_one_question_is_asked_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    console = Console(monkeypatch, "WANTED", only=SECOND)
    scene = Scene(make_gate(), *FOUR_CALLS)
    scene.run()
    assert console.most_at_once == 1
    assert sorted(scene.ran.calls) == TWO_RAN


def test_an_approval_elsewhere() -> None:
    asked: list[Any] = []

    def confirm(question: Any) -> Answer:
        asked.append(question.text)
        return approve(question)

    scene = Scene(make_gate(), ("send_email", {"to": ADDRESS}), confirm=confirm)
    assert scene.run() == ["send_email ran"]
    assert len(asked) == 1
    assert ADDRESS in asked[0]


def test_nobody_at_the_console_is_no_yes(monkeypatch: pytest.MonkeyPatch) -> None:
    def closed() -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", closed)
    scene = Scene(make_gate(), ("send_email", {"to": ADDRESS}))
    [said] = scene.run()
    assert scene.ran.calls == []
    assert "(gate_failed)" in said


def test_a_call_that_was_changed_after_the_question_does_not_run() -> None:
    arguments: dict[str, Any] = {"recipients": [ADDRESS]}
    ran = Ran()

    class Send(BaseTool):
        name: str = "send_email"
        description: str = "Send."

        def _run(self, recipients: Any) -> str:
            return ran("send_email", recipients)

    def confirm(question: Any) -> Answer:
        arguments["recipients"].append("other@customer.example")
        return approve(question)

    gated(Send(), make_gate(), confirm=confirm).run(**arguments)
    assert ran.calls == [("send_email", [ADDRESS])]


def test_the_gate_has_the_last_word() -> None:
    evidence = ["session:1"]

    def still(_: Call) -> list[str]:
        return list(evidence)

    rule = replace(SEND, evidence_refs=still)

    def confirm(question: Any) -> Answer:
        # The session ends while the person thinks.
        evidence.clear()
        return approve(question)

    gate = ToolGate({"send_email": rule}, approved_by="user:ada")
    scene = Scene(gate, ("send_email", {"to": ADDRESS}), confirm=confirm)
    [said] = scene.run()
    assert scene.ran.calls == []
    assert "was not run: defer" in said


def test_calls_at_the_same_time_are_decided_one_by_one() -> None:
    def second(question: Any) -> Answer:
        return approve(question) if "second" in question.text else reject(question)

    scene = Scene(make_gate(), *FOUR_CALLS, confirm=second)
    said = scene.run()
    assert sorted(scene.ran.calls) == TWO_RAN
    assert ["was not run" in one for one in said] == [False, True, True, False]


def test_a_gate_that_fails_blocks(caplog: pytest.LogCaptureFixture) -> None:
    scene = Scene(make_gate(search=BROKEN), ("search_docs", {"query": ADDRESS}))
    [said] = scene.run()
    assert scene.ran.calls == []
    assert "(gate_failed)" in said
    assert ADDRESS not in said + caplog.text


def answering(answer: Any) -> Any:
    def confirm(question: Any) -> Any:
        return answer

    return confirm


@pytest.mark.parametrize("answer", [True, "approve", None, {"type": "approve"}, Answer(True, "", "")])
def test_a_yes_that_names_no_question_is_none(answer: Any) -> None:
    broker = Broker(store=MemoryStore())
    gate = make_gate(broker=broker)
    scene = Scene(gate, ("send_email", {"to": ADDRESS}), confirm=answering(answer))
    [said] = scene.run()
    assert scene.ran.calls == []
    assert "does not name the question" in said
    # The call is over, and nobody waits for an answer.
    assert broker.pending() == []


@pytest.mark.parametrize("delays", [(0, 0), (0.03, 0), (0, 0.03)])
@pytest.mark.parametrize("swapped", [False, True])
def test_in_parallel_a_yes_runs_the_call_that_it_names(delays: tuple[float, float], swapped: bool) -> None:
    questions: list[Any] = []
    both = threading.Barrier(2, timeout=10)

    def confirm(question: Any) -> Answer:
        time.sleep(delays[0])
        questions.append(question)
        both.wait()
        # The desk hands each the answer to its own question, or the other one's.
        [second] = [one for one in questions if SECOND in one.text]
        [first] = [one for one in questions if one is not second]
        mine = question if not swapped else (first if question is second else second)
        answer = approve(mine) if mine is second else reject(mine)
        if question is first:
            time.sleep(delays[1])
        return answer

    calls = [("send_email", {"to": to}) for to in (ADDRESS, SECOND)]
    scene = Scene(make_gate(), *calls, confirm=confirm)
    scene.run()
    assert scene.ran.calls == ([] if swapped else [("send_email", SECOND, "hello")])


def test_a_late_yes_does_not_count() -> None:
    def confirm(question: Any) -> Answer:
        time.sleep(1.1)
        return approve(question)

    gate = make_gate(broker=Broker(store=MemoryStore(), ttl=timedelta(seconds=1)))
    scene = Scene(gate, ("send_email", {"to": ADDRESS}), confirm=confirm)
    [said] = scene.run()
    assert scene.ran.calls == []
    assert "There is no approval" in said


def test_a_yes_counts_once() -> None:
    answers: list[Answer] = []

    def confirm(question: Any) -> Answer:
        answers.append(approve(question))
        return answers[0]

    [_, send, _] = (scene := Scene(make_gate(), confirm=confirm)).tools
    send.run(to=ADDRESS)
    assert "does not name the question" in send.run(to=ADDRESS)
    assert scene.ran.calls == [("send_email", ADDRESS, "hello")]


@pytest.mark.filterwarnings("error")
def test_where_nothing_awaits_a_coroutine_is_no_yes() -> None:
    async def confirm(question: Any) -> Answer:
        return approve(question)

    later: Any = confirm
    scene = Scene(make_gate(), confirm=later)
    assert "(gate_failed)" in scene.tools[1].run(to=ADDRESS)
    assert scene.ran.calls == []


class Again(Scripted):
    """Proposes the calls one after the other."""

    def call(self, messages: Any, *args: Any, **kwargs: Any) -> Any:
        self.heard = list(messages)
        done = sum(one["role"] == "tool" for one in messages)
        if done == len(self.calls):
            return "done"
        name, given = self.calls[done]
        function = {"name": name, "arguments": json.dumps(given)}
        return [{"id": f"call_{done}", "type": "function", "function": function}]


def test_the_same_call_is_asked_about_again() -> None:
    asked: list[Any] = []

    def first_time(question: Any) -> Answer:
        asked.append(question)
        return approve(question) if len(asked) == 1 else reject(question)

    scene = Scene(make_gate(), confirm=first_time)
    scene.model = Again(model="scripted", calls=[("send_email", {"to": ADDRESS})] * 2)
    said = scene.run()
    assert len(asked) == 2
    assert scene.ran.calls == [("send_email", ADDRESS, "hello")]
    assert said[0] == "send_email ran"
    assert "was not run: ask" in said[1]


def always(given: Any = None, result: Any = None) -> bool:
    return True


def test_no_result_is_kept_for_a_call_that_nobody_decided() -> None:
    for own in (always, None):
        tool = Search(ran=Ran()) if own is None else Search(ran=Ran(), cache_function=own)
        assert gated(tool, make_gate()).cache_function({}, "found") is False


def test_a_default_that_the_schema_does_not_have_is_checked() -> None:
    decisions: list[Any] = []
    ran = Ran()

    class Query(BaseModel):
        query: str

    class Narrow(BaseTool):
        name: str = "search_docs"
        description: str = "Search."
        args_schema: type[BaseModel] = Query

        def _run(self, query: str, limit: int = 3) -> str:
            return ran("search_docs", query, limit)

    gated(Narrow(), make_gate(decisions=decisions)).run(query="leave")
    search: Any = gated(make_tools(ran)[0], make_gate(decisions=decisions))
    search.run("leave")
    search._run(query="leave")
    assert ran.calls == [("search_docs", "leave", 3)] * 3
    assert [one["audit_event"]["proposed_argument_keys"] for one in decisions] == [["limit", "query"]] * 3


def test_asynchronous_runs_run_once() -> None:
    ran = Ran()

    @tool("search_docs")
    def plain(query: str) -> str:
        """Search."""
        return ran("plain", query)

    @tool("search_docs")
    async def awaited(query: str) -> str:
        """Search."""
        await asyncio.sleep(0)
        return ran("awaited", query)

    class Both(Search):
        async def _arun(self, query: str, limit: int = 3, deep: bool = False) -> str:
            await asyncio.sleep(0)
            return ran("both", query, limit, deep)

    class OnlyAwaited(BaseTool):
        name: str = "search_docs"
        description: str = "Search."

        async def _run(self, query: str) -> str:
            return ran("only", query)

    for one in (plain, awaited, Both(ran=ran), OnlyAwaited()):
        assert asyncio.run(gated(one, make_gate()).arun(query="leave")).endswith(" ran")
    assert ran.calls == [
        ("plain", "leave"),
        ("awaited", "leave"),
        ("both", "leave", 3, False),
        ("only", "leave"),
    ]
    for one in (plain, awaited, OnlyAwaited()):
        assert gated(one, make_gate()).run(query="leave").endswith(" ran")
    assert len(ran.calls) == 7


OTHER_WAYS = ("run", "arun", "to_structured_tool", "_validate_kwargs", "_claim_usage", "__getattribute__")


@pytest.mark.parametrize("way", OTHER_WAYS)
def test_a_tool_with_its_own_ways_to_run_is_not_taken(way: str) -> None:
    def own(self: Any, *args: Any, **kwargs: Any) -> Any:
        return object.__getattribute__(self, *args)

    for base in (Search, type("Below", (Search,), {"__module__": __name__})):
        kind: Any = type("Own", (base,), {way: own, "__module__": __name__})
        with pytest.raises(TypeError, match=f"has its own {way}"):
            gated(kind(ran=Ran()), make_gate())


def test_an_instance_with_its_own_way_to_run_is_not_taken() -> None:
    tool: Any = Search(ran=Ran())
    tool.__dict__["_run"] = Ran()
    with pytest.raises(TypeError, match="has its own _run"):
        gated(tool, make_gate())
    structured: Any = Search(ran=Ran()).to_structured_tool()
    with pytest.raises(TypeError, match="not a tool of CrewAI's own kind"):
        gated(structured, make_gate())


# Beside these, a tool of CrewAI has data. A new one is to be looked at: may a tool run by it?
ENTRIES = {
    *("run", "arun", "_run", "_arun", "to_structured_tool", "_claim_usage", "_validate_kwargs"),
    *("format_output_for_agent", "reset_usage_count", "from_langchain", "_set_args_schema"),
    *("_generate_description", "validate_max_usage_count", "_default_args_schema"),
    *("_default_result_schema", "_serialize_args_schema", "_serialize_result_schema"),
    *("tool_type", "formatted_description", "_ArgsSchemaPlaceholder"),
}


def test_there_is_no_way_to_run_a_tool_that_nobody_looked_at() -> None:
    made_by_pydantic = set(dir(type("Empty", (BaseModel,), {})))
    for kind in (BaseTool, Tool):
        data = kind.model_fields.keys() | {"_usage_lock"}
        found = {name for name in dir(kind) if name not in made_by_pydantic} - data
        assert {name for name in found if not name.startswith(("__", "_abc_", "_is_protocol"))} == ENTRIES
    assert {"__call__", "__getattribute__"}.isdisjoint(vars(BaseTool).keys() | vars(Tool).keys())


def test_every_way_to_run_a_gated_tool_is_gated(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = Ran()
    tool: Any = gated(make_tools(ran)[2], make_gate())
    structured = tool.to_structured_tool()
    again = copy.copy(tool)
    for run in (tool.run, tool._run, structured.func, again.run, tool.model_copy().run):
        assert_says_why(str(run(name="orders")), REFUSED, "refuse")
    assert_says_why(str(structured.invoke({"name": "orders"})), REFUSED, "refuse")
    for later in (tool.arun(name="orders"), structured.ainvoke({"name": "orders"})):
        assert_says_why(str(asyncio.run(later)), REFUSED, "refuse")
    tool.name = "search_docs"
    assert_says_why(str(tool.run(name="orders")), REFUSED, "refuse")
    assert ran.calls == []
    # Written down and read again, it is a tool without a gate, and runs nothing.
    monkeypatch.setenv("CREWAI_DESERIALIZE_CALLBACKS", "1")
    kind: Any = tool.__class__
    holder = kind.model_validate(tool.model_dump(mode="json"))
    with pytest.raises(TypeError, match="has no gate any more"):
        holder.run(name="orders")
    assert ran.calls == []


def test_the_answer_is_worded_as_the_tool_words_it() -> None:
    class Worded(Search):
        def format_output_for_agent(self, raw_result: Any) -> str:
            return f"<{raw_result}>"

    tool = gated(Worded(ran=Ran()), make_gate())
    assert tool.format_output_for_agent(tool.run(query="leave")) == "<search_docs ran>"
    [_, _, drop] = [gated(one, make_gate()) for one in make_tools(Ran())]
    assert_says_why(drop.format_output_for_agent(drop.run(name="orders")), REFUSED, "refuse")


def test_a_limit_goes_on_where_it_stood() -> None:
    tool = Search(ran=Ran(), max_usage_count=2)
    tool.run(query="leave")
    behind = gated(tool, make_gate())
    assert [isinstance(behind.run(query="leave"), str) for _ in range(2)] == [True, False]


def test_what_is_left_out_is_not_the_models() -> None:
    ran = Ran()
    decisions: list[Any] = []
    gate = make_gate(search=replace(SEARCH, leave_out=frozenset({"limit"})), decisions=decisions)
    scene = Scene(gate, ("search_docs", {"query": "leave", "limit": 1000}))
    scene.tools = [gated(Search(ran=ran), gate)]
    scene.run()
    behind: Any = scene.tools[0]
    behind._run(query="leave", limit=1000)
    assert ran.calls == [("search_docs", "leave", 3)] * 2
    assert {tuple(one["audit_event"]["proposed_argument_keys"]) for one in decisions} == {("query",)}
    schemas, _, _ = convert_tools_to_openai_schema(scene.tools)
    assert schemas[0]["function"]["parameters"]["properties"].keys() == {"query"}
    assert "limit" not in scene.tools[0].formatted_description
    with pytest.raises(TypeError, match="`query` is left out, and has no default"):
        gated(Search(ran=ran), ToolGate({"search_docs": replace(SEARCH, leave_out=frozenset({"query"}))}))


def test_asynchronous_runs() -> None:
    ran = Ran()
    [search, _, _] = [gated(one, make_gate()) for one in make_tools(ran)]
    assert asyncio.run(search.arun(query="leave")) == "search_docs ran"
    assert ran.calls == [("search_docs", "leave", 3)]


def test_twice_behind_a_gate_is_a_mistake() -> None:
    with pytest.raises(TypeError, match="behind a gate already"):
        gated(gated(Search(ran=Ran()), make_gate()), make_gate())


def test_a_person_who_is_waited_for_takes_no_thread_that_something_else_needs() -> None:
    waiting: list[tuple[Any, threading.Event]] = []
    ran, recorded = Ran(), list[str]()

    @tool("send_email")
    def send_email(to: str) -> str:
        """Send."""
        return ran("send_email", to)

    def confirm(question: Any) -> Answer:
        clicked = threading.Event()
        waiting.append((question, clicked))
        assert clicked.wait(20)
        return approve(question)

    async def record(decision: Any) -> None:
        await asyncio.to_thread(recorded.append, decision["route"])

    async def scenario() -> None:
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(2))
        behind: Any = gated(send_email, make_gate(on_decision=record), confirm=confirm)
        runs = asyncio.gather(*(behind._arun(to=str(at)) for at in range(6)))
        while not runs.done():
            await asyncio.sleep(0.01)
            while waiting:
                _, clicked = waiting.pop()
                # The page that shows the question needs a thread as well.
                await asyncio.wait_for(asyncio.to_thread(clicked.set), 10)
        await runs

    asyncio.run(scenario())
    assert sorted(ran.calls) == [("send_email", str(at)) for at in range(6)]
    assert recorded.count("accept") == 6
