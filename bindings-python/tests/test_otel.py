"""Decisions in OpenTelemetry, with the SDK itself: in this process, and by OTLP to a collector of the test's own."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import aana
import pytest
from aana import _types, otel
from aana.integrations import Call, Run, ToolGate, ToolRule
from aana.mcp import Decider
from aana.otel import Exporter
from aana.service import create_app
from collector import Collector, attributes_of
from doctests import assert_not_imported, run_module
from events import NOW, minimal, search
from fixtures import event_text, load_cases, now_ms
from mcp_server.serving import call, decision_of, piped, whole
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import InMemoryLogRecordExporter, SimpleLogRecordProcessor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from service.serving import JSON, Served
from starlette.testclient import TestClient

if TYPE_CHECKING:
    from pathlib import Path

    from opentelemetry.sdk._logs import ReadableLogRecord

CASES = load_cases()
SECRET = "hunter2-of-the-event"
EVENT = {**minimal(proposed_arguments={"to": SECRET, "password": SECRET}), "request_id": "call_1"}
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
SPAN = "00f067aa0ba902b7"


class Kept:
    """A provider that keeps what is exported."""

    def __init__(self) -> None:
        self.memory = InMemoryLogRecordExporter()  # type: ignore[no-untyped-call]
        self.provider = LoggerProvider()
        self.provider.add_log_record_processor(SimpleLogRecordProcessor(self.memory))

    def exporter(self, **options: Any) -> Exporter:
        return Exporter(self.provider, **options)

    def records(self) -> list[ReadableLogRecord]:
        return list(self.memory.get_finished_logs())


@pytest.fixture
def kept() -> Kept:
    return Kept()


def values(value: Any) -> list[Any]:
    """Every value in an audit event that is neither an object nor a list."""
    if isinstance(value, dict):
        return [one for inner in value.values() for one in values(inner)]
    if isinstance(value, list):
        return [one for inner in value for one in values(inner)]
    return [value]


EVIDENCE = ("used", "missing", "contradictory")


def totals(attributes: dict[str, Any], prefix: str) -> dict[str, Any]:
    """The counts of lists that were cut, directly under a prefix."""
    names = {name: name.removeprefix(prefix) for name in attributes if name.startswith(prefix)}
    return {
        ours: attributes[name] for name, ours in names.items() if ours.endswith("_total") and "." not in ours
    }


def audit_event_of(attributes: dict[str, Any]) -> dict[str, Any]:
    """The audit event that attributes were made of."""
    names = sorted(_types.AuditEvent.__annotations__)
    event = {name: attributes.get(f"aana.{name}") for name in names if not name.endswith("_total")}
    lists = {name: list(attributes[f"aana.evidence_refs.{name}"]) for name in EVIDENCE}
    event["evidence_refs"] = lists | totals(attributes, "aana.evidence_refs.")
    event["argument_report"] = {
        "verdict": attributes.get("aana.argument_report.verdict"),
        "class": attributes.get("aana.argument_report.class"),
        "codes": list(attributes["aana.argument_report.codes"]),
    }
    event |= totals(attributes, "aana.")
    errors = zip(
        attributes["aana.validation_errors.path"], attributes["aana.validation_errors.code"], strict=True
    )
    event["validation_errors"] = [{"path": path, "code": code} for path, code in errors]
    return {name: list(value) if isinstance(value, tuple) else value for name, value in event.items()}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_what_is_exported_is_the_audit_event(case: dict[str, Any], kept: Kept) -> None:
    decision = json.loads(aana.check_json(event_text(case), policy=case.get("policy"), now=now_ms(case)))
    event = decision["audit_event"]
    kept.exporter()(decision)
    (record,) = kept.records()
    found = dict(record.log_record.attributes or {})
    allowed = values(event)
    for value in found.values():
        for one in value if isinstance(value, (list, tuple)) else [value]:
            assert one in allowed
    assert audit_event_of(found) == event
    assert record.log_record.event_name == "aana.decision"
    for text in case["expect"].get("absent", ()):
        assert text not in record.to_json()


def test_each_member_is_exported_or_this_test_says_why_not(kept: Kept) -> None:
    kept.exporter()(aana.check_tool_call({**EVENT, "agent_id": "mailer"}, now=NOW))
    (record,) = kept.records()
    names = {name.removeprefix("aana.").partition(".")[0] for name in record.log_record.attributes or {}}
    assert names == {*_types.AuditEvent.__required_keys__, "gen_ai"}


def test_what_was_counted_is_exported(kept: Kept) -> None:
    event = {**EVENT, "proposed_arguments": {f"key_{number}": 1 for number in range(150)}}
    kept.exporter()(aana.check_tool_call(event, now=NOW))
    (record,) = kept.records()
    found: dict[str, Any] = dict(record.log_record.attributes or {})
    assert found["aana.proposed_argument_keys_total"] == 150
    assert len(found["aana.proposed_argument_keys"]) == 100


def test_what_the_arguments_do_is_exported(kept: Kept) -> None:
    event = {**EVENT, "tool_name": "bash", "proposed_arguments": {"command": "cat .env > /tmp/copy"}}
    kept.exporter()(aana.check_tool_call(event, now=NOW))
    (record,) = kept.records()
    found: dict[str, Any] = dict(record.log_record.attributes or {})
    assert found["aana.argument_report.verdict"] == "writes"
    assert found["aana.argument_report.class"] == "EDIT"
    assert "argument_secret_file" in found["aana.argument_report.codes"]
    assert "/tmp/copy" not in record.to_json()


def test_the_record(kept: Kept) -> None:
    decision = aana.check_tool_call(EVENT, now=NOW)
    kept.exporter()(decision)
    (record,) = kept.records()
    written = record.log_record
    assert (written.timestamp, written.body) == (NOW * 1_000_000, "ask send_email")
    assert (written.severity_text, written.trace_id) == ("INFO", 0)
    attributes = written.attributes or {}
    assert attributes["gen_ai.tool.name"] == "send_email"
    assert attributes["gen_ai.tool.call.id"] == "call_1"
    assert attributes["aana.proposed_argument_keys"] == ("[redacted_sensitive_key]", "to")
    assert SECRET not in record.to_json()
    scope = record.instrumentation_scope
    assert scope is not None
    assert (scope.name, scope.version) == ("aana", aana.__version__)


@pytest.mark.parametrize("now", [-(10**13), -1, 0, NOW, 9_223_372_036_854, 9_223_372_036_855, 10**14, 10**16])
def test_a_time_that_the_protocol_cannot_say(now: int, kept: Kept) -> None:
    kept.exporter()(aana.check_tool_call(EVENT, now=now))
    (record,) = kept.records()
    can_be_said = 0 <= now <= 9_223_372_036_854
    assert record.log_record.timestamp == (now * 1_000_000 if can_be_said else None)


def test_every_form_of_a_decision(kept: Kept) -> None:
    decided = aana.Gate().check(EVENT, NOW)
    exporter = kept.exporter()
    for form in (decided, decided.to_dict(), decided.to_json(), decided.to_json().encode()):
        exporter(form)
    assert len({record.to_json() for record in kept.records() if record.log_record.attributes}) <= 4
    first, *others = [dict(record.log_record.attributes or {}) for record in kept.records()]
    assert others == [first] * 3


def test_it_stands_in_the_trace_that_is_current(kept: Kept) -> None:
    memory = InMemorySpanExporter()
    tracing = TracerProvider()
    tracing.add_span_processor(SimpleSpanProcessor(memory))
    for spans in (False, True):
        with tracing.get_tracer("test").start_as_current_span("execute_tool send_email"):
            kept.exporter(spans=spans)(aana.check_tool_call(EVENT, now=NOW))
    plain, with_event = memory.get_finished_spans()
    assert [record.log_record.trace_id for record in kept.records()] == [
        span.context.trace_id for span in (plain, with_event)
    ]
    assert plain.events == ()
    (event,) = with_event.events
    assert event.name == otel.EVENT_NAME
    assert dict(event.attributes or {}) == dict(kept.records()[1].log_record.attributes or {})


class Broken(SimpleLogRecordProcessor):
    """A processor that fails, with words of its own."""

    def on_emit(self, log_record: Any) -> None:
        raise ConnectionError(SECRET)


def test_an_exporter_that_fails_changes_nothing(caplog: pytest.LogCaptureFixture) -> None:
    provider = LoggerProvider()
    provider.add_log_record_processor(Broken(InMemoryLogRecordExporter()))  # type: ignore[no-untyped-call]
    exporter = Exporter(provider)
    gate = ToolGate({"search_docs": ToolRule(tool_category="public_read")}, on_decision=exporter)
    ran: list[str] = []

    @aana.guard(tool_category="public_read", risk_domain="research", on_decision=exporter)
    def search_docs(query: str) -> None:
        ran.append(query)

    for _ in range(3):
        assert isinstance(gate.check(Call("search_docs", {"query": "x"})), Run)
        search_docs("x")
    event = json.dumps(search(q="x")).encode()
    decider = Decider(on_decision=exporter)
    assert asyncio.run(decider.decide(event, NOW)).to_json().encode() == aana.check_json(event, now=NOW)
    assert ran == ["x"] * 3
    # It is told once, and in words that hold nothing.
    assert [record.getMessage() for record in caplog.records] == [
        "a decision was not exported: ConnectionError"
    ]


@pytest.mark.parametrize("odd", [None, {}, [], "", b"\xff", {"audit_event": {}}, {"audit_event": None}, 7])
def test_what_is_no_decision_is_not_exported(odd: Any, kept: Kept, caplog: pytest.LogCaptureFixture) -> None:
    kept.exporter()(odd)
    otel.export(odd)
    assert kept.records() == []
    assert "a decision was not exported" in caplog.text


def test_a_member_that_is_none_of_these_is_not_exported(kept: Kept) -> None:
    """Somebody puts into a decision what is not the gate's."""
    decision: Any = aana.check_tool_call(EVENT, now=NOW)
    decision["audit_event"]["secret"] = SECRET
    decision["secret"] = SECRET
    kept.exporter()(decision)
    decision["audit_event"]["hard_blockers"] = [{"secret": SECRET}]
    kept.exporter()(decision)
    (record,) = kept.records()
    assert SECRET not in record.to_json()


