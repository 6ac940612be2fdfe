"""Size of the database on disk, and a metric for it."""

import asyncio
import os
from typing import Final

import structlog
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from ludotheque.host.refusals import Unavailable
from ludotheque.host.world import Clock
from ludotheque.server.metrics import STORED
from ludotheque.server.storage.database import Database
from ludotheque.server.storage.ownership import COMPANIONS, MEMORY

MEASURED_EVERY: Final = 60.0
"""Seconds for which a measured size is reused."""
PATIENCE: Final = 2.0
"""Timeout of a measurement in seconds; the metrics endpoint waits for it."""
DATABASE_SIZE: Final = text("select pg_database_size(current_database())")

log = structlog.get_logger()


async def database_bytes(database: Database) -> int:
    """Return the size of the database on disk in bytes, for SQLite including its write-ahead log."""
    if database.is_sqlite:
        return file_bytes(database.engine.url.database)
    async with database.reading() as db:
        return int((await db.execute(DATABASE_SIZE)).scalar_one())


def file_bytes(file: str | None) -> int:
    """Return the size of a SQLite file and its companion files in bytes; 0 for a database in memory."""
    found = 0
    for companion in ("", *COMPANIONS) if file and file != MEMORY else ():
        try:
            found += os.stat(f"{file}{companion}").st_size
        except FileNotFoundError:  # companion files come and go with the connections
            continue
    return found


class SizeGauge:
    """Metric of the database size, measured on demand and at most once per `MEASURED_EVERY`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._measured: float | None = None

    async def measure(self) -> None:
        """Update the metric; it keeps its value if the database is away or too slow."""
        now = self._clock()
        if self._measured is not None and now - self._measured < MEASURED_EVERY:
            return
        self._measured = now
        try:
            async with asyncio.timeout(PATIENCE):
                STORED.set(await database_bytes(self._database))
        except (SQLAlchemyError, OSError, Unavailable) as error:
            log.warning("the database could not be measured", error=type(error).__name__)
