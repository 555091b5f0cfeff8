"""Every case of the formats under its own name, through the public modules.

With `AANA_CONFORMANCE_OUT` set to a folder, the hash of each answer is written there to
`python-wheel.formats.tsv`, to be compared with what the other languages get.
"""

from __future__ import annotations

import hashlib
import json
import os
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import aana
import pytest
from aana import _answers, _types, aaep, descriptor, tool_request
from fixtures import FOLDER, compact, read, sha256
from shapes import misfit

if TYPE_CHECKING:
    from collections.abc import Callable

FORMATS = FOLDER / "formats"
REQUESTS = FORMATS / "tool_request"
AAI = [read(FORMATS / "aai.json"), read(FORMATS / "aai_own.json")]

ANSWERS: list[str] = []
"""The texts of the answers so far, as they came."""


@pytest.fixture(autouse=True, scope="module")
def answers() -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_answers, "read", noted(_answers.read))
        yield


def noted(read: Callable[[str], Any]) -> Callable[[str], Any]:
    def note(text: str) -> Any:
        ANSWERS.append(text)
        return read(text)

    return note


def answered(ask: Callable[[], Any], shape: Any) -> tuple[Any, str]:
    """An answer, which has the shape that its type says, and its text."""
    ANSWERS.clear()
    answer = ask()
    assert misfit(answer, shape) is None
    (text,) = ANSWERS
    return answer, text


def rows(file: Path) -> list[dict[str, Any]]:
    """The cases of a file that is a list."""
    found: list[dict[str, Any]] = json.loads(file.read_text("utf-8"))
    assert found
    return found


def cases(name: str) -> list[dict[str, Any]]:
    """The cases of this kind in both files of descriptors, each with the descriptors of its file."""
    return [{**case, "descriptors": file["descriptors"]} for file in AAI for case in file.get(name, [])]


def name(case: dict[str, Any]) -> str:
    return str(case.get("id") or case.get("case") or case["file"])


# --- AAEP ---------------------------------------------------------------------------------------------


EVENTS = [
    case for file in ("cases", "more_cases") for case in read(FORMATS / "aaep" / f"{file}.json")["cases"]
]


def text_of(value: Any, raw: Any) -> str:
    """An input as text: in our words, as it stands, or made by repetition."""
    if isinstance(raw, dict):
        return str(raw["before"] + raw["repeat"] * raw["times"] + raw["after"])
    return compact(value) if raw is None else str(raw)


def items(case: dict[str, Any]) -> list[str]:
    return [
        text_of(item, item.get("x_text") if isinstance(item, dict) else None)
        for item in cast("list[Any]", case["input"])
    ]


def judge(case: dict[str, Any]) -> tuple[Any, str]:
    if case["kind"] == "stream":
        return answered(lambda: aaep.check_stream(items(case)), aaep.StreamReport)
    text = text_of(case.get("input"), case.get("input_text"))
    check = CHECKS[case["target"]]
    return answered(lambda: check(text), aaep.Report)


CHECKS: dict[str, Any] = {
    "event": aaep.check_event,
    "reply": aaep.check_reply,
    "handshake": aaep.check_handshake,
}


def said(findings: list[Any]) -> set[tuple[int, str, str]]:
    return {(one.get("index", 0), one["rule"], one["pointer"]) for one in findings}


@pytest.mark.parametrize("case", EVENTS, ids=name)
def test_aaep(case: dict[str, Any]) -> None:
    report, expected = judge(case)[0], case["expected"]
    errors = [one for one in report["findings"] if one["severity"] == "error"]
    warnings = [one for one in report["findings"] if one["severity"] == "warning"]
    assert said(errors) == said(expected["violations"])
    assert report["valid"] is expected["valid"] is (errors == [])
    if "advice" in expected:
        assert said(warnings) == said(expected["advice"])
    if "replies" in expected:
        assert report["replies"] == expected["replies"]


OBJECTS = [case for case in EVENTS if "input" in case and "x_text" not in compact(case["input"])]


