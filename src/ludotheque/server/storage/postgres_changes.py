"""Refresh of a table from PostgreSQL in one statement, as it follows each move made in another process."""

from typing import Any, Final

import msgspec
import psycopg

from ludotheque.server.storage.database import Database, DatabaseAway
from ludotheque.server.storage.schema import MICROSECOND, Moment, log, tables
from ludotheque.table.line import EPOCH

CHANGES: Final = """
select json_build_object(
  'table', row_to_json(tables),
  'seats', (select json_agg(seats order by seats.seat) from seats where seats."table" = tables.id),
  'chat_lines', (select coalesce(max(chat.number), 0) from chat where chat."table" = tables.id),
  'lines', (select coalesce(json_agg(line order by line.number), '[]') from (
    select * from log where log."table" = tables.id and log.number > %s order by log.number limit %s
  ) as line)
)::text from tables where tables.id = %s
"""
"""A table, its seats, the number of its last chat message and its new log lines, as one JSON text."""
MOMENTS: Final = {
    table: [column.name for column in table.c if isinstance(column.type, Moment)] for table in (tables, log)
}


class Found(msgspec.Struct):
    """Answer of `CHANGES`, with the columns by their names."""

    table: dict[str, Any]
    seats: list[dict[str, Any]]
    chat_lines: int
    lines: list[dict[str, Any]]


_decode: Final = msgspec.json.Decoder(Found).decode


async def read_changes(database: Database, table: str, since: int, most: int) -> Found | None:
    """Return a table with at most `most` of its log lines after version `since`; None if it does not exist.

    Raises `DatabaseAway` if PostgreSQL is away.
    """
    async with database.reading() as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        assert isinstance(driver, psycopg.AsyncConnection)
        try:
            cursor = await driver.execute(CHANGES, (since, most, table), prepare=True)
            row = await cursor.fetchone()
        except (psycopg.OperationalError, psycopg.InterfaceError, psycopg.InternalError) as error:
            await connection.invalidate()
            raise DatabaseAway("server.busy") from error
    if row is None:
        return None
    found = _decode(row[0])
    _read_times(found.table, MOMENTS[tables])
    for line in found.lines:
        _read_times(line, MOMENTS[log])
    return found


def _read_times(row: dict[str, Any], names: list[str]) -> None:
    """Convert the times of a row from microseconds, in place."""
    for name in names:
        if row[name] is not None:
            row[name] = EPOCH + row[name] * MICROSECOND
