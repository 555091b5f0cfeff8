"""Everything that is neither a fixture, a value nor a guard."""

from __future__ import annotations

import inspect
import json
import pickle
import subprocess
import sys
import threading
import typing
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import aana
import pytest
from aana import _types
from doctests import PROJECT_README, programs, run_examples, run_program
from events import NOW, minimal, search
from fixtures import FOLDER, ROOT, read
from shapes import misfit

if typing.TYPE_CHECKING:
    from collections.abc import Iterator

UTC = timezone.utc
README = Path(__file__).resolve().parents[1] / "README.md"


def documented() -> dict[str, str]:
    """Every public thing with a docstring, methods included."""
    found = {"aana": aana.__doc__ or ""}
    for name in aana.__all__:
        value = getattr(aana, name)
        if callable(value) and value.__doc__ and "aana" in str(getattr(value, "__module__", "")):
            found[name] = inspect.cleandoc(value.__doc__)
    return found


@pytest.mark.parametrize("name", documented())
def test_docstring(name: str) -> None:
    run_examples(documented()[name], name)


def test_functions_have_examples() -> None:
    without = [name for name in aana.__all__ if inspect.isroutine(getattr(aana, name))]
    assert [name for name in without if ">>>" not in documented().get(name, "")] == []


def test_readme() -> None:
    run_examples(README.read_text("utf-8"), "README.md")
    assert programs(README) == []


def test_the_projects_readme() -> None:
    names: dict[str, Any] = {}
    first, broker, integration = programs(PROJECT_README)
    assert "aana.integrations" in integration, "it runs where its framework is"
    assert run_program(first, names) == 2
    assert run_program(broker, names) == 1


@pytest.mark.parametrize("page", ["ask-and-defer", "evidence", "servers"])
def test_pages(page: str) -> None:
    (program,) = programs(PROJECT_README.parent / "docs" / f"{page}.md")
    assert run_program(program, {}) == 2


def test_the_contracts_example() -> None:
    """Agent Action Contract v1, Python SDK Example: as printed, inside a function."""
    printed = """
import aana

event = {
    "tool_name": "send_email",
    "tool_category": "write",
    "authorization_state": "user_claimed",
    "evidence_refs": ["draft_id:123"],
    "risk_domain": "customer_support",
    "proposed_arguments": {"to": "customer@example.com"},
    "recommended_route": "accept",
}

decision = aana.check_tool_call(event)

if decision["architecture_decision"]["route"] == "accept":
    send_email(**event["proposed_arguments"])
else:
    return {
        "blocked": True,
        "aana": decision["architecture_decision"],
    }
"""
    indented = "".join(f"    {line}\n" for line in printed.splitlines())
    scope: dict[str, Any] = {"send_email": lambda to: pytest.fail("it ran")}
    exec("def example():\n" + indented, scope)
    result = scope["example"]()
    assert result["blocked"] is True
    assert result["aana"]["route"] == "ask"
    assert aana.gate_action is aana.check_tool_call


def test_now() -> None:
    def decided_at(now: Any) -> str:
        return aana.check_tool_call(search(), now=now)["audit_event"]["decided_at"]

    assert decided_at(NOW) == decided_at(datetime(2026, 5, 10, tzinfo=UTC)) == "2026-05-10T00:00:00.000Z"
    plus_two = timezone(timedelta(hours=2))
    assert decided_at(datetime(2026, 5, 10, 1, 59, 59, 999999, plus_two)) == "2026-05-09T23:59:59.999Z"
    assert decided_at(datetime(1969, 12, 31, 23, 59, 59, 1000, UTC)) == "1969-12-31T23:59:59.001Z"
    assert decided_at(-1) == "1969-12-31T23:59:59.999Z"
    before = datetime.now(UTC).isoformat(timespec="milliseconds")
    assert before.replace("+00:00", "Z") <= decided_at(None)
    for now in ("2026-05-10T00:00:00Z", 1.5, True):
        with pytest.raises(TypeError, match="`now` is"):
            decided_at(now)
    with pytest.raises(ValueError, match="without a time zone"):
        decided_at(datetime(2026, 5, 10))
    with pytest.raises(OverflowError):
        decided_at(2**63)


def test_policy() -> None:
    policy: aana.Policy = {"tools": {"search_*": {"route_floor": "defer"}}, "mode": "shadow"}
    gate = aana.Gate(policy)
    for form in (policy, json.dumps(policy), gate, aana.Gate(gate)):
        decision = aana.check_tool_call(search(), policy=form)
        assert (decision["route"], decision["execution_policy"]["mode"]) == ("defer", "shadow")
        assert json.loads(aana.check_json(json.dumps(search()), policy=form))["route"] == "defer"
    assert (gate.mode, aana.Gate(gate, mode="enforce").mode, aana.Gate().mode) == (
        "shadow",
        "enforce",
        "enforce",
    )
    assert repr(gate) == "<aana.Gate: shadow>"
    with pytest.raises(ValueError, match="neither `enforce` nor `shadow`"):
        aana.Gate(mode="Enforce")  # type: ignore[arg-type]


