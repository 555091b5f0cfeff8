"""Pydantic AI itself, with a model that says what it is told to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from aana.confirmation import Broker
from aana.integrations.pydantic_ai import GatedToolset
from pydantic_ai import (
    Agent,
    DeferredToolRequests,
    DeferredToolResults,
    FunctionToolset,
    RunContext,
    ToolApproved,
    ToolDenied,
)
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import FunctionModel

from integrations.scenes import (
    ADDRESS,
    BROKEN,
    FOUR_CALLS,
    REFUSED,
    SEARCH,
    TWO_RAN,
    Ran,
    assert_says_why,
    make_gate,
)

if TYPE_CHECKING:
    from pathlib import Path

    from aana.integrations import Call, ToolGate


class Scene:
    """An agent whose model makes these calls and then is done."""

    def __init__(self, gate: ToolGate, *calls: tuple[str, dict[str, Any]]) -> None:
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
        self.agent: Any = Agent(
            FunctionModel(model),
            deps_type=str,
            output_type=[str, DeferredToolRequests],
            toolsets=[GatedToolset(tools, gate)],
        )

    def start(self) -> Any:
        return self.agent.run_sync("go", deps="user:ada")

    def resume(self, result: Any, **approvals: Any) -> Any:
        return self.agent.run_sync(
            message_history=result.all_messages(),
            deferred_tool_results=DeferredToolResults(approvals=approvals),
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
    assert scene.ran.calls == [("search_docs", "pay", 3)]


def test_who_approves_may_come_from_the_application() -> None:
    named: list[str] = []

    def by(call: Call) -> str:
        named.append(call.context.deps)
        return str(call.context.deps)

    scene = Scene(make_gate(approved_by=by), ("send_email", {"to": ADDRESS}))
    scene.resume(scene.start(), call_0=True)
    assert named == ["user:ada"]
    assert scene.ran.calls
