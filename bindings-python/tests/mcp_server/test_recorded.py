"""No decision leaves without its record, and the tool is what it is said to be."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import subprocess
from typing import TYPE_CHECKING, Any

import aana
import pytest
from aana.audit import AuditLog
from aana.mcp import (
    AANA_PRE_TOOL_CHECK_TOOL,
    Decider,
    create_http_app,
    create_server,
    handle_aana_pre_tool_check,
)
from events import NOW, minimal, search
from fixtures import ROOT
from logs import Failing, assert_rotated, records
from mcp import Client

from mcp_server.serving import Streamed, call, command, decision_of, whole

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

ACCEPTED = json.dumps(search(q="hunter2")).encode()


def decide(decider: Decider, event: bytes) -> dict[str, Any]:
    decision: dict[str, Any] = json.loads(asyncio.run(decider.decide(event, NOW)).to_json())
    return decision


def test_the_tool_is_the_published_one() -> None:
    tool = AANA_PRE_TOOL_CHECK_TOOL.model_dump(by_alias=True, exclude_none=True)
    parts = json.loads((ROOT / "packages/mcp/src/tool.json").read_text("utf-8"))
    assert tool == parts
    assert tool["annotations"] == {
        "title": parts["title"],
        "readOnlyHint": True,
        "destructiveHint": False,
        "idempotentHint": True,
        "openWorldHint": False,
    }
    published = json.loads((ROOT / "schemas/decision.schema.json").read_text("utf-8"))
    assert tool["outputSchema"]["properties"].items() >= published["properties"].items()


def test_the_input_schema_is_small() -> None:
    schema = AANA_PRE_TOOL_CHECK_TOOL.input_schema
    assert len(json.dumps(schema)) < 4000
    assert schema["properties"]["detail"]["enum"] == ["compact", "full"]


def test_the_strictest_clients_take_the_tool() -> None:
    tool = AANA_PRE_TOOL_CHECK_TOOL.model_dump(by_alias=True, exclude_none=True)
    assert re.fullmatch(r"[a-zA-Z0-9_]{1,64}", tool["name"])
    assert not {"allOf", "anyOf", "oneOf", "not", "if", "$id"} & tool["inputSchema"].keys()


@pytest.mark.parametrize("event", [minimal(), search(q="x"), {}, minimal(recommended_route="refuse")])
def test_the_handler_gives_the_decision_twice(event: Mapping[str, Any]) -> None:
    text = aana.check_json(json.dumps(event), now=NOW)
    for arguments in (event, json.dumps(event), json.dumps(event).encode()):
        result = handle_aana_pre_tool_check(arguments, now=NOW, detail="full")
        (content,) = result.content
        assert content.type == "text"
        assert content.text == text.decode()
        assert result.structured_content == json.loads(text)
        assert result.is_error is False


@pytest.mark.parametrize("event", [minimal(), search(q="x"), {}, minimal(recommended_route="refuse")])
def test_the_handler_gives_a_compact_answer(event: Mapping[str, Any]) -> None:
    decision = aana.check_tool_call(event, now=NOW)
    compact = {
        **{name: decision[name] for name in ("route", "hard_blockers", "action_digest")},
        "for_model": decision["recovery"]["for_model"],
        "needs": decision["recovery"]["needs"],
    }
    for arguments in (event, {**event, "detail": "compact"}, json.dumps(event)):
        result = handle_aana_pre_tool_check(arguments, now=NOW)
        (content,) = result.content
        assert content.type == "text"
        assert json.loads(content.text) == result.structured_content == compact
    for arguments in ({**event, "detail": "full"}, json.dumps({**event, "detail": "full"})):
        assert handle_aana_pre_tool_check(arguments, now=NOW).structured_content == decision


def test_the_handler_refuses_what_describes_no_call() -> None:
    cycle: dict[str, Any] = minimal()
    cycle["proposed_arguments"] = cycle
    for arguments in (None, {}, {"a": float("nan")}, {"a": {1, 2}}, cycle, "null", b"\xff", ""):
        assert handle_aana_pre_tool_check(arguments).structured_content["route"] == "refuse"


def test_the_handler_takes_a_policy_or_a_gate() -> None:
    policy: Any = {"tools": {"search_docs": {"route_floor": "defer"}}}
    for given in (policy, json.dumps(policy), aana.Gate(policy)):
        result = handle_aana_pre_tool_check(search(q="x"), policy=given)
        assert result.structured_content["route"] == "defer"


def test_without_a_record_nothing_runs(caplog: pytest.LogCaptureFixture) -> None:
    log = Failing()
    decider = Decider(log=log)
    with caplog.at_level(logging.ERROR, "aana.mcp"):
        unrecorded = [decide(decider, ACCEPTED) for _ in range(3)]
    for decision in unrecorded:
        assert (decision["route"], decision["hard_blockers"]) == ("defer", ["audit_unavailable"])
    assert [record.getMessage() for record in caplog.records] == [
        "a decision was not recorded: no space left on device"
    ]
    log.full = False
    assert decide(decider, ACCEPTED)["route"] == "accept"
    assert [json.loads(record)["route"] for record in log.records] == ["accept"]
    assert decide(Decider(log=Failing(), optional=True), ACCEPTED)["route"] == "accept"


def test_each_decision_has_a_record_that_holds_no_value(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    with AuditLog(path) as log:
        decisions = [decide(Decider(log=log), event) for event in (ACCEPTED, b"{", b"\xff")]
    assert records(path) == [decision["audit_event"] for decision in decisions]
    assert "hunter2" not in path.read_text("utf-8")


def test_a_log_that_is_rotated(tmp_path: Path) -> None:
    log = tmp_path / "audit.jsonl"
    options = ("--audit-max-bytes", "4096", "--audit-keep", "2", "--audit-fsync", "never")
    with Streamed(*command(), "--audit-log", str(log), *options) as server:
        # One after the other: what is written at once stays in one file.
        decisions = [
            json.loads(decision_of(server.ask(call(whole(ACCEPTED), number)))) for number in range(40)
        ]
    recorded = assert_rotated(log, 4096, 2)
    assert recorded == [decision["audit_event"] for decision in decisions][-len(recorded) :]


def test_a_log_that_was_deleted_and_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    with AuditLog(path) as log:
        decide(Decider(log=log), ACCEPTED)
    path.unlink()
    stopped = subprocess.run(
        [*command(), "--audit-log", str(path)], input=b"", capture_output=True, check=False
    )
    assert stopped.returncode == 2
    assert b"the file was removed; " in stopped.stderr
    assert b"`--audit-restart`" in stopped.stderr
    options = ("--audit-log", str(path), "--audit-restart")
    with Streamed(*command(), *options) as server:
        assert json.loads(decision_of(server.ask(call(ACCEPTED, 1))))["route"] == "accept"
    assert path.exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--audit-max-bytes", "65536"], "`--audit-max-bytes` needs `--audit-log`"),
        (["--audit-keep", "3", "--audit-log", "log"], "`--audit-keep` needs `--audit-max-bytes`"),
        (["--audit-restart"], "`--audit-restart` needs `--audit-log`"),
        (["--audit-fsync", "0", "--audit-log", "log"], "`fsync` is neither"),
        (["--audit-fsync", "never"], "`--audit-fsync` needs `--audit-log`"),
    ],
)
def test_options_that_need_another(arguments: list[str], says: str, tmp_path: Path) -> None:
    done = subprocess.run([*command(), *arguments], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, says in done.stderr) == (2, True)
    assert done.stdout == ""


def test_a_transport_that_keeps_no_bytes() -> None:
    """What the library read is decided then."""

    async def ask() -> Any:
        async with Client(create_server()) as client:
            return (await client.call_tool("aana_pre_tool_check", search(q="x"))).structured_content

    assert asyncio.run(ask())["route"] == "accept"


def test_a_message_is_not_read_beyond_the_limit() -> None:
    sent: list[dict[str, Any]] = []
    parts = [{"type": "http.request", "body": b" " * 60, "more_body": more} for more in (False, True, True)]

    async def receive() -> Any:
        return parts.pop()

    async def send(message: Any) -> None:
        sent.append(message)

    scope: dict[str, Any] = {"type": "http", "method": "POST", "path": "/mcp"}
    scope["headers"] = [(b"host", b"localhost"), (b"content-type", b"application/json")]

    async def ask() -> None:
        await create_http_app(create_server(), max_body=100)(scope, receive, send)

    asyncio.run(ask())
    assert sent[0]["status"] == 413
