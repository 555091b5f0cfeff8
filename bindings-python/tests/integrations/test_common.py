"""What the integrations share, without a framework."""

from __future__ import annotations

import asyncio
import contextvars
import dataclasses
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import aana
import pytest
from aana import integrations
from aana.confirmation import Broker, MemoryStore
from aana.integrations import Answer, Ask, Blocked, Call, Run, ToolGate, ToolRule
from doctests import run_examples

from integrations.scenes import ADDRESS, SEARCH, SEND, make_gate

if TYPE_CHECKING:
    from pathlib import Path

SENT = Call("send_email", {"to": ADDRESS}, "call_1")
WITH_KEY = Call("send_email", {"to": ADDRESS, "body": "AKIAIOSFODNN7EXAMPLE"}, "call_1")


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
    assert isinstance(gate.check(call), Ask)
    ask = gate.check(call)
    assert isinstance(ask, Ask)
    assert isinstance(gate.settle(call, ask, ask.answered(approved=True)), Run)


def test_a_policy_that_the_broker_does_not_know_has_the_last_word() -> None:
    broker = Broker(aana.Gate({"secret_arguments": "warn"}), store=MemoryStore())
    gate = make_gate(broker=broker)
    ask = asked(gate, WITH_KEY)
    assert "(argument_secret_leak)" in said(gate.settle(WITH_KEY, ask, ask.answered(approved=True)))


def test_and_so_has_the_policy_of_the_broker() -> None:
    store = MemoryStore()
    lenient = aana.Gate({"secret_arguments": "warn"})
    rules = {"send_email": SEND}
    first = ToolGate(rules, gate=lenient, approved_by="user:ada", broker=Broker(lenient, store=store))
    ask = asked(first, WITH_KEY)
    gate = ToolGate(rules, gate=lenient, approved_by="user:ada", broker=Broker(store=store))
    assert "(argument_secret_leak)" in said(gate.settle(WITH_KEY, ask, ask.answered(approved=True)))


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


KEY = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (KEY, "sha256:"),
        ("x\nERROR aana: all is well\u2028\u202e`y", r"x\u000aERROR aana: all is well\u2028\u202e\u0060y"),
        ("pay\u3164\u115f\ufe0f", r"pay\u3164\u115f\ufe0f"),
        ("a" * 100_000, "(no name: 100000 characters)"),
        ("\n" * 200 + "x", r"\u000a\u000a"),
        ("\ud800", "(no name: 1 characters)"),
    ],
    ids=["secret", "lines", "unseen", "long", "long_when_escaped", "half_a_pair"],
)
def test_a_name_of_the_models_is_shown_as_an_audit_event_has_it(
    name: str, shown: str, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: Any) -> None:
        raise OSError("no space left")

    call = Call(name, {"to": 1})
    texts = [repr(call)]
    for gate in (make_gate(), make_gate(on_decision=fail)):
        outcome = gate.check(call)
        assert isinstance(outcome, Blocked)
        texts += [outcome.message, repr(outcome)]
    texts += [record.getMessage() for record in caplog.records]
    assert len(texts) == 6
    for text in texts:
        assert shown in text
        assert KEY not in text
        assert text.count(r"\u000a") < 50
        assert all(line.startswith(("The tool", "Why", "What")) for line in text.split("\n")[1:])


def test_a_key_of_the_models_is_no_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    gate = make_gate()
    for key in ("x\nERROR aana: all is well", KEY):
        gate.check(Call("search_docs", {key: (one for one in [1])}))
        told = said(gate.check(Call("search_docs", {key: {1}})))
        assert KEY not in told
        assert "\nERROR" not in told
    assert len(caplog.records) == 2
    assert all("\n" not in record.getMessage() for record in caplog.records)
    assert KEY not in caplog.text


def test_arguments_that_cannot_be_copied_or_read_block() -> None:
    gate = make_gate()
    assert "(gate_failed)" in said(gate.check(Call("search_docs", {"query": (one for one in [1])})))
    assert "was not run: refuse" in said(gate.check(Call("search_docs", {"query": {1, 2}})))


class Same(list[Any]):
    """Gives itself as its copy."""

    def __deepcopy__(self, memo: Any) -> Any:
        return self


def test_what_runs_is_what_a_list_holds_and_no_list_of_its_own_kind() -> None:
    given = Same([77])
    for outcome in (
        make_gate().check(Call("search_docs", {"query": {"deep": given}})),
        asyncio.run(make_gate().check_async(Call("search_docs", {"query": {"deep": given}}))),
    ):
        assert isinstance(outcome, Run)
        deep = outcome.arguments["query"]["deep"]
        assert (type(deep), deep) == (list, [77])
        assert deep is not given


def test_one_list_twice_is_one_list_still() -> None:
    shared = [1]
    outcome = make_gate().check(Call("search_docs", {"query": shared, "tags": shared}))
    assert isinstance(outcome, Run)
    assert outcome.arguments["query"] is outcome.arguments["tags"] is not shared


