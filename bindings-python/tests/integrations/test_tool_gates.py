"""What a gate in front of tools is told, and what it shows of that."""

from __future__ import annotations

import asyncio
import dataclasses
from typing import TYPE_CHECKING, Any

import aana
import pytest
from aana.confirmation import Broker, MemoryStore
from aana.integrations import Ask, Blocked, Call, Run, ToolGate, ToolRule

from integrations.scenes import ADDRESS, SEARCH, SEND, SENT, asked, make_gate, said

if TYPE_CHECKING:
    from pathlib import Path

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
