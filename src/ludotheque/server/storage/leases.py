"""Who works at a table now: several processes share its bots and clocks, and one at a time has the lease.

A lease only saves work. What keeps two of them from both moving is the log, where a line is written once;
so a process that was frozen and still believes in its lease can't do any harm.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

import structlog
from sqlalchemy import and_, delete, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from ludotheque.host.store import LEASE, SCANNED, Due
from ludotheque.server.storage.database import Database
from ludotheque.server.storage.schema import leases, tables

log = structlog.get_logger()


class LeaseRepository:
    """Claims of one process."""

    def __init__(self, database: Database, owner: str) -> None:
        self._database = database
        self._owner = owner
        self._insert = sqlite.insert if database.is_sqlite else postgresql.insert

    async def claim(self, table: str, now: datetime) -> bool:
        """Whether this process may work at a table: nobody else does, or whoever did has died."""
        until = now + LEASE
        claimed = (
            self._insert(leases)
            .values(table=table, owner=self._owner, until=until)
            .on_conflict_do_update(
                index_elements=[leases.c.table],
                set_={"owner": self._owner, "until": until},
                where=or_(leases.c.owner == self._owner, leases.c.until <= now),
            )
            .returning(leases.c.table)
        )
        async with self._database.writing() as db:
            return (await db.execute(claimed)).first() is not None

    async def renew(self, held: Collection[str], now: datetime) -> None:
        """This process still works there."""
        mine = and_(leases.c.owner == self._owner, leases.c.table.in_(held))
        async with self._database.writing() as db:
            await db.execute(update(leases).where(mine).values(until=now + LEASE))

    async def release(self, held: Collection[str]) -> None:
        """Nothing is left to do there, or somebody else may do it."""
        mine = and_(leases.c.owner == self._owner, leases.c.table.in_(held))
        async with self._database.writing() as db:
            await db.execute(delete(leases).where(mine))

    async def end_frozen(self) -> None:
        """Whoever has frozen over a table must not hold it for ever."""
        ended = await self._database.end_frozen()
        if ended:
            log.warning("ended what a frozen process was writing", transactions=ended)

    async def due(self, now: datetime, ahead: timedelta, most: int | None = SCANNED) -> list[Due]:
        """Tables where a bot or the clock has to act now or soon and nobody does: when, and their version."""
        query = (
            select(tables.c.id, tables.c.due, tables.c.version)
            .join(leases, leases.c.table == tables.c.id, isouter=True)
            .where(
                tables.c.state == "running",
                tables.c.due <= now + ahead,
                or_(leases.c.until.is_(None), leases.c.until <= now),
            )
            .order_by(tables.c.due)
            .limit(most)
        )
        async with self._database.reading() as db:
            return [Due(str(row[0]), row[1], int(row[2])) for row in await db.execute(query)]
