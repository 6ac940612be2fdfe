"""Log lines in PostgreSQL: one transaction for all that waits."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import bindparam, insert, update
from sqlalchemy.exc import IntegrityError

from ludotheque.server.storage.append import Append, Overtaken
from ludotheque.server.storage.database import Database, values_of
from ludotheque.server.storage.schema import log, tables

MOVING: Final = ("state", "version", "summary", "due", "changed")
"""What changes of a table while it is played."""
PROGRESS: Final = (
    update(tables)
    .where(tables.c.id == bindparam("new_id"))
    .values({tables.c[name]: bindparam(f"new_{name}", type_=tables.c[name].type) for name in MOVING})
)


class PostgresLog:
    """Appends through the connections of the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def write(self, batch: Sequence[Append]) -> None:
        """Lines of several logs and how far their tables are now: all of it or nothing."""
        lines = [values_of(line) | {"table": one.table.id} for one in batch for line in one.lines]
        rows = [values_of(one.table) for one in batch]
        progress = [{f"new_{name}": row[name] for name in ("id", *MOVING)} for row in rows]
        try:
            async with self._database.writing() as db:
                if lines:
                    await db.execute(insert(log), lines)
                await db.execute(PROGRESS, progress)
        except IntegrityError as error:
            raise Overtaken from error

    async def close(self) -> None:
        """Nothing is held beside the connections of the database."""
