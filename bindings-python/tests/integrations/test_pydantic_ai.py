"""Pydantic AI itself, with a model that says what it is told to."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import time
from dataclasses import fields, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from aana.confirmation import Broker, MemoryStore
from aana.integrations import ToolGate
from aana.integrations.pydantic_ai import GatedToolset
from pydantic import BaseModel
from pydantic_ai import (
    Agent,
    DeferredToolRequests,
    DeferredToolResults,
    FunctionToolset,
    RunContext,
    ToolApproved,
    ToolDenied,
)
from pydantic_ai.exceptions import ToolFailed, UnexpectedModelBehavior
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import FunctionModel
from pydantic_ai.tools import Tool, ToolDefinition
from pydantic_ai.toolsets import CombinedToolset, ExternalToolset, WrapperToolset
from pydantic_ai.toolsets.abstract import ToolsetTool
from pydantic_ai.usage import RunUsage

from integrations.scenes import (
    ADDRESS,
    BROKEN,
    FOUR_CALLS,
    LISTED,
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


pytestmark = pytest.mark.usefixtures("own_loop")


class Scene:
    """An agent whose model makes these calls and then is done."""

    def __init__(self, gate: ToolGate, *calls: tuple[str, Any]) -> None:
        self.ran = ran = Ran()
        self.seen: list[Any] = []

        def search_docs(query: str, limit: int = 3) -> str:
            """Search."""
            return ran("search_docs", query, limit)

        async def send_email(ctx: RunContext[str], to: str, *, subject: str = "hello") -> str:
            """Send."""
            assert ctx.deps == "user:ada"
            return ran("send_email", to, subject)

        def drop_table(name: str) -> str:
            """Drop."""
            return ran(REFUSED, name)

        parts = [ToolCallPart(name, args, f"call_{at}") for at, (name, args) in enumerate(calls)]

        def model(messages: list[Any], info: Any) -> ModelResponse:
            self.seen = messages
            done = any(isinstance(part, ToolReturnPart) for part in messages[-1].parts)
            return ModelResponse([TextPart("done")] if done else parts)

        tools: Any = FunctionToolset[str]([search_docs, send_email, drop_table])
        self.toolset = GatedToolset(tools, gate)
        self.agent: Any = Agent(
            FunctionModel(model),
            deps_type=str,
            output_type=[str, DeferredToolRequests],
            toolsets=[self.toolset],
        )

    def start(self) -> Any:
        return self.agent.run_sync("go", deps="user:ada")

    def resume(self, result: Any, **approvals: Any) -> Any:
        """Go on with these answers, each with the question's own metadata."""
        return self.resume_with(result, result.output.metadata, **approvals)

    def resume_with(self, result: Any, metadata: Any, **approvals: Any) -> Any:
        return self.agent.run_sync(
            message_history=result.all_messages(),
            deferred_tool_results=DeferredToolResults(approvals=approvals, metadata=metadata),
            deps="user:ada",
        )


def told(result: Any) -> dict[str, ToolReturnPart]:
    parts = [part for message in result.all_messages() for part in message.parts]
    return {part.tool_call_id: part for part in parts if isinstance(part, ToolReturnPart)}


def test_an_accepted_call_runs_once_with_what_was_checked() -> None:
    decisions: list[Any] = []
    scene = Scene(make_gate(decisions=decisions), ("search_docs", {"query": "leave", "limit": "5"}))
    result = scene.start()
    # The schema made a number of the text.
    assert scene.ran.calls == [("search_docs", "leave", 5)]
    assert told(result)["call_0"].content == "search_docs ran"
    assert [one["route"] for one in decisions] == ["accept"]


@pytest.mark.parametrize(
    ("name", "args", "keys"),
    [
        ("search_docs", {"query": "leave"}, ["limit", "query"]),
        ("send_email", {"to": ADDRESS}, ["subject", "to"]),
    ],
)
def test_a_default_is_checked(name: str, args: dict[str, Any], keys: list[str]) -> None:
    decisions: list[Any] = []
    Scene(make_gate(decisions=decisions), (name, args)).start()
    assert decisions[-1]["audit_event"]["proposed_argument_keys"] == keys


