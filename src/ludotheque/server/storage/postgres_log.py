"""Event log storage in PostgreSQL: one statement, thus one round trip, for all waiting lines.

The lines are sent as one JSON text that PostgreSQL turns into rows. The statement is a transaction of its
own, so that a process that freezes leaves no transaction open.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
import psycopg
from psycopg import AsyncConnection
from psycopg.rows import TupleRow

from ludotheque.host.store import LINE_BYTES, Overtaken
from ludotheque.server.metrics import WRITING
from ludotheque.server.storage.append import Append
from ludotheque.server.storage.database import Database, DatabaseAway, is_stale
from ludotheque.server.storage.schema import microseconds
from ludotheque.table.line import Line

APPEND: Final = """
with added as (
  insert into log ("table", number, seat, kind, body, at, client, rules, position)
  select "table", number, seat, kind, body, at, client, rules, position
  from json_to_recordset(%s) as line(
    "table" text, number int, seat int, kind text, body json, at bigint, client text, rules int,
    position json)
)
update tables
set state = new.state, version = new.version, summary = new.summary, due = new.due, changed = new.changed,
  bytes = tables.bytes + new.added
from json_to_recordset(%s) as new(
  id text, state text, version int, summary json, due bigint, changed bigint, added int)
where tables.id = new.id
"""
"""Insert lines and update their tables; fails as a whole if one of the lines exists already."""
START: Final = """
update tables
set state = new.state, version = new.version, summary = new.summary, due = new.due, changed = new.changed
from json_to_recordset(%s) as new(
  id text, state text, version int, summary json, due bigint, changed bigint, before int, since bigint)
where tables.id = new.id and tables.version = new.before
  and tables.changed = coalesce(new.since, tables.changed)
"""
"""Update the tables whose match begins, if the version, and the time where given, are as expected.

A match may begin without a new line, so that no line number would reveal a concurrent change.
"""

_encode: Final = msgspec.json.Encoder().encode


class _Line(msgspec.Struct):
    """Log line as a JSON row for `APPEND`."""

    table: str
    number: int
    seat: int | None
    kind: str
    body: msgspec.Raw
    at: int
    client: str | None
    rules: int
    position: msgspec.Raw | None


class _Progress(msgspec.Struct):
    """Row of `tables` as JSON for `APPEND` and `START`; `before` and `since` are the expected old values."""

    id: str
    state: str
    version: int
    summary: object
    due: int | None
    changed: int
    added: int
    before: int
    since: int | None


class PostgresLog:
    """PostgreSQL storage of the event log, on one connection; not for concurrent use."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: AsyncConnection[TupleRow] | None = None

    async def write(self, batch: Sequence[Append]) -> None:
        """Store all appends in one transaction.

        Raises `Overtaken` if another process has changed one of the tables, `DatabaseAway` if the connection
        fails.
        """
        # Sorted by table, so that two processes always lock rows in the same order and can't deadlock.
        ordered = sorted(batch, key=lambda one: one.table.id)
        with self._database.timed(WRITING):
            try:
                await self._write(ordered)
            except Overtaken:
                raise
            except psycopg.IntegrityError as error:
                raise Overtaken from error
            except (psycopg.OperationalError, psycopg.InterfaceError, psycopg.InternalError) as error:
                await self._let_go()
                raise DatabaseAway("server.busy") from error
            except BaseException:
                await self._let_go()
                raise

    async def _write(self, batch: Sequence[Append]) -> None:
        connection = await self._connected()
        lines = [(one, [_line(one.table.id, line) for line in one.lines]) for one in batch if one.lines]
        added = (
            _text([line for _, some in lines for line in some]),
            _text([_progress(one, _bytes(some)) for one, some in lines]),
        )
        started = [one for one in batch if one.expected_changed is not None or not one.lines]
        if not started:
            await connection.execute(APPEND, added, prepare=True)
            return
        async with connection.transaction():
            told = await connection.execute(START, (_text([_progress(one, 0) for one in started]),))
            if told.rowcount != len(started):
                raise Overtaken
            if lines:
                await connection.execute(APPEND, added, prepare=True)

    async def _connected(self) -> AsyncConnection[TupleRow]:
        if self._connection is not None and is_stale(self._connection):
            await self._let_go()
        if self._connection is None:
            self._connection = await self._database.connect_postgres()
        return self._connection

    async def _let_go(self) -> None:
        """Close a connection that failed; the next write opens another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    async def close(self) -> None:
        """Close the connection, if one is open."""
        await self._let_go()


def _line(table: str, line: Line) -> _Line:
    return _Line(
        table,
        line.number,
        line.seat,
        line.kind,
        msgspec.Raw(_encode(line.body)),
        microseconds(line.at),
        line.client,
        line.rules,
        None if line.position is None else msgspec.Raw(_encode(line.position)),
    )


def _bytes(lines: Sequence[_Line]) -> int:
    """Return the size of encoded lines in bytes, computed as `host.store.bytes_of` does."""
    return sum(LINE_BYTES + len(bytes(line.body)) + len(bytes(line.position or b"")) for line in lines)


def _progress(append: Append, added: int) -> _Progress:
    table, before = append.table, append.table.version - len(append.lines)
    due = None if table.due is None else microseconds(table.due)
    since = None if append.expected_changed is None else microseconds(append.expected_changed)
    changed = microseconds(table.changed)
    return _Progress(table.id, table.state, table.version, table.summary, due, changed, added, before, since)


def _text(rows: Sequence[_Line] | Sequence[_Progress]) -> str:
    return _encode(rows).decode()
