"""The service under load from another process, and under what goes wrong: `python tests/load/load.py`.

Needs the wheel with its extra `service`, and `wrk` (`apt-get install wrk`). Everything stays on this machine, and
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
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import TYPE_CHECKING

from aana.audit import AuditLog

if TYPE_CHECKING:
    from collections.abc import Iterator

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


@contextmanager
def service(*arguments: str | Path, before: str = "") -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A service at a port that the system chose; `before` is what its shell does first."""
    command = ["sh", "-c", f'{before} exec "$0" "$@"', sys.executable, "-m", "aana.service", "--port", "0"]
    process = subprocess.Popen([*command, *map(str, arguments)], stderr=subprocess.PIPE, text=True)
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
    """Bytes that are no event any more. None may be accepted, and none may end the service."""
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


def full_disk(folder: Path) -> None:
    """Where nothing can be written any more, nothing is accepted."""
    log = folder / "full.jsonl"
    search = {**EVENT, "tool_name": "search_docs", "tool_category": "public_read", "evidence_refs": []}
    search["proposed_arguments"] = {"q": "x"}
    routes: dict[str, int] = {}
    # Files end at 64 blocks of 512 bytes or of 1024, as the shell counts.
    with service("--audit-log", log, before="ulimit -f 64;") as (_, port):
        connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        for _ in range(300):
            connection.request("POST", "/pre-tool-check", json.dumps(search), JSON)
            decision = json.loads(connection.getresponse().read())
            told = decision["route"] + "".join(f" {blocker}" for blocker in decision["hard_blockers"])
            routes[told] = routes.get(told, 0) + 1
        connection.close()
    lines = sum('"event"' in line for line in log.read_text("utf-8").splitlines())
    print(f"\nfull disk: {routes}, {lines} records")
    assert set(routes) == {"accept", "defer audit_unavailable"}
    assert routes["accept"] == lines


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=int, default=10, help="of each measurement (%(default)s)")
    parser.add_argument("--bad", type=int, default=100_000, help="how many bad inputs (%(default)s)")
    parser.add_argument("--ends", type=int, default=5, help="how often the service is ended (%(default)s)")
    asked = parser.parse_args()
    if shutil.which("wrk") is None:
        raise SystemExit("wrk is not here: `apt-get install wrk`")
    waiting = os.getloadavg()[0]
    print(
        f"{os.cpu_count()} cores, {waiting:.1f} processes running or waiting before this began\n", flush=True
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        speed(folder, asked.seconds)
        slow_clients(asked.seconds)
        full_disk(folder)
        ends(folder, asked.ends)
        bad_inputs(asked.bad)


if __name__ == "__main__":
    main()
