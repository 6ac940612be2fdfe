"""Whether the database can still be written to: a full disk reads well."""

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
"""How long an answer holds, so that asking often writes no more."""

PATIENCE: Final = 3.0
"""Seconds that whoever collects metrics waits for the database."""

log = structlog.get_logger()


class Heartbeat:
    """Writes a line now and then, and knows whether that went well."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now
        self._looked: datetime | None = None
        self._well = False
        self._looking = asyncio.Lock()
        self._beating: asyncio.Task[bool] | None = None

    async def beats(self) -> bool:
        """Whether a line could be written a moment ago."""
        async with self._looking:
            now = self._now()
            if self._looked is None or now - self._looked >= GOOD_FOR:
                self._well = await self._write(now)
                self._looked = now
            return self._well

    async def measure(self) -> None:
        """Bring the metric up to date; a database that takes long for a line counts as away."""
        if self._beating is None or self._beating.done():
            self._beating = asyncio.create_task(self.beats())
        # It is not cancelled: that would wait for the database, too.
        done, _ = await asyncio.wait({self._beating}, timeout=PATIENCE)
        WRITABLE.set(bool(done) and self._beating.result())

    async def close(self) -> None:
        """Ask no more."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)

    async def _write(self, now: datetime) -> bool:
        insert = sqlite.insert if self._database.is_sqlite else postgresql.insert
        beat = insert(heartbeat).values(id=1, at=now)
        try:
            async with self._database.writing() as db:
                # Other processes may do the same at this moment.
                await db.execute(
                    beat.on_conflict_do_update(index_elements=[heartbeat.c.id], set_={"at": now})
                )
        except (SQLAlchemyError, OSError, Unavailable) as error:
            log.error("the database can't be written to", error=type(error).__name__)
            return False
        return True