@pytest.mark.parametrize("policy", [7, [], {"mode": {"a"}}, {1: 2}, "not json", {"mode": "off"}])
def test_a_faulty_policy_is_an_error(policy: Any) -> None:
    for use in (lambda: aana.Gate(policy), lambda: aana.check_tool_call({}, policy=policy)):
        with pytest.raises(aana.PolicyError, match=r"the policy is not valid `aana\.policy\.v1`: ") as caught:
            use()
        assert {"path", "code", "message"} == caught.value.faults[0].keys()
        assert isinstance(caught.value, ValueError)
        assert pickle.loads(pickle.dumps(caught.value)).faults == caught.value.faults


def test_check_json_takes_text_and_never_raises_about_it() -> None:
    text = json.dumps(minimal())
    assert aana.check_json(text, now=NOW) == aana.check_json(text.encode(), now=NOW)
    oddities: list[Any] = ["\ud800", b"\xff", None, {}, bytearray(b"{}"), 7]
    for odd in oddities:
        assert json.loads(aana.check_json(odd))["route"] == "refuse"
        assert len(aana.validate_json(odd)) == 1


def test_should_execute_takes_anything() -> None:
    event = search(q=1)
    decision = aana.Gate().check(event)
    for form in (decision, decision.to_dict(), decision.to_json(), decision.to_json().encode()):
        assert aana.should_execute_tool(form)
        assert aana.should_execute_tool(form, event)
        assert aana.should_execute_tool(form, json.dumps(event))
        assert not aana.should_execute_tool(form, search(q=2))
        assert not aana.should_execute_tool(form, {1, 2})
        assert aana.execution_policy(json.loads(decision.to_json()))["execution_allowed"]
    odd: Any
    oddities: list[Any] = [
        object(),
        len,
        b"\xff",
        "\ud800",
        {},
        [decision],
        {"decision": decision},
        float("nan"),
    ]
    for odd in oddities:
        assert aana.should_execute_tool(odd) is False
        assert aana.execution_policy(odd)["execution_allowed"] is False
        assert aana.execution_policy(odd, "shadow")["execution_allowed"] is True
    with pytest.raises(ValueError, match="neither"):
        aana.execution_policy({}, "loose")  # type: ignore[arg-type]


class Shows(dict[str, Any]):
    """A dict that shows an accept, whatever it holds."""

    def __iter__(self) -> Any:
        return iter(ACCEPT)

    keys = __iter__

    def __getitem__(self, key: str) -> Any:
        return ACCEPT[key]


ACCEPT: dict[str, Any] = aana.Gate().check(search(q=1)).to_dict()  # type: ignore[assignment]


def test_a_decision_that_shows_another_one_than_it_holds_lets_nothing_run() -> None:
    refused = aana.check_tool_call(search(q=1) | {"tool_category": "unknown", "tool_name": "drop_table"})
    forms: list[Any] = [refused, {}]
    for held in forms:
        assert not aana.should_execute_tool(Shows(held))
        assert not aana.should_execute_tool(Shows(held), search(q=1))
    assert not aana.execution_policy(Shows(refused))["execution_allowed"]
    assert aana.should_execute_tool(ACCEPT, search(q=1))
    assert not aana.should_execute_tool(ACCEPT, Shows(search(q=1)))