def test_a_refused_call_does_not_run_and_the_model_sees_why() -> None:
    scene = Scene(make_gate(), (REFUSED, {"name": "orders"}))
    scene.start()
    assert scene.ran.calls == []
    [part] = scene.seen[-1].parts
    assert part.outcome == "failed"
    assert_says_why(str(part.content), REFUSED, "refuse")


@pytest.mark.parametrize("yes", [True, ToolApproved()])
def test_an_approved_call_runs(yes: Any) -> None:
    scene = Scene(make_gate(), ("send_email", {"to": ADDRESS}))
    result = scene.start()
    assert [one.tool_call_id for one in result.output.approvals] == ["call_0"]
    assert ADDRESS in result.output.metadata["call_0"]["question"]
    assert scene.ran.calls == []
    result = scene.resume(result, call_0=yes)
    assert scene.ran.calls == [("send_email", ADDRESS, "hello")]
    assert told(result)["call_0"].content == "send_email ran"


@pytest.mark.parametrize("no", [False, ToolDenied("not now")])
def test_a_rejected_call_does_not_run(no: Any) -> None:
    scene = Scene(make_gate(), ("send_email", {"to": ADDRESS}))
    scene.resume(scene.start(), call_0=no)
    assert scene.ran.calls == []


def test_a_call_that_was_changed_after_the_question_does_not_run() -> None:
    scene = Scene(make_gate(), ("send_email", {"to": ADDRESS}))
    other = ToolApproved(override_args={"to": "other@customer.example"})
    result = scene.resume(scene.start(), call_0=other)
    assert scene.ran.calls == []
    said = str(told(result)["call_0"].content)
    assert "another call than the one that a person was asked about" in said


def test_an_approval_outlives_a_restart_and_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "questions.sqlite3"
    first = Scene(make_gate(broker=Broker(store=path)), ("send_email", {"to": ADDRESS}))
    result = first.start()
    again = Scene(make_gate(broker=Broker(store=path)))
    again.resume(result, call_0=True)
    assert again.ran.calls == [("send_email", ADDRESS, "hello")]
    # The same answer, played again.
    said = told(again.resume(result, call_0=True))["call_0"]
    assert "nobody was asked about this call" in str(said.content)
    assert len(again.ran.calls) == 1


BOTH = (("send_email", {"to": ADDRESS}), ("send_email", {"to": SECOND}))


def test_an_answer_brings_back_what_the_question_was_put_with() -> None:
    scene = Scene(make_gate(), *BOTH)
    result = scene.start()
    requests = result.output
    first, second = requests.metadata["call_0"], requests.metadata["call_1"]
    assert len({first["question_id"], second["question_id"]}) == 2
    wrong: list[dict[str, Any]] = [
        {},
        {"call_0": {}},
        {"call_1": first},
        {"call_0": second, "call_1": first},
        {"call_0": {**first, "action_digest": second["action_digest"]}},
        {"call_0": {**first, "question_id": second["question_id"]}},
        {"call_0": {**first, "question_id": None}},
    ]
    for metadata in wrong:
        said = told(scene.resume_with(result, metadata, call_0=True, call_1=False))["call_0"]
        assert "does not name the question" in str(said.content)
    assert scene.ran.calls == []
    # As the framework itself makes it, in one line.
    results = requests.build_results(approvals={"call_0": True, "call_1": False}, metadata=requests.metadata)
    history = result.all_messages()
    scene.agent.run_sync(message_history=history, deferred_tool_results=results, deps="user:ada")
    assert scene.ran.calls == [("send_email", ADDRESS, "hello")]


def test_an_old_answer_is_none_to_a_new_question() -> None:
    gate = make_gate()
    first = Scene(gate, BOTH[0])
    old = first.start()
    first.resume(old, call_0=True)
    # Another conversation has a call of the same name waiting, and somebody plays the old answer again.
    Scene(gate, BOTH[0]).start()
    said = told(first.resume(old, call_0=True))["call_0"]
    assert "does not name the question" in str(said.content)
    assert len(first.ran.calls) == 1


