"""Clock shared by all server processes: that of the database.

Processes on machines with different clocks must agree on deadlines. Each measures the database's clock at its
start and regularly after that, and advances it between measurements with a monotonic clock.
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
"""Seconds between two measurements of the database's clock."""
FIRST: Final = 3
"""Measurements at the start; the first may be slow and so imprecise, as it opens a connection."""
WRONG: Final = 1.0
"""Difference to the clock of this machine, in seconds, above which a warning is logged."""

log = structlog.get_logger()


class SharedTime:
    """Current time by the database's clock, estimated from the latest good measurement."""

    def __init__(self, now: Now, clock: Clock, ask: Callable[[], Awaitable[datetime]] | None) -> None:
        self._machine = now
        self._clock = clock
        self._ask = ask
        """Function that asks the database for its time; None to use the clock of this machine."""
        self._known: tuple[datetime, float] | None = None
        """A measured time of the database with the reading of the monotonic clock at that moment."""
        self._took = 0.0
        """Round-trip time of that measurement in seconds; its error is at most half of that."""
        self.ahead: float | None = None
        """Seconds by which this machine's clock was ahead of the database's at the last measurement."""
        self._told = False
        self._looking: asyncio.Task[None] | None = None

    def now(self) -> datetime:
        """Return the current time of the database, or of this machine if nothing has been measured."""
        if self._known is None:
            return self._machine()
        at, clock = self._known
        return at + timedelta(seconds=self._clock() - clock)

    async def open(self) -> None:
        """Measure the database's clock several times, then keep measuring in the background."""
        if self._ask is None:
            return
        for _ in range(FIRST):
            await self.measure()
        self._looking = asyncio.get_running_loop().create_task(self._follow())

    async def close(self) -> None:
        """Stop measuring."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def measure(self) -> None:
        """Measure the database's clock.

        The result replaces the known one if its round trip was shorter, or if the two differ by more than its
        possible error.
        """
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
        """Log once when this machine's clock becomes wrong, and once when it is right again."""
        assert self.ahead is not None
        wrong = abs(self.ahead) > WRONG
        if wrong and not self._told:
            log.warning(
                "this machine's clock differs from the database's, which is used",
                ahead_s=round(self.ahead, 3),
            )
        elif self._told and not wrong:
            log.info("this machine's clock agrees with the database's again", ahead_s=round(self.ahead, 3))
        self._told = wrong

    async def _follow(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.measure()
            except (SQLAlchemyError, OSError, Unavailable) as error:  # keep advancing the last known time
                log.warning("the database could not be asked for the time", error=type(error).__name__)
