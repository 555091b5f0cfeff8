"""What a gate in front of tools vouches for, and whom it asks, by its own policy and by its broker's."""

from __future__ import annotations

import asyncio
import dataclasses
from typing import TYPE_CHECKING, Any

import aana
import pytest
from aana.confirmation import Broker, MemoryStore
from aana.integrations import Ask, Call, Run, ToolGate, ToolRule

from integrations.policies import ATTESTED, FLOOR, SESSION, from_the_model
from integrations.scenes import ADDRESS, SEARCH, SEND, SENT, asked, make_gate, said

if TYPE_CHECKING:
    from pathlib import Path

WITH_KEY = Call("send_email", {"to": ADDRESS, "body": "AKIAIOSFODNN7EXAMPLE"}, "call_1")
LENIENT: Any = {"secret_arguments": "warn"}


def gate_of(rule: ToolRule, policy: Any, **more: Any) -> ToolGate:
    return ToolGate({"send_email": rule}, gate=policy, approved_by="user:ada", **more)


def test_an_ask_for_which_a_yes_is_not_enough_blocks_and_nobody_is_told_to_ask() -> None:
    told = said(make_gate().check(WITH_KEY))
    assert "A person's yes would not be enough (not_enough)." in told
    assert "(argument_secret_leak)" in told
    assert "ask the user" not in told


@pytest.mark.parametrize("category", ["write", "private_read", "public_read"])
def test_a_floor_ask_asks_a_person_and_a_yes_lets_the_call_run(category: Any) -> None:
    rule = dataclasses.replace(SEND, tool_category=category)
    gate = ToolGate(
        {"find_report": rule}, gate={"tools": {"find_report": {"route_floor": "ask"}}}, approved_by="user:ada"
    )
    call = dataclasses.replace(SENT, tool_name="find_report", arguments={"month": "May"})
    ask = asked(gate, call)
    assert isinstance(gate.settle(call, ask, ask.answered(approved=True)), Run)


def test_a_policy_that_the_broker_does_not_know_counts_before_anybody_is_asked() -> None:
    broker = Broker(aana.Gate(LENIENT), store=MemoryStore())
    told = said(make_gate(broker=broker).check(WITH_KEY))
    assert "A person's yes would not be enough" in told
    assert "(argument_secret_leak)" in told
    assert broker.pending() == []


def test_and_so_does_a_policy_that_the_broker_was_given() -> None:
    policies: list[tuple[Any, str]] = [
        ({}, "(argument_secret_leak)"),
        ({"tools": {"send_email": {"route_floor": "defer"}}}, "by the broker's own policy"),
    ]
    for policy, more in policies:
        broker = Broker(aana.Gate(policy), store=MemoryStore())
        told = said(gate_of(SEND, LENIENT, broker=broker).check(WITH_KEY))
        assert told.startswith("The tool `send_email` was not run: ask.")
        assert more in told
        assert broker.pending() == []


def test_both_have_the_last_word_as_well() -> None:
    """Whatever a policy said when the question was asked."""
    policies: list[tuple[Any, Any]] = [(LENIENT, aana.Gate()), ({}, LENIENT)]
    for policy, own in policies:
        store = MemoryStore()
        ask = asked(gate_of(SEND, LENIENT, broker=Broker(LENIENT, store=store)), WITH_KEY)
        gate = gate_of(SEND, policy, broker=Broker(own, store=store))
        told = said(gate.settle(WITH_KEY, ask, ask.answered(approved=True)))
        assert "A person said yes, and that was not enough." in told
        assert "(argument_secret_leak)" in told
        assert "ask the user" not in told


def test_a_broker_without_a_policy_asks_by_the_gates(tmp_path: Path) -> None:
    """A broker with a file is what answers after a restart need, and a file is not a policy."""
    policies: list[tuple[Any, ToolRule]] = [
        (FLOOR, dataclasses.replace(SEND, tool_category="public_read")),
        (LENIENT, SEND),
        (
            {"tools": {"send_email": {"tool_category": "write"}}},
            dataclasses.replace(SEND, tool_category="unknown"),
        ),
        (ATTESTED, dataclasses.replace(SEND, evidence_refs=[SESSION])),
    ]
    for at, (policy, rule) in enumerate(policies):
        broker = Broker(store=tmp_path / f"{at}.sqlite3")
        gate = gate_of(rule, policy, broker=broker)
        call = WITH_KEY if policy is LENIENT else SENT
        ask = asked(gate, call)
        # After a restart.
        again = gate_of(rule, policy, broker=Broker(store=tmp_path / f"{at}.sqlite3"))
        assert isinstance(again.settle(call, ask, ask.answered(approved=True)), Run)


def test_a_floor_is_asked_about_whatever_policy_the_broker_was_given() -> None:
    rule = dataclasses.replace(SEND, tool_category="public_read")
    gate = gate_of(rule, FLOOR, broker=Broker(aana.Gate(), store=MemoryStore()))
    ask = asked(gate)
    assert isinstance(gate.settle(SENT, ask, ask.answered(approved=True)), Run)


