"""The pages as Debian's Chromium shows them. `AANA_PICTURES` names a folder that gets pictures of them."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import aana
import pytest
from serving import PATIENCE

from service.serving import Served


@pytest.fixture(scope="module")
def shown() -> dict[str, Any]:
    with Served() as served:
        command = ["node", str(Path(__file__).with_name("page.mjs")), f"http://127.0.0.1:{served.port}"]
        if folder := os.environ.get("AANA_PICTURES"):
            command.append(folder)
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=3 * PATIENCE)
        assert done.returncode == 0, done.stderr
        report: dict[str, Any] = json.loads(done.stdout)
        return report


def test_the_example_is_decided_at_once(shown: dict[str, Any]) -> None:
    example = shown["example"]
    assert example["route"] == "ask"
    for part in (
        "write_missing_validation_or_confirmation",
        "What would change it",
        "authorization_state: confirmed",
    ):
        assert part in example["decision"]
    assert json.loads(example["full"])["hard_blockers"][0] == "write_missing_validation_or_confirmation"


def test_what_is_pasted_is_decided(shown: dict[str, Any]) -> None:
    assert shown["accept"]["route"] == "accept"
    assert shown["twice"]["route"] == "refuse"
    assert "duplicate_key" in shown["twice"]["decision"]
    assert shown["empty"]["route"] == "refuse"
    assert "invalid_json" in shown["empty"]["decision"]


def test_no_bullet_is_empty_and_no_sentence_has_back_ticks(shown: dict[str, Any]) -> None:
    assert shown["empty"]["needs"] == ["fix: the event itself"]
    assert all(need.partition(": ")[2] for name in ("twice", "markup") for need in shown[name]["needs"])
    for one in (*shown["examples"], shown["twice"], shown["empty"]):
        assert "`" not in one["decision"]


def test_each_example_is_one_click_away(shown: dict[str, Any]) -> None:
    examples = shown["examples"]
    assert {one["route"] for one in examples} == {"accept", "ask", "defer", "refuse"}
    assert len({one["says"] for one in examples}) == len(examples)
    for one in examples:
        assert aana.check_tool_call(one["event"])["route"] == one["route"]


def test_the_icon_passes_the_policy(shown: dict[str, Any]) -> None:
    assert shown["icon"] is True


def test_the_documentation_is_dark_where_it_is_asked_to_be(shown: dict[str, Any]) -> None:
    backs = shown["docs"]["backs"]
    assert backs["dark"] == "rgb(28, 32, 34)"
    assert backs["light"] != backs["dark"]


def test_a_policy(shown: dict[str, Any]) -> None:
    assert shown["policy"]["route"] == "defer"
    assert "policy_route_floor" in shown["policy"]["decision"]
    assert shown["faulty"]["route"] == "no decision"
    assert "/tols" in shown["faulty"]["decision"]
    assert shown["faulty"]["full"] == ""


def test_an_event_is_text_and_never_markup(shown: dict[str, Any]) -> None:
    assert shown["markup"]["route"] in ("defer", "ask", "refuse")
    assert shown["elements"] == 0


def test_what_is_pasted_goes_nowhere(shown: dict[str, Any]) -> None:
    assert sorted(shown["requests"][:4]) == [
        "GET /",
        "GET /page/aana.js",
        "GET /page/page.css",
        "GET /page/page.js",
    ]
    assert shown["later"] == []
    assert shown["carried"] == []
    assert shown["violations"] == []


def test_it_fits_a_telephone(shown: dict[str, Any]) -> None:
    assert shown["overflow"] == 0


def test_the_documentation_needs_no_internet(shown: dict[str, Any]) -> None:
    docs = shown["docs"]
    assert docs["errors"] == []
    assert all(
        request.startswith(("GET /docs", "GET /openapi.json", "GET data:")) for request in docs["requests"]
    )
    assert set(docs["paths"]) >= {
        "/pre-tool-check",
        "/tool-precheck",
        "/validate",
        "/should-execute",
        "/health",
    }