@dataclasses.dataclass
class Mail:
    to: str
    bcc: dataclasses.InitVar[str] = ""

    def __post_init__(self, bcc: str) -> None:
        self._bcc = bcc


def test_an_approval_is_for_everything_that_an_argument_holds() -> None:
    gate = make_gate()
    assert "was not run: refuse" in said(gate.check(Call("send_email", {"mail": Mail("a")}, "call_1")))


@pytest.mark.parametrize(
    ("field", "word"),
    [
        ("tool_category", "public_readd"),
        ("risk_domain", "researching"),
        ("authorization_state", "approved"),
        ("evidence_refs", "approval:7"),
    ],
)
def test_a_word_that_the_contract_does_not_have_is_said_at_once(field: str, word: Any) -> None:
    with pytest.raises(ValueError, match=f"the rule for `search_docs`: `{field}`"):
        make_gate(search=dataclasses.replace(SEARCH, **{field: word}))


def test_the_evidence_of_a_rule_is_there_for_every_call() -> None:
    rule = dataclasses.replace(SEND, authorization_state="confirmed", evidence_refs=iter(["approval:7"]))
    gate = make_gate(search=rule)
    outcomes = [gate.check(Call("search_docs", {"query": "leave"})) for _ in range(2)]
    assert [type(one) for one in outcomes] == [Run, Run]


def test_what_fails_in_the_shadow_keeps_nothing_from_running(caplog: pytest.LogCaptureFixture) -> None:
    def fail(_: Any) -> Any:
        raise LookupError("a secret: 77")

    handed_in = {"query": (one for one in [1])}
    shadow = aana.Gate(mode="shadow")
    gates = [
        ToolGate({}, gate=shadow, on_decision=fail),
        ToolGate({"search_docs": ToolRule(evidence_refs=fail)}, gate=shadow),
        ToolGate({}, gate=shadow),
    ]
    for gate in gates:
        for outcome in (
            gate.check(Call("search_docs", handed_in)),
            asyncio.run(gate.check_async(Call("search_docs", handed_in))),
        ):
            assert isinstance(outcome, Run)
            assert outcome.arguments["query"] is handed_in["query"]
    assert len(caplog.records) == 6
    assert "77" not in caplog.text


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
        assert isinstance(await gate.settle_async(SENT, ask, ask.answered(approved=True)), Run)

    asyncio.run(scenario())


def test_nothing_that_is_printed_holds_an_argument() -> None:
    gate = make_gate()
    ask = asked(gate)
    run = gate.settle(SENT, ask, ask.answered(approved=True))
    for one in (SENT, ask, run, gate.check(Call("drop_table", {"to": ADDRESS}))):
        assert ADDRESS not in repr(one)


RULE = ToolRule(tool_category="public_read", risk_domain="research")


def test_a_tool_that_nobody_registered_is_an_error() -> None:
    gate = ToolGate({"search_docs": RULE, "send_mail": RULE})
    with pytest.raises(
        ValueError, match=r"lists `send_mail`, which nobody registered; registered: `search_docs`"
    ):
        gate.assert_registered(["search_docs"])
    with pytest.raises(ValueError, match="registered: none"):
        gate.assert_registered([])
    with pytest.raises(TypeError, match="`registered` is a string"):
        gate.assert_registered("search_docs")
    gate.assert_registered(["search_docs", "send_mail", "more"])
    gate.assert_registered(["search_docs"], elsewhere={"send_mail"})
    assert gate.unregistered(["send_mail"]) == ["search_docs"]


@pytest.mark.parametrize("path", ["policy.json", "/nowhere/policy.json", "", "true.json"])
def test_a_string_is_not_a_path(path: str) -> None:
    makes: list[Any] = [
        lambda: ToolGate({}, gate=path),
        lambda: aana.Gate(path),
        lambda: Broker(path, store=MemoryStore()),
        lambda: aana.check_tool_call({}, policy=path),
    ]
    for make in makes:
        with pytest.raises(
            aana.PolicyError, match=r"not the path of a file, for which a `pathlib.Path` is"
        ) as told:
            make()
        assert "nowhere" not in str(told.value)


def test_a_path_is_read(tmp_path: Path) -> None:
    file = tmp_path / "policy.json"
    file.write_text('{"tools": {"search_docs": {"route_floor": "defer"}}}')
    blocked = ToolGate({"search_docs": RULE}, gate=file).check(Call("search_docs", {}))
    assert isinstance(blocked, Blocked)
    assert blocked.decision is not None
    assert blocked.decision["route"] == "defer"
    with pytest.raises(FileNotFoundError):
        ToolGate({}, gate=tmp_path / "none.json")
    file.write_bytes(b'{"\xff": 1}')
    with pytest.raises(aana.PolicyError, match="UTF-8"):
        ToolGate({}, gate=file)
    # What begins as an object is told by what is wrong in it.
    with pytest.raises(aana.PolicyError) as told:
        ToolGate({}, gate='{"tools":')
    assert "path" not in str(told.value)