def test_the_hook_of_each_surface(kept: Kept) -> None:
    exporter = kept.exporter()
    rule = ToolRule(tool_category="public_read", risk_domain="research")
    ToolGate({"search_docs": rule}, on_decision=exporter).check(Call("search_docs", {"q": "x"}, "call_7"))
    asyncio.run(ToolGate({}, on_decision=exporter).check_async(Call("drop_table", {"name": "x"}, "call_8")))
    asyncio.run(Decider(on_decision=exporter).decide(json.dumps(EVENT).encode(), NOW))
    app = create_app(on_decision=exporter)
    with TestClient(app, base_url="http://127.0.0.1", client=("127.0.0.1", 1)) as asked:
        asked.post("/pre-tool-check", content=json.dumps(EVENT), headers=JSON)
        asked.get("/ready")
    found = [dict(record.log_record.attributes or {}) for record in kept.records()]
    assert [one["aana.route"] for one in found] == ["accept", "refuse", "ask", "ask"]
    assert [one["gen_ai.tool.call.id"] for one in found] == ["call_7", "call_8", "call_1", "call_1"]


def test_a_hook_that_fails_leaves_the_caller_without_a_decision() -> None:
    def fail(decision: Any) -> None:
        raise OSError(SECRET)

    app = create_app(on_decision=fail)
    asked = TestClient(
        app, base_url="http://127.0.0.1", client=("127.0.0.1", 1), raise_server_exceptions=False
    )
    answer = asked.post("/pre-tool-check", content=json.dumps(search(q="x")), headers=JSON)
    assert (answer.status_code, answer.json()["error"]) == (500, "failed")
    assert SECRET not in answer.text