def test_one_question_is_answered_once_whatever_the_floor() -> None:
    gate = gate_of(SEND, FLOOR)
    ask = asked(gate)
    assert isinstance(gate.settle(SENT, ask, ask.answered(approved=True)), Run)
    assert "it was used before" in said(gate.settle(SENT, ask, ask.answered(approved=True)))


def test_what_a_rule_vouches_for_when_the_answer_comes_is_what_counts() -> None:
    vouches = [True]

    def checked(_: Call) -> list[int]:
        return [0] if vouches.pop() else []

    rule = dataclasses.replace(SEND, evidence_refs=[SESSION], attested=checked)
    gate = gate_of(rule, ATTESTED)
    ask = gate.check(SENT)
    assert isinstance(ask, Ask)
    assert ask.attested == (0,)
    vouches[:] = [False]
    again = gate.check(SENT)
    assert isinstance(again, Ask)
    told = said(gate.settle(SENT, again, again.answered(approved=True)))
    assert "A person said yes, and that was not enough." in told
    assert "(evidence_not_attested)" in told


def test_what_is_vouched_for_may_be_looked_up_by_a_coroutine() -> None:
    async def checked(_: Call) -> tuple[int, ...]:
        return (0,)

    rule = dataclasses.replace(SEND, evidence_refs=from_the_model, attested=checked)
    gate = gate_of(rule, ATTESTED)
    assert isinstance(asyncio.run(gate.check_async(SENT)), Ask)
    assert "(gate_failed)" in said(gate.check(SENT))


@pytest.mark.parametrize("wrong", ["0", 0, [True], [-1], ["0"], {"a": 0}])
def test_what_is_no_position_blocks_or_is_said_at_once(wrong: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="`attested"):
        gate_of(dataclasses.replace(SEND, attested=wrong), ATTESTED)

    def checked(_: Call) -> Any:
        return wrong

    gate = gate_of(dataclasses.replace(SEND, evidence_refs=[SESSION], attested=checked), ATTESTED)
    assert "(gate_failed)" in said(gate.check(SENT))


def test_what_is_written_down_stays_as_it_was_written() -> None:
    ref: Any = aana.tool_evidence_ref("nothing", kind="other")
    refs: list[Any] = [ref]
    gate = gate_of(dataclasses.replace(SEND, authorization_state="confirmed", evidence_refs=refs), ATTESTED)
    ref |= {"kind": "approval", "trust_tier": "verified", "redaction_status": "redacted"}
    refs.append("approval:ticket-7")
    assert not isinstance(gate.check(SENT), Run)
    assert gate.rule("send_email").evidence_refs != refs


def test_in_the_shadow_it_keeps_nothing_from_running() -> None:
    gate = ToolGate({"search_docs": SEARCH}, gate=aana.Gate({"unlisted_tools": "ask"}, mode="shadow"))
    assert isinstance(gate.check(Call("search_docs", {"query": "leave"})), Run)


def test_who_cannot_be_asked_or_has_answered_is_not_asked_again() -> None:
    """Whoever does as it is told must not ask for ever."""
    gate = make_gate()
    no = asked(gate)
    other = asked(gate, dataclasses.replace(SENT, call_id="call_2"))
    texts = [
        said(ToolGate({"send_email": SEND}).check(SENT)),
        said(make_gate().check(dataclasses.replace(SENT, call_id=None))),
        said(gate.settle(dataclasses.replace(SENT, call_id="call_2"), other, None)),
        said(gate.check(dataclasses.replace(SENT, arguments={"to": "other@customer.example"}))),
        said(gate.settle(SENT, no, no.answered(approved=False))),
        said(gate.settle(SENT, no, no.answered(approved=True))),
    ]
    for text in texts:
        assert "was not run: ask." in text
        assert "What to do" not in text
        assert "ask the user" not in text
    assert "an approval has to come from the application" in texts[0]
    assert "an approval has to come from the application" in texts[1]
    # Where something else is to be done, it is said.
    assert "What to do: stop, and tell your user that the operator" in said(
        make_gate().check(Call("fetch", {}))
    )


def test_what_to_do_is_said_in_words() -> None:
    """No value of a decision stands there as it is printed, such as a `true`."""
    rule = dataclasses.replace(SEND, authorization_state="none", evidence_refs=[])
    floor: Any = {"tools": {"send_email": {"route_floor": "ask"}}}
    told = [
        said(ToolGate({"send_email": rule}, gate=floor).check(SENT)),
        said(ToolGate({}).check(Call("fetch", {}))),
        said(make_gate().check(Call("send_email", {"to": {1}}))),
    ]
    for text in told:
        assert "\nWhat to do: " in text
        assert "true" not in text.lower()
        assert "bound" not in text
