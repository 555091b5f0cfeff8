"""CrewAI itself, with a model that says what it is told to."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest
from aana.integrations import Call, ToolGate
from aana.integrations.crewai import gated
from crewai import Agent, Crew, Task
from crewai.llms.base_llm import BaseLLM
from crewai.tools import BaseTool, tool
from pydantic import Field

from integrations.scenes import (
    ADDRESS,
    BROKEN,
    FOUR_CALLS,
    REFUSED,
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


def yes(question: Any) -> bool:
    return True


def no(question: Any) -> bool:
    return False


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


@pytest.mark.parametrize(("typed", "runs"), [("approve", True), ("yes", False), ("", False)])
def test_the_approval_at_the_console(typed: str, runs: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda: typed)
    scene = Scene(make_gate(), ("send_email", {"to": ADDRESS}))
    [said] = scene.run()
    assert scene.ran.calls == ([("send_email", ADDRESS, "hello")] if runs else [])
    if not runs:
        assert_says_why(said, "send_email", "ask")


def test_an_approval_elsewhere() -> None:
    asked: list[Any] = []

    def confirm(question: Any) -> bool:
        asked.append(question.text)
        return True

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

    def confirm(question: Any) -> bool:
        arguments["recipients"].append("other@customer.example")
        return True

    gated(Send(), make_gate(), confirm=confirm).run(**arguments)
    assert ran.calls == [("send_email", [ADDRESS])]


def test_the_gate_has_the_last_word() -> None:
    evidence = ["session:1"]

    def still(_: Call) -> list[str]:
        return list(evidence)

    rule = replace(SEND, evidence_refs=still)

    def confirm(question: Any) -> bool:
        # The session ends while the person thinks.
        evidence.clear()
        return True

    gate = ToolGate({"send_email": rule}, approved_by="user:ada")
    scene = Scene(gate, ("send_email", {"to": ADDRESS}), confirm=confirm)
    [said] = scene.run()
    assert scene.ran.calls == []
    assert "was not run: defer" in said


def test_calls_at_the_same_time_are_decided_one_by_one() -> None:
    def second(question: Any) -> bool:
        return "second" in question.text

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


def no_cache(given: Any = None, result: Any = None) -> bool:
    return False


def test_what_was_blocked_is_not_kept() -> None:
    for confirm, kept in ((no, False), (yes, True)):
        [_, send, _] = Scene(make_gate(), confirm=confirm).tools
        assert send.cache_function({}, send.run(to=ADDRESS)) is kept
    never = Search(ran=Ran(), cache_function=no_cache)
    assert not gated(never, make_gate()).cache_function({}, "found")


def test_asynchronous_runs() -> None:
    ran = Ran()
    [search, _, _] = [gated(one, make_gate()) for one in make_tools(ran)]
    assert asyncio.run(search.arun(query="leave")) == "search_docs ran"
    assert ran.calls == [("search_docs", "leave", 3)]


def test_twice_behind_a_gate_is_a_mistake() -> None:
    with pytest.raises(TypeError, match="behind a gate already"):
        gated(gated(Search(ran=Ran()), make_gate()), make_gate())
