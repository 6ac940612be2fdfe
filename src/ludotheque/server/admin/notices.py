"""Notices that tell running server processes which tables and accounts `ludotheque admin` has changed.

`ludotheque admin` writes directly to the database, whether or not a server is running. It inserts one notice
for each table and person that it changed; every server process polls for new notices and reloads the data.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime, timedelta
from typing import Final

import structlog
from sqlalchemy import delete, func, insert, select

from ludotheque.host.refusals import Unavailable
from ludotheque.server.storage.database import Database
from ludotheque.server.storage.schema import notices

EVERY: Final = 1.0
"""Polling interval in seconds."""
KEPT: Final = timedelta(days=1)
"""Retention time of a notice, after which `Notices.post` deletes it."""

log = structlog.get_logger()

Heard = Callable[[str, str], Awaitable[None]]
"""Async callback for one notice, called with its kind (`table` or `person`) and the id."""


class Notices:
    """Repository of the notices in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def post(self, subjects: Iterable[tuple[str, str]], now: datetime) -> None:
        """Insert a notice for each pair of kind (`table` or `person`) and id, and delete expired notices."""
        rows = [{"subject": f"{kind}:{name}", "at": now} for kind, name in subjects]
        async with self._database.writing() as db:
            await db.execute(delete(notices).where(notices.c.at < now - KEPT))
            if rows:
                await db.execute(insert(notices), rows)

    async def last(self) -> int:
        """Return the number of the newest notice, 0 if there is none."""
        async with self._database.reading() as db:
            return int((await db.execute(select(func.max(notices.c.id)))).scalar() or 0)

    async def since(self, number: int) -> list[tuple[int, str]]:
        """Return the notices after a number as pairs of number and `kind:id`, oldest first."""
        query = select(notices.c.id, notices.c.subject).where(notices.c.id > number).order_by(notices.c.id)
        async with self._database.reading() as db:
            return [(int(row[0]), str(row[1])) for row in await db.execute(query)]


class NoticeReader:
    """Background task that polls for notices and passes each one to a callback."""

    def __init__(self, board: Notices, heard: Heard) -> None:
        self._board = board
        self._heard = heard
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Start polling; only notices posted from now on are reported."""
        last = await self._board.last()
        self._task = asyncio.get_running_loop().create_task(self._read(last))

    async def close(self) -> None:
        """Cancel the polling task and wait until it has ended."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _read(self, last: int) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                for number, subject in await self._board.since(last):
                    kind, _, name = subject.partition(":")
                    await self._heard(kind, name)
                    last = number
            except Unavailable as away:  # database is away; try again at the next poll
                log.warning("notices could not be read", error=type(away).__name__)
            except Exception:
                log.exception("notices could not be read")
