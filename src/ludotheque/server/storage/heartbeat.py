"""Whether the database can still be written to: a full disk reads well."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

import structlog
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from ludotheque.server.refusals import Unavailable
from ludotheque.server.storage.database import Database
from ludotheque.server.storage.schema import heartbeat

GOOD_FOR: Final = timedelta(seconds=5)
"""How long an answer holds, so that asking often writes no more."""

log = structlog.get_logger()


class Heartbeat:
    """Writes a line now and then, and knows whether that went well."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now
        self._looked: datetime | None = None
        self._well = False
        self._looking = asyncio.Lock()

    async def beats(self) -> bool:
        """Whether a line could be written a moment ago."""
        async with self._looking:
            now = self._now()
            if self._looked is None or now - self._looked >= GOOD_FOR:
                self._well = await self._write(now)
                self._looked = now
            return self._well

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
