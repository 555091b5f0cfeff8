"""The command as a process: its port, its patience, its workers and its end."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import aana
import pytest
from aana.audit import AuditLog
from events import minimal, search
from logs import assert_rotated, records
from serving import PATIENCE

from service.serving import JSON, Served

EVENT = json.dumps(minimal()).encode()


def exchange(port: int, *parts: bytes, more: bytes = b"") -> bytes:
    """Send these, then `more` again and again, until the answer is there and the connection ends."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        for part in parts:
            connection.sendall(part)
        answer = b""
        connection.settimeout(0.05 if more else PATIENCE)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                if more and not answer:
                    connection.sendall(more)
                if not (got := connection.recv(65_536)):
                    return answer
                answer += got
            except TimeoutError:
                pass
            except (ConnectionResetError, BrokenPipeError):
                return answer
    raise AssertionError("the connection was not closed")


HEAD = b"POST /pre-tool-check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


def test_a_body_that_is_too_large_is_not_read_to_its_end() -> None:
    with Served("--max-body-bytes", "5000") as served:
        # It says so itself, and nothing of it has come yet.
        assert exchange(served.port, HEAD + b"Content-Length: 5001\r\n\r\n").startswith(b"HTTP/1.1 413 ")
        # It never says how large it is, and never ends.
        chunk = b"3e8\r\n" + b" " * 1000 + b"\r\n"
        endless = exchange(served.port, HEAD + b"Transfer-Encoding: chunked\r\n\r\n", chunk * 4, more=chunk)
        assert endless.startswith(b"HTTP/1.1 413 ")
        assert b'"error":"body_too_large"' in endless
        # In chunks, and small enough.
        whole = b"%x\r\n%b\r\n0\r\n\r\n" % (len(EVENT), EVENT)
        answer = exchange(
            served.port, HEAD + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n" + whole
        )
        assert answer.startswith(b"HTTP/1.1 200 ")


def test_slow_clients(tmp_path: Path) -> None:
    program = tmp_path / "impatient.py"
    program.write_text(
        "import sys\n"
        "from aana.service import Settings, _server\n"
        "_server.serve(Settings(port=0, head_seconds=1.5, body_seconds=1.5), 1)\n"
    )
    with Served(program=program) as served:
        assert exchange(served.port) == b""
        assert exchange(served.port, b"POST /pre-tool") == b""
        assert exchange(served.port, HEAD + b"A: ", more=b"x") == b""
        late = exchange(served.port, HEAD + b"Content-Length: 500\r\n\r\n", more=b" ")
        assert late.startswith(b"HTTP/1.1 408 ")
        # After an answer the next head has to come in time as well.
        kept = exchange(served.port, HEAD + b"Content-Length: %d\r\n\r\n" % len(EVENT) + EVENT, b"\r\nPOS")
        assert kept.startswith(b"HTTP/1.1 200 ")
        assert served.post("/pre-tool-check", EVENT)[0] == 200


def test_the_contracts_example() -> None:
    """As PowerShell sends it, in the words of curl; the token is the environment's."""
    call = (
        'curl -sS -X POST "http://127.0.0.1:$PORT/pre-tool-check" -H "Authorization: Bearer $AANA_BRIDGE_TOKEN" '
        '-H "Content-Type: application/json" --data-binary @-'
    )
    for token in ("a-token-for-tests", None):
        with Served(token=token) as served:
            env = {**os.environ, "PORT": str(served.port), "AANA_BRIDGE_TOKEN": token or ""}
            body = json.dumps(minimal(), indent=2).replace("\n", "\r\n")
            done = subprocess.run(
                ["sh", "-c", call], env=env, input=body, capture_output=True, text=True, check=True
            )
            assert json.loads(done.stdout)["route"] == "ask"


def test_what_it_says_and_how_it_ends(tmp_path: Path) -> None:
    log = tmp_path / "audit.jsonl"
    with Served("--audit-log", log, "--mode", "shadow") as served:
        assert served.post("/pre-tool-check", EVENT)[0] == 200
        status, said = served.stop()
    assert "AANA_BRIDGE_TOKEN is not set: everybody on this machine is answered, and nobody else" in said
    assert "the mode is `shadow`" in said
    assert "customer@example.com" not in said
    assert status in (0, -signal.SIGTERM)
    assert "Application shutdown complete" in said


