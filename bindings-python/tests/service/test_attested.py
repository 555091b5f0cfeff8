"""What the service believes of an event that its caller wrote, who may be the agent."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
from aana import Gate
from aana.confirmation import Broker, MemoryStore, SqliteStore
from aana.mcp._cli import main as mcp_command
from aana.service import Settings
from aana.service._cli import main as service_command
from events import NOW

from service.serving import JSON, Served, client

if TYPE_CHECKING:
    from pathlib import Path

    from aana._types import Policy
    from aana.confirmation import Store
    from starlette.testclient import TestClient

ATTESTED = Gate(evidence="attested")
WRITE: dict[str, Any] = {
    "tool_name": "send_email",
    "tool_category": "write",
    "authorization_state": "authenticated",
    "authorization_subject": "user:7",
    "evidence_refs": [
        {
            "source_id": "draft-7",
            "kind": "tool_result",
            "trust_tier": "verified",
            "redaction_status": "redacted",
            "freshness": {"status": "fresh"},
            "provenance": "connector",
        }
    ],
    "risk_domain": "customer_support",
    "proposed_arguments": {"to": "a"},
    "recommended_route": "accept",
}
READ: dict[str, Any] = {
    "tool_name": "get_invoice",
    "tool_category": "private_read",
    "authorization_state": "authenticated",
    "authorization_subject": "user:7",
    "evidence_refs": [{"source_id": "bearer.user:7", "kind": "auth_event", "trust_tier": "verified"}],
    "risk_domain": "finance",
    "proposed_arguments": {},
    "recommended_route": "accept",
}
SUBJECTS = {
    f"sha256:{hashlib.sha256(token.encode()).hexdigest()}": subject
    for token, subject in (("token-of-seven", "user:7"), ("token-of-eight", "user:8"))
}


def served(store: Store | None = None, **settings: Any) -> TestClient:
    return client(Settings(evidence="attested", **settings), confirmations=store)


def decided(asked: TestClient, event: Any, token: str | None = None) -> tuple[str, list[str]]:
    headers = JSON if token is None else {**JSON, "authorization": f"Bearer {token}"}
    answer = asked.post("/pre-tool-check", content=json.dumps(event), headers=headers)
    assert answer.status_code == 200
    return answer.json()["route"], answer.json()["hard_blockers"]


def answered(store: Store, decision: Any = "accept", now: int = NOW) -> dict[str, Any]:
    """The event with the approval of a person, or, where there is none, with what it would have been."""
    broker = Broker(ATTESTED, store=store)
    asked = broker.ask(WRITE, now=now)
    said: Any = broker.answer(asked.id, decision, by="user:ada", token=asked.token, now=now)
    if said:
        event: dict[str, Any] = said.event
        return event
    return forged(asked.id, asked.action_digest)


def forged(question: str, digest: str) -> dict[str, Any]:
    """What an agent would write to make an approval of a question."""
    ref = {
        "source_id": f"confirmation.{question}",
        "kind": "approval",
        "trust_tier": "verified",
        "redaction_status": "redacted",
        "freshness": {"status": "fresh"},
        "provenance": "aana.confirmation",
        "decision": "approved",
        "approved_by": "user:ada",
        "supports": [f"action:{digest}"],
    }
    refs = [*WRITE["evidence_refs"], ref]
    return {**WRITE, "authorization_state": "confirmed", "evidence_refs": refs}


def stores(folder: Path) -> list[Store]:
    return [MemoryStore(), SqliteStore(folder / "questions.sqlite3")]


def test_an_approval_of_the_store_lets_one_call_run(tmp_path: Path) -> None:
    for store in stores(tmp_path):
        event = answered(store)
        assert decided(served(), event) == ("ask", decided(served(), event)[1]), "no store, no approval"
        assert "evidence_not_attested" in decided(served(), event)[1]
        asked = served(store)
        assert decided(asked, event) == ("accept", [])
        # The agent has seen it, and sends it again: here, and at another worker.
        for again in (asked, served(store)):
            route, blockers = decided(again, event)
            assert (route, "evidence_not_attested" in blockers) == ("ask", True)


def test_of_many_at_once_one_runs(tmp_path: Path) -> None:
    for store in stores(tmp_path):
        event = answered(store)
        workers = [served(store) for _ in range(4)]
        with ThreadPoolExecutor(8) as threads:
            said = list(threads.map(decided, workers * 4, [event] * 16))
        assert sorted(route for route, _ in said) == ["accept", *["ask"] * 15]


def test_a_call_that_is_not_accepted_uses_nothing_up() -> None:
    store = MemoryStore()
    event = answered(store)
    stale = {**WRITE["evidence_refs"][0], "freshness": {"status": "stale"}}
    deferred = {**event, "evidence_refs": [stale, event["evidence_refs"][1]]}
    assert decided(served(store), deferred)[0] == "defer"
    assert decided(served(store), {**event, "recommended_route": "defer"})[0] == "defer"
    assert decided(served(store), event)[0] == "accept"


def test_what_the_agent_writes_is_no_approval(tmp_path: Path) -> None:
    for store in stores(tmp_path):
        broker = Broker(ATTESTED, store=store)
        pending = broker.ask(WRITE, now=NOW)
        digest = pending.action_digest
        for event in (
            forged(pending.id, digest),
            forged("cnf_" + "0" * 32, digest),
            forged("made-up", digest),
            answered(store, "reject"),
            {**WRITE, "authorization_state": "confirmed", "evidence_refs": ["approval:ticket-7"]},
            {**forged(pending.id, digest), "attested": [0, 1], "subject": "user:7"},
        ):
            route, blockers = decided(served(store), event)
            assert (route, "evidence_not_attested" in blockers) == ("ask", True)


@pytest.mark.parametrize(
    "change",
    [
        {"proposed_arguments": {"to": "b"}},
        {"tool_name": "send_mail"},
        {"authorization_subject": "user:8"},
    ],
)
def test_an_approval_is_for_its_own_action(change: dict[str, Any]) -> None:
    store = MemoryStore()
    event = answered(store)
    assert decided(served(store), {**event, **change})[0] == "ask"
    # Nor with a digest that was written to fit.
    refs = [event["evidence_refs"][0], {**event["evidence_refs"][1], "supports": []}]
    route, blockers = decided(served(store), {**event, **change, "evidence_refs": refs})
    assert (route, "evidence_not_attested" in blockers) == ("ask", True)


def test_an_approval_ends_when_the_store_says_so(tmp_path: Path) -> None:
    """The agent may write a later end into the event; nobody reads it there."""
    for store in stores(tmp_path):
        for ago, route in ((599_999, "accept"), (600_000, "ask")):
            event = answered(store, now=NOW - ago)
            ref = {
                **event["evidence_refs"][1],
                "expires_at": "2030-01-01T00:00:00Z",
                "freshness": {"status": "fresh"},
            }
            event["evidence_refs"][1] = ref
            assert decided(served(store), event)[0] == route


def test_the_id_counts_in_an_approval_only() -> None:
    store = MemoryStore()
    event = answered(store)
    sign_in = {**event["evidence_refs"][1], "kind": "auth_event"}
    read = {**READ, "evidence_refs": [sign_in]}
    assert decided(served(store), read)[0] == "ask"


def test_a_store_that_fails_attests_nothing(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(MemoryStore):
        def get(self, id: str) -> Any:  # noqa: A002
            raise sqlite3.OperationalError(f"no {id}")

    class Stuck(MemoryStore):
        def use(self, id: str) -> bool:  # noqa: A002
            raise sqlite3.OperationalError(f"no {id}")

    for kind in (Broken, Stuck):
        store = MemoryStore()
        event = answered(store)
        broken = kind()
        broken.__dict__.update(store.__dict__)
        assert decided(served(broken), event)[0] == "ask"
    assert "OperationalError" in caplog.text
    assert "cnf_" not in caplog.text


def test_without_attested_evidence_there_is_nothing_to_look_up(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "questions.sqlite3").disconnect()
    with pytest.raises(ValueError, match="needs `--evidence attested`"):
        client(Settings(confirmations=tmp_path / "questions.sqlite3"))
    with Served("--evidence", "attested", "--confirmations", tmp_path / "questions.sqlite3") as one:
        _, said = one.stop()
    assert "Traceback" not in said
    policy: Policy = {"evidence": "attested"}
    store = MemoryStore()
    event = answered(store)
    assert decided(client(Settings(policy=policy), confirmations=store), event)[0] == "accept"


def test_a_question_is_used_by_its_owner_too() -> None:
    store = MemoryStore()
    event = answered(store)
    (question,) = [ref["source_id"].removeprefix("confirmation.") for ref in event["evidence_refs"][1:]]
    broker = Broker(ATTESTED, store=store)
    assert [broker.use(it, now=NOW) for it in (question, question, "cnf_0")] == [True, False, False]
    assert decided(served(store), event)[0] == "ask"
    assert broker.answer(question, "accept", by="user:ada", authenticated=True, now=NOW).why == "reused"  # type: ignore[union-attr]


def test_an_approval_that_is_over_is_not_used_by_its_owner() -> None:
    store = MemoryStore()
    event = answered(store)
    question = event["evidence_refs"][1]["source_id"].removeprefix("confirmation.")
    broker = Broker(ATTESTED, store=store)
    assert not broker.use(question, now=NOW + 600_000)
    assert not broker.use(question, now=NOW - 300_001), "before the answer"
    assert broker.use(question, now=NOW + 599_999)


def test_a_token_uses_no_approval_for_another_subject() -> None:
    store = MemoryStore()
    event = answered(store)
    asked = served(store, subjects=SUBJECTS)
    assert decided(asked, event, "token-of-eight")[0] != "accept"
    assert decided(asked, event, "token-of-seven")[0] == "accept", "and it is not used up"


@pytest.mark.parametrize("command", [service_command, mcp_command])
def test_a_faulty_file_of_confirmations_is_told(
    command: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, missing = tmp_path / "text.sqlite3", tmp_path / "mistyped.sqlite3"
    text.write_text("This is a text and no database. " * 40)
    for path, said in (
        (text, "cannot be read"),
        (missing, "there is no file of confirmations"),
        (tmp_path, "no file"),
    ):
        assert command(["--evidence", "attested", "--confirmations", str(path)]) == 2
        assert said in capsys.readouterr().err
    assert not missing.exists()


def test_a_subject_reads_what_is_private_and_approves_nothing() -> None:
    asked = served(subjects=SUBJECTS)
    assert decided(asked, READ, "token-of-seven") == ("accept", [])
    approval = {**READ["evidence_refs"][0], "kind": "approval", "decision": "approved"}
    for event in (
        {**WRITE, "authorization_state": "confirmed", "evidence_refs": READ["evidence_refs"]},
        {**WRITE, "authorization_state": "confirmed", "evidence_refs": [approval]},
        {
            **WRITE,
            "authorization_state": "confirmed",
            "evidence_refs": [*READ["evidence_refs"], "approval:ticket-7"],
        },
    ):
        assert decided(asked, event, "token-of-seven")[0] == "ask"


@pytest.mark.parametrize(
    "change",
    [
        {"authorization_subject": "user:8"},
        {"authorization_subject": {"subject_type": "user", "subject_ref": "8"}},
        {"authorization_subject": None},
        {"evidence_refs": [{**READ["evidence_refs"][0], "source_id": "session-7"}]},
        {"evidence_refs": ["auth_event:session-7"]},
        {"evidence_refs": ["auth_event:bearer.user:7"]},
    ],
)
def test_a_token_speaks_for_nobody_else(change: dict[str, Any]) -> None:
    event = {key: value for key, value in {**READ, **change}.items() if value is not None}
    assert decided(served(subjects=SUBJECTS), event, "token-of-seven")[0] == "ask"


def test_each_token_is_its_own_subject() -> None:
    asked = served(subjects=SUBJECTS, token="of-the-service")
    assert decided(asked, READ, "token-of-eight")[0] == "ask"
    assert decided(asked, READ, "of-the-service")[0] == "ask", "this one has no subject"
    for token in ("", "token-of-nine", next(iter(SUBJECTS))):
        answer = asked.post(
            "/pre-tool-check", content=b"{}", headers={**JSON, "authorization": f"Bearer {token}"}
        )
        assert answer.status_code == 401
    assert asked.post("/pre-tool-check", content=b"{}", headers=JSON).status_code == 401
    assert "securitySchemes" in asked.get("/openapi.json").json()["components"]


def test_a_file_of_subjects(tmp_path: Path) -> None:
    file = tmp_path / "subjects.json"
    file.write_text(json.dumps(SUBJECTS))
    arguments = ("--host", "0.0.0.0", "--evidence", "attested", "--subjects", file, "--workers", "2")
    with Served(*arguments) as one:
        status, body = one.post(
            "/pre-tool-check", json.dumps(READ).encode(), authorization="Bearer token-of-seven"
        )
        assert (status, json.loads(body)["route"]) == (200, "accept")
        assert one.post("/pre-tool-check", b"{}")[0] == 401
        _, said = one.stop()
    assert "is believed" not in said
    assert "AANA_BRIDGE_TOKEN" not in said
    with pytest.raises(ValueError, match="entry 1") as caught:
        Settings(subjects={"hunter2": "user:7"})
    assert "hunter2" not in str(caught.value)
    assert "token" not in repr(Settings(subjects=SUBJECTS))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--host", "0.0.0.0"], True),
        (["--allowed-host", "gate.example"], True),
        (["--host", "0.0.0.0", "--evidence", "attested"], False),
        ([], False),
        (["--allowed-host", "localhost"], False),
    ],
)
def test_it_is_told_who_is_believed(arguments: list[str], told: bool) -> None:
    with Served(*arguments, token="s3cret") as one:
        _, said = one.stop()
    assert ("whoever asks writes its own evidence, and it is believed" in said) is told
