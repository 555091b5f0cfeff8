"""The service under load from another process, and under what goes wrong: `python tests/load/load.py`.

Needs the wheel with its extra `service`, `wrk` and `libfaketime` (`apt-get install wrk libfaketime`). Everything stays on this machine, and
ends by itself. It prints its figures as a table; what must never happen (a decision that a caller saw and the log
does not hold, an accept for a bad input) fails it.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import contextmanager
from datetime import datetime, timezone
from http.client import HTTPConnection, HTTPException
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from aana.audit import AuditLog

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

POST = Path(__file__).with_name("post.lua")
JSON = {"Content-Type": "application/json"}
PATIENCE = 60
EVENT = {
    "tool_name": "send_email",
    "tool_category": "write",
    "authorization_state": "user_claimed",
    "evidence_refs": ["draft_id:123"],
    "risk_domain": "customer_support",
    "proposed_arguments": {"to": "customer@example.com"},
    "recommended_route": "accept",
}


REF = {
    "trust_tier": "verified",
    "redaction_status": "redacted",
    "freshness": {"status": "fresh"},
    "provenance": "connector",
}
YEAR = 365 * 86_400
# Seconds by which the clock is off, around both ends of the time in which evidence of one hour counts.
OFFSETS = (0, 1800, 3540, 3660, 86_400, YEAR, 20 * YEAR, -240, -360, -86_400, -YEAR, -20 * YEAR)


@contextmanager
def service(
    *arguments: str | Path, before: str = "", env: Mapping[str, str] | None = None
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A service at a port that the system chose; `before` is what its shell does first."""
    command = ["sh", "-c", f'{before} exec "$0" "$@"', sys.executable, "-m", "aana.service", "--port", "0"]
    process = subprocess.Popen(
        [*command, *map(str, arguments)], stderr=subprocess.PIPE, text=True, env={**os.environ, **(env or {})}
    )
    assert process.stderr is not None
    try:
        for line in process.stderr:
            if found := re.search(r"running on http://\S+:(\d+)", line):
                threading.Thread(target=process.stderr.read, daemon=True).start()
                yield process, int(found[1])
                return
        raise SystemExit("the service did not start")
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(PATIENCE)


def wrk(port: int, connections: int, seconds: int) -> tuple[float, float, float]:
    """Requests a second, and the median and the 99th percentile in milliseconds."""
    url = f"http://127.0.0.1:{port}/pre-tool-check"
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "20s", "-s", str(POST), url]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = re.search(r"FIGURES (\d+) (\d+) (\d+) (\d+) (\d+)", said)
    assert found, said
    requests, micros, failed, median, last = map(int, found.groups())
    assert failed == 0, said
    return requests / micros * 1e6, median / 1000, last / 1000


def row(what: str, *cells: str) -> None:
    print(f"| {what} | {' | '.join(cells)} |", flush=True)


def speed(folder: Path, seconds: int) -> None:
    """How fast it is, with and without a log."""
    row("service", "connections", "requests/s", "p50 ms", "p99 ms")
    row("---", "---:", "---:", "---:", "---:")
    settings: dict[str, list[str | Path]] = {
        "no audit log": [],
        "fsync never": ["--audit-log", folder / "never.jsonl", "--audit-fsync", "never"],
        "fsync always": ["--audit-log", folder / "always.jsonl"],
        "no audit log, 2 workers": ["--workers", "2"],
    }
    for name, arguments in settings.items():
        with service(*arguments) as (_, port):
            time.sleep(1)
            for connections in (1, 16, 256):
                rate, median, last = wrk(port, connections, seconds)
                row(name, str(connections), f"{rate:.0f}", f"{median:.2f}", f"{last:.2f}")


