"""The OpenAI Agents SDK itself, with its scripted model."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import dataclasses
import json
import time
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from aana.confirmation import Broker, MemoryStore
from aana.integrations import ToolGate
from aana.integrations.openai_agents import gated, question
from agents import Agent, FunctionTool, RunConfig, RunContextWrapper, Runner, RunState, function_tool
from agents.exceptions import ModelBehaviorError
from agents.testing import ScriptedModel, assistant_message, function_call
from doctests import PROJECT_README, programs, run_program
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

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

if TYPE_CHECKING:
    from pathlib import Path

    from aana.integrations import Call

QUIET = RunConfig(tracing_disabled=True)

# What two readers could read in two ways.
TWO_READINGS = (
    '{"query": "a", "query": "leave"}',
    '{"query": "leave", "limit": 1e999}',
    '{"query": "leave", "limit": NaN}',
    '{"query": "leave"} {"query": "a"}',
)


class Scene:
    """An agent whose model makes these calls and then is done."""

    def __init__(
        self, gate: ToolGate, *calls: tuple[str, dict[str, Any] | str], default: str = "hello"
    ) -> None:
        self.ran = ran = Ran()

        def search_docs(query: str, limit: int = 3) -> str:
            """Search."""
            return ran("search_docs", query, limit)

        async def send_email(context: RunContextWrapper[Any], to: str, subject: str = default) -> str:
            """Send."""
            assert context.context == {"user": "ada"}
            return ran("send_email", to, subject)

        def drop_table(name: str) -> str:
            """Drop."""
            return ran(REFUSED, name)

        made = [function_call(name, args, call_id=f"call_{at}") for at, (name, args) in enumerate(calls)]
        self.model = ScriptedModel([made, [assistant_message("done")]])
        tools: list[Any] = [gated(one, gate) for one in (search_docs, send_email, drop_table)]
        self.agent = Agent(name="mailer", model=self.model, tools=tools)

    def run(self, given: Any = "go") -> Any:
        context = {"user": "ada"} if given == "go" else None
        return asyncio.run(Runner.run(self.agent, given, context=context, run_config=QUIET))


def told(result: Any) -> dict[str, str]:
    outputs = [one for one in result.new_items if one.type == "tool_call_output_item"]
    return {one.raw_item["call_id"]: str(one.output) for one in outputs}


def test_an_accepted_call_runs_once_with_what_was_checked() -> None:
    decisions: list[Any] = []
    scene = Scene(make_gate(decisions=decisions), ("search_docs", {"query": "leave", "limit": "5"}))
    result = scene.run()
    # The schema made a number of the text.
    assert scene.ran.calls == [("search_docs", "leave", 5)]
    assert told(result) == {"call_0": "search_docs ran"}
    assert {one["route"] for one in decisions} == {"accept"}
    assert all(one["audit_event"]["proposed_argument_keys"] == ["limit", "query"] for one in decisions)


def test_a_default_is_checked_and_runs() -> None:
    decisions: list[Any] = []
    scene = Scene(make_gate(decisions=decisions), ("search_docs", {"query": "leave"}))
    scene.run()
    assert scene.ran.calls == [("search_docs", "leave", 3)]
    assert decisions[-1]["audit_event"]["proposed_argument_keys"] == ["limit", "query"]


def test_a_refused_call_does_not_run_and_the_model_sees_why() -> None:
    scene = Scene(make_gate(), (REFUSED, {"name": "orders"}))
    result = scene.run()
    assert scene.ran.calls == []
    assert_says_why(told(result)["call_0"], REFUSED, "refuse")
    # That is what the model gets.
    assert_says_why(scene.model.calls[-1].input[-1]["output"], REFUSED, "refuse")


def test_an_approved_call_runs() -> None:
    scene = Scene(make_gate(), ("send_email", {"to": ADDRESS}))
    result = scene.run()
    [asked] = result.interruptions
    assert scene.ran.calls == []
    state = result.to_state()
    state.approve(asked)
    assert told(scene.run(state)) == {"call_0": "send_email ran"}
    assert scene.ran.calls == [("send_email", ADDRESS, "hello")]


def test_a_rejected_call_does_not_run() -> None:
    scene = Scene(make_gate(), ("send_email", {"to": ADDRESS}))
    result = scene.run()
    state = result.to_state()
    state.reject(result.interruptions[0])
    assert told(scene.run(state))["call_0"] != "send_email ran"
    assert scene.ran.calls == []


def test_a_call_that_was_changed_after_the_question_does_not_run(tmp_path: Path) -> None:
    # The SDK itself finds changed JSON. What it does not see is that the same JSON has become another call.
    path = tmp_path / "questions.sqlite3"
    first = Scene(make_gate(broker=Broker(store=path)), ("send_email", {"to": ADDRESS}))
    text = first.run().to_state().to_string()
    again = Scene(make_gate(broker=Broker(store=path)), default="another subject")
    again.agent.model = ScriptedModel([[assistant_message("done")]])
    state: Any = asyncio.run(RunState.from_string(again.agent, text))
    state.approve(state.get_interruptions()[0])
    result = again.run(state)
    assert again.ran.calls == []
    assert "another call than the one that a person was asked about" in told(result)["call_0"]


def test_an_approval_outlives_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "questions.sqlite3"
    first = Scene(make_gate(broker=Broker(store=path)), ("send_email", {"to": ADDRESS}))
    text = first.run().to_state().to_string()
    again = Scene(make_gate(broker=Broker(store=path)))
    again.agent.model = ScriptedModel([[assistant_message("done")]])
    state: Any = asyncio.run(RunState.from_string(again.agent, text))
    state.approve(state.get_interruptions()[0])
    again.run(state)
    assert again.ran.calls == [("send_email", ADDRESS, "hello")]


def approve_only(address: str, result: Any, **how: Any) -> Any:
    """The state of the run after a yes to the e-mail to this address."""
    state = result.to_state()
    [asked] = [one for one in result.interruptions if json.loads(one.arguments)["to"] == address]
    state.approve(asked, **how)
    return state


BOTH = (("send_email", {"to": ADDRESS}), ("send_email", {"to": SECOND}))


def test_a_yes_runs_the_call_that_it_names_whatever_the_order() -> None:
    for address in (ADDRESS, SECOND):
        scene = Scene(make_gate(), *BOTH)
        result = scene.run(approve_only(address, scene.run()))
        assert scene.ran.calls == [("send_email", address, "hello")]
        # The other question waits still.
        [asked] = result.interruptions
        assert json.loads(asked.arguments)["to"] != address


def test_a_yes_for_always_names_no_call() -> None:
    scene = Scene(make_gate(), *BOTH)
    more = function_call("send_email", {"to": SECOND}, call_id="call_9")
    first = [function_call(name, args, call_id=f"call_{at}") for at, (name, args) in enumerate(BOTH)]
    scene.agent.model = ScriptedModel([first, [more], [assistant_message("done")]])
    result = scene.run(approve_only(ADDRESS, scene.run(), always_approve=True))
    assert scene.ran.calls == []
    said = told(result)
    assert "does not name the question" in said["call_0"]
    assert "does not name the question" in said["call_1"]
    assert "There is no approval" in said["call_9"]


def test_a_yes_counts_once() -> None:
    scene = Scene(make_gate(), ("send_email", {"to": ADDRESS}))
    text = scene.run().to_state().to_string()
    said: list[str] = []
    for _ in range(2):
        scene.agent.model = ScriptedModel([[assistant_message("done")]])
        state: Any = asyncio.run(RunState.from_string(scene.agent, text))
        state.approve(state.get_interruptions()[0])
        said.append(told(scene.run(state))["call_0"])
    assert scene.ran.calls == [("send_email", ADDRESS, "hello")]
    assert "nobody was asked about this call" in said[1]


def test_a_late_yes_does_not_count() -> None:
    gate = make_gate(broker=Broker(store=MemoryStore(), ttl=timedelta(seconds=1)))
    scene = Scene(gate, ("send_email", {"to": ADDRESS}))
    state = approve_only(ADDRESS, scene.run())
    time.sleep(1.1)
    said = told(scene.run(state))["call_0"]
    assert scene.ran.calls == []
    assert "There is no approval" in said


@pytest.mark.parametrize("delays", [(0, 0.03), (0.03, 0), (0.01, 0.01)])
def test_yeses_in_parallel_run_what_they_name(delays: tuple[float, float]) -> None:
    async def slow(call: Call) -> list[str]:
        await asyncio.sleep(delays[1 if call.arguments["to"] == SECOND else 0])
        return ["session:1"]

    gate = ToolGate({"send_email": replace(SEND, evidence_refs=slow)}, approved_by="user:ada")
    for yes in ([ADDRESS], [SECOND], [ADDRESS, SECOND]):
        scene = Scene(gate, *BOTH)
        result = scene.run()
        state = result.to_state()
        for one in result.interruptions:
            (state.approve if json.loads(one.arguments)["to"] in yes else state.reject)(one)
        scene.run(state)
        assert sorted(scene.ran.calls) == sorted(("send_email", one, "hello") for one in yes)


def test_an_id_that_comes_again_runs_nothing_again() -> None:
    scene = Scene(make_gate())
    for second in (ADDRESS, SECOND):
        calls = [[function_call("send_email", {"to": to}, call_id="call_0")] for to in (ADDRESS, second)]
        scene.agent.model = ScriptedModel([*calls, [assistant_message("done")]])
        scene.ran.calls.clear()
        with contextlib.suppress(ModelBehaviorError):
            scene.run(approve_only(ADDRESS, scene.run()))
        assert scene.ran.calls == [("send_email", ADDRESS, "hello")]


def test_calls_at_the_same_time_are_decided_one_by_one() -> None:
    scene = Scene(
        make_gate(),
        *FOUR_CALLS,
    )
    result = scene.run()
    state = result.to_state()
    asked = {json.loads(one.arguments)["to"]: one for one in result.interruptions}
    state.reject(asked[ADDRESS])
    state.approve(asked[SECOND])
    result = scene.run(state)
    assert sorted(scene.ran.calls) == TWO_RAN
    assert told(result)["call_3"] == "send_email ran"


def test_a_gate_that_fails_blocks(caplog: pytest.LogCaptureFixture) -> None:
    scene = Scene(make_gate(search=BROKEN), ("search_docs", {"query": ADDRESS}))
    said = told(scene.run())["call_0"]
    assert scene.ran.calls == []
    assert "(gate_failed)" in said
    assert ADDRESS not in said + caplog.text


@pytest.mark.parametrize("given", ["{", "[1]", '{"query": {"a": 1}}', *TWO_READINGS])
def test_arguments_that_do_not_fit_run_nothing(given: str) -> None:
    scene = Scene(make_gate(), ("search_docs", given))
    result = scene.run()
    if result.interruptions:
        # The SDK asks about what it cannot read; a yes does not make it readable.
        state = result.to_state()
        state.approve(result.interruptions[0])
        result = scene.run(state)
    assert "its arguments do not fit its parameters" in told(result)["call_0"]
    assert scene.ran.calls == []


class Body(BaseModel):
    text: str = "hello"
    tags: list[str] = []


class Open(BaseModel):
    model_config = ConfigDict(extra="allow")


@dataclasses.dataclass
class Mark:
    name: str = "none"
    at: int = Field(default=0, alias="place")


DROPPED: list[dict[str, Any]] = [
    {"dryrun": True},
    {"body": {"text": "x", "dryrun": True}},
    {"bodies": [{}, {"dryrun": True}]},
    {"by_name": {"a": {"dryrun": True}}},
    {"mark": {"name": "x", "dryrun": True}},
    {"limits": {"most": 1, "dryrun": True}},
]
KEPT: list[dict[str, Any]] = [
    {},
    {"body": {"text": "x", "tags": ["a"]}, "bodies": [{}], "by_name": {"a": {}}},
    {"open": {"dryrun": True}, "mark": {"name": "x"}, "limits": {"most": 1}, "day": "2026-01-01"},
]


class Limits(TypedDict):
    most: int


@pytest.mark.parametrize("more", [*DROPPED, *KEPT])
def test_what_the_schema_would_drop_runs_nothing(more: dict[str, Any]) -> None:
    ran = Ran()

    def send_email(
        to: str,
        body: Body | None = None,
        bodies: tuple[Body, ...] = (),
        by_name: dict[str, Body] | None = None,
        mark: Mark | None = None,
        limits: Limits | None = None,
        open: Open | None = None,  # noqa: A002
        day: date | None = None,
    ) -> str:
        return ran(to)

    gate = make_gate()
    scene = Scene(gate, ("send_email", {"to": ADDRESS, **more}))
    scene.agent.tools = [gated(send_email, gate, strict_mode=False)]
    result = scene.run()
    if more in KEPT:
        result = scene.run(approve_only(ADDRESS, result))
        assert told(result)["call_0"] == "send_email ran" or ran.calls == [(ADDRESS,)]
    else:
        assert result.interruptions == []
        assert "its arguments do not fit its parameters" in told(result)["call_0"]
        assert ran.calls == []


def test_the_question_shows_what_runs() -> None:
    gate = make_gate()
    scene = Scene(gate, ("send_email", {"to": "a\u200b" + ADDRESS}))
    result = scene.run()
    [asked] = result.interruptions
    text = question(gate, asked) or ""
    assert "U+200B" in text
    assert 'subject: "hello"' in text
    # Of another gate's, of another tool's and of one that is not there, there is nothing to show.
    assert question(make_gate(), asked) is None
    assert question(gate, replace(asked, tool_name="search_docs")) is None
    state = result.to_state()
    state.approve(asked)
    scene.run(state)
    assert len(scene.ran.calls) == 1
    assert question(gate, asked) is None


def test_a_limit_of_the_policy_is_the_limit_of_the_json() -> None:
    long = {"query": "x" * (1 << 20)}
    for limit, runs in ((4 << 20, 1), (1 << 20, 0)):
        gate = ToolGate({"search_docs": SEARCH}, gate={"max_event_bytes": limit})
        scene = Scene(gate, ("search_docs", long))
        scene.run()
        assert len(scene.ran.calls) == runs


def test_evidence_may_be_looked_up_by_a_coroutine() -> None:
    async def by_context(call: Call) -> list[str]:
        await asyncio.sleep(0)
        return [f"session:{call.context.context['user']}"]

    decisions: list[Any] = []
    rule = replace(SEARCH, evidence_refs=by_context)
    Scene(make_gate(search=rule, decisions=decisions), ("search_docs", {"query": "leave"})).run()
    assert decisions[-1]["evidence_integrity"]["used_source_ids"] == ["session:ada"]


def test_a_tool_that_takes_json() -> None:
    ran = Ran()

    async def invoke(context: Any, given: str) -> str:
        return ran("search_docs", json.loads(given))

    schema = {"type": "object", "properties": {"query": {"type": "string"}}}
    plain = FunctionTool("search_docs", "Search.", schema, invoke, strict_json_schema=False)
    scene = Scene(make_gate(), ("search_docs", '{"query": "leave"}'))
    scene.agent.tools = [gated(plain, make_gate())]
    scene.run()
    assert ran.calls == [("search_docs", {"query": "leave"})]
    with pytest.raises(TypeError, match="behind a gate already"):
        gated(gated(plain, make_gate()), make_gate())
    for given in TWO_READINGS:
        scene = Scene(make_gate(), ("search_docs", given))
        scene.agent.tools = [gated(plain, make_gate())]
        result = scene.run()
        for one in result.interruptions:
            state = result.to_state()
            state.approve(one)
            scene.run(state)
    assert len(ran.calls) == 1


# Every tool of the SDK runs through this attribute, and what may stand beside it is data.
FIELDS = {
    *("name", "description", "params_json_schema", "on_invoke_tool", "strict_json_schema", "is_enabled"),
    *("tool_input_guardrails", "tool_output_guardrails", "needs_approval", "timeout_seconds"),
    *("timeout_behavior", "timeout_error_function", "defer_loading", "custom_data_extractor"),
    *("allowed_callers", "output_json_schema", "_output_type_adapter", "_failure_error_function"),
    *("_use_default_failure_error_function", "_is_agent_tool", "_agent_tool_default_identity"),
    *("_is_codex_tool", "_agent_instance", "_tool_namespace", "_tool_namespace_description", "_mcp_title"),
    *("_tool_origin", "_emit_tool_origin", "_mcp_tool_binding", "_mcp_annotations"),
}
ENTRIES = {"mcp_annotations", "qualified_name", "__wrapped__", "__post_init__", "__copy__"}


def test_there_is_no_way_to_run_a_tool_that_nobody_looked_at() -> None:
    fields = {field.name for field in dataclasses.fields(FunctionTool)}
    assert fields == FIELDS
    made_by_dataclass = {"__init__", "__repr__", "__eq__", "__match_args__", "__replace__", "__hash__"}
    about = {
        name
        for name in vars(FunctionTool)
        if name.startswith("__") and not callable(getattr(object, name, None))
    }
    about -= {"__wrapped__", "__post_init__", "__copy__"}
    assert vars(FunctionTool).keys() - fields - made_by_dataclass - about == ENTRIES


def test_a_tool_with_its_own_ways_to_run_is_not_taken() -> None:
    async def invoke(context: Any, given: str) -> str:
        pytest.fail("it ran")

    class Own(FunctionTool):
        async def run_it(self, context: Any, given: str) -> Any:
            return await invoke(context, given)

    def nothing(self: Any, _: Any) -> None: ...

    hidden: Any = type("Hidden", (FunctionTool,), {"on_invoke_tool": property(lambda self: invoke, nothing)})
    for kind in (Own, hidden):
        with pytest.raises(TypeError, match="of a class of its own"):
            gated(kind("search_docs", "Search.", {}, invoke, strict_json_schema=False), make_gate())
    tool: Any = FunctionTool("search_docs", "Search.", {}, invoke, strict_json_schema=False)
    tool.run_it = invoke
    with pytest.raises(TypeError, match="attributes of its own: run_it"):
        gated(tool, make_gate())


def test_a_copy_is_behind_the_gate_as_well() -> None:
    def drop_table(name: str) -> str:
        pytest.fail("it ran")

    tool = gated(drop_table, make_gate())
    for again in (
        copy.copy(tool),
        dataclasses.replace(tool),
        dataclasses.replace(tool, needs_approval=False),
    ):
        scene = Scene(make_gate(), (REFUSED, {"name": "orders"}))
        scene.agent.tools = [again]
        assert_says_why(told(scene.run())["call_0"], REFUSED, "refuse")
    with pytest.raises(AttributeError):
        _ = tool.__wrapped__


def test_what_is_left_out_is_not_the_models() -> None:
    ran = Ran()

    def search_docs(query: str, index: str = "ours", **rest: str) -> str:
        return ran(query, index, rest)

    decisions: list[Any] = []
    gate = make_gate(search=replace(SEARCH, leave_out=frozenset({"index"})), decisions=decisions)
    given = {"query": "leave", "index": "theirs"}
    scene = Scene(gate, ("search_docs", given), ("search_docs", {**given, "rest": {"index": "theirs"}}))
    tool = gated(search_docs, gate, strict_mode=False)
    scene.agent.tools = [tool]
    scene.run()
    assert ran.calls == [("leave", "ours", {})]
    assert {"index", "query"} & tool.params_json_schema["properties"].keys() == {"query"}
    assert decisions[-1]["audit_event"]["proposed_argument_keys"] == ["query"]

    async def invoke(context: Any, text: str) -> str:
        return ran(json.loads(text))

    schema: dict[str, Any] = {
        "type": "object",
        "properties": {"query": {}, "index": {}},
        "required": ["query", "index"],
    }
    plain = gated(FunctionTool("search_docs", "Search.", schema, invoke, strict_json_schema=False), gate)
    scene = Scene(gate, ("search_docs", given))
    scene.agent.tools = [plain]
    scene.run()
    assert ran.calls[-1] == ({"query": "leave"},)
    assert plain.params_json_schema == {"type": "object", "properties": {"query": {}}, "required": ["query"]}

    def unfilled(query: str, index: str) -> str:
        return query

    with pytest.raises(TypeError, match="`index` is left out, and has no default"):
        gated(unfilled, gate, name="search_docs")


@pytest.mark.parametrize("awaits", [False, True])
def test_what_a_tool_asks_about_itself_is_asked(awaits: bool) -> None:
    ran = Ran()

    async def invoke(context: Any, given: str) -> str:
        return ran("search_docs", given)

    def asks(context: Any, params: Any, call_id: str) -> Any:
        return asyncio.sleep(0, True) if awaits else True

    tool = FunctionTool("search_docs", "Search.", {}, invoke, strict_json_schema=False, needs_approval=asks)
    scene = Scene(make_gate(), ("search_docs", '{"query": "leave"}'))
    scene.agent.tools = [gated(tool, make_gate())]
    result = scene.run()
    assert len(result.interruptions) == 1
    assert ran.calls == []
    state = result.to_state()
    state.approve(result.interruptions[0])
    scene.run(state)
    assert ran.calls == [("search_docs", '{"query": "leave"}')]


def test_a_tool_that_reads_its_json_itself_is_not_taken() -> None:
    @function_tool
    def search_docs(query: str) -> str:
        return query

    with pytest.raises(TypeError, match="made of a function"):
        gated(search_docs, make_gate())


def test_names_of_every_kind_of_parameter() -> None:
    ran = Ran()

    def search_docs(first: str, /, second: int, *others: int, third: str = "c", **rest: int) -> str:
        return ran("search_docs", first, second, others, third, rest)

    given = {"first": "a", "second": 1, "others": [2, 3], "rest": {"more": 4}}
    scene = Scene(make_gate(), ("search_docs", given))
    scene.agent.tools = [gated(search_docs, make_gate(), strict_mode=False)]
    scene.run()
    assert ran.calls == [("search_docs", "a", 1, (2, 3), "c", {"more": 4})]


def test_the_projects_readme() -> None:
    def send_email(to: str) -> str:
        """Send."""
        return f"sent to {to}"

    (program,) = [one for one in programs(PROJECT_README) if "openai_agents" in one]

    def session_of(_: Call) -> list[str]:
        return ["session:1"]

    names: dict[str, Any] = {"Agent": Agent, "send_email": send_email, "session_of": session_of}
    run_program(program, names)
    (tool,) = names["agent"].tools
    assert tool.name == "send_email"
