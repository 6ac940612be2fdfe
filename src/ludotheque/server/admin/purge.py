"""Deletion of inactive guests, of tables whose match never began and of old matches."""

import asyncio
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final, NamedTuple

import structlog
from sqlalchemy import func, select

from ludotheque.host.cache import LoadedTable
from ludotheque.host.refusals import NotFound
from ludotheque.host.service import TableService
from ludotheque.host.world import Now
from ludotheque.server.people.erasure import Erasure
from ludotheque.server.storage.database import Database, row_of
from ludotheque.server.storage.schema import PersonRow, passkeys, people, seats, sign_ins, tables

EVERY: Final = 6 * 3600.0
"""Seconds between two purges of a running server."""

log = structlog.get_logger()


class Purged(NamedTuple):
    """Result of a purge: ids of the deleted guests and tables, and of other tables that changed."""

    guests: list[str]
    tables: list[str]
    touched: list[str]


class Ages(NamedTuple):
    """Retention in days for guests, imported matches and finished matches; 0 keeps them for ever."""

    guests: int
    imported: int
    finished: int


class Purge:
    """Deletion of guests, waiting tables and old matches that have been inactive since a given time."""

    def __init__(self, database: Database, service: TableService, erasure: Erasure) -> None:
        self._database = database
        self._service = service
        self._erasure = erasure

    async def run(self, before: datetime) -> Purged:
        """Delete guests and waiting tables that have been inactive since `before`.

        Accounts are kept, and so are guests who sit at a table that has changed since.
        """

        def untouched(loaded: LoadedTable) -> bool:
            return loaded.row.changed < before

        found = await self._waiting(before)
        waiting = [table for table in found if await self._service.clear_away(table, untouched)]
        guests = await self._guests(before)
        touched: list[str] = []
        for guest in guests:
            touched += await self._erasure.forget(guest)
        return Purged([guest.id for guest in guests], waiting, touched)

    async def matches(self, imported: datetime | None, finished: datetime | None) -> int:
        """Delete matches by age and return their number; None keeps the kind.

        Imported matches go if they were last opened and changed before `imported`, other matches if they
        finished before `finished`.
        """
        removed = 0
        for table in await self._service.repository.left(imported, finished):
            with suppress(NotFound):  # deleted by another process meanwhile
                async with self._service.cache.locked(table) as loaded:
                    await self._service.remove(loaded)
                    removed += 1
        return removed

    async def _guests(self, before: datetime) -> list[PersonRow]:
        """Return the guests, people without password and passkey, who were last seen before a time."""
        seen = (
            select(func.max(sign_ins.c.seen))
            .where(sign_ins.c.person == people.c.id)
            .correlate(people)
            .scalar_subquery()
        )
        keys = select(passkeys.c.person)
        plays = select(seats.c.person).join(tables, tables.c.id == seats.c.table)
        playing = plays.where(tables.c.changed >= before, seats.c.person.is_not(None))
        query = select(people).where(
            people.c.password.is_(None),
            people.c.id.not_in(keys),
            func.coalesce(seen, people.c.created) < before,
            people.c.created < before,
            people.c.id.not_in(playing),
        )
        async with self._database.reading() as db:
            return [row_of(PersonRow, row) for row in (await db.execute(query)).mappings()]

    async def _waiting(self, before: datetime) -> list[str]:
        query = select(tables.c.id).where(tables.c.state == "waiting", tables.c.changed < before)
        async with self._database.reading() as db:
            return [str(row[0]) for row in await db.execute(query)]


class Housekeeping:
    """Background task of a running server that purges by age every `EVERY` seconds."""

    def __init__(self, purge: Purge, ages: Ages, now: Now) -> None:
        self._purge = purge
        self._ages = ages
        self._now = now
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start the task, unless every retention setting is 0."""
        if any(self._ages):
            self._task = asyncio.get_running_loop().create_task(self._clear_now_and_then())

    async def close(self) -> None:
        """Cancel the task and wait until it has ended."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _clear_now_and_then(self) -> None:
        while True:
            try:
                await self.clear()
            except Exception:  # tried again at the next interval
                log.exception("purge failed")
            await asyncio.sleep(EVERY)

    async def clear(self) -> None:
        """Purge once by the configured retention times and log the numbers of deleted guests and tables."""
        guests, tables = 0, 0
        before = self._before(self._ages.guests)
        if before is not None:
            gone = await self._purge.run(before)
            guests, tables = len(gone.guests), len(gone.tables)
        imported, finished = self._before(self._ages.imported), self._before(self._ages.finished)
        if imported is not None or finished is not None:
            tables += await self._purge.matches(imported, finished)
        if guests or tables:
            log.info("purged old data", guests=guests, tables=tables)

    def _before(self, days: int) -> datetime | None:
        return self._now() - timedelta(days=days) if days else None
