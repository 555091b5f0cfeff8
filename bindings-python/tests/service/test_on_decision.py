"""Who wants to hear of every decision, hears of it before anybody sees it."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest
from aana._server.decide import Decider
from events import NOW, search
from logs import Failing

from service.serving import JSON, client

if TYPE_CHECKING:
    from collections.abc import Callable

    import aana

EVENT = json.dumps(search(q="leave")).encode()


def heard_by(log: Failing, *, fails: bool = False) -> list[Callable[[aana.Decision], Any]]:
    """The ways to be told, each of which notes the decision in the log if it comes to its end."""

    def hear(decision: aana.Decision) -> None:
        if fails:
            raise OSError("nobody listens")
        log.records.append(json.dumps(decision["route"]).encode())

    async def hear_later(decision: aana.Decision) -> None:
        await asyncio.sleep(0)
        hear(decision)

    class Hearing:
        async def __call__(self, decision: aana.Decision) -> None:
            await hear_later(decision)

    return [hear, hear_later, Hearing(), lambda decision: hear_later(decision)]


def working() -> Failing:
    log = Failing()
    log.full = False
    return log


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("way", range(4))
def test_a_decision_is_answered_once_it_was_heard(way: int) -> None:
    log = working()
    asked = client(on_decision=heard_by(log)[way])
    assert asked.post("/pre-tool-check", content=EVENT, headers=JSON).json()["route"] == "accept"
    asyncio.run(Decider(on_decision=heard_by(log)[way]).decide(EVENT, NOW))
    assert log.records == [b'"accept"'] * 2


def generate(decision: aana.Decision) -> Any:
    yield decision


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("on_decision", [*heard_by(working(), fails=True), generate])
def test_what_nobody_could_hear_is_not_answered(on_decision: Any) -> None:
    asked = client(on_decision=on_decision)
    assert asked.post("/pre-tool-check", content=EVENT, headers=JSON).status_code == 500
    with pytest.raises((OSError, TypeError)):
        asyncio.run(Decider(on_decision=on_decision).decide(EVENT, NOW))
