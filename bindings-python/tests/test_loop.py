"""A running event loop beside threads that check large events."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from typing import TYPE_CHECKING

import aana
from events import NOW, search

if TYPE_CHECKING:
    from collections.abc import Callable

THREADS = 8


async def heartbeat(work: Callable[[], object], seconds: float) -> float:
    """The usual gap (the median) of a loop that wants to run each millisecond, beside the threads."""
    stop = threading.Event()

    def over_and_over() -> None:
        while not stop.is_set():
            work()

    threads = [threading.Thread(target=over_and_over) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    gaps = []
    end = time.perf_counter() + seconds
    while (start := time.perf_counter()) < end:
        await asyncio.sleep(0.001)
        gaps.append(time.perf_counter() - start)
    stop.set()
    for thread in threads:
        thread.join()
    return sorted(gaps)[len(gaps) // 2]


def test_a_check_disturbs_a_loop_no_more_than_writing_the_event_does() -> None:
    """One megabyte, measured in turns with `json.dumps`, so that a busy machine is busy for both."""
    event = search(q=["a word of some text "] * 45_000)
    assert len(json.dumps(event)) > 1_000_000
    gate = aana.Gate()
    checks, writes = [], []
    for _ in range(5):
        checks.append(asyncio.run(heartbeat(lambda: gate.check(event, NOW), 0.3)))
        writes.append(asyncio.run(heartbeat(lambda: json.dumps(event), 0.3)))
    assert sorted(checks)[2] < 2 * sorted(writes)[2], (checks, writes)


def test_a_call_from_within_a_loop() -> None:
    """As in a notebook: the check is no coroutine and needs no loop of its own."""

    async def check() -> list[str]:
        return [aana.check_tool_call(search())["route"], *(one.route for one in aana.check_many([search()]))]

    assert asyncio.run(check()) == ["accept", "accept"]