def test_a_late_answer_does_not_count() -> None:
    broker = Broker(store=MemoryStore(), ttl=timedelta(seconds=1))
    scene = Scene(make_gate(broker=broker), BOTH[0])
    result = scene.start()
    time.sleep(1.1)
    said = told(scene.resume(result, call_0=True))["call_0"]
    assert scene.ran.calls == []
    assert "There is no approval" in str(said.content)


@pytest.mark.parametrize("delays", [(0, 0.03), (0.03, 0), (0.01, 0.01)])
@pytest.mark.parametrize("swapped", [False, True])
def test_answers_in_parallel_run_what_they_name(delays: tuple[float, float], swapped: bool) -> None:
    async def slow(call: Call) -> list[str]:
        await asyncio.sleep(delays[1 if call.arguments["to"] == SECOND else 0])
        return ["session:1"]

    gate = ToolGate({"send_email": replace(SEND, evidence_refs=slow)}, approved_by="user:ada")
    scene = Scene(gate, *BOTH)
    result = scene.start()
    ids = ("call_0", "call_1")
    metadata = dict(
        zip(ids, [result.output.metadata[one] for one in (ids[::-1] if swapped else ids)], strict=True)
    )
    scene.resume_with(result, metadata, call_0=True, call_1=True)
    ran = [("send_email", ADDRESS, "hello"), ("send_email", SECOND, "hello")]
    assert sorted(scene.ran.calls) == ([] if swapped else ran)


def test_two_calls_of_one_id_run_nothing() -> None:
    scene = Scene(make_gate())
    parts = [ToolCallPart("send_email", {"to": to}, "call_0") for to in (ADDRESS, SECOND)]
    scene.agent.model = FunctionModel(lambda messages, info: ModelResponse(parts))
    with pytest.raises(UnexpectedModelBehavior, match="unique `tool_call_id`"):
        scene.start()
    assert scene.ran.calls == []


@pytest.mark.parametrize("given", ['{"query": "a", "query": "leave"}', '{"query": "leave", "limit": NaN}'])
def test_json_with_two_readings_runs_nothing(given: str) -> None:
    scene = Scene(make_gate(), ("search_docs", given))
    retries = [0]
    parts = [ToolCallPart("search_docs", given, "call_0")]

    def model(messages: list[Any], info: Any) -> ModelResponse:
        retries[0] += 1
        return ModelResponse([TextPart("done")] if retries[0] > 1 else parts)

    scene.agent.model = FunctionModel(model)
    told_back = str(scene.start().all_messages())
    assert scene.ran.calls == []
    assert "not a JSON object with each key once" in told_back
    # The framework itself would have taken the last one.
    plain = Scene(make_gate(), ("search_docs", '{"query": "leave"}'))
    plain.start()
    assert plain.ran.calls == [("search_docs", "leave", 3)]


class Mail(BaseModel):
    to: str
    tags: list[str] = []


def test_a_model_as_the_only_argument_is_what_runs() -> None:
    ran: list[Any] = []

    def search_docs(mail: Mail) -> str:
        ran.append(mail)
        return "ran"

    decisions: list[Any] = []
    scene = Scene(make_gate(decisions=decisions), ("search_docs", {"to": ADDRESS}))
    gate = make_gate(decisions=decisions)
    scene.agent = Agent(
        scene.agent.model,
        deps_type=str,
        toolsets=[GatedToolset(FunctionToolset[str]([search_docs]), gate, LISTED)],
    )
    scene.start()
    assert ran == [Mail(to=ADDRESS)]
    assert decisions[0]["audit_event"]["proposed_argument_keys"] == ["mail"]