def slow_clients(seconds: int) -> None:
    """Many who send a byte now and then, and one who asks as usual."""
    with service() as (_, port):
        quick = wrk(port, 16, seconds)
        slow = [socket.create_connection(("127.0.0.1", port)) for _ in range(500)]
        for connection in slow:
            connection.sendall(b"POST /pre-tool-check HTTP/1.1\r\nHost: localhost\r\n")
        beside = wrk(port, 16, seconds)
        print(
            f"\nbeside 500 slow clients: {beside[0]:.0f} requests/s of {quick[0]:.0f}, p99 {beside[2]:.2f} ms"
        )
        # They end when their time is up, without having said anything more.
        deadline = time.monotonic() + PATIENCE
        for connection in slow:
            connection.settimeout(max(0.1, deadline - time.monotonic()))
            assert connection.recv(1) == b"", "a slow client is still there"
            connection.close()


def bad_inputs(number: int) -> None:
    """Bytes that are not an event any more. None may be accepted, and none may end the service."""
    whole = json.dumps(EVENT).encode()
    accepted: list[bytes] = []
    statuses: dict[int, int] = {}

    def ask(port: int, seed: int, share: int) -> None:
        chance = random.Random(seed)
        connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        for _ in range(share):
            body = bytearray(whole)
            for _ in range(chance.randint(1, 8)):
                at = chance.randrange(len(body))
                body[at : at + chance.randint(0, 3)] = bytes(
                    chance.randrange(256) for _ in range(chance.randint(0, 4))
                )
            connection.request("POST", "/pre-tool-check", bytes(body), JSON)
            answer = connection.getresponse()
            said = answer.read()
            statuses[answer.status] = statuses.get(answer.status, 0) + 1
            if b'"route":"accept"' in said[:200]:
                accepted.append(bytes(body))
        connection.close()

    def memory(process: subprocess.Popen[str]) -> int:
        return int(re.findall(r"VmRSS:\s+(\d+)", Path(f"/proc/{process.pid}/status").read_text())[0])

    with service() as (process, port):
        ask(port, 0, 1000)
        before = memory(process)
        callers = [threading.Thread(target=ask, args=(port, seed, number // 8)) for seed in range(1, 9)]
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join()
        grown = memory(process) - before
        print(
            f"\n{sum(statuses.values())} bad inputs: {statuses}, {len(accepted)} accepted, memory grew by {grown} kB"
        )
        assert set(statuses) == {200}
        assert not accepted
        assert sum(statuses.values()) == 1000 + number // 8 * 8
        assert grown < 30_000


def asked_until(process: subprocess.Popen[str], port: int, how: signal.Signals, seconds: float) -> list[str]:
    """The digests of the decisions that sixteen callers saw before the service was ended."""
    seen: list[str] = []

    def ask(caller: int) -> None:
        connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        number = 0
        try:
            while True:
                number += 1
                event = {**EVENT, "proposed_arguments": {"caller": caller, "number": number}}
                connection.request("POST", "/pre-tool-check", json.dumps(event), JSON)
                answer = connection.getresponse()
                seen.append(json.loads(answer.read())["action_digest"])
        except (OSError, HTTPException):
            connection.close()

    callers = [threading.Thread(target=ask, args=(caller,)) for caller in range(16)]
    for caller in callers:
        caller.start()
    time.sleep(seconds)
    process.send_signal(how)
    for caller in callers:
        caller.join(PATIENCE)
    process.wait(PATIENCE)
    return seen


def ends(folder: Path, times: int) -> None:
    """No decision that a caller saw is missing in the log, however the service ended."""
    for how in (signal.SIGTERM, signal.SIGKILL):
        log = folder / f"{how.name}.jsonl"
        seen: list[str] = []
        repairs = 0
        for _ in range(times):
            with service("--audit-log", log) as (process, port):
                seen += asked_until(process, port, how, 1.0)
        with AuditLog(log) as opened:
            repairs += len(opened.repairs)
        events = [json.loads(line).get("event") for line in log.read_text("utf-8").splitlines()]
        lost = set(seen) - {event["action_digest"] for event in events if event}
        print(
            f"\n{how.name} {times} times under load: {len(seen)} decisions seen, {len(lost)} lost, {repairs} repairs last"
        )
        assert seen
        assert not lost


def told(connection: HTTPConnection) -> str:
    """The answer about a call that is accepted if it can be recorded."""
    search = {**EVENT, "tool_name": "search_docs", "tool_category": "public_read", "evidence_refs": []}
    search["proposed_arguments"] = {"q": "x"}
    connection.request("POST", "/pre-tool-check", json.dumps(search), JSON)
    decision = json.loads(connection.getresponse().read())
    return " ".join([decision["route"], *decision["hard_blockers"]])


def full_disk(folder: Path) -> None:
    """Where nothing can be written any more, nothing is accepted."""
    log = folder / "full.jsonl"
    # Files end at 64 blocks of 512 bytes or of 1024, as the shell counts.
    with service("--audit-log", log, before="ulimit -f 64;") as (_, port):
        connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        routes = Counter(told(connection) for _ in range(300))
        connection.close()
    lines = sum('"event"' in line for line in log.read_text("utf-8").splitlines())
    print(f"\nfull disk: {dict(routes)}, {lines} records")
    assert set(routes) == {"accept", "defer audit_unavailable"}
    assert routes["accept"] == lines


def removed_log(folder: Path) -> None:
    """Once the log is gone, nothing that was asked afterwards is accepted."""
    log = folder / "removed.jsonl"
    gone = threading.Event()
    routes: dict[bool, Counter[str]] = {False: Counter(), True: Counter()}

    def ask(port: int) -> None:
        connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        for _ in range(200):
            before = gone.is_set()
            routes[before][told(connection)] += 1
        connection.close()

    with service("--audit-log", log) as (_, port):
        callers = [threading.Thread(target=ask, args=(port,)) for _ in range(8)]
        for caller in callers:
            caller.start()
        time.sleep(0.3)
        log.unlink()
        gone.set()
        for caller in callers:
            caller.join(PATIENCE)
    print(f"\nlog removed: {dict(routes[False])} before, {dict(routes[True])} after")
    assert routes[False]["accept"]
    assert set(routes[True]) == {"defer audit_unavailable"}
    assert not log.exists()


def clock_jumps(folder: Path, rounds: int) -> None:
    """The clock of the service's process jumps back and ahead under load.

    What is as old as each answer says is what counts: no evidence that is older than the policy allows is
    accepted, and none that is not issued yet. The log stays whole, in the order of its numbers.
    """
    library = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)
    if library is None:
        raise SystemExit("libfaketime is not here: `apt-get install libfaketime`")
    log, policy, offset = folder / "clock.jsonl", folder / "clock.json", folder / "offset"
    policy.write_text(json.dumps({"max_evidence_age_hours": 1}))
    issued = datetime.now(timezone.utc)
    refs = [
        {**REF, "source_id": "auth.session", "kind": "auth_event"},
        {
            **REF,
            "source_id": "rec.1",
            "kind": "tool_result",
            "freshness": {"status": "fresh", "checked_at": issued.isoformat()},
        },
    ]
    body = {
        **EVENT,
        "tool_name": "get_invoice",
        "tool_category": "private_read",
        "authorization_state": "authenticated",
        "evidence_refs": refs,
    }

    def turn(seconds: float) -> None:
        (folder / "next").write_text(f"{seconds:+.3f}\n")
        (folder / "next").rename(offset)

    turn(0)
    env = {
        "LD_PRELOAD": str(library),
        "FAKETIME_TIMESTAMP_FILE": str(offset),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    # The digest of the action, how long after the issue the clock was, and what was decided.
    seen: list[tuple[str, float, str]] = []
    running = True

    def ask(caller: int, port: int) -> None:
        connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        number = 0
        while running:
            number += 1
            event = {**body, "proposed_arguments": {"caller": caller, "number": number}}
            connection.request("POST", "/pre-tool-check", json.dumps(event), JSON)
            decision = json.loads(connection.getresponse().read())
            decided_at = datetime.fromisoformat(decision["audit_event"]["decided_at"].replace("Z", "+00:00"))
            told = " ".join([decision["route"], *decision["hard_blockers"]])
            seen.append((decision["action_digest"], (decided_at - issued).total_seconds(), told))
        connection.close()

    jumps = [jump for seed in range(rounds) for jump in random.Random(seed).sample(OFFSETS, len(OFFSETS))]
    with service("--audit-log", log, "--policy", policy, env=env) as (_, port):
        callers = [threading.Thread(target=ask, args=(caller, port)) for caller in range(16)]
        for caller in callers:
            caller.start()
        for seconds in jumps:
            turn(seconds)
            before = len(seen)
            # The answers that are under way may be from before the jump.
            deadline = time.monotonic() + PATIENCE
            while len(seen) < before + 64 and time.monotonic() < deadline:
                time.sleep(0.005)
        running = False
        for caller in callers:
            caller.join(PATIENCE)
    wrong = [(age, told) for _, age, told in seen if told != expected(age)]
    told = {name: sum(one == name for _, _, one in seen) for name in sorted({one for _, _, one in seen})}
    # Whoever opens the log reads all of it.
    with AuditLog(log) as opened:
        repairs = opened.repairs
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    recorded = [line["event"]["action_digest"] for line in lines if "event" in line]
    back = sum(later["recorded_at"] < earlier["recorded_at"] for earlier, later in pairwise(lines))
    print(
        f"\n{len(jumps)} clock jumps under load: {len(seen)} decisions, {told}, {len(wrong)} wrong; the log went "
        f"back in time {back} times in {len(lines)} records, {len(repairs)} repairs"
    )
    assert not wrong, wrong[:3]
    assert set(told) == {"accept", "defer stale_evidence", "defer evidence_from_future"}
    assert sorted(recorded) == sorted(digest for digest, _, _ in seen)
    assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
    assert back > 0
    assert not repairs


def expected(age: float) -> str:
    """What the gate has to say about evidence of this age in seconds; a clock may be five minutes behind."""
    if age < -300:
        return "defer evidence_from_future"
    return "accept" if age <= 3600 else "defer stale_evidence"


STEPS: dict[str, Callable[[Path, argparse.Namespace], None]] = {
    "speed": lambda folder, asked: speed(folder, asked.seconds),
    "slow": lambda _, asked: slow_clients(asked.seconds),
    "disk": lambda folder, _: full_disk(folder),
    "removed": lambda folder, _: removed_log(folder),
    "ends": lambda folder, asked: ends(folder, asked.ends),
    "clock": lambda folder, asked: clock_jumps(folder, asked.jumps),
    "bad": lambda _, asked: bad_inputs(asked.bad),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=int, default=10, help="of each measurement (%(default)s)")
    parser.add_argument("--bad", type=int, default=100_000, help="how many bad inputs (%(default)s)")
    parser.add_argument("--ends", type=int, default=5, help="how often the service is ended (%(default)s)")
    parser.add_argument(
        "--jumps", type=int, default=10, help="how often each clock jump is made (%(default)s)"
    )
    parser.add_argument(
        "--only", choices=STEPS, action="append", help="only this; may be given several times"
    )
    asked = parser.parse_args()
    steps: list[str] = asked.only or list(STEPS)
    if {"speed", "slow"} & set(steps) and shutil.which("wrk") is None:
        raise SystemExit("wrk is not here: `apt-get install wrk`")
    waiting = os.getloadavg()[0]
    print(
        f"{os.cpu_count()} cores, {waiting:.1f} processes running or waiting before this began\n", flush=True
    )
    with tempfile.TemporaryDirectory() as name:
        for step in steps:
            STEPS[step](Path(name), asked)


if __name__ == "__main__":
    main()
