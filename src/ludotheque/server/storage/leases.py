"""Leases in the database: which of several processes runs the bots and clocks of a table.

A lease only prevents duplicate work. Correctness comes from the log, where a line number can be written only
once: a frozen process that still believes in its lease can do no harm.
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
    """Leases of one process, identified by its owner id."""

    def __init__(self, database: Database, owner: str) -> None:
        self._database = database
        self._owner = owner
        self._insert = sqlite.insert if database.is_sqlite else postgresql.insert

    async def claim(self, table: str, now: datetime) -> bool:
        """Take or renew the lease of a table; return False while another process holds an unexpired one."""
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
        """Extend the leases that this process holds among the given tables."""
        mine = and_(leases.c.owner == self._owner, leases.c.table.in_(held))
        async with self._database.writing() as db:
            await db.execute(update(leases).where(mine).values(until=now + LEASE))

    async def release(self, held: Collection[str]) -> None:
        """Give up the leases that this process holds among the given tables."""
        mine = and_(leases.c.owner == self._owner, leases.c.table.in_(held))
        async with self._database.writing() as db:
            await db.execute(delete(leases).where(mine))

    async def end_frozen(self) -> None:
        """Terminate database sessions of frozen processes that block others, and log their number."""
        ended = await self._database.end_frozen()
        if ended:
            log.warning("terminated blocking transactions of frozen processes", transactions=ended)

    async def due(self, now: datetime, ahead: timedelta, most: int | None = SCANNED) -> list[Due]:
        """Return running tables without a valid lease that are due before `now + ahead`, earliest first.

        A table is due when a bot or the clock has to act. Returns `most` tables at most, or all for None.
        """
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
