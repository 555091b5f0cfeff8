"""What a server believes of an event that its caller wrote, who may be the agent."""

from __future__ import annotations

import hashlib
import json
import subprocess
import time
from typing import TYPE_CHECKING, Any

import pytest
from aana import Gate
from aana.confirmation import Broker
from mcp_server.serving import Served, call, command, decision_of, piped, whole
from serving import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ATTESTED = ("--evidence", "attested")
STATES = {"public_read": "none", "private_read": "authenticated", "write": "confirmed"}


def event(name: str, category: str, *refs: Any, **more: Any) -> dict[str, Any]:
    return {
        "tool_name": name,
        "tool_category": category,
        "authorization_state": STATES[category],
        "authorization_subject": "user:7",
        "evidence_refs": list(refs),
        "risk_domain": "customer_support",
        "proposed_arguments": {"to": "a"},
        "recommended_route": "accept",
        **more,
    }


def ref(source: str, kind: str) -> dict[str, Any]:
    return {
        "source_id": source,
        "kind": kind,
        "trust_tier": "verified",
        "redaction_status": "redacted",
        "freshness": {"status": "fresh"},
        "provenance": "connector",
    }


READ = event("get_invoice", "private_read", ref("bearer.user:7", "auth_event"))
WRITES = [
    event("send_email", "write", "approval:ticket-7"),
    event("send_email", "write", {**ref("ticket-7", "approval"), "decision": "approved"}),
    event("send_email", "write", {**ref("bearer.user:7", "approval"), "decision": "approved"}),
    event("send_email", "write", {**ref("confirmation.cnf_" + "0" * 32, "approval"), "decision": "approved"}),
]


def whole_of(answer: dict[str, Any]) -> tuple[str, list[str]]:
    decision = json.loads(decision_of(answer))
    return decision["route"], decision["hard_blockers"]


def asked(made: Any, number: int = 1) -> bytes:
    return call(whole(json.dumps(made).encode()), number)


def test_what_the_agent_writes_is_no_approval() -> None:
    lines = [asked(made, number) for number, made in enumerate(WRITES)]
    for answer in piped(*lines, arguments=ATTESTED):
        route, blockers = whole_of(answer)
        assert (route, "evidence_not_attested" in blockers) == ("ask", True)
    (answer,) = piped(asked(READ), arguments=ATTESTED)
    assert whole_of(answer)[0] == "ask", "over the standard streams there is no bearer"


def test_the_model_is_not_told_to_write_evidence() -> None:
    (answer,) = piped(call(json.dumps(WRITES[0]).encode()), arguments=ATTESTED)
    said = json.loads(decision_of(answer))["for_model"]
    assert said.startswith("stop, and tell your user")
    assert "write none yourself" in said


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    file = tmp_path_factory.mktemp("subjects") / "subjects.json"
    subjects = {"token-of-seven": "user:7", "token-of-eight": "user:8"}
    digests = {f"sha256:{hashlib.sha256(token.encode()).hexdigest()}": it for token, it in subjects.items()}
    file.write_text(json.dumps(digests))
    with Served(*ATTESTED, "--subjects", str(file)) as server:
        yield server


def ask(served: Served, made: Any, token: str) -> str:
    status, body = served.post(asked(made), authorization=f"Bearer {token}")
    assert status == 200
    return whole_of(json.loads(body))[0]


def test_a_subject_reads_what_is_private_and_approves_nothing(served: Served) -> None:
    assert ask(served, READ, "token-of-seven") == "accept"
    assert ask(served, READ, "token-of-eight") == "ask"
    for made in WRITES:
        assert ask(served, made, "token-of-seven") == "ask"
    sign_in = READ["evidence_refs"]
    assert ask(served, event("send_email", "write", *sign_in), "token-of-seven") == "ask"
    for change in (
        {"authorization_subject": "user:8"},
        {"authorization_subject": {"subject_type": "client", "subject_ref": "7"}},
        {"evidence_refs": [ref("session-7", "auth_event")]},
        {"evidence_refs": ["auth_event:bearer.user:7"]},
    ):
        assert ask(served, {**READ, **change}, "token-of-seven") == "ask"
    without = {key: value for key, value in READ.items() if key != "authorization_subject"}
    assert ask(served, without, "token-of-seven") == "ask"
    # What stands in the message says nothing about whose it is.
    assert ask(served, {**without, "subject": "user:7"}, "token-of-seven") == "ask"


@pytest.mark.parametrize(
    "given", ["", "Bearer", "Bearer ", "Bearer x", "Basic token-of-seven", "token-of-seven"]
)
def test_without_a_known_token_there_is_no_answer(served: Served, given: str) -> None:
    status, body = served.post(asked(READ), authorization=given)
    assert status == 401
    assert b"route" not in body
    assert b"token-of" not in body
    assert served.post(asked(READ))[0] == 401


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"hunter2": "user:7"}', "entry 1"),
        ("{}", "1 to 4096 entries"),
        ("[]", "object"),
        ('{"sha256:' + "0" * 64 + '": "hunter2"}', "a subject is"),
        ("nothing", "JSON object"),
    ],
)
def test_a_faulty_file_of_subjects(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "subjects.json"
    file.write_text(text)
    start = [*command(), "--http", "--port", "0", "--subjects", str(file)]
    done = subprocess.run(start, check=False, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 2
    assert says in done.stderr
    assert "hunter2" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--allowed-host", "gate.example"], True),
        (["--allowed-host", "gate.example", *ATTESTED], False),
        (["--allowed-host", "localhost"], False),
        ([], False),
    ],
)
def test_it_is_told_who_is_believed(arguments: list[str], told: bool) -> None:
    with Served(*arguments) as server:
        _, said = server.stop()
    assert ("whoever asks writes its own evidence, and it is believed" in said) is told


def test_an_approval_of_the_store_lets_one_call_run(tmp_path: Path) -> None:
    if command()[-1] != "aana.mcp":
        pytest.skip("the command in Rust reads no store of confirmations")
    store = tmp_path / "questions.sqlite3"
    broker = Broker(Gate(evidence="attested"), store=store)
    proposed = event("send_email", "write", ref("draft-7", "tool_result"))
    proposed["authorization_state"] = "authenticated"
    question = broker.ask(proposed)
    yes = broker.answer(question.id, "accept", by="user:ada", token=question.token)
    assert yes
    made: Any = yes.event
    other = {**made, "proposed_arguments": {"to": "b"}}
    lines = [asked(one) for one in (other, made, made)]
    arguments = (*ATTESTED, "--confirmations", str(store))
    routes = [whole_of(piped(line, arguments=arguments)[0])[0] for line in lines]
    assert routes == ["ask", "accept", "ask"]
    assert time.time() < question.expires_at.timestamp()
