"""What the integrations share, without a framework."""

from __future__ import annotations

import asyncio
import contextvars
import dataclasses
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import aana
import pytest
from aana import integrations
from aana.confirmation import Broker, MemoryStore
from aana.integrations import Answer, Ask, Blocked, Call, Run, ToolGate, ToolRule
from doctests import run_examples

from integrations.scenes import ADDRESS, SEARCH, SENT, asked, make_gate, said


def test_examples() -> None:
    run_examples(integrations.__doc__ or "", "aana.integrations")


def test_what_runs_is_a_copy() -> None:
    tags = ["one"]
    given = {"query": "leave", "tags": tags}
    outcome = make_gate().check(Call("search_docs", given))
    tags.append("two")
    assert isinstance(outcome, Run)
    assert outcome.arguments == {"query": "leave", "tags": ["one"]}


def test_a_tool_without_a_rule_does_not_run() -> None:
    assert "(unknown_tool_category)" in said(ToolGate({}).check(Call("fetch", {})))


def test_an_approval_counts_once() -> None:
    gate = make_gate()
    ask = asked(gate)
    assert isinstance(gate.settle(SENT, ask, ask.answered(approved=True)), Run)
    assert "it was used before" in said(gate.settle(SENT, ask, ask.answered(approved=True)))


def test_an_answer_that_does_not_name_the_question_confirms_nothing() -> None:
    gate = make_gate()
    ask = asked(gate)
    other = asked(gate, dataclasses.replace(SENT, call_id="call_2"))
    mine, its = ask.question, other.question
    assert mine.action_digest == its.action_digest
    for answer in (
        None,
        other.answered(approved=True),
        Answer(True, mine.id, "sha256:" + "0" * 64),
        Answer(True, "", mine.action_digest),
        Answer(False, its.id, its.action_digest),
    ):
        assert "does not name the question" in said(gate.settle(SENT, ask, answer))
    # Both questions are still open, each for its own answer.
    assert isinstance(gate.settle(SENT, ask, ask.answered(approved=True)), Run)
    again = gate.check(dataclasses.replace(SENT, call_id="call_2"))
    assert isinstance(again, Ask)
    assert again.question == its


def test_nothing_but_true_is_a_yes() -> None:
    gate = make_gate()
    ask = asked(gate)
    truthy: Any = "yes"
    assert "the person who was asked said no" in said(gate.settle(SENT, ask, ask.answered(approved=truthy)))


def test_a_call_that_runs_twice_at_the_same_time_is_asked_about_once() -> None:
    broker = Broker(store=MemoryStore())
    gate = make_gate(broker=broker)
    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(gate.check, [SENT] * 32))
    assert len({one.question.id for one in outcomes if isinstance(one, Ask)}) == 1
    assert len(broker.pending()) == 1


def test_what_a_lookup_was_shown_is_not_what_runs() -> None:
    kept: list[Any] = []

    def refs(call: Call) -> list[str]:
        kept.append(call.arguments["tags"])
        return []

    def record(_: Any) -> None:
        kept[-1].append("late")

    rule = dataclasses.replace(SEARCH, evidence_refs=refs)
    gate = make_gate(search=rule, on_decision=record)
    call = Call("search_docs", {"tags": ["one"]})
    for outcome in (gate.check(call), asyncio.run(gate.check_async(call))):
        assert isinstance(outcome, Run)
        assert outcome.arguments == {"tags": ["one"]}


def test_a_rejection_is_none() -> None:
    gate = make_gate()
    ask = asked(gate)
    assert "the person who was asked said no" in said(gate.settle(SENT, ask, ask.answered(approved=False)))
    assert "was not run" in said(gate.settle(SENT, ask, ask.answered(approved=True)))


def test_an_answer_from_before_the_question_is_none() -> None:
    gate = make_gate()
    ask = gate.check(SENT)
    assert isinstance(ask, Ask)
    assert "nobody was asked about this call" in said(gate.settle(SENT, ask, ask.answered(approved=True)))
    # And the question is closed: a yes that comes later finds nothing.
    again = gate.check(SENT)
    assert isinstance(again, Ask)
    assert not again.asked_before


def test_another_call_under_the_same_name_is_another_call() -> None:
    gate = make_gate()
    asked(gate)
    other = Call("send_email", {"to": "other@customer.example"}, "call_1")
    assert "another call than the one that a person was asked about" in said(gate.check(other))
    # Even one that would need nobody's yes.
    harmless = Call("search_docs", {"query": "leave"}, "call_1")
    assert "another call than the one that a person was asked about" in said(gate.check(harmless))
    assert isinstance(gate.check(Call("search_docs", {"query": "leave"}, "call_2")), Run)


def test_a_call_without_a_name_cannot_be_approved() -> None:
    assert "was not run: ask" in said(make_gate().check(Call("send_email", {"to": ADDRESS})))


def test_a_late_answer_is_none() -> None:
    store = MemoryStore()
    gate = make_gate(broker=Broker(store=store, ttl=timedelta(seconds=1)))
    ask = asked(gate)
    store.close(ask.question.id, "expired", None, 0)
    assert "was not run: ask" in said(gate.settle(SENT, ask, ask.answered(approved=True)))


def test_a_decision_that_cannot_be_recorded_blocks() -> None:
    def record(decision: Any) -> None:
        raise OSError("no space left")

    gate = ToolGate({"search_docs": ToolRule(tool_category="public_read")}, on_decision=record)
    assert "(gate_failed)" in said(gate.check(Call("search_docs", {})))