def test_a_changed_decision_is_judged_by_what_it_holds() -> None:
    event = search(q=1)
    asked = json.dumps(event)
    for made in (aana.check_tool_call(event), aana.check_tool_call(minimal())):
        changed: dict[str, Any] = json.loads(json.dumps(made))
        text = json.dumps(changed)
        assert aana.should_execute_tool(changed, event) is aana.should_execute_tool(text, asked)
        for holder, key in list(places(changed)):
            held = holder[key]
            others: list[Any] = [None, "pass", "accept", "block", [], {"route": "refuse"}]
            for other in others:
                holder[key] = other
                text = json.dumps(changed)
                assert aana.should_execute_tool(changed) is aana.should_execute_tool(text)
                assert aana.should_execute_tool(changed, event) is aana.should_execute_tool(text, asked)
            holder[key] = held


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each member and each item of a document, with what holds it."""
    keys: Any = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from places(value[key])


def test_a_decision_that_says_no_lets_nothing_run() -> None:
    class Pass(str):
        """Spells another word than it equals."""

        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = str.__hash__

    event = search(q=1)
    odd: Any
    for odd in ("block", "Pass", "pass ", "", "\ud800", Pass("block"), None, True, b"pass", ["pass"]):
        changed = aana.check_tool_call(event)
        changed["gate_decision"] = odd
        assert aana.should_execute_tool(changed) is False
        assert aana.should_execute_tool(changed, event) is False


def test_gate_decision() -> None:
    gate = aana.Gate()
    accept, ask = gate.check(search()), gate.check(minimal(), NOW)
    assert (bool(accept), bool(ask)) == (True, False)
    assert ask.to_dict() is not ask.to_dict()
    assert repr(ask).startswith("<aana.GateDecision: ask, because of write_missing_validation")
    for attribute in ("route", "executes"):
        with pytest.raises(AttributeError):
            setattr(ask, attribute, "accept")
    with pytest.raises(TypeError):
        aana.GateDecision()
    # The decision is about what was there, whatever becomes of the event.
    event = minimal()
    decision = gate.check(event, NOW)
    event["proposed_arguments"]["to"] = "somebody-else@example.com"
    assert decision.to_json() == gate.check(minimal(), NOW).to_json()


def test_parts_of_a_decision_are_its_own() -> None:
    decision = aana.check_tool_call(minimal())
    decision["audit_event"]["hard_blockers"].clear()
    assert decision["hard_blockers"]
    assert decision["architecture_decision"]["audit_event"]["hard_blockers"]


def test_builders() -> None:
    event = aana.build_tool_precheck_event(
        tool_name="t",
        evidence_refs=(aana.tool_evidence_ref(f"s{n}", freshness={"status": "fresh"}) for n in range(2)),
        request_id="r",
        agent_id="a",
        user_intent="i",
        authorization_subject={"subject_type": "user", "subject_ref": "u"},
    )
    assert aana.validate_event({**event, "recommended_route": "ask"}) == []
    ref = aana.tool_evidence_ref(
        "s",
        summary="x",
        provenance="p",
        retrieved_at=datetime.now(UTC),
        citation_url="https://example.com",
        supports=["a"],
        contradicts=(),
    )
    assert aana.validate_event(search() | {"evidence_refs": [ref]}) == []
    words = {name: parameter.default for name, parameter in parameters(aana.build_tool_precheck_event)}
    assert words["tool_category"] == words["risk_domain"] == "unknown"
    assert words["authorization_state"] == "none"


def parameters(function: Any) -> Any:
    return inspect.signature(function).parameters.items()


def test_many() -> None:
    events = [search(n=n) if n % 3 else minimal(n=n) for n in range(5000)]
    gate = aana.Gate()
    expected = [gate.check(event, NOW).to_json() for event in events]
    for options in ({}, {"ahead": 1}, {"ahead": 4999, "threads": 4}, {"threads": 1}):
        decisions = aana.check_many(iter(events), now=NOW, **options)  # type: ignore[arg-type]
        assert [decision.to_json() for decision in decisions] == expected
    assert list(aana.check_many([])) == []
    odd: Any = [None, search(), {1}]
    assert [decision.route for decision in aana.check_many(odd)] == [
        "refuse",
        "accept",
        "refuse",
    ]
    for wrong in ({"ahead": 0}, {"threads": 0}):
        with pytest.raises(ValueError, match="at least 1"):
            aana.check_many([], **wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        aana.check_many(7)  # type: ignore[arg-type]


def test_many_reads_no_further_than_it_says() -> None:
    read_so_far = []

    def endless() -> Any:
        while True:
            read_so_far.append(1)
            yield search()

    decisions = aana.check_many(endless(), ahead=10)
    assert read_so_far == []
    assert next(decisions).executes
    assert len(read_so_far) == 10


def test_many_raises_in_its_place() -> None:
    def failing() -> Any:
        yield search()
        yield search()
        raise LookupError("the source broke")

    decisions = aana.check_many(failing())
    assert [next(decisions).route, next(decisions).route] == ["accept", "accept"]
    with pytest.raises(LookupError, match="the source broke"):
        next(decisions)
    assert list(decisions) == []


def test_threads_agree() -> None:
    """One megabyte is checked in eight threads at once; that the others go on is for `test_loop.py`."""
    event = search(q=["a word of some text " * 10] * 4000)
    gate, found = aana.Gate(), set()
    checking = [
        threading.Thread(target=lambda: found.add(gate.check(event, NOW).to_json())) for _ in range(8)
    ]
    for thread in checking:
        thread.start()
    for thread in checking:
        thread.join()
    assert len(found) == 1


def test_a_loop_does_not_grow() -> None:
    import resource

    def run(times: int) -> int:
        for number in range(times):
            aana.check_tool_call(minimal(n=number))
            aana.check_tool_call({"tool_name": {number}})
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = run(2000)
    assert run(20000) - before < 2000, "kilobytes"


def test_types_are_the_schema() -> None:
    """Every member of an event, a policy or a decision is in the types, and nothing else."""
    schema = read(ROOT / "schemas" / "decision.schema.json")
    shapes = {
        "audit_event": _types.AuditEvent,
        "fault": _types.Fault,
        "named_evidence": _types.NamedEvidence,
    }
    for name, shape in shapes.items():
        _assert_same(shape, schema["$defs"][name])
    parts = {
        "classification": _types.Classification,
        "authorization_report": _types.AuthorizationReport,
        "evidence_integrity": _types.EvidenceIntegrity,
        "aix": _types.Aix,
        "recovery": _types.Recovery,
        "execution_policy": _types.ExecutionPolicy,
        "architecture_decision": _types.ArchitectureDecision,
    }
    _assert_same(_types.Decision, schema)
    for name, shape in parts.items():
        _assert_same(shape, schema["properties"][name])
    for union, name in ((_types.EvidenceIssue, "issue"), (_types.Need, "need")):
        for shape, part in zip(typing.get_args(union), schema["$defs"][name]["oneOf"], strict=True):
            _assert_same(shape, part)
    assert set(typing.get_args(_types.DecisionReason)) == set(schema["$defs"]["reason"]["enum"])
    assert set(_keys(_types.Policy)) == set(read(ROOT / "schemas" / "policy.schema.json")["properties"])
    event = read(ROOT / "schemas" / "agent_tool_precheck.schema.json")
    assert set(_keys(_types.Event)) == set(event["properties"])


RECORDED = sorted((FOLDER / "decisions").glob("*.jsonl"))


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: file.stem)
def test_recorded_decisions_have_their_type(file: Path) -> None:
    for line in file.read_text("utf-8").splitlines():
        record = json.loads(line)
        assert misfit(record["decision"], _types.Decision) is None, record["id"]


def test_what_is_not_a_decision_does_not_have_the_type() -> None:
    decision = json.loads(aana.check_json(json.dumps(minimal())))
    assert misfit(decision, _types.Decision) is None
    issue = decision["evidence_integrity"]["issues"][0]
    for wrong in (
        decision | {"more": 1},
        decision | {"route": "maybe"},
        decision | {"reasons": ["runtime_recommended_stricter_route"]},
        {name: value for name, value in decision.items() if name != "route"},
        decision
        | {"evidence_integrity": decision["evidence_integrity"] | {"issues": [issue | {"level": "high"}]}},
    ):
        assert misfit(wrong, _types.Decision) is not None


def _assert_same(shape: Any, schema: dict[str, Any]) -> None:
    """What must be there, in its order, and what may be there."""
    keys = list(_keys(shape))
    assert [key for key in keys if key in shape.__required_keys__] == schema["required"]
    assert set(keys) == set(schema["properties"])


def _keys(shape: Any) -> Any:
    found: dict[str, None] = {}
    for base in reversed(getattr(shape, "__orig_bases__", ())):
        if base is not typing.TypedDict and hasattr(base, "__annotations__"):
            found |= dict.fromkeys(_keys(base))
    return found | dict.fromkeys(shape.__annotations__)


def test_codes() -> None:
    assert set(aana.CODES) == {"hard_blockers", "reasons", "warnings", "validation_errors"}
    assert set(aana.CODES["hard_blockers"]) == set(typing.get_args(aana.Blocker))
    assert set(typing.get_args(aana.Route)) == {"accept", "ask", "defer", "refuse"}
    for code in aana.check_tool_call(minimal())["hard_blockers"]:
        assert aana.CODES["hard_blockers"][code]


def test_names() -> None:
    assert sorted(aana.__all__) == dir(aana)
    for name in aana.__all__:
        assert getattr(aana, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'chek'"):
        aana.chek  # noqa: B018


def module(*arguments: str, text: str | None = None) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "aana", *arguments], input=text, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def test_module_command() -> None:
    assert module("--version") == (0, f"{aana.__version__}\n")
    assert "check_tool_call" in module("--help")[1]
    assert module("--typo")[0] == 2
    status, output = module(text=json.dumps(minimal()))
    assert (status, json.loads(output)["route"]) == (10, "ask")
    assert module(text=json.dumps(search()))[0] == 0
    assert module(text="")[0] == 12
