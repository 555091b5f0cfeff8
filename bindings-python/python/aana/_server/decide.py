"""No answer without its record: decisions are written to the audit log before anybody sees them."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any, Protocol

import anyio.to_thread

from aana import Gate
from aana._callbacks import finished
from aana._native import answer_json, given_now
from aana._server.attest import Attester

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from aana._server.attest import Approvals
    from aana._types import Blocker, Decision, Route

Answer = tuple["Route", "tuple[Blocker, ...]", bytes]


class Log(Protocol):
    """What is needed of an audit log."""

    def append(self, decision: bytes, /) -> object:
        """Write the record of a decision, or raise."""
        ...


class Decider:
    """The gate, and the log that every decision goes through before anybody sees it.

    `on_decision` gets every decision after its record, and is awaited if it is a coroutine function; what fails
    there leaves the call without a decision. `confirmations` is the store whose approvals count where the policy
    says `evidence: attested`, each for one accept.
    """

    logger = logging.getLogger("aana")

    def __init__(
        self,
        gate: Gate | None = None,
        log: Log | None = None,
        *,
        optional: bool = False,
        on_decision: Callable[[Decision], object | Awaitable[object]] | None = None,
        confirmations: Approvals | None = None,
    ) -> None:
        self.gate = gate or Gate()
        self.attester = Attester(self.gate, confirmations, self.logger)
        self.log = log
        self.optional = optional
        self.on_decision = on_decision
        self.failing = False

    async def decide(
        self, event: str | bytes, now: int | None = None, *, subject: str | None = None
    ) -> bytes:
        """The decision about an event as JSON text, once it is recorded; `defer` if it could not be.

        `subject` is whose bearer token the event came with, as the server knows it.
        """
        # The clock is read once, so that a decision without its record is the same decision.
        now = given_now(now)
        found = await self.attester.look(event, subject, now)
        attested = found.refs
        answer = answer_json(event, self.gate, now, attested=attested)
        if answer[0] == "accept" and found.approvals and not await self.attester.use(found):
            # Another call has run on one of them meanwhile.
            attested = found.sign_ins
            answer = answer_json(event, self.gate, now, attested=attested)
        if not await self.recorded(answer[2]) and not self.optional:
            answer = answer_json(event, self.gate, now, recorded=False, attested=attested)
        self.decided(answer)
        if self.on_decision is not None:
            decision: Any = json.loads(answer[2])
            await finished("on_decision", self.on_decision(decision))
        return answer[2]

    def decided(self, answer: Answer) -> None:
        """Note a decision that is about to be told; not every server does."""

    async def aside(self, append: Callable[[bytes], object], decision: bytes) -> None:
        """Write in a thread: it takes as long as the disk takes."""
        await anyio.to_thread.run_sync(append, decision)

    def unrecorded(self) -> None:
        """Count a decision that has no record."""

    async def recorded(self, decision: bytes) -> bool:
        """Whether a decision has its record now, if there is a log."""
        if self.log is None:
            return True
        try:
            await self.aside(self.log.append, decision)
        except Exception as error:  # noqa: BLE001
            # Whatever went wrong, there may be no record.
            self.unrecorded()
            if not self.failing:
                self.logger.error("a decision was not recorded: %s", error)
            self.failing = True
            return False
        self.failing = False
        return True