def test_a_record_that_takes_a_while_is_waited_for() -> None:
    """The question, the refused one and the settled one: each is recorded before there is an answer."""
    trace = contextvars.ContextVar[str]("trace")
    recorded: list[Any] = []

    async def record(decision: aana.Decision) -> None:
        await asyncio.sleep(0)
        recorded.append((decision["route"], trace.get(), asyncio.get_running_loop()))

    async def scenario() -> None:
        trace.set("current")
        loop = asyncio.get_running_loop()
        gate = make_gate(on_decision=record)
        await gate.check_async(SENT)
        assert recorded == [("ask", "current", loop)]
        ask = await gate.check_async(SENT)
        assert isinstance(ask, Ask)
        assert isinstance(await gate.settle_async(SENT, ask, ask.answered(approved=True)), Run)
        assert isinstance(await gate.check_async(Call("drop_table", {})), Blocked)
        assert [route for route, _, _ in recorded] == ["ask", "ask", "accept", "refuse"]

    asyncio.run(scenario())


@pytest.mark.filterwarnings("error")
def test_without_the_end_of_its_record_nothing_runs() -> None:
    async def record(decision: aana.Decision) -> None:
        await asyncio.sleep(0)
        raise OSError("no space left")

    search = Call("search_docs", {"query": "leave"})
    broker = Broker(store=MemoryStore())
    gate = make_gate(on_decision=record, broker=broker)
    assert "(gate_failed)" in said(asyncio.run(gate.check_async(search)))
    # Where nothing awaits it, a coroutine would record nothing.
    assert "(gate_failed)" in said(gate.check(search))
    ask = asked(make_gate(broker=broker))
    assert "(gate_failed)" in said(gate.settle(SENT, ask, ask.answered(approved=True)))

    def generate(decision: aana.Decision) -> Any:
        yield decision

    gate = make_gate(on_decision=generate)
    assert "(gate_failed)" in said(gate.check(search))
    assert "(gate_failed)" in said(asyncio.run(gate.check_async(search)))


@pytest.mark.filterwarnings("error")
def test_a_lookup_that_nothing_awaits_blocks(caplog: pytest.LogCaptureFixture) -> None:
    async def refs(call: Call) -> list[str]:
        return []

    gate = make_gate(search=dataclasses.replace(SEARCH, evidence_refs=refs))
    search = Call("search_docs", {"query": "leave"})
    assert "(gate_failed)" in said(gate.check(search))
    assert "`evidence_refs` gives something to await" in caplog.text
    assert isinstance(asyncio.run(gate.check_async(search)), Run)


def test_somebody_unknown_cannot_approve() -> None:
    def nobody(call: Call) -> str:
        raise LookupError

    gate = make_gate(approved_by=nobody)
    ask = asked(gate)
    assert "(gate_failed)" in said(gate.settle(SENT, ask, ask.answered(approved=True)))
    gate = make_gate(approved_by="agent:mailer")
    ask = asked(gate)
    assert "There is no approval" in said(gate.settle(SENT, ask, ask.answered(approved=True)))


@pytest.mark.parametrize("who", ["", " \n", 0, False, None, 7, b"user:ada", ["user:ada"]])
def test_who_is_no_person_cannot_approve(who: Any) -> None:
    def str_or_not(_: Call) -> Any:
        return who

    broker = Broker(store=MemoryStore())
    gate = make_gate(approved_by=str_or_not, broker=broker)
    ask = asked(gate)
    assert "it is not known who said yes" in said(gate.settle(SENT, ask, ask.answered(approved=True)))
    assert broker.pending() == []


@pytest.mark.filterwarnings("error")
def test_who_approves_is_not_awaited() -> None:
    async def who(_: Call) -> str:
        return "user:ada"

    gate = make_gate(approved_by=who)
    ask = asked(gate)
    assert "(gate_failed)" in said(gate.settle(SENT, ask, ask.answered(approved=True)))


@pytest.mark.parametrize(
    ("who", "error"),
    [("", ValueError), ("  ", ValueError), (0, TypeError), (False, TypeError), (7, TypeError)],
)
def test_an_option_that_names_no_person_is_said_at_once(who: Any, error: Any) -> None:
    with pytest.raises(error, match="`approved_by` is"):
        make_gate(approved_by=who)


def test_a_record_that_needs_a_thread_gets_one() -> None:
    """However many calls are decided at the same time."""

    async def awaited(_: Any) -> None:
        await asyncio.to_thread(time.sleep, 0)

    async def scenario(waits: bool) -> None:
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(2))

        def blocking(decision: Any) -> None:
            asyncio.run_coroutine_threadsafe(awaited(decision), loop).result()

        gate = make_gate(on_decision=awaited if waits else blocking)
        calls = [gate.check_async(Call("search_docs", {"query": "leave"})) for _ in range(12)]
        outcomes = await asyncio.wait_for(asyncio.gather(*calls), 20)
        assert {type(one) for one in outcomes} == {Run}

    for waits in (True, False):
        asyncio.run(scenario(waits))


def test_an_application_that_fills_its_own_threads_gets_decisions() -> None:
    async def scenario() -> None:
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(2))
        gate = make_gate()

        def tool() -> Any:
            check = gate.check_async(Call("search_docs", {"query": "leave"}))
            return asyncio.run_coroutine_threadsafe(check, loop).result()

        runs = [asyncio.to_thread(tool) for _ in range(4)]
        assert {type(one) for one in await asyncio.wait_for(asyncio.gather(*runs), 20)} == {Run}

    asyncio.run(scenario())
