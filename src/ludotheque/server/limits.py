"""How fast somebody may go: a bucket of tokens that fills again with time."""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Final

from ludotheque.server.refusals import TooMany

KEPT: Final = 10_000
"""Buckets that are remembered; the one not used for the longest time goes first."""


class TokenBucket:
    """So many at once, so many a second in the long run."""

    def __init__(self, a_second: float, at_once: float, clock: Callable[[], float] = monotonic) -> None:
        self._a_second = a_second
        self._at_once = at_once
        self._clock = clock
        self._tokens = at_once
        self._filled = clock()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = self._clock()
        self._tokens = min(self._at_once, self._tokens + (now - self._filled) * self._a_second)
        self._filled = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class RateLimiter:
    """A bucket for each of many, by name."""

    def __init__(self, a_minute: int, clock: Callable[[], float] = monotonic) -> None:
        self._a_minute = a_minute
        self._clock = clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def check(self, *names: str) -> None:
        """Refuse if one of the names goes too fast."""
        for name in names:
            bucket = self._buckets.pop(name, None)
            if bucket is None:
                bucket = TokenBucket(self._a_minute / 60, self._a_minute, self._clock)
            self._buckets[name] = bucket
            if len(self._buckets) > KEPT:
                self._buckets.popitem(last=False)
            if not bucket.take():
                raise TooMany("server.too_many", params={"seconds": max(1, 60 // self._a_minute)})
