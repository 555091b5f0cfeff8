"""Measures the wheel over ``events.json``.

``python bench.py measure CALLS`` prints one line of JSON for each operation and event;
``python bench.py soak CALLS`` calls in a loop and prints the memory after each tenth.
``cargo xtask bench`` runs it, with the wheel installed, beside its counterparts.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import aana

MANIFEST = json.loads(Path(__file__).with_name("events.json").read_text(encoding="utf-8"))
NOW = datetime.fromisoformat(MANIFEST["now"].replace("Z", "+00:00"))


def report(**line: object) -> None:
    print(json.dumps({"surface": "python-wheel", **line}), flush=True)


def percentile(times: list[int], part: int) -> float:
    return times[len(times) * part // 100] / 1000


def sample(operation: str, event: str, calls: int, work: Callable[[], object]) -> None:
    for _ in range(calls // 10):
        work()
    clock = time.perf_counter_ns
    times = []
    for _ in range(calls):
        start = clock()
        work()
        times.append(clock() - start)
    times.sort()
    report(operation=operation, event=event, p50_us=percentile(times, 50), p99_us=percentile(times, 99))


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
    for measured in MANIFEST["events"]:
        name: str = measured["name"]
        event: dict[str, Any] = measured["event"]
        text = json.dumps(event).encode()
        decision = aana.check_tool_call(event, now=NOW)
        if decision["route"] != measured["route"]:
            raise SystemExit(f"{name}: another route, {decision['route']}")
        long = json.dumps(decision)
        sample("floor", name, calls, lambda: (json.dumps(event), json.loads(long)))
        sample("Gate.check().route", name, calls, lambda: gate.check(event, now=NOW).route)
        sample("check_json", name, calls, lambda: aana.check_json(text, now=NOW))
        sample("check_tool_call", name, calls, lambda: aana.check_tool_call(event, now=NOW))


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
