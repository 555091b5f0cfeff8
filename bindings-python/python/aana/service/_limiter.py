"""How often one address may ask: a bucket of permits that fills again."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

# Addresses are forgotten beyond this many, the ones that asked longest ago first.
REMEMBERED = 10_000


class Limiter:
    """A bucket of `burst` permits for each address, filled again by `rate` a second.

    >>> now = 0.0
    >>> limiter = Limiter(rate=2, burst=1, clock=lambda: now)
    >>> limiter.wait("a"), limiter.wait("a"), limiter.wait("b")
    (0, 1, 0)
    >>> now = 0.5
    >>> limiter.wait("a")
    0
    """

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.burst = float(burst)
        self.clock = clock
        self.buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, address: str) -> int:
        """Take a permit and give 0, or the whole seconds to wait for the next one."""
        now = self.clock()
        permits, then = self.buckets.pop(address, (self.burst, now))
        permits = min(self.burst, permits + (now - then) * self.rate)
        allowed = permits >= 1
        self.buckets[address] = (permits - 1 if allowed else permits, now)
        if len(self.buckets) > REMEMBERED:
            self.buckets.popitem(last=False)
        return 0 if allowed else max(1, math.ceil((1 - permits) / self.rate))
