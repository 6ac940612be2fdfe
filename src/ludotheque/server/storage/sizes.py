"""Stored bytes of tables, as quotas count them, and of the whole database."""

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
"""Seconds for which a measured size of the database holds."""
PATIENCE: Final = 2.0
"""Seconds that a database has to tell its size: whoever collects metrics waits."""
DATABASE_SIZE: Final = text("select pg_database_size(current_database())")

log = structlog.get_logger()


async def database_bytes(database: Database) -> int:
    """Return how large the database is on the disk; in SQLite with its write-ahead log."""
    if database.is_sqlite:
        return file_bytes(database.engine.url.database)
    async with database.reading() as db:
        return int((await db.execute(DATABASE_SIZE)).scalar_one())


def file_bytes(file: str | None) -> int:
    """Return the size of a database file and of what SQLite keeps beside it."""
    found = 0
    for companion in ("", *COMPANIONS) if file and file != MEMORY else ():
        try:
            found += os.stat(f"{file}{companion}").st_size
        except FileNotFoundError:  # it comes and goes with the connections
            continue
    return found


class SizeGauge:
    """Measures the database for `/metrics`, when that is asked for and not too often."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._measured: float | None = None

    async def measure(self) -> None:
        """Bring the metric up to date; while the database is away it keeps its last value."""
        now = self._clock()
        if self._measured is not None and now - self._measured < MEASURED_EVERY:
            return
        self._measured = now
        try:
            async with asyncio.timeout(PATIENCE):
                STORED.set(await database_bytes(self._database))
        except (SQLAlchemyError, OSError, Unavailable) as error:
            log.warning("the database could not be measured", error=type(error).__name__)
