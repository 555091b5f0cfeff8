"""A running event loop beside a thread that checks a large event."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import TYPE_CHECKING

import aana
from aana import aaep
from events import NOW, search

if TYPE_CHECKING:
    from collections.abc import Callable

LARGE = json.dumps(search(q=["a word of some text "] * 40_000)).encode()


def runs_beside(work: Callable[[], object], at_most: int) -> bool:
    """Whether a loop that wants to run each millisecond ever does so while `work` is under way in a thread.

    No thread is asked to give way meanwhile, so it runs only if `work` lets go of the GIL of its own accord. On a
    busy machine that may take more than one try.
    """
    under_way = False
    ticks = 0

    def run() -> None:
        nonlocal under_way
        under_way = True
        for _ in range(at_most):
            work()
            if ticks:
                break
        under_way = False

    async def loop() -> None:
        nonlocal ticks
        running = asyncio.create_task(asyncio.to_thread(run))
        while not running.done():
            await asyncio.sleep(0.001)
            ticks += under_way
        await running

    interval = sys.getswitchinterval()
    sys.setswitchinterval(60)
    try:
        asyncio.run(loop())
    finally:
        sys.setswitchinterval(interval)
    return ticks > 0


def test_the_loop_runs_while_a_large_event_is_checked() -> None:
    assert len(LARGE) > 900_000
    assert b'"route":"accept"' in aana.check_json(LARGE, now=NOW)
    assert runs_beside(lambda: aana.check_json(LARGE, now=NOW), 200)


def test_the_loop_runs_while_a_long_stream_is_checked() -> None:
    # Of answers, in which a stream finds nothing, so that the report is short.
    lines = b'{"type": "clarification.reply", "response": "a word of some text"}\n' * 15_000
    assert aaep.check_stream(lines)["findings"] == []
    assert runs_beside(lambda: aaep.check_stream(lines), 200)


def test_the_loop_stands_still_where_nobody_lets_go() -> None:
    """That the test above can fail."""
    assert not runs_beside(lambda: json.loads(LARGE), 200)


def test_a_call_from_within_a_loop() -> None:
    """As in a notebook: the check is not a coroutine and needs no loop of its own."""

    async def check() -> list[str]:
        return [aana.check_tool_call(search())["route"], *(one.route for one in aana.check_many([search()]))]

    assert asyncio.run(check()) == ["accept", "accept"]
