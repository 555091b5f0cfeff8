"""No answer without its record: decisions are written to the audit log before anybody sees them."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Protocol

import anyio.to_thread

from aana import Gate
from aana._callbacks import finished
from aana._native import decide_json, given_now, unrecorded
from aana._server.attest import Attester

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from aana import GateDecision
    from aana._server.attest import Approvals
    from aana._types import Decision


class Log(Protocol):
    """What is needed of an audit log."""

    def append(self, decision: GateDecision, /) -> object:
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
    ) -> GateDecision:
        """The decision about an event, once it is recorded; at least `defer` if it could not be.

        `subject` is whose bearer token the event came with, as the server knows it.
        """
        # The clock is read once, so that a decision that is taken again is of the same moment.
        now = given_now(now)
        attested = await self.attester.attest(event, subject, now)
        decision = decide_json(event, self.gate, now, attested=attested.refs)
        if decision.route == "accept" and attested.approvals and not await self.attester.use(attested):
            # Another call has run on one of them meanwhile.
            decision = decide_json(event, self.gate, now, attested=attested.sign_ins)
        if not await self.recorded(decision) and not self.optional:
            decision = unrecorded(decision)
        self.decided(decision)
        if self.on_decision is not None:
            await finished("on_decision", self.on_decision(decision.to_dict()))
        return decision

    def decided(self, decision: GateDecision) -> None:
        """Note a decision that is about to be told; not every server does."""

    async def append_in_thread(
        self, append: Callable[[GateDecision], object], decision: GateDecision
    ) -> None:
        """Write in a thread: it takes as long as the disk takes."""
        await anyio.to_thread.run_sync(append, decision)

    def count_unrecorded(self) -> None:
        """Count a decision that has no record."""

    async def recorded(self, decision: GateDecision) -> bool:
        """Whether a decision has its record now, if there is a log."""
        if self.log is None:
            return True
        try:
            await self.append_in_thread(self.log.append, decision)
        except Exception as error:  # noqa: BLE001
            # Whatever went wrong, there may be no record.
            self.count_unrecorded()
            if not self.failing:
                self.logger.error("a decision was not recorded: %s", error)
            self.failing = True
            return False
        self.failing = False
        return True
