"""The decisions of the service: recorded by threads of its own, and counted."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Protocol

from aana._native import decide_json
from aana._server import decide as _server

if TYPE_CHECKING:
    from collections.abc import Callable

    from aana import Gate, GateDecision
    from aana._server.attest import Approvals
    from aana._types import Decision
    from aana.service._metrics import Metrics

# Requests that wait at the same time share one write and one sync.
THREADS = 32


class Log(_server.Log, Protocol):
    """What is needed of an audit log."""

    def close(self) -> None:
        """Leave nothing unwritten."""
        ...


class Decider(_server.Decider):
    """The gate, and the log that every decision goes through."""

    logger = logging.getLogger("aana.service")

    def __init__(
        self,
        gate: Gate,
        log: Log | None,
        metrics: Metrics,
        *,
        optional: bool,
        on_decision: Callable[[Decision], object] | None = None,
        confirmations: Approvals | None = None,
    ) -> None:
        super().__init__(gate, log, optional=optional, on_decision=on_decision, confirmations=confirmations)
        self.metrics = metrics
        self.closing = None if log is None else log.close
        self.threads = ThreadPoolExecutor(THREADS, "aana-audit") if log is not None else None

    async def aside(self, append: Callable[[GateDecision], object], decision: GateDecision) -> None:
        """Write in one of the threads that `close` waits for."""
        await asyncio.get_running_loop().run_in_executor(self.threads, append, decision)

    def decided(self, decision: GateDecision) -> None:
        """Count a decision."""
        self.metrics.decided(decision.route, decision.hard_blockers)

    def count_unrecorded(self) -> None:
        """Count a decision that has no record."""
        self.metrics.unrecorded.inc()

    async def can_record(self) -> bool:
        """Whether records are written. After a failure the refusal of an empty event is recorded to find out."""
        return not self.failing or await self.recorded(decide_json(b"{}", self.gate))

    def close(self) -> None:
        """Wait for records that are being written, and end the log in order."""
        if self.threads is not None:
            self.threads.shutdown(wait=True)
        if self.closing is not None:
            self.closing()