def test_the_service_exports_to_a_collector(tmp_path: Path) -> None:
    log = tmp_path / "audit.jsonl"
    with Collector() as collector:
        env = {**collector.env, "OTEL_RESOURCE_ATTRIBUTES": "deployment.environment.name=test"}
        with Served("--otel", "--audit-log", log, "--workers", "2", env=env) as served:
            header = f"00-{TRACE}-{SPAN}-01"
            bodies = [
                json.loads(served.post("/pre-tool-check", json.dumps(event).encode(), traceparent=header)[1])
                for event in (EVENT, search(q=SECRET), {})
            ]
            bodies.append(json.loads(served.post("/pre-tool-check", b"{}", traceparent=SECRET)[1]))
            _, said = served.stop()
    sent = sorted(collector.records(), key=lambda one: attributes_of(one)["aana.decided_at"])
    assert [audit_event_of(attributes_of(one)) for one in sent] == [body["audit_event"] for body in bodies]
    assert [one.event_name for one in sent] == ["aana.decision"] * 4
    assert [one.trace_id.hex() for one in sent] == [TRACE] * 3 + [""]
    assert [one.span_id.hex() for one in sent] == [SPAN] * 3 + [""]
    assert collector.resources() == [
        {"service.name": "aana-fastapi", "deployment.environment.name": "test"}
    ] * len(collector.resources())
    assert {header["x-token"] for header in collector.headers} == {"of-the-collector"}
    assert SECRET.encode() not in b"".join(collector.bodies)
    assert SECRET not in said
    # The record is the log's.
    assert len(log.read_text("utf-8").splitlines()) == 4