def test_what_is_left_out_is_not_the_models() -> None:
    decisions: list[Any] = []
    gate = make_gate(search=replace(SEARCH, leave_out=frozenset({"limit"})), decisions=decisions)
    for given in ({"query": "leave", "limit": 1000}, '{"query": "leave", "limit": 1000}'):
        scene = Scene(gate, ("search_docs", given))
        shown: list[Any] = []
        inner = scene.agent.model.function

        def model(messages: list[Any], info: Any, inner: Any = inner, shown: Any = shown) -> Any:
            shown.extend(tool.parameters_json_schema for tool in info.function_tools)
            return inner(messages, info)

        scene.agent.model = FunctionModel(model)
        scene.start()
        assert scene.ran.calls == [("search_docs", "leave", 3)]
        assert shown[0]["properties"].keys() == {"query"}
    assert {tuple(one["audit_event"]["proposed_argument_keys"]) for one in decisions} == {("query",)}
    unfilled = replace(SEARCH, leave_out=frozenset({"query"}))
    with pytest.raises(TypeError, match="`query` is left out, and has no default"):
        Scene(make_gate(search=unfilled), ("search_docs", {"query": "leave"})).start()


def test_a_limit_of_the_policy_is_the_limit_of_the_json() -> None:
    for limit, runs in ((4 << 20, 1), (1 << 20, 0)):
        gate = ToolGate({"search_docs": SEARCH}, gate={"max_event_bytes": limit})
        scene = Scene(gate, ("search_docs", '{"query": "' + "x" * (1 << 20) + '"}'))
        with contextlib.suppress(UnexpectedModelBehavior):
            scene.start()
        assert len(scene.ran.calls) == runs


def test_a_tool_that_runs_elsewhere_or_asks_by_itself_is_not_taken() -> None:
    def send_email(to: str) -> str:
        pytest.fail("it ran")

    external = ExternalToolset[str]([ToolDefinition(name="drop_database")])
    asks = FunctionToolset[str]([Tool(send_email, requires_approval=True)])
    for toolset, found in ((external, "of the kind `external`"), (asks, "`requires_approval`")):
        scene = Scene(make_gate())
        agent: Any = Agent(
            scene.agent.model, deps_type=str, toolsets=[GatedToolset(toolset, make_gate(), LISTED)]
        )
        with pytest.raises(TypeError, match=found):
            agent.run_sync("go", deps="user:ada")


def test_nothing_that_the_framework_gets_runs_a_tool_but_this_toolset() -> None:
    scene = Scene(make_gate())
    inner: Any = scene.toolset.wrapped

    async def attack() -> None:
        ctx: Any = RunContext(
            deps="user:ada", model=scene.agent.model, usage=RunUsage(), tool_call_id="call_0"
        )
        tools = await scene.toolset.get_tools(ctx)
        for tool in tools.values():
            assert tool.toolset is scene.toolset
            assert not hasattr(tool, "call_func")
        drop = tools[REFUSED]
        with pytest.raises(ToolFailed, match="was not run: refuse"):
            await drop.toolset.call_tool(REFUSED, {"name": "orders"}, ctx, drop)
        # Under another tool's name, or as it stands behind the gate.
        for name, tool in (("search_docs", drop), (REFUSED, (await inner.get_tools(ctx))[REFUSED])):
            with pytest.raises(TypeError, match="not one of those that this toolset gave"):
                await scene.toolset.call_tool(name, {"name": "orders"}, ctx, tool)

    asyncio.run(attack())
    assert scene.ran.calls == []
    with pytest.raises(TypeError, match="behind a gate already"):
        GatedToolset(scene.toolset, make_gate())


def keep(*_: Any) -> bool:
    return True


def same(leaf: Any) -> Any:
    return leaf


