"""Log lines in PostgreSQL: one transaction for all that waits."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import bindparam, insert, update
from sqlalchemy.exc import IntegrityError

from ludotheque.host.store import Overtaken, bytes_of
from ludotheque.server.storage.append import Append
from ludotheque.server.storage.database import Database, values_of
from ludotheque.server.storage.schema import log, tables

MOVING: Final = ("state", "version", "summary", "due", "changed")
"""What changes of a table while it is played."""
PROGRESS: Final = (
    update(tables)
    .where(tables.c.id == bindparam("new_id"))
    .values(
        {tables.c[name]: bindparam(f"new_{name}", type_=tables.c[name].type) for name in MOVING}
        | {tables.c.bytes: tables.c.bytes + bindparam("added")}
    )
)
STARTED: Final = PROGRESS.where(tables.c.version == bindparam("new_version"))
"""Without a line in the log, nobody may have written one meanwhile."""


class PostgresLog:
    """Appends through the connections of the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def write(self, batch: Sequence[Append]) -> None:
        """Lines of several logs and how far their tables are now: all of it or nothing."""
        lines = [values_of(line) | {"table": one.table.id} for one in batch for line in one.lines]
        try:
            async with self._database.writing() as db:
                if lines:
                    # Whoever comes late finds its lines written, and the whole transaction fails.
                    await db.execute(insert(log), lines)
                    await db.execute(PROGRESS, [_progress(one) for one in batch if one.lines])
                for one in batch:
                    if not one.lines and (await db.execute(STARTED, _progress(one))).rowcount != 1:
                        raise Overtaken
        except IntegrityError as error:
            raise Overtaken from error

    async def close(self) -> None:
        """Nothing is held beside the connections of the database."""


def _progress(append: Append) -> dict[str, object]:
    values = values_of(append.table)
    return {f"new_{name}": values[name] for name in ("id", *MOVING)} | {"added": bytes_of(append.lines)}