@pytest.mark.parametrize("case", OBJECTS, ids=name)
def test_aaep_objects(case: dict[str, Any]) -> None:
    """The same as objects, and a stream as lines too. Only a size in bytes may differ with the spelling."""
    report = judge(case)[0]
    if case["kind"] == "stream":
        assert aaep.check_stream(iter(case["input"])) == report
        lines = "\n\n".join(map(compact, case["input"]))
        assert aaep.check_stream(lines) == aaep.check_stream(lines.encode()) == report
    else:
        check = CHECKS[case["target"]]
        assert check(case["input"]) == check(compact(case["input"]).encode()) == report


def test_aaep_published() -> None:
    examples = read(FORMATS / "aaep" / "seed_examples.json")["examples"]
    assert len(examples) == 3
    for example in examples:
        assert aaep.check_event(example) == {"valid": True, "findings": []}


# --- Tool Execution Requests --------------------------------------------------------------------------


DOCUMENTS = rows(REQUESTS / "index.json") + rows(REQUESTS / "more_index.json")
DIGESTS = rows(REQUESTS / "digest_vectors.json")
SITUATIONS = rows(REQUESTS / "bind_index.json") + rows(REQUESTS / "more_bind_index.json")
EXAMPLES = rows(REQUESTS / "event_examples.json")


def document(case: dict[str, Any]) -> bytes:
    """The bytes: a file, or one with a line made longer."""
    made_of = case.get("made_of")
    if made_of is None:
        return Path(REQUESTS, case["file"]).read_bytes()
    lines = (REQUESTS / made_of["file"]).read_bytes().split(b"\n")
    tail = made_of["append"] + made_of["repeat"] * made_of["times"]
    lines[made_of["line"] - 1] += tail.encode()
    return b"\n".join(lines)


def clock(case: dict[str, Any]) -> int | None:
    text = case.get("clock_utc")
    return None if text is None else milliseconds(text)


def milliseconds(text: str) -> int:
    return round(datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000)


def check(case: dict[str, Any]) -> tuple[Any, str]:
    file_name = case.get("file_name_argument")
    return answered(
        lambda: tool_request.check(document(case), file_name=file_name, now=clock(case)), tool_request.Report
    )


@pytest.mark.parametrize("case", DOCUMENTS, ids=name)
def test_request(case: dict[str, Any]) -> None:
    report = check(case)[0]
    assert report["errors"] == case["expected_rules"]
    assert report["warnings"] == case["expected_warnings"]
    assert report["route"] == case["route"]
    assert report["valid"] is (report["request"] is not None) is case["valid"]


def digests(case: dict[str, Any]) -> tuple[Any, str]:
    return answered(lambda: tool_request.digests(document(case)), tool_request.Digests)


@pytest.mark.parametrize("case", DIGESTS, ids=name)
def test_request_digests(case: dict[str, Any]) -> None:
    found = digests(case)[0]
    assert found == {name: case[name] for name in ("document_sha256", "content_sha256")}


def facts(case: dict[str, Any]) -> tool_request.Facts:
    inputs = case["inputs"]
    if isinstance(inputs, str):
        inputs = [measured(file) for file in sorted((REQUESTS / inputs).iterdir())]
    names = ("record", "ledger", "capabilities", "known_approvers", "max_input_bytes")
    known: Any = {name: case[name] for name in names if name in case}
    if (now := clock(case)) is not None:
        known["now_ms"] = now
    found: tool_request.Facts = known | {"inputs": inputs, "risk_domain": "research"}
    return found


def measured(file: Path) -> tool_request.MeasuredFile:
    text = file.read_bytes()
    return {"name": file.name, "size": len(text), "sha256": hashlib.sha256(text).hexdigest()}


def bind(case: dict[str, Any]) -> tuple[Any, str]:
    text = (REQUESTS / case["document"]).read_bytes()
    return answered(lambda: tool_request.bind(text, facts(case)), tool_request.Binding)


def example(case: dict[str, Any]) -> tuple[Any, str]:
    if case["case"] == "hostile_document":
        text = (REQUESTS / "invalid_many_hostile.md").read_bytes()
        return answered(lambda: tool_request.bind(text, {"risk_domain": "research"}), tool_request.Binding)
    return bind(next(one for one in SITUATIONS if one["case"] == case["case"]))


