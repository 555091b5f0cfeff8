"""What Prometheus is told: counts of routes and blockers, and how long answers took. No value of an event."""

from __future__ import annotations

import os
from typing import TypeVar, cast

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

T = TypeVar("T", Counter, Histogram)

# Set before the workers start, so that any of them can tell the sum of all.
SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"

SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

CONTENT_TYPE = CONTENT_TYPE_LATEST


class Metrics:
    """The counters of one service."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.decisions = Counter("aana_decisions", "Decisions by route.", ["route"], registry=self.registry)
        self.blockers = Counter(
            "aana_hard_blockers", "Hard blockers of the decisions.", ["blocker"], registry=self.registry
        )
        self.answers = Counter(
            "aana_http_answers", "Answers by path and status.", ["path", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "aana_http_seconds",
            "From the head of a request to the end of its answer.",
            ["path"],
            buckets=SECONDS,
            registry=self.registry,
        )
        self.unrecorded = Counter(
            "aana_audit_failures", "Decisions whose record could not be written.", registry=self.registry
        )
        self._found: dict[tuple[int, tuple[str, ...]], Counter | Histogram] = {}
        for route in ("accept", "ask", "defer", "refuse"):
            self.decisions.labels(route)

    def decided(self, route: str, blockers: tuple[str, ...]) -> None:
        """Count a decision."""
        self._of(self.decisions, route).inc()
        for blocker in blockers:
            self._of(self.blockers, blocker).inc()

    def answered(self, path: str, status: int, seconds: float) -> None:
        """Count an answer."""
        self._of(self.answers, path, str(status)).inc()
        self._of(self.seconds, path).observe(seconds)

    def _of(self, of: T, *labels: str) -> T:
        """The counter with these labels. There are few, and looking them up anew takes longer than to count."""
        key = (id(of), labels)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = of.labels(*labels)
        return cast("T", found)

    def text(self) -> bytes:
        """Everything in Prometheus' format, of all workers together."""
        if SHARED_FOLDER not in os.environ:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)
