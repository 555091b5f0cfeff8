"""A server over the standard streams."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
from events import minimal, search
from mcp_server.serving import Streamed, call, command, decision_of, piped, request, whole
from serving import PATIENCE

if TYPE_CHECKING:
    from pathlib import Path

# As the contract prints it.
SMOKE = b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
PAYLOAD = b"""{
  "jsonrpc": "2.0",
  "id": 1,
  "method": "tools/call",
  "params": {
    "name": "aana_pre_tool_check",
    "arguments": {
      "tool_name": "send_email",
      "tool_category": "write",
      "authorization_state": "user_claimed",
      "evidence_refs": ["draft_id:123"],
      "risk_domain": "customer_support",
      "proposed_arguments": {
        "to": "customer@example.com"
      },
      "recommended_route": "accept"
    }
  }
}"""
INITIALIZE = request(
    "initialize",
    protocolVersion="2025-06-18",
    capabilities={},
    clientInfo={"name": "tests", "version": "1"},
)
ACCEPTED = json.dumps(search(q="x")).encode()


def test_the_smoke_line_prints_the_tool() -> None:
    (answer,) = piped(SMOKE)
    assert (answer["id"], [tool["name"] for tool in answer["result"]["tools"]]) == (
        1,
        ["aana_pre_tool_check"],
    )


def test_the_smoke_line_without_an_end_prints_it_too() -> None:
    done = subprocess.run(command(), input=SMOKE, capture_output=True, check=True, timeout=PATIENCE)
    assert json.loads(done.stdout)["result"]["tools"]


def test_the_payload_of_the_contract() -> None:
    (answer,) = piped(PAYLOAD.replace(b"\n", b""))
    decision = json.loads(decision_of(answer))
    assert decision["route"] == "ask"
    assert decision["hard_blockers"]
    assert decision.keys() == {"route", "hard_blockers", "for_model", "needs", "action_digest"}


MALFORMED = [
    (b"not json", -32700),
    (b'{"jsonrpc":"2.0","id":1,', -32700),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/list"} x', -32700),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/list","id":2}', -32700),
    (b'{"jsonrpc":"2.0","id":\xff}', -32700),
    (b"[" * 100_000, -32700),
    (b"7", -32600),
    (b"[]", -32600),
    (b"{}", -32600),
    (b'{"jsonrpc":"1.0","id":1,"method":"tools/list"}', -32600),
    (b'{"jsonrpc":"2.0","id":{},"method":"tools/list"}', -32600),
    (b" " * (4 << 20) + SMOKE, -32600),
]


def test_a_malformed_line_is_answered_and_the_server_lives_on() -> None:
    with Streamed() as server:
        for line, code in MALFORMED:
            answer = server.ask(line)
            assert (line[:80], answer["id"], answer["error"]["code"]) == (line[:80], None, code)
            assert server.ask(SMOKE)["result"]["tools"]
        assert json.loads(decision_of(server.ask(call(ACCEPTED))))["route"] == "accept"


# What a client may say before it asks anything; none of it wants an answer.
STRAY = [
    {"method": "notifications/message", "params": {"level": "info", "data": {"password": "hunter2"}}},
    {"method": "notifications/cancelled", "params": {"requestId": 1, "reason": "hunter2"}},
    {"method": "notifications/initialized"},
    {"id": 5, "result": {"secret": "hunter2"}},
    {"id": 5, "error": {"code": -1, "message": "hunter2"}},
]


@pytest.mark.parametrize("message", STRAY)
def test_a_stray_first_message_ends_nothing(message: dict[str, Any]) -> None:
    stray = json.dumps({"jsonrpc": "2.0", **message}).encode()
    sent = b"\n".join([stray, stray, SMOKE, b""])
    done = subprocess.run(command(), input=sent, capture_output=True, check=True, timeout=PATIENCE)
    (answer,) = map(json.loads, done.stdout.splitlines())
    assert answer["result"]["tools"]
    assert b"hunter2" not in done.stderr


def test_a_handshake_is_made_where_a_client_makes_one() -> None:
    with Streamed() as server:
        made = server.ask(INITIALIZE)["result"]
        assert (made["protocolVersion"], made["serverInfo"]["name"]) == ("2025-06-18", "aana")
        assert made["capabilities"]["tools"] is not None
        server.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n\n')
        assert server.ask(request("ping"))["result"] == {}
        assert json.loads(decision_of(server.ask(call(ACCEPTED))))["route"] == "accept"


def test_what_was_asked_is_answered_although_the_input_ended() -> None:
    answers = piped(*(call(ACCEPTED, number) for number in range(200)))
    assert sorted(answer["id"] for answer in answers) == list(range(200))
    assert {json.loads(decision_of(answer))["route"] for answer in answers} == {"accept"}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (b'{"tool_name":"a","tool_name":"b"}', "duplicate_key"),
        (b'{"tool_name":"\xff"}', "invalid_utf8"),
        (b'{"tool_name":NaN}', "invalid_json"),
        (b'{"tool_name":"\\ud800"}', "lone_surrogate"),
        (b'{"tool_name":1e999}', "number_out_of_range"),
        (b'{"tool_name":}', "invalid_json"),
        (b"[" * 1000 + b"]" * 1000, "nesting_too_deep"),
        (b"null", None),
        (b"[]", None),
        (b'"text"', None),
    ],
)
def test_the_arguments_go_to_the_gate_as_they_came(arguments: bytes, code: str | None) -> None:
    (answer,) = piped(call(whole(arguments)))
    decision = json.loads(decision_of(answer))
    assert decision["route"] == "refuse"
    # What is not an object cannot ask for the whole decision.
    assert ("validation_errors" in decision) == arguments.startswith(b"{")
    assert code is None or decision.get("validation_errors", [{"code": code}])[0]["code"] == code


def test_a_call_without_arguments_is_refused() -> None:
    (answer,) = piped(request("tools/call", name="aana_pre_tool_check"))
    assert json.loads(decision_of(answer))["route"] == "refuse"


def test_another_tool_and_another_method() -> None:
    answers = piped(request("tools/call", 1, name="x", arguments={}), request("x/y", 2))
    found = {answer["id"]: answer["error"]["code"] for answer in answers}
    assert found == {1: -32602, 2: -32601}


def test_policy_mode_and_log_are_the_operators(tmp_path: Path) -> None:
    (tmp_path / "policy.json").write_text('{"tools": {"search_docs": {"route_floor": "defer"}}}')
    log = tmp_path / "audit.jsonl"
    arguments = (
        *("--policy", str(tmp_path / "policy.json")),
        *("--mode", "shadow"),
        *("--audit-log", str(log)),
    )
    event = json.dumps({**search(q="hunter2"), "mode": "enforce"}).encode()
    answers = piped(call(whole(event), 1), call(whole(b"{}"), 2), arguments=arguments)
    decisions = {answer["id"]: json.loads(decision_of(answer)) for answer in answers}
    assert decisions[1]["route"] == "defer"
    assert decisions[1]["execution_policy"]["mode"] == "shadow"
    records: list[Any] = [json.loads(line)["event"] for line in log.read_text("utf-8").splitlines()]
    key = "action_digest"
    assert sorted(records, key=lambda one: str(one[key])) == sorted(
        (decision["audit_event"] for decision in decisions.values()), key=lambda one: str(one[key])
    )
    assert "hunter2" not in log.read_text("utf-8")


def test_a_log_that_fails_defers(tmp_path: Path) -> None:
    log = tmp_path / "audit.jsonl"
    with Streamed(*command(), "--audit-log", str(log)) as server:
        assert json.loads(decision_of(server.ask(call(ACCEPTED))))["route"] == "accept"
        log.unlink()
        decision = json.loads(decision_of(server.ask(call(ACCEPTED))))
        assert (decision["route"], decision["hard_blockers"]) == ("defer", ["audit_unavailable"])
    with Streamed(*command(), "--audit-log", str(tmp_path / "other"), "--audit-optional") as server:
        assert json.loads(decision_of(server.ask(call(ACCEPTED))))["route"] == "accept"
        (tmp_path / "other").unlink()
        assert json.loads(decision_of(server.ask(call(ACCEPTED))))["route"] == "accept"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--policy", "nowhere.json"],
        ["--policy", "faulty.json"],
        ["--mode", "off"],
        ["--host", "0.0.0.0", "--http"],
        ["--host", "example.com", "--http"],
        ["--clock", "meta"],
    ],
)
def test_what_it_does_not_start_with(arguments: list[str], tmp_path: Path) -> None:
    (tmp_path / "faulty.json").write_text('{"tools": {"x": {"route_flor": "defer"}}}')
    done = subprocess.run(
        [*command(), *arguments], capture_output=True, check=False, cwd=tmp_path, timeout=PATIENCE
    )
    assert done.returncode in (1, 2)
    assert done.stdout == b""
    assert done.stderr.strip()
    assert b"Traceback" not in done.stderr


def test_the_mode_is_not_the_callers() -> None:
    (answer,) = piped(call(whole(json.dumps({**minimal(), "mode": "shadow"}).encode())))
    assert json.loads(decision_of(answer))["execution_policy"]["mode"] == "enforce"
