"""What the integrations share, without a framework."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import aana
from aana import integrations
from aana.confirmation import Broker, MemoryStore
from aana.integrations import Ask, Blocked, Call, Run, ToolGate, ToolRule
from doctests import run_examples

from integrations.scenes import ADDRESS, SEND, make_gate

SENT = Call("send_email", {"to": ADDRESS}, "call_1")


def asked(gate: ToolGate, call: Call = SENT) -> Ask:
    """The question, as a framework sees it that comes back with an answer."""
    gate.check(call)
    ask = gate.check(call)
    assert isinstance(ask, Ask)
    assert ask.asked_before
    return ask


def said(outcome: object) -> str:
    assert isinstance(outcome, Blocked)
    return outcome.message


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
    assert isinstance(gate.settle(SENT, ask, approved=True), Run)
    assert "it was used before" in said(gate.settle(SENT, ask, approved=True))


def test_a_rejection_is_none() -> None:
    gate = make_gate()
    ask = asked(gate)
    assert "the person who was asked said no" in said(gate.settle(SENT, ask, approved=False))
    assert "was not run" in said(gate.settle(SENT, ask, approved=True))


def test_an_answer_from_before_the_question_is_none() -> None:
    gate = make_gate()
    ask = gate.check(SENT)
    assert isinstance(ask, Ask)
    assert "nobody was asked about this call" in said(gate.settle(SENT, ask, approved=True))
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
    assert "was not run: ask" in said(gate.settle(SENT, ask, approved=True))


def test_an_ask_for_which_a_yes_is_not_enough_blocks() -> None:
    gate = ToolGate(
        {"send_email": SEND},
        gate={"tools": {"send_email": {"route_floor": "ask"}}},
        approved_by="user:ada",
    )
    assert "A person's yes would not be enough (not_enough)." in said(gate.check(SENT))


def test_a_policy_that_the_broker_does_not_know_has_the_last_word() -> None:
    strict = aana.Gate({"tools": {"send_email": {"route_floor": "ask"}}})
    gate = ToolGate(
        {"send_email": SEND}, gate=strict, approved_by="user:ada", broker=Broker(store=MemoryStore())
    )
    ask = asked(gate)
    assert "(policy_route_floor)" in said(gate.settle(SENT, ask, approved=True))


def test_and_so_has_the_policy_of_the_broker() -> None:
    store = MemoryStore()
    ask = asked(make_gate(broker=Broker(store=store)))
    strict = aana.Gate({"tools": {"send_email": {"route_floor": "ask"}}})
    gate = make_gate(broker=Broker(strict, store=store))
    assert "(policy_route_floor)" in said(gate.settle(SENT, ask, approved=True))


def test_a_decision_that_cannot_be_recorded_blocks() -> None:
    def record(decision: Any) -> None:
        raise OSError("no space left")

    gate = ToolGate({"search_docs": ToolRule(tool_category="public_read")}, on_decision=record)
    assert "(gate_failed)" in said(gate.check(Call("search_docs", {})))


def test_somebody_unknown_cannot_approve() -> None:
    def nobody(call: Call) -> str:
        raise LookupError

    gate = make_gate(approved_by=nobody)
    assert "(gate_failed)" in said(gate.settle(SENT, asked(gate), approved=True))
    gate = make_gate(approved_by="agent:mailer")
    assert "There is no approval" in said(gate.settle(SENT, asked(gate), approved=True))


def test_arguments_that_cannot_be_copied_or_read_block() -> None:
    gate = make_gate()
    assert "(gate_failed)" in said(gate.check(Call("search_docs", {"query": (one for one in [1])})))
    assert "was not run: refuse" in said(gate.check(Call("search_docs", {"query": {1, 2}})))


def test_in_the_shadow_everything_runs_and_is_recorded() -> None:
    decisions: list[Any] = []
    gate = ToolGate({}, gate=aana.Gate(mode="shadow"), on_decision=decisions.append)
    assert isinstance(gate.check(Call("drop_table", {"name": "orders"})), Run)
    assert [one["route"] for one in decisions] == ["refuse"]


def test_the_asynchronous_way_decides_alike() -> None:
    async def scenario() -> None:
        gate = make_gate()
        await gate.check_async(SENT)
        ask = await gate.check_async(SENT)
        assert isinstance(ask, Ask)
        assert isinstance(await gate.settle_async(SENT, ask, approved=True), Run)

    asyncio.run(scenario())


def test_nothing_that_is_printed_holds_an_argument() -> None:
    gate = make_gate()
    ask = asked(gate)
    run = gate.settle(SENT, ask, approved=True)
    for one in (SENT, ask, run, gate.check(Call("drop_table", {"to": ADDRESS}))):
        assert ADDRESS not in repr(one)
