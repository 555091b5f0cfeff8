"""Measures the wheel over ``events.json``.

``python bench.py measure CALLS`` prints one line of JSON for each operation and event;
``python bench.py soak CALLS`` calls in a loop and prints the memory after each tenth.
``cargo xtask bench`` runs it, with the wheel installed, beside its counterparts. The peers that are installed are
measured in between, call by call.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import aana
from peers.peers import peers

MANIFEST = json.loads(Path(__file__).with_name("events.json").read_text(encoding="utf-8"))
NOW = datetime.fromisoformat(MANIFEST["now"].replace("Z", "+00:00"))


# Fewer of what a peer takes long for: the median of a thousand is as good.
MOST_OF_PEERS = 1000


class Operation(NamedTuple):
    """What is timed, on our own surface or on that of a peer."""

    name: str
    work: Callable[[], object]
    peer: str | None = None


def report(*, surface: str = "python-wheel", **line: object) -> None:
    print(json.dumps({"surface": surface, **line}), flush=True)


def percentile(times: list[int], part: int) -> float:
    return times[len(times) * part // 100] / 1000


def sample(event: str, calls: int, operations: list[Operation]) -> None:
    """Times each operation by itself, one call of each in turn: whatever else the machine does meets them all."""
    for operation in operations:
        for _ in range(MOST_OF_PEERS):
            operation.work()
    clock = time.perf_counter_ns
    times: list[list[int]] = [[] for _ in operations]
    for call in range(calls):
        for taken, (_, work, peer) in zip(times, operations, strict=True):
            if peer is not None and call >= MOST_OF_PEERS:
                continue
            start = clock()
            work()
            taken.append(clock() - start)
    for taken, (name, _, peer) in zip(times, operations, strict=True):
        taken.sort()
        surface = {} if peer is None else {"surface": peer}
        p50_us, p99_us = percentile(taken, 50), percentile(taken, 99)
        report(**surface, operation=name, event=event, p50_us=p50_us, p99_us=p99_us)


def import_time() -> None:
    """What ``import aana`` adds to a bare start of the interpreter."""

    def run(code: str) -> int:
        start = time.perf_counter_ns()
        subprocess.run([sys.executable, "-I", "-c", code], check=True)
        return time.perf_counter_ns() - start

    runs = sorted(run("import aana") - run("pass") for _ in range(21))
    report(operation="import", event="", p50_us=percentile(runs, 50), p99_us=percentile(runs, 99))


def measure(calls: int) -> None:
    import_time()
    gate = aana.Gate()
    others = peers()
    for measured in MANIFEST["events"]:
        name: str = measured["name"]
        event: dict[str, Any] = measured["event"]
        text = json.dumps(event).encode()
        decision = aana.check_tool_call(event, now=NOW)
        if decision["route"] != measured["route"]:
            raise SystemExit(f"{name}: another route, {decision['route']}")
        long = json.dumps(decision)
        ours = [
            Operation(
                "floor", partial(lambda event, long: (json.dumps(event), json.loads(long)), event, long)
            ),
            Operation("Gate.check().route", partial(lambda event: gate.check(event, now=NOW).route, event)),
            Operation("check_json", partial(aana.check_json, text, now=NOW)),
            Operation("check_tool_call", partial(aana.check_tool_call, event, now=NOW)),
            Operation(
                "check_tool_call + should_execute_tool",
                partial(
                    lambda event: aana.should_execute_tool(aana.check_tool_call(event, now=NOW), event), event
                ),
            ),
        ]
        theirs = [Operation(peer.operation, partial(peer.ask, event), peer.surface) for peer in others]
        sample(name, calls, ours + theirs)


def resident_bytes() -> int:
    gc.collect()
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise SystemExit("/proc/self/status names no VmRSS")


def soak(calls: int) -> None:
    events = [measured["event"] for measured in MANIFEST["events"]]
    held = []
    for call in range(1, calls + 1):
        aana.check_tool_call(events[call % len(events)], now=NOW)
        if call % (calls // 10) == 0:
            held.append(resident_bytes())
    report(calls=calls, held=held)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["measure", number]:
            measure(int(number))
        case ["soak", number]:
            soak(int(number))
        case _:
            raise SystemExit("usage: bench.py measure|soak CALLS")
