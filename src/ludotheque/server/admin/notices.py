"""Notices: what somebody changed beside a running server, so that every process reads it anew.

`ludotheque admin` writes to the database itself, whether a server runs or not. It leaves a notice for each
table and person that it touched; every process looks for new ones now and then.
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
"""Seconds between two looks."""
KEPT: Final = timedelta(days=1)
"""How long a notice stays; a process that slept longer has forgotten its tables anyway."""

log = structlog.get_logger()

Heard = Callable[[str, str], Awaitable[None]]
"""Called with `table` or `person`, and its id."""


class Notices:
    """The notices in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def post(self, subjects: Iterable[tuple[str, str]], now: datetime) -> None:
        """Leave a notice for each table or person."""
        rows = [{"subject": f"{kind}:{name}", "at": now} for kind, name in subjects]
        async with self._database.writing() as db:
            await db.execute(delete(notices).where(notices.c.at < now - KEPT))
            if rows:
                await db.execute(insert(notices), rows)

    async def last(self) -> int:
        """The number of the newest notice."""
        async with self._database.reading() as db:
            return int((await db.execute(select(func.max(notices.c.id)))).scalar() or 0)

    async def since(self, number: int) -> list[tuple[int, str]]:
        """The notices behind a number."""
        query = select(notices.c.id, notices.c.subject).where(notices.c.id > number).order_by(notices.c.id)
        async with self._database.reading() as db:
            return [(int(row[0]), str(row[1])) for row in await db.execute(query)]


class NoticeReader:
    """Looks for notices as long as the server runs."""

    def __init__(self, board: Notices, heard: Heard) -> None:
        self._board = board
        self._heard = heard
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin with what comes from now on: what was before is read from the database anyway."""
        last = await self._board.last()
        self._task = asyncio.get_running_loop().create_task(self._read(last))

    async def close(self) -> None:
        """Look no longer."""
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
            except Unavailable as away:  # it comes back
                log.warning("notices could not be read", error=type(away).__name__)
            except Exception:
                log.exception("notices could not be read")