def test_toolsets_around_it_change_nothing() -> None:
    for around in range(8):
        scene = Scene(make_gate(), ("search_docs", {"query": "leave"}))
        own: Any = scene.toolset
        toolset: Any = [
            own.prefixed("x"),
            own.renamed({"search_docs": REFUSED, "cleanup": "drop_table"}),
            own.filtered(keep),
            own.with_metadata(approved=True),
            CombinedToolset([own]),
            copy.copy(own),
            replace(own),
            own.visit_and_replace(same),
        ][around]
        names: list[str] = []

        def model(messages: list[Any], info: Any, names: Any = names) -> ModelResponse:
            names[:] = [tool.name for tool in info.function_tools]
            done = any(isinstance(part, ToolReturnPart) for part in messages[-1].parts)
            calls = [ToolCallPart(name, {"name": "orders"}, f"call_{name}") for name in names]
            drop = [call for call in calls if call.tool_name in (f"x_{REFUSED}", "cleanup", REFUSED)][-1:]
            return ModelResponse([TextPart("done")] if done else drop)

        agent: Any = Agent(FunctionModel(model), deps_type=str, toolsets=[toolset])
        result = agent.run_sync("go", deps="user:ada")
        [part] = told(result).values()
        assert "was not run: refuse" in str(part.content)
        assert scene.ran.calls == []


# A new one is to be looked at: may a tool run by it?
ENTRIES = {
    *("call_tool", "get_tools", "get_tool_for_tool_def", "apply", "visit_and_replace", "for_run"),
    *("for_run_step", "get_instructions", "filtered", "prefixed", "prepared", "renamed"),
    *("approval_required", "defer_loading", "include_return_schemas", "with_metadata"),
    *("id", "label", "tool_name_conflict_hint"),
}
FIELDS = {"toolset", "tool_def", "max_retries", "args_validator", "args_validator_func"}


def test_there_is_no_way_to_run_a_tool_that_nobody_looked_at() -> None:
    assert {name for name in dir(WrapperToolset) if not name.startswith("_")} == ENTRIES
    assert {field.name for field in fields(ToolsetTool)} == FIELDS


def test_calls_at_the_same_time_are_decided_one_by_one() -> None:
    scene = Scene(
        make_gate(),
        *FOUR_CALLS,
    )
    result = scene.start()
    assert [one.tool_call_id for one in result.output.approvals] == ["call_1", "call_3"]
    assert scene.ran.calls == [("search_docs", "leave", 3)]
    parts = told(scene.resume(result, call_1=False, call_3=True))
    assert scene.ran.calls == TWO_RAN
    assert {one: parts[one].outcome for one in ("call_0", "call_1", "call_2", "call_3")} == {
        "call_0": "success",
        "call_1": "denied",
        "call_2": "failed",
        "call_3": "success",
    }


def test_a_gate_that_fails_blocks(caplog: pytest.LogCaptureFixture) -> None:
    scene = Scene(make_gate(search=BROKEN), ("search_docs", {"query": ADDRESS}))
    said = str(told(scene.start())["call_0"].content)
    assert scene.ran.calls == []
    assert "(gate_failed)" in said
    assert ADDRESS not in said + caplog.text


def test_what_runs_is_what_was_checked_and_not_what_came() -> None:
    def looks_and_changes(call: Call) -> list[str]:
        arguments: Any = call.arguments
        arguments["query"] = "pay"
        return []

    rule = replace(SEARCH, evidence_refs=looks_and_changes)
    scene = Scene(make_gate(search=rule), ("search_docs", {"query": "leave"}))
    scene.start()
    assert scene.ran.calls == [("search_docs", "leave", 3)]


def test_who_approves_may_come_from_the_application() -> None:
    named: list[str] = []

    def by(call: Call) -> str:
        named.append(call.context.deps)
        return str(call.context.deps)

    scene = Scene(make_gate(approved_by=by), ("send_email", {"to": ADDRESS}))
    scene.resume(scene.start(), call_0=True)
    assert named == ["user:ada"]
    assert scene.ran.calls


def test_a_tool_that_the_toolset_does_not_have_is_an_error() -> None:
    def search_docs(query: str) -> str:
        return query

    with pytest.raises(ValueError, match="lists `send_email`, which nobody registered"):
        GatedToolset(FunctionToolset[None]([search_docs]), make_gate())
    assert GatedToolset(FunctionToolset[None]([search_docs]), make_gate(), ["send_email"])
