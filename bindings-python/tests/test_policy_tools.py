"""What a policy makes of a list of tools, a first policy, and cases for one."""

from __future__ import annotations

import json
from typing import Any

import aana
import pytest
from aana import policy
from fixtures import FOLDER, read

SEARCH = {
    "tool_name": "search_docs",
    "tool_category": "public_read",
    "authorization_state": "none",
    "evidence_refs": [],
    "risk_domain": "research",
    "proposed_arguments": {"query": "leave policy"},
    "recommended_route": "accept",
}


@pytest.mark.parametrize(
    ("tools", "form"),
    [
        ("delete_file\n# a comment\n", "names"),
        (["delete_file"], "names"),
        ({"tools": [{"name": "delete_file", "inputSchema": {}}]}, "mcp"),
        (
            {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "delete_file", "inputSchema": {}}]}},
            "mcp",
        ),
        ([{"type": "function", "function": {"name": "delete_file", "parameters": {}}}], "openai"),
        ([{"type": "function", "name": "delete_file", "parameters": {}}], "openai"),
        ([{"name": "delete_file", "input_schema": {}}], "anthropic"),
    ],
)
def test_every_form_of_a_list_is_read(tools: object, form: str) -> None:
    """Whatever the form, the misspelt entry is found."""
    report = policy.check({"tools": {"delete_fil": {"route_floor": "ask"}}}, tools)  # type: ignore[arg-type]
    assert report["faults"] == []
    assert report["form"] == form
    assert report["dead_entries"] == [{"entry": "delete_fil", "nearest": ["delete_file"]}]


def test_a_descriptor_names_tools_as_clients_do() -> None:
    """The application's id is part of the name, and a method that acts makes a tool a write."""
    described = {
        "schema_version": "1.0",
        "app": {"id": "com.example.desk", "name": "Desk", "description": "Keeps tasks"},
        "tools": [{"name": "get_task", "description": "Get", "execution": {"path": "/", "method": "POST"}}],
    }
    report = policy.check({"tools": {"com_example_desk__get_task": {}}}, described)
    assert report["ok"]
    assert report["form"] == "aai"
    assert report["tools"][0]["category"] == "write"


def test_a_first_policy_loads_and_is_complete() -> None:
    """What `init` writes is a policy in which `check` finds nothing."""
    first = policy.init(["read_file", "delete_file", "frobnicate"])
    assert aana.Gate(first["policy"]).check(SEARCH).route == "defer"
    tools = json.loads(first["policy"])["tools"]
    assert [tools[name]["tool_category"] for name in tools] == ["private_read", "write", "write"]
    doubtful = {tool["name"] for tool in first["tools"] if tool["remarks"]}
    assert doubtful == {"read_file", "frobnicate"}
    assert policy.check(first["policy"], list(tools))["ok"]


def test_cases_are_run_with_the_policy() -> None:
    """A decision that is not the expected one is told."""
    tried = policy.test(
        {"tools": {"search_*": {"route_floor": "defer"}}},
        [{"id": "a", "event": SEARCH, "route": "accept"}, {"event": SEARCH, "expect": {"route": "defer"}}],
        now=0,
    )
    assert (tried["passed"], tried["failed"]) == (1, 1)
    assert tried["cases"][0]["differences"] == [
        {"field": "route", "expected": '"accept"', "found": '"defer"'}
    ]


@pytest.mark.parametrize(
    ("cases", "code"),
    [
        ([], "missing_field"),
        ([{"event": SEARCH}], "missing_field"),
        ([{"event": SEARCH, "route": "aks"}], "not_allowed_value"),
    ],
)
def test_cases_that_cannot_fail_are_faulty(cases: list[object], code: str) -> None:
    """A file in which nothing can fail is not a passed test."""
    tried = policy.test({}, cases)
    assert not tried["ok"]
    assert tried["faults"][0]["code"] == code


def codes(items: list[dict[str, Any]]) -> list[str]:
    return [item["code"] for item in items]


def reduced(report: dict[str, Any]) -> dict[str, Any]:
    """A report as the fixtures show it: codes in place of sentences."""
    report = json.loads(json.dumps(report))
    if report["faults"]:
        for fault in report["faults"]:
            assert fault.pop("message")
        return report
    if "tools" not in report:
        return report
    report["remarks"] = codes(report["remarks"])
    for tool in report["tools"]:
        tool["why"], tool["remarks"] = codes(tool["why"]), codes(tool["remarks"])
    return report


@pytest.mark.parametrize(
    "case", read(FOLDER / "policy_reports.json")["cases"], ids=lambda case: str(case["id"])
)
def test_shared_case(case: dict[str, Any]) -> None:
    """Every language reports the same."""
    report = policy.check(case["policy"], case["tools"]) if "tools" in case else policy.check(case["policy"])
    assert reduced(dict(report)) == case["report"]


@pytest.mark.parametrize(
    "trial", read(FOLDER / "policy_reports.json")["trials"], ids=lambda trial: str(trial["id"])
)
def test_shared_trial(trial: dict[str, Any]) -> None:
    """Every language tries cases alike."""
    report = policy.test(trial["policy"], trial["cases"], now=trial["now"])
    assert reduced(dict(report)) == trial["report"]