@pytest.mark.parametrize("evidence", [[], ["--evidence", "attested"]])
def test_what_it_believes_beyond_loopback(evidence: list[str]) -> None:
    with Served("--host", "0.0.0.0", *evidence, token="s3cret") as served:
        _, said = served.stop()
    assert ("whoever asks writes its own evidence, and it is believed" in said) is not bool(evidence)
    with Served(*evidence) as served:
        _, said = served.stop()
    assert "whoever asks writes its own evidence" not in said


@pytest.mark.parametrize("given", [[], ["--evidence", "attested"]])
def test_an_approval_in_a_request(given: list[str]) -> None:
    event = {**minimal(), "authorization_state": "confirmed", "evidence_refs": ["approval:ticket-7"]}
    with Served(*given) as served:
        decision = json.loads(served.post("/pre-tool-check", json.dumps(event).encode())[1])
    assert decision["route"] == ("ask" if given else "accept")
    assert ("evidence_not_attested" in decision["hard_blockers"]) is bool(given)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--host", "0.0.0.0"], "without a token the service listens on loopback only"),
        (["--policy", "nowhere.json"], "nowhere.json"),
        (["--mode", "off"], "invalid choice"),
        (["--audit-fsync", "0", "--audit-log", "log"], "`fsync` is neither"),
        (["--audit-fsync", "x", "--audit-log", "log"], "`always`, `never` or a number of seconds above 0"),
        (["--audit-fsync", "never"], "`--audit-fsync` needs `--audit-log`"),
        (["--port", "99999"], "a number from 0 to 65535 is allowed"),
        (["--port", "-1"], "a number from 0 to 65535 is allowed"),
        (["--rate-limit", "nan"], "a rate limit is a number that is not negative"),
        (["--rate-limit", "inf"], "a rate limit is a number that is not negative"),
        (["--audit-log", "no/such/folder/log"], "no/such/folder/log"),
        (["--audit-max-bytes", "0", "--audit-log", "log"], "is not a whole number from 1 on"),
        (["--audit-max-bytes", "65536"], "`--audit-max-bytes` needs `--audit-log`"),
        (["--audit-keep", "3", "--audit-log", "log"], "`--audit-keep` needs `--audit-max-bytes`"),
        (["--audit-restart"], "`--audit-restart` needs `--audit-log`"),
        (["--workers", "0"], "is not a whole number from 1 on"),
        (["--clock", "header"], "unrecognized arguments"),
    ],
)
def test_what_it_does_not_start_with(arguments: list[str], says: str, tmp_path: Path) -> None:
    env = {name: value for name, value in os.environ.items() if name != "AANA_BRIDGE_TOKEN"}
    command = [sys.executable, "-m", "aana.service", *arguments]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=env, cwd=tmp_path, timeout=PATIENCE
    )
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("module", ["aana.service", "aana.mcp"])
@pytest.mark.parametrize(
    ("policy", "says"),
    [
        (b'{"tools": {"x": {"route_flor": "defer"}}}', "/tools/x/route_flor"),
        (b"\xff\xfe{}", "the file is not UTF-8; only UTF-8 is allowed"),
        (b"mode: shadow", "the text is not JSON"),
    ],
)
def test_a_faulty_policy_is_told(module: str, policy: bytes, says: str, tmp_path: Path) -> None:
    (tmp_path / "policy.json").write_bytes(policy)
    command = [sys.executable, "-m", module, "--policy", "policy.json"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=tmp_path, timeout=PATIENCE
    )
    assert (done.returncode, says in done.stderr) == (2, True)
    # The hint to pass a `pathlib.Path` is for programs, not for operators, who gave a path already.
    assert "pathlib" not in done.stderr


def test_it_is_a_command_of_the_package() -> None:
    command = Path(sys.executable).with_name("aana-fastapi")
    done = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"aana-fastapi {aana.__version__}\n"


def test_workers_share_the_port_the_log_and_the_counters(tmp_path: Path) -> None:
    log = tmp_path / "audit.jsonl"
    with Served("--workers", "2", "--audit-log", log) as served:
        answers = [
            served.post("/pre-tool-check", json.dumps(search(q=str(number))).encode()) for number in range(40)
        ]
        assert {status for status, _ in answers} == {200}
        connection = served.connect()
        connection.request("GET", "/metrics")
        metrics = connection.getresponse().read().decode()
        connection.close()
        assert 'aana_decisions_total{route="accept"} 40.0' in metrics
        # One worker can answer every request before the other one has started.
        served.wait_until_said("Started server process", 2)
        _, said = served.stop()
    assert len(set(re.findall(r"Started server process \[(\d+)\]", said))) == 2
    assert sorted(record["action_digest"] for record in records(log)) == sorted(
        json.loads(body)["action_digest"] for _, body in answers
    )
    AuditLog(log).close()