@pytest.mark.parametrize("case", SITUATIONS, ids=name)
def test_request_bound(case: dict[str, Any]) -> None:
    binding = bind(case)[0]
    for part in ("errors", "warnings", "authorization_state", "route"):
        assert binding[part] == case[f"expected_{part}"]
    assert aana.validate_event(binding["event"]) == []


@pytest.mark.parametrize("case", EXAMPLES, ids=name)
def test_request_event(case: dict[str, Any]) -> None:
    due = json.loads(compact(case["event"]))
    if case["case"] == "edited_after_approval":
        # The edit is that of the time; the example still shows the old one.
        assert due["proposed_arguments"]["limits"]["time_sec"] == 120
        due["proposed_arguments"]["limits"]["time_sec"] = 3000
    assert example(case)[0]["event"] == due


# --- Descriptors --------------------------------------------------------------------------------------


WIRED = {"env", "tokens", "allow_variables"}


def descriptor_text(case: dict[str, Any]) -> str:
    if "descriptor_ref" in case:
        return compact(case["descriptors"][case["descriptor_ref"]])
    if "descriptor_text" in case:
        return str(case["descriptor_text"])
    if repeat := case.get("repeat"):
        return str(repeat["open"] * repeat["count"] + repeat["close"] * repeat["count"])
    return compact(case["descriptor"])


@cache
def loaded(text: str, profile: descriptor.Profile) -> descriptor.Descriptor:
    return descriptor.Descriptor(text, profile)


def lines(findings: list[Any], *, severity: bool = False) -> list[Any]:
    keys = ("pointer", "rule", "severity") if severity else ("pointer", "rule")
    return sorted([tuple(one[key] for key in keys) for one in findings])


def judged(case: dict[str, Any]) -> tuple[Any, str]:
    return answered(
        lambda: descriptor.check(descriptor_text(case), case.get("profile", "seed")), descriptor.Report
    )


@pytest.mark.parametrize("case", cases("descriptor_cases"), ids=name)
def test_descriptor(case: dict[str, Any]) -> None:
    report, expect = judged(case)[0], case["expect"]
    assert lines(report["findings"], severity=True) == lines(expect["diagnostics"], severity=True)
    assert report["accepted"] is ("descriptor" in report) is expect["accepted"]
    pointers = [finding["pointer"].encode() for finding in report["findings"]]
    assert pointers == sorted(pointers)
    assert descriptor.check(descriptor_text(case).encode(), case.get("profile", "seed")) == report
    if expect["accepted"]:
        assert loaded(descriptor_text(case), case.get("profile", "seed")).findings == report["findings"]
    else:
        with pytest.raises(descriptor.DescriptorError) as caught:
            loaded(descriptor_text(case), case.get("profile", "seed"))
        assert caught.value.findings == report["findings"]


def call(case: dict[str, Any]) -> tuple[Any, Any, str]:
    """The plan, what is sent (if that is asked), and both as text."""
    one = loaded(descriptor_text(case), "compat")
    arguments = case["arguments_text"] if "arguments_text" in case else compact(case["arguments"])
    planned, text = answered(lambda: one.plan(case["tool"], arguments), descriptor.PlanAnswer)
    if not WIRED & case.keys():
        return planned, None, text
    secrets = {key: case[key] for key in WIRED & case.keys()}
    sent, more = answered(lambda: one.wire(case["tool"], arguments, **secrets), descriptor.WireAnswer)
    return planned, sent, f"{text}\n{more}"


@pytest.mark.parametrize("case", cases("call_cases"), ids=name)
def test_call(case: dict[str, Any]) -> None:
    expect = case["expect"]
    planned, sent, _ = call(case)
    errors_text = ""
    if "errors" in expect:
        assert planned["refused"] == "call"
        assert lines(planned["errors"]) == lines(expect["errors"])
        assert [one["rule"].partition(".")[0] for one in expect["errors"]] == [
            one["stage"] for one in expect["errors"]
        ]
        errors_text = compact(planned)
    else:
        assert planned["plan"] == expect["plan"]
    for part in ("audit", "recommended_route"):
        if part in expect:
            assert planned[part] == expect[part]
    if "wire" in expect:
        assert sent["wire"] == expect["wire"]
    if "wire_errors" in expect:
        assert lines(sent["errors"]) == lines(expect["wire_errors"])
        errors_text += compact(sent)
    for word in expect.get("audit_must_not_contain", []):
        assert word not in compact(planned.get("audit"))
        assert word not in errors_text
    if "arguments" in case:
        one = loaded(descriptor_text(case), "compat")
        assert one.plan(case["tool"], case["arguments"]) == planned


