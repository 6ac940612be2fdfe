"""The time that all processes of a house share: the database's, wherever the clock of a machine stands.

A machine whose clock is ahead must not end other people's moves. So every process asks the database for the
time when it starts and again now and then, and counts on from there with a clock that nobody sets.
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final

import structlog
from sqlalchemy.exc import SQLAlchemyError

from ludotheque.host.refusals import Unavailable
from ludotheque.host.world import Clock, Now
from ludotheque.server.metrics import CLOCK_AHEAD

EVERY: Final = 10.0
"""Seconds between two looks at the clock of the database."""
FIRST: Final = 3
"""Looks at the start: the first may take long, since it connects."""
WRONG: Final = 1.0
"""Seconds by which the clock of a machine may differ before that is logged."""

log = structlog.get_logger()


class SharedTime:
    """The time of a house, as one of its processes knows it."""

    def __init__(self, now: Now, clock: Clock, ask: Callable[[], Awaitable[datetime]] | None) -> None:
        self._machine = now
        self._clock = clock
        self._ask = ask
        """Gives the time of the database; None where this machine's own is right by definition."""
        self._known: tuple[datetime, float] | None = None
        """A time of the database, and what the clock that only counts forward showed then."""
        self._took = 0.0
        """Seconds that the answer took: half of that is how far it may be off."""
        self.ahead: float | None = None
        """Seconds by which this machine's clock was ahead of the database's at the last look."""
        self._told = False
        self._looking: asyncio.Task[None] | None = None

    def now(self) -> datetime:
        """Return the time of the database, or of this machine where it is the only one."""
        if self._known is None:
            return self._machine()
        at, clock = self._known
        return at + timedelta(seconds=self._clock() - clock)

    async def open(self) -> None:
        """Learn the time, and follow it from now on."""
        if self._ask is None:
            return
        for _ in range(FIRST):
            await self.measure()
        self._looking = asyncio.get_running_loop().create_task(self._follow())

    async def close(self) -> None:
        """Follow no longer."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def measure(self) -> None:
        """Ask the database for its time; an answer that took long changes only what it contradicts."""
        if self._ask is None:
            return
        begun = self._clock()
        told = await self._ask()
        clock = self._clock()
        took = clock - begun
        at = told + timedelta(seconds=took / 2)
        off = abs((at - self.now()).total_seconds())
        if self._known is None or took < self._took or off > took / 2:
            self._known, self._took = (at, clock), took
        self.ahead = (self._machine() - self.now()).total_seconds()
        CLOCK_AHEAD.set(self.ahead)
        self._tell()

    def _tell(self) -> None:
        """Log once that this machine's clock is wrong, and once that it is right again."""
        assert self.ahead is not None
        wrong = abs(self.ahead) > WRONG
        if wrong and not self._told:
            log.warning("this machine's clock is wrong; the database's counts", ahead_s=round(self.ahead, 3))
        elif self._told and not wrong:
            log.info("this machine's clock is right again", ahead_s=round(self.ahead, 3))
        self._told = wrong

    async def _follow(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.measure()
            except (SQLAlchemyError, OSError, Unavailable) as error:  # the time goes on as it was known
                log.warning("the database could not be asked for the time", error=type(error).__name__)