@pytest.mark.parametrize("keep", [None, 2])
def test_workers_share_a_log_that_is_rotated(keep: int | None, tmp_path: Path) -> None:
    log = tmp_path / "audit.jsonl"
    more = [] if keep is None else ["--audit-keep", str(keep)]
    with Served("--workers", "2", "--audit-log", log, "--audit-max-bytes", "4096", *more) as served:
        answers = [served.post("/pre-tool-check", json.dumps(search(q=one)).encode())[1] for one in range(40)]
        served.stop()
    digests = [json.loads(answer)["action_digest"] for answer in answers]
    recorded = [record["action_digest"] for record in assert_rotated(log, 4096, keep)]
    assert recorded == (digests if keep is None else digests[-len(recorded) :])


def test_workers_do_not_outlive_their_parent() -> None:
    with Served("--workers", "2") as served:
        served.process.kill()
        served.process.wait(PATIENCE)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                served.post("/pre-tool-check", EVENT)
            except OSError:
                return
            time.sleep(0.1)
    raise AssertionError("somebody answers still")


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_no_answer_is_lost_however_it_ends(how: signal.Signals, tmp_path: Path) -> None:
    """Under load from several connections: each decision that a caller saw is in the log."""
    log = tmp_path / "audit.jsonl"
    seen: list[str] = []
    enough = threading.Event()
    with Served("--audit-log", log) as served:

        def ask(caller: int) -> None:
            connection = served.connect()
            number = 0
            try:
                while True:
                    number += 1
                    connection.request(
                        "POST", "/pre-tool-check", json.dumps(search(q=f"{caller} {number}")), JSON
                    )
                    answer = connection.getresponse()
                    decision = json.loads(answer.read())
                    assert (answer.status, decision["route"]) == (200, "accept")
                    seen.append(decision["action_digest"])
                    if len(seen) > 200:
                        enough.set()
            except (OSError, HTTPException):
                pass
            finally:
                connection.close()

        callers = [threading.Thread(target=ask, args=(caller,)) for caller in range(8)]
        for caller in callers:
            caller.start()
        assert enough.wait(PATIENCE)
        served.process.send_signal(how)
        for caller in callers:
            caller.join(PATIENCE)
        served.process.communicate(timeout=PATIENCE)
    # What a kill tore is repaired when the log is opened again.
    with AuditLog(log):
        pass
    recorded = [record["action_digest"] for record in records(log)]
    assert len(set(seen)) == len(seen) > 200
    assert set(seen) <= set(recorded)
    assert len(recorded) == len(set(recorded)) <= len(seen) + len(callers)


def test_a_full_disk(tmp_path: Path) -> None:
    """Files end early here: what is accepted has its record, and the rest is deferred."""
    log = tmp_path / "audit.jsonl"
    program = tmp_path / "full.py"
    program.write_text(
        "import resource, sys\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (32768, 32768))\n"
        "from aana.service._cli import main\n"
        "sys.exit(main())\n"
    )
    with Served("--audit-log", log, program=program) as served:
        bodies = [
            json.loads(served.post("/pre-tool-check", json.dumps(search(q=str(number))).encode())[1])
            for number in range(60)
        ]
    accepted = [body["action_digest"] for body in bodies if body["route"] == "accept"]
    assert {tuple(body["hard_blockers"]) for body in bodies} == {(), ("audit_unavailable",)}
    assert 0 < len(accepted) < 60
    with AuditLog(log):
        pass
    assert accepted == [record["action_digest"] for record in records(log)]


def test_more_connections_than_are_served() -> None:
    with Served("--max-connections", "2") as served:
        # Connections that are answered: one that was closed a moment ago may still be counted.
        kept: list[HTTPConnection] = []
        deadline = time.monotonic() + PATIENCE
        while len(kept) < 2 and time.monotonic() < deadline:
            connection = served.connect()
            connection.request("POST", "/pre-tool-check", EVENT, JSON)
            answer = connection.getresponse()
            answer.read()
            if answer.status == 200:
                kept.append(connection)
            else:
                connection.close()
        assert served.post("/pre-tool-check", EVENT)[0] == 503
        for one in kept:
            one.close()
        while (status := served.post("/pre-tool-check", EVENT)[0]) != 200 and time.monotonic() < deadline:
            time.sleep(0.01)
        assert status == 200
