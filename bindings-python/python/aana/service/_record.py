"""No answer without its record: decisions are written to the audit log before anybody sees them."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Protocol

from aana._native import answer_json
from aana.audit import AuditLog

if TYPE_CHECKING:
    from aana import Gate
    from aana._types import Blocker, Route
    from aana.service._metrics import Metrics
    from aana.service._settings import Settings

    Answer = tuple[Route, tuple[Blocker, ...], bytes]

logger = logging.getLogger("aana.service")

# Those who wait at the same time share one write and one sync.
THREADS = 32


class Log(Protocol):
    """What is needed of an audit log."""

    def append(self, decision: bytes, /) -> object:
        """Write the record of a decision, or raise `OSError`."""
        ...

    def close(self) -> None:
        """Leave nothing unwritten."""
        ...


def open_log(settings: Settings) -> AuditLog | None:
    """The operator's audit log; what was repaired is told."""
    if settings.audit_log is None:
        return None
    log = AuditLog(settings.audit_log, fsync=settings.audit_fsync)
    for repair in log.repairs:
        logger.warning("audit log: %s", repair)
    return log


class Decider:
    """The gate, and the log that every decision goes through."""

    def __init__(self, gate: Gate, log: Log | None, metrics: Metrics, *, optional: bool) -> None:
        self.gate = gate
        self.log = log
        self.metrics = metrics
        self.optional = optional
        self.failing = False
        self.threads = ThreadPoolExecutor(THREADS, "aana-audit") if log is not None else None

    async def decide(self, event: bytes, now: int | None = None) -> bytes:
        """The decision about an event as JSON text, once it is recorded."""
        answer = answer_json(event, self.gate, now)
        if self.threads is not None and not await self._recorded(answer[2]) and not self.optional:
            answer = answer_json(event, self.gate, now, recorded=False)
        self.metrics.decided(answer[0], answer[1])
        return answer[2]

    async def _recorded(self, decision: bytes) -> bool:
        assert self.log is not None  # noqa: S101
        try:
            await asyncio.get_running_loop().run_in_executor(self.threads, self.log.append, decision)
        except Exception as error:  # noqa: BLE001
            # Whatever went wrong, there may be no record.
            self.metrics.unrecorded.inc()
            if not self.failing:
                logger.error("a decision was not recorded: %s", error)
            self.failing = True
            return False
        self.failing = False
        return True

    async def can_record(self) -> bool:
        """Whether records are written. After a failure the refusal of an empty event is recorded to find out."""
        return self.log is None or not self.failing or await self._recorded(answer_json(b"{}", self.gate)[2])

    def close(self) -> None:
        """Wait for records that are being written, and end the log in order."""
        if self.threads is not None:
            self.threads.shutdown(wait=True)
        if self.log is not None:
            self.log.close()