def answer(case: dict[str, Any]) -> tuple[Any, str]:
    one = loaded(descriptor_text(case), case.get("profile", "seed"))
    return answered(lambda: one.check_answer(case["tool"], compact(case["answer"])), descriptor.Judgement)


@pytest.mark.parametrize("case", cases("answer_cases"), ids=name)
def test_answer(case: dict[str, Any]) -> None:
    found = answer(case)[0]
    assert lines(found["findings"]) == lines(case["expect"])
    one = loaded(descriptor_text(case), case.get("profile", "seed"))
    assert one.check_answer(case["tool"], case["answer"]) == found


def classified(case: dict[str, Any]) -> tuple[Any, str]:
    known: descriptor.Facts = {"app": case["app"], "tool": case["tool"]}
    state, pinned = case.get("authorization_state", "none"), case.get("pinned", True)
    return answered(lambda: descriptor.classify_facts(known, state, pinned=pinned), descriptor.Classification)


@pytest.mark.parametrize("case", cases("mapping_cases"), ids=name)
def test_mapping(case: dict[str, Any]) -> None:
    found = classified(case)[0]
    assert {key: found[key] for key in case["expect"]} == case["expect"]


def catalog(case: dict[str, Any]) -> descriptor.Catalog:
    texts = [compact(case["descriptors"][one]) for one in case["descriptor_refs"]]
    return descriptor.Catalog(loaded(text, "seed") for text in texts)


def event_faults(case: dict[str, Any]) -> tuple[Any, str]:
    together = catalog(case)
    return answered(lambda: together.faults(compact(case["event"])), list[_types.Fault])


@pytest.mark.parametrize("case", cases("event_cases"), ids=name)
def test_event(case: dict[str, Any]) -> None:
    faults = event_faults(case)[0]
    assert [{"path": one["path"], "code": one["code"]} for one in faults] == case["expect"]
    assert catalog(case).faults(case["event"]) == faults
    decision = catalog(case).check(case["event"], now=0)
    if faults:
        assert (decision["route"], decision["validation_errors"]) == ("refuse", faults)
    else:
        assert decision == aana.check_tool_call(case["event"], now=0)


# --- All of them --------------------------------------------------------------------------------------


def texts() -> dict[str, str]:
    """The text of every answer by its id."""
    found = {f"aaep/{name(case)}": judge(case)[1] for case in EVENTS}
    found |= {f"tool_request/{name(case)}": check(case)[1] for case in DOCUMENTS}
    found |= {f"tool_request/bind/{name(case)}": bind(case)[1] for case in SITUATIONS}
    found |= {f"tool_request/digest/{name(case)}": digests(case)[1] for case in DIGESTS}
    found |= {f"tool_request/event/{name(case)}": example(case)[1] for case in EXAMPLES}
    asked: dict[str, Callable[[dict[str, Any]], tuple[Any, ...]]] = {
        "descriptor_cases": judged,
        "call_cases": call,
        "answer_cases": answer,
        "mapping_cases": classified,
        "event_cases": event_faults,
    }
    for kind, ask in asked.items():
        found |= {f"aai/{name(case)}": ask(case)[-1] for case in cases(kind)}
    return found


def test_hashes_are_written() -> None:
    found = texts()
    kinds = ("descriptor_cases", "call_cases", "answer_cases", "mapping_cases", "event_cases")
    lists = [EVENTS, DOCUMENTS, SITUATIONS, DIGESTS, EXAMPLES, *map(cases, kinds)]
    assert all(lists)
    assert len(found) == sum(map(len, lists)), "an id stands twice"
    if out := os.environ.get("AANA_CONFORMANCE_OUT"):
        hashes = [f"{id_}\t{sha256(text.encode())}\n" for id_, text in found.items()]
        Path(out, "python-wheel.formats.tsv").write_text("".join(hashes), "utf-8")