def test_the_mcp_server_exports_to_a_collector(monkeypatch: pytest.MonkeyPatch) -> None:
    with Collector() as collector:
        for name, value in {**collector.env, "OTEL_SERVICE_NAME": "mail-agent"}.items():
            monkeypatch.setenv(name, value)
        meta = {"traceparent": f"00-{TRACE}-{SPAN}-01"}
        (answer,) = piped(call(whole(json.dumps(EVENT).encode()), meta=meta), arguments=("--otel",))
    (record,) = collector.records()
    assert audit_event_of(attributes_of(record)) == json.loads(decision_of(answer))["audit_event"]
    assert record.trace_id.hex() == TRACE
    assert collector.resources()[0]["service.name"] == "mail-agent"


@pytest.mark.parametrize("how", ["fails", "is gone", "never answers"])
def test_a_collector_changes_no_answer_whatever_it_does(how: str, tmp_path: Path) -> None:
    log = tmp_path / "audit.jsonl"
    with Collector(0 if how == "never answers" else 500) as collector:
        env = {**collector.env, "OTEL_BLRP_SCHEDULE_DELAY": "1"}
        env |= {"OTEL_BLRP_MAX_QUEUE_SIZE": "8", "OTEL_BLRP_MAX_EXPORT_BATCH_SIZE": "4"}
        if how == "is gone":
            env["OTEL_EXPORTER_OTLP_ENDPOINT"] = "http://127.0.0.1:1"
        with Served("--otel", "--audit-log", log, env=env) as served:
            routes = [
                json.loads(served.post("/pre-tool-check", json.dumps(search(q=SECRET)).encode())[1])["route"]
                for _ in range(50)
            ]
            _, said = served.stop()
    assert routes == ["accept"] * 50
    assert len(log.read_text("utf-8").splitlines()) == 50
    assert SECRET not in said


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        (
            "OTEL_EXPORTER_OTLP_PROTOCOL",
            "smoke",
            "`OTEL_EXPORTER_OTLP_PROTOCOL` is not one of http/protobuf, grpc",
        ),
        ("OTEL_LOGS_EXPORTER", "pigeon", "no exporter of OpenTelemetry for `pigeon` is installed"),
    ],
)
def test_what_it_does_not_start_with(name: str, value: str, says: str) -> None:
    with pytest.raises(AssertionError, match=says):
        Served("--otel", env={name: value})


def test_what_the_environment_turns_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """And where messages go to the standard output, the console is the other one."""
    for exporter in ("none", "console"):
        monkeypatch.setenv("OTEL_LOGS_EXPORTER", exporter)
        (answer,) = piped(call(json.dumps(EVENT).encode()), arguments=("--otel",))
        assert json.loads(decision_of(answer))["route"] == "ask"


def test_the_package_alone_imports_nothing_of_it() -> None:
    assert_not_imported("opentelemetry")


def test_examples() -> None:
    run_module("aana.otel")


def test_a_provider_of_the_programs_own_is_found_later(kept: Kept) -> None:
    """What is set as the global provider after the import is the one."""
    program = (
        "import aana\n"
        "from aana import otel\n"
        "from opentelemetry._logs import set_logger_provider\n"
        "from opentelemetry.sdk._logs import LoggerProvider\n"
        "from opentelemetry.sdk._logs.export import InMemoryLogRecordExporter, SimpleLogRecordProcessor\n"
        "otel.export(aana.check_json(b'{}'))\n"
        "memory, provider = InMemoryLogRecordExporter(), LoggerProvider()\n"
        "provider.add_log_record_processor(SimpleLogRecordProcessor(memory))\n"
        "set_logger_provider(provider)\n"
        "otel.export(aana.check_json(b'[]'))\n"
        "print(*[one.log_record.body for one in memory.get_finished_logs()])\n"
    )
    import subprocess
    import sys

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "refuse\n"
