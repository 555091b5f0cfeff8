"""No decision leaves without its record."""

from __future__ import annotations

import inspect
import json
import threading
import time
from typing import TYPE_CHECKING, Any

import aana
import anyio
import pytest
from aana._server.decide import Decider
from aana.audit import AuditError, AuditLog
from aana.service import Settings, create_app
from doctests import run_examples
from events import NOW, minimal, search
from logs import Failing, records
from starlette.testclient import TestClient

from service.serving import JSON, client

if TYPE_CHECKING:
    from pathlib import Path

ACCEPTED = json.dumps(search(q="hunter2")).encode()
REFUSED = json.dumps(minimal(recommended_route="refuse")).encode()


def test_each_decision_has_a_record_that_holds_no_value(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    with client(Settings(audit_log=str(path))) as asked:
        for event in (ACCEPTED, REFUSED, b"{", b"\xff"):
            answer = asked.post("/pre-tool-check", content=event, headers=JSON)
            # It is there as soon as the answer is.
            assert records(path)[-1] == answer.json()["audit_event"]
        asked.post("/validate", content=ACCEPTED, headers=JSON)
        asked.get("/ready")
    assert [record["route"] for record in records(path)] == ["accept", "refuse", "refuse", "refuse"]
    assert "hunter2" not in path.read_text("utf-8")


def test_what_has_no_record_is_the_same_decision_at_the_same_time() -> None:
    class Slow(Failing):
        tried = ""

        def append(self, decision: aana.GateDecision, /) -> object:
            self.tried = decision.to_json()
            time.sleep(0.02)
            return super().append(decision)

    log = Slow()
    answer = anyio.run(Decider(log=log).decide, ACCEPTED).to_dict()
    assert answer["hard_blockers"] == ["audit_unavailable"]
    decided_at = json.loads(log.tried)["audit_event"]["decided_at"]
    assert answer["audit_event"]["decided_at"] == decided_at


def test_without_a_record_nothing_runs() -> None:
    log = Failing()
    asked = client(log=log)
    unrecorded = asked.post("/pre-tool-check", content=ACCEPTED, headers=JSON)
    assert unrecorded.status_code == 200
    assert unrecorded.json()["route"] == "defer"
    assert unrecorded.json()["hard_blockers"] == ["audit_unavailable"]
    assert aana.should_execute_tool(unrecorded.content, ACCEPTED) is False
    refused = asked.post("/pre-tool-check", content=REFUSED, headers=JSON).json()
    assert refused["route"] == "refuse"
    assert "audit_unavailable" in refused["hard_blockers"]
    assert asked.get("/ready").json() == {"status": "not_ready", "problems": ["audit_unavailable"]}
    assert "aana_audit_failures_total 3.0" in asked.get("/metrics").text
    assert 'aana_decisions_total{route="accept"} 0.0' in asked.get("/metrics").text
    assert log.records == []
    # It is tried again each time, and whoever asks whether the service is ready has it tried.
    log.full = False
    assert asked.get("/ready").status_code == 200
    assert [json.loads(record)["route"] for record in log.records] == ["refuse"]
    assert asked.get("/ready").status_code == 200
    again = asked.post("/pre-tool-check", content=ACCEPTED, headers=JSON)
    assert again.content == aana.check_json(ACCEPTED, now=NOW) == log.records[1]


def test_unless_the_operator_says_otherwise() -> None:
    asked = client(Settings(audit_optional=True), log=Failing())
    assert asked.post("/pre-tool-check", content=ACCEPTED, headers=JSON).json()["route"] == "accept"
    assert "aana_audit_failures_total 1.0" in asked.get("/metrics").text


def test_the_answer_waits_for_the_record() -> None:
    """As long as it takes; others are answered meanwhile."""
    begun, may_end, ended = threading.Event(), threading.Event(), threading.Event()

    class Slow(Failing):
        def append(self, decision: aana.GateDecision, /) -> object:
            begun.set()
            may_end.wait(60)
            ended.set()
            return None

    with client(log=Slow()) as asked:
        answers: list[bool] = []

        def ask() -> None:
            answer = asked.post("/pre-tool-check", content=ACCEPTED, headers=JSON)
            answers.append(ended.is_set() and answer.json()["route"] == "accept")

        waiting = threading.Thread(target=ask)
        waiting.start()
        assert begun.wait(60)
        assert asked.get("/health").status_code == 200
        assert answers == []
        may_end.set()
        waiting.join(60)
        assert answers == [True]


def test_a_log_that_was_removed(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    with client(Settings(audit_log=str(path))) as asked:
        assert asked.post("/pre-tool-check", content=ACCEPTED, headers=JSON).json()["route"] == "accept"
        path.unlink()
        answer = asked.post("/pre-tool-check", content=ACCEPTED, headers=JSON).json()
        assert answer["hard_blockers"] == ["audit_unavailable"]
        assert asked.get("/ready").status_code == 503


def test_a_clock_that_jumps(tmp_path: Path) -> None:
    """Back by years, and ahead: order is by number, and nothing is refused for it."""
    path = tmp_path / "audit.jsonl"
    moments = [NOW, NOW - 10**11, NOW + 10**11, 0]
    jumping = iter(moments)
    app = create_app(Settings(audit_log=str(path)), clock=lambda _: next(jumping))
    with TestClient(app, base_url="http://127.0.0.1", client=("127.0.0.1", 1)) as asked:
        for _ in moments:
            assert asked.post("/pre-tool-check", content=ACCEPTED, headers=JSON).json()["route"] == "accept"
    assert len({str(record["decided_at"]) for record in records(path)}) == len(moments)
    AuditLog(path).close()


def test_the_log_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    gate = aana.Gate()
    with AuditLog(path, fsync="never", rotate_bytes=1 << 20, keep=3) as log:
        marks = [
            log.append(gate.check(search(q="x"))),
            log.append(aana.check_json(REFUSED)),
            log.append(aana.check_json(b"{}").decode()),
            log.append(aana.check_tool_call(search(q="x"))),
        ]
        log.sync()
        assert (log.path, log.repairs) == (path, [])
        for wrong in (
            b"{}",
            "no decision",
            None,
            1,
            b"\xff",
            {},
            {"audit_event": object()},
            {"a": float("nan")},
        ):
            with pytest.raises(TypeError, match="this is not a decision"):
                log.append(wrong)  # type: ignore[arg-type]
    assert [mark.partition(":")[0] for mark in marks] == ["1", "2", "3", "4"]
    assert [record["route"] for record in records(path)] == ["accept", "refuse", "refuse", "accept"]
    with pytest.raises(ValueError, match="the audit log is closed"):
        log.append(aana.check_json(REFUSED))


def test_a_torn_last_line_is_repaired_and_told(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    with AuditLog(path) as log:
        log.append(aana.check_json(REFUSED))
    with path.open("ab") as torn:
        torn.write(b'{"seq":2,"rec')
    with AuditLog(path) as log:
        (repair,) = log.repairs
        assert repair.startswith("a last line without an end was moved to `audit.jsonl")
        assert repair.endswith("it had 13 bytes")


def test_a_log_that_is_not_as_it_was_left(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    with AuditLog(path) as log:
        log.append(aana.check_json(REFUSED))
        log.append(aana.check_json(ACCEPTED))
    path.write_text(path.read_text("utf-8").replace("refuse", "accept", 1), "utf-8")
    with pytest.raises(AuditError, match=r"is not as it was left.*`restart_broken=True`.*`--audit-restart`"):
        AuditLog(path)
    with AuditLog(path, restart_broken=True) as log:
        assert log.repairs[0].startswith("a new chain began because the log was not as it was left (`chain`)")


@pytest.mark.parametrize("fsync", ["sometimes", 0, -1, float("nan"), [], b"always"])
def test_an_fsync_that_there_is_not(fsync: Any, tmp_path: Path) -> None:
    with pytest.raises(
        ValueError, match="`fsync` is neither `always`, `never` nor a number of seconds above 0"
    ):
        AuditLog(tmp_path / "audit.jsonl", fsync=fsync)


def test_the_examples_of_the_module() -> None:
    import aana.audit

    for name, documented in {"module": aana.audit, "AuditLog": AuditLog}.items():
        run_examples(inspect.cleandoc(documented.__doc__ or ""), name)
    with pytest.raises(AuditError) as caught:
        AuditLog("/dev/null/no/log")
    assert isinstance(caught.value, OSError)
