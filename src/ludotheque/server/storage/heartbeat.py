"""Check that the database is writable; a full disk can still be read."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

import structlog
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from ludotheque.host.refusals import Unavailable
from ludotheque.server.metrics import WRITABLE
from ludotheque.server.storage.database import Database
from ludotheque.server.storage.schema import heartbeat

GOOD_FOR: Final = timedelta(seconds=5)
"""Time for which a result is reused, so that frequent checks cause no extra writes."""

PATIENCE: Final = 3.0
"""Timeout of the metrics endpoint for the check, in seconds."""

log = structlog.get_logger()


class Heartbeat:
    """Writability check that updates a row in the database and caches the result for a few seconds."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now
        self._looked: datetime | None = None
        self._well = False
        self._looking = asyncio.Lock()
        self._beating: asyncio.Task[bool] | None = None

    async def beats(self) -> bool:
        """Return whether the last write succeeded, trying again if it is older than `GOOD_FOR`."""
        async with self._looking:
            now = self._now()
            if self._looked is None or now - self._looked >= GOOD_FOR:
                self._well = await self._write(now)
                self._looked = now
            return self._well

    async def measure(self) -> None:
        """Update the metric `WRITABLE`; a write that takes longer than `PATIENCE` counts as failed."""
        if self._beating is None or self._beating.done():
            self._beating = asyncio.create_task(self.beats())
        # Not cancelled on timeout, as the cancellation would wait for the database, too.
        done, _ = await asyncio.wait({self._beating}, timeout=PATIENCE)
        WRITABLE.set(bool(done) and self._beating.result())

    async def close(self) -> None:
        """Cancel a check in progress."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)

    async def _write(self, now: datetime) -> bool:
        insert = sqlite.insert if self._database.is_sqlite else postgresql.insert
        beat = insert(heartbeat).values(id=1, at=now)
        try:
            async with self._database.writing() as db:
                # Other processes may insert the same row concurrently.
                await db.execute(
                    beat.on_conflict_do_update(index_elements=[heartbeat.c.id], set_={"at": now})
                )
        except (SQLAlchemyError, OSError, Unavailable) as error:
            log.error("the database can't be written to", error=type(error).__name__)
            return False
        return True
