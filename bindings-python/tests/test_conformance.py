"""Every case of the fixtures under its own name, through the entry point for text and the one for objects.

With `AANA_CONFORMANCE_OUT` set to a folder, the hash of each decision is written there to
`python-wheel.tsv`, to be compared with what the other languages get.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import aana
import pytest
from fixtures import FOLDER, event_text, load_cases, load_recorded, now_ms, read, sha256, unique

CASES = load_cases()
RECORDED = load_recorded()

# What only a text can have wrong with it.
OF_TEXT = {
    "duplicate_key",
    "event_too_large",
    "invalid_json",
    "invalid_utf8",
    "lone_surrogate",
    "nesting_too_deep",
    "number_out_of_range",
    "trailing_data",
}


def name(case: dict[str, Any]) -> str:
    return str(case["id"])


@cache
def by_id() -> dict[str, dict[str, Any]]:
    return {case["id"]: case for case in CASES}


def check(case: dict[str, Any]) -> bytes:
    attested = case.get("attested")
    return aana.check_json(event_text(case), policy=case.get("policy"), now=now_ms(case), attested=attested)


def pairs(faults: list[Any]) -> list[tuple[str, str]]:
    return [(fault["path"], fault["code"]) for fault in faults]


def is_of_text(case: dict[str, Any]) -> bool:
    faults = case["expect"].get("faults", [])
    return "event" not in case and any(fault["code"] in OF_TEXT for fault in faults)


@pytest.mark.parametrize("case", CASES, ids=name)
def test_text(case: dict[str, Any]) -> None:
    text = check(case)
    decision, expect = json.loads(text, object_pairs_hook=unique), case["expect"]
    assert decision["route"] == expect["route"]
    assert decision["hard_blockers"] == expect["hard_blockers"]
    assert pairs(decision["validation_errors"]) == pairs(expect.get("faults", []))
    for key in {"reasons", "warnings"} & expect.keys():
        assert decision[key] == expect[key]
    for key in {"effective_category", "verb_class", "risk_level"} & expect.keys():
        assert decision["classification"][key] == expect[key]
    if "effective_state" in expect:
        assert decision["authorization_report"]["effective_state"] == expect["effective_state"]
    for absent in expect.get("absent", []):
        assert absent.encode() not in text
    assert sha256(text) == RECORDED[case["id"]]
    assert aana.should_execute_tool(decision) is (expect["route"] == "accept")


@pytest.mark.parametrize("case", [case for case in CASES if not is_of_text(case)], ids=name)
def test_objects(case: dict[str, Any]) -> None:
    event = case["event"] if "event" in case else json.loads(event_text(case), object_pairs_hook=unique)
    before = json.dumps(event)
    gate = aana.Gate(case.get("policy"))
    decision = gate.check(event, now_ms(case), attested=case.get("attested"))
    text = decision.to_json()
    assert sha256(text.encode()) == RECORDED[case["id"]]
    # The dict is the text, key for key in the same order, and numbers have the same type.
    whole = decision.to_dict()
    assert json.dumps(whole) == json.dumps(json.loads(text))
    attested = case.get("attested")
    assert aana.check_tool_call(event, policy=gate, now=now_ms(case), attested=attested) == whole
    assert decision.route == whole["route"]
    assert decision.executes is bool(decision) is (whole["route"] == "accept")
    assert list(decision.hard_blockers) == whole["hard_blockers"]
    assert list(decision.reasons) == whole["reasons"]
    assert list(decision.warnings) == whole["warnings"]
    assert decision.validation_errors == whole["validation_errors"]
    assert decision.action_digest == whole["action_digest"]
    assert aana.should_execute_tool(decision, event) is decision.executes
    assert json.dumps(event) == before, "the event is only read"


def test_few_cases_are_only_of_text() -> None:
    left_out = [case for case in CASES if is_of_text(case)]
    assert 0 < len(left_out) < len(CASES) / 10


def test_the_recorded_cases_are_the_cases() -> None:
    assert list(RECORDED) == [case["id"] for case in CASES]


def test_many_give_the_same() -> None:
    """All cases without a policy of one moment at once, in their order."""
    (moment, _), *_ = Counter(now_ms(case) for case in CASES).most_common()
    cases = [case for case in CASES if not case.keys() & {"policy", "attested"} and now_ms(case) == moment]
    assert len(cases) > 100
    decisions = aana.check_many_json(map(event_text, cases), now=moment, ahead=77, threads=3)
    assert [sha256(decision) for decision in decisions] == [RECORDED[case["id"]] for case in cases]


PROBES = read(FOLDER / "should_execute.json")["probes"]


@pytest.mark.parametrize("probe", PROBES, ids=name)
def test_should_execute(probe: dict[str, Any]) -> None:
    if "decision_text" in probe:
        texts: list[str | bytes] = [probe["decision_text"], probe["decision_text"].encode()]
        event = json.dumps(probe["event"]) if "event" in probe else None
    else:
        texts = [json.dumps(probe["decision"])]
        event = probe.get("event")
        assert aana.should_execute_tool(probe["decision"], event) is probe["expect"]
    for text in texts:
        assert aana.should_execute_tool(text, event) is probe["expect"]


def test_there_are_enough_probes() -> None:
    assert len(PROBES) >= 60


@pytest.mark.parametrize("case", read(FOLDER / "validate.json")["cases"], ids=name)
def test_validate(case: dict[str, Any]) -> None:
    assert pairs(aana.validate_json(event_text(case))) == pairs(case["faults"])
    if "event" in case:
        assert pairs(aana.validate_event(case["event"])) == pairs(case["faults"])
        assert aana.validate_event(case["event"]) == aana.validate_json(event_text(case))


@pytest.mark.parametrize("case", read(FOLDER / "load_policy.json")["cases"], ids=name)
def test_load_policy(case: dict[str, Any]) -> None:
    forms = [case["policy_text"]] if "policy_text" in case else [json.dumps(case["policy"]), case["policy"]]
    # `None` is not a policy, which is not the same as a policy that is `null`.
    for policy in filter(lambda form: form is not None, forms):
        if not case["faults"]:
            assert aana.Gate(policy).mode in ("enforce", "shadow")
            continue
        with pytest.raises(aana.PolicyError) as caught:
            aana.Gate(policy)
        assert pairs(caught.value.faults) == pairs(case["faults"])


@pytest.mark.parametrize("gap", read(FOLDER / "known_gaps.json")["gaps"], ids=name)
def test_known_gap(gap: dict[str, Any]) -> None:
    """A gap that is closed leaves the list; where a policy closes it, it does."""
    case = by_id()[gap["id"]]
    route = json.loads(check(case))["route"]
    assert route == gap["design_route"]
    assert route not in gap["wanted"]
    if policy := gap["closed_by"].get("policy"):
        assert json.loads(check({**case, "policy": policy}))["route"] in gap["wanted"]


def test_hashes_are_written() -> None:
    lines = "".join(f"{case['id']}\t{sha256(check(case))}\n" for case in CASES)
    assert lines.count("\n") == len(CASES)
    if out := os.environ.get("AANA_CONFORMANCE_OUT"):
        Path(out, "python-wheel.tsv").write_text(lines, "utf-8")
