"""Repository of tables in the database: settings, seats, logs and chat."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

import msgspec
from sqlalchemy import ColumnElement, Select, and_, delete, false, func, insert, not_, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.core.refusal import NotAllowed
from ludotheque.host.protocol import State
from ludotheque.host.rows import ChatRow, SeatRow, TableRow
from ludotheque.host.store import (
    AN_OWNER,
    CHAT_KEPT,
    CHAT_SHOWN,
    PAGE,
    TABLE_BYTES,
    Changes,
    Overtaken,
    Owned,
    mark_of,
    place_of,
)
from ludotheque.server.storage.database import Database, row_of, values_of
from ludotheque.server.storage.event_log import line_from_row, read_lines
from ludotheque.server.storage.schema import chat, log, seats, tables
from ludotheque.server.storage.sqlite_log import ADD, Values, added_values
from ludotheque.table.line import Line

SENT_AT_ONCE: Final = 500
"""Log lines sent to PostgreSQL in one batch, after which other tasks get a turn."""


class TableRepository:
    """SQL implementation of `host.store.TableStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(
        self,
        table: TableRow,
        sitting: Sequence[SeatRow],
        lines: Sequence[Line] = (),
        size: int = TABLE_BYTES,
    ) -> None:
        """Insert a new table with its seats and an optional log; `size` is its stored size in bytes.

        A rematch is linked to its predecessor; raises `Overtaken` if that one has a rematch already. The log
        is encoded in a thread before the transaction begins.
        """
        in_thread = self._database.world.in_thread
        encoded = await in_thread(added_values, table.id, lines) if lines else []
        try:
            async with self._database.writing() as db:
                await db.execute(insert(tables).values(**values_of(table), bytes=size))
                await db.execute(insert(seats), [values_of(seat) for seat in sitting])
                await self._add_lines(db, encoded)
                if table.rematch_of is not None:
                    await db.execute(
                        update(tables).where(tables.c.id == table.rematch_of).values(rematch=table.id)
                    )
        except IntegrityError as error:
            raise Overtaken from error

    async def _add_lines(self, db: AsyncConnection, encoded: list[Values]) -> None:
        """Insert encoded log lines: in SQLite with one statement, in PostgreSQL in batches."""
        if self._database.is_sqlite:
            if encoded:
                await db.exec_driver_sql(ADD, encoded)
            return
        for first in range(0, len(encoded), SENT_AT_ONCE):
            await db.exec_driver_sql(ADD.replace("?", "%s"), encoded[first : first + SENT_AT_ONCE])

    async def table(self, table: str) -> tuple[TableRow, list[SeatRow]] | None:
        """Return a table and its seats, or None."""
        found = await self._with_seats(select(tables).where(tables.c.id == table))
        return found[0] if found else None

    async def look(self, table: str) -> tuple[TableRow, list[SeatRow], int] | None:
        """Return a table, its seats and the number of its last chat message, or None."""
        last = select(func.max(chat.c.number)).where(chat.c.table == table)
        sitting = select(seats).where(seats.c.table == table).order_by(seats.c.seat)
        async with self._database.reading() as db:
            found = await db.execute(
                select(tables, last.scalar_subquery().label("chat_lines")).where(tables.c.id == table)
            )
            row = found.mappings().first()
            if row is None:
                return None
            taken = [row_of(SeatRow, seat) for seat in (await db.execute(sitting)).mappings()]
        return row_of(TableRow, row), taken, row["chat_lines"] or 0

    async def changes(self, table: str, since: int, most: int) -> Changes | None:
        """Return a table with the first `most` log lines after version `since`; None if it does not exist."""
        if self._database.is_sqlite:
            found = await self.look(table)
            if found is None:
                return None
            until = min(found[0].version, since + most)
            return Changes(*found, await read_lines(self._database, table, since, until))
        from ludotheque.server.storage.postgres_changes import read_changes  # its driver is optional

        read = await read_changes(self._database, table, since, most)
        if read is None:
            return None
        row, seats = msgspec.convert(read.table, TableRow), msgspec.convert(read.seats, list[SeatRow])
        return Changes(row, seats, read.chat_lines, [line_from_row(line) for line in read.lines])

    async def save(self, table: TableRow, sitting: Sequence[SeatRow], expected_changed: datetime) -> None:
        """Update a table and seats; raise `Overtaken` unless it was last changed at `expected_changed`."""
        values = values_of(table)
        # Concurrent requests set these on their own: `create` of the rematch, and `open`.
        del values["rematch"]
        del values["opened"]
        unchanged = (tables.c.id == table.id, tables.c.changed == expected_changed)
        async with self._database.writing() as db:
            saved = await db.execute(update(tables).where(*unchanged).values(**values))
            if saved.rowcount != 1:
                raise Overtaken
            for seat in sitting:
                here = (seats.c.table == table.id, seats.c.seat == seat.seat)
                await db.execute(update(seats).where(*here).values(**values_of(seat)))

    async def open(self, table: str, at: datetime) -> None:
        """Set the time when an imported match was last opened."""
        async with self._database.writing() as db:
            await db.execute(update(tables).where(tables.c.id == table).values(opened=at))

    async def remove(self, table: str) -> None:
        """Delete a table with its seats, log and chat."""
        async with self._database.writing() as db:
            for part in (seats.c.table, log.c.table, chat.c.table):
                await db.execute(delete(part.table).where(part == table))
            await db.execute(delete(tables).where(tables.c.id == table))

    async def left(self, imported: datetime | None, finished: datetime | None) -> list[str]:
        """Return ids of imported matches unused since `imported` and others over before `finished`.

        None leaves out that kind.
        """
        old: list[ColumnElement[bool]] = []
        if imported is not None:
            seen = func.coalesce(tables.c.opened, tables.c.changed)
            old.append(and_(tables.c.study, seen < imported, tables.c.changed < imported))
        if finished is not None:
            over = and_(tables.c.state == "finished", tables.c.changed < finished)
            old.append(and_(over, not_(tables.c.study)))
        async with self._database.reading() as db:
            found = await db.execute(select(tables.c.id).where(or_(false(), *old)))
            return [str(row[0]) for row in found]

    async def public(
        self, game: str | None, state: State | None, before: str | None
    ) -> tuple[list[tuple[TableRow, list[SeatRow]]], str | None]:
        """Return a page of public tables, most recently changed first, and the cursor of the next page.

        `before` is the cursor of the page to return, None for the first one.
        """
        query = select(tables).where(tables.c.public)
        if game is not None:
            query = query.where(tables.c.game == game)
        return await self._page(query, state, before)

    async def open_tables(
        self, game: str | None
    ) -> tuple[list[tuple[TableRow, list[SeatRow]]], list[tuple[TableRow, list[SeatRow]]]]:
        """Return public tables with a free seat and running ones, newest first, a few per owner."""
        free = tables.c.id.in_(select(seats.c.table).where(seats.c.kind == "open"))
        public = tables.c.public if game is None else tables.c.public & (tables.c.game == game)
        joinable, _ = await self._page(_few_of_each(public & free, "waiting"), "waiting", None)
        running, _ = await self._page(_few_of_each(public, "running"), "running", None)
        return joinable, running

    async def of_person(
        self, person: str, state: State | None, before: str | None
    ) -> tuple[list[tuple[TableRow, list[SeatRow]]], str | None]:
        """Return a page of the tables that a person owns or sits at, and the cursor of the next page.

        `before` is the cursor of the page to return, None for the first one.
        """
        sits = select(seats.c.table).where(seats.c.person == person)
        mine = or_(tables.c.id.in_(sits), tables.c.owner == person)
        return await self._page(select(tables).where(mine), state, before)

    async def several(self, wanted: Sequence[str]) -> list[tuple[TableRow, list[SeatRow]]]:
        """Return the given tables with their seats; missing ones are left out."""
        return await self._with_seats(select(tables).where(tables.c.id.in_(wanted)))

    async def without_hints(self, person: str, game: str) -> list[str]:
        """Return the ids of running tables of a game where a person sits and hints are switched off."""
        query = (
            select(tables.c.id)
            .join(seats, seats.c.table == tables.c.id)
            .where(seats.c.person == person, tables.c.game == game, tables.c.state == "running")
            .where(~tables.c.hints)
            .distinct()
        )
        async with self._database.reading() as db:
            return [str(row[0]) for row in await db.execute(query)]

    async def lines_of(self, person: str) -> int:
        """Return the total number of log lines of the tables that a person owns or sits at."""
        sits = select(seats.c.table).where(seats.c.person == person)
        mine = or_(tables.c.id.in_(sits), tables.c.owner == person)
        async with self._database.reading() as db:
            return int(
                (
                    await db.execute(select(func.coalesce(func.sum(tables.c.version), 0)).where(mine))
                ).scalar_one()
            )

    async def seats_of(self, person: str) -> list[tuple[str, int]]:
        """Return pairs of table id and seat number for a person's seats at unfinished tables."""
        query = (
            select(seats.c.table, seats.c.seat)
            .join(tables, tables.c.id == seats.c.table)
            .where(seats.c.person == person, tables.c.state != "finished")
        )
        async with self._database.reading() as db:
            return [(str(row[0]), int(row[1])) for row in await db.execute(query)]

    async def owned(self, person: str) -> Owned:
        """Return counts of the unfinished tables that a person owns, and the stored bytes of all they own."""
        going_on = tables.c.state != "finished"
        query = select(
            func.count().filter(going_on),
            func.count().filter(going_on & tables.c.public),
            func.coalesce(func.sum(tables.c.bytes), 0),
        ).where(tables.c.owner == person)
        async with self._database.reading() as db:
            row = (await db.execute(query)).one()
        return Owned(*map(int, row))

    async def say(self, table: str, line: ChatRow) -> ChatRow:
        """Store a chat message and return it with its number; a resend with the same client id is ignored.

        The oldest messages beyond `CHAT_KEPT` are deleted. Raises `NotAllowed` on a conflict with another
        process.
        """
        async with self._database.writing() as db:
            found = await db.execute(select(chat).where(chat.c.table == table, chat.c.client == line.client))
            before = found.mappings().first()
            if before is not None:
                return row_of(ChatRow, before)
            # The highest number is read and the next one written in one transaction; a conflict is refused.
            last = await db.execute(select(func.max(chat.c.number)).where(chat.c.table == table))
            kept = msgspec.structs.replace(line, number=int(last.scalar() or 0) + 1)
            gone = (chat.c.table == table) & (chat.c.number <= kept.number - CHAT_KEPT)
            await db.execute(delete(chat).where(gone))
            try:
                await db.execute(insert(chat).values(table=table, **msgspec.structs.asdict(kept)))
            except IntegrityError:
                raise NotAllowed("server.busy") from None
        return kept

    async def chat(self, table: str, since: int = 0) -> list[ChatRow]:
        """Return the latest `CHAT_SHOWN` chat messages with a number above `since`, oldest first."""
        query = (
            select(chat)
            .where(chat.c.table == table, chat.c.number > since, chat.c.text != "")
            .order_by(chat.c.number.desc())
            .limit(CHAT_SHOWN)
        )
        async with self._database.reading() as db:
            rows = [row_of(ChatRow, row) for row in (await db.execute(query)).mappings()]
        return rows[::-1]

    async def removed_chat(self, table: str) -> int:
        """Return the number of chat messages that an administrator removed; they keep their numbers."""
        query = select(func.count()).select_from(chat).where(chat.c.table == table, chat.c.text == "")
        async with self._database.reading() as db:
            return int((await db.execute(query)).scalar_one())

    async def _page(
        self, query: Select[tuple[object, ...]], state: State | None, before: str | None
    ) -> tuple[list[tuple[TableRow, list[SeatRow]]], str | None]:
        if state is not None:
            query = query.where(tables.c.state == state)
        if before is not None:
            changed, table = place_of(before)
            query = query.where(
                or_(tables.c.changed < changed, and_(tables.c.changed == changed, tables.c.id < table))
            )
        query = query.order_by(tables.c.changed.desc(), tables.c.id.desc()).limit(PAGE + 1)
        found = await self._with_seats(query)
        more = mark_of(found[PAGE - 1][0]) if len(found) > PAGE else None
        return found[:PAGE], more

    async def _with_seats(self, query: Select[tuple[object, ...]]) -> list[tuple[TableRow, list[SeatRow]]]:
        async with self._database.reading() as db:
            rows = [row_of(TableRow, row) for row in (await db.execute(query)).mappings()]
            sitting: dict[str, list[SeatRow]] = {row.id: [] for row in rows}
            wanted = select(seats).where(seats.c.table.in_(sitting)).order_by(seats.c.seat)
            for row in (await db.execute(wanted)).mappings():
                seat = row_of(SeatRow, row)
                sitting[seat.table].append(seat)
        return [(row, sitting[row.id]) for row in rows]


def _few_of_each(chosen: ColumnElement[bool], state: State) -> Select[tuple[object, ...]]:
    """Select the newest tables of each owner, `AN_OWNER` at most, among those matching a condition."""
    newest = func.row_number().over(
        partition_by=func.coalesce(tables.c.owner, tables.c.id),
        order_by=(tables.c.changed.desc(), tables.c.id.desc()),
    )
    ranked = select(tables.c.id, newest.label("rank")).where(chosen, tables.c.state == state).subquery()
    return select(tables).where(tables.c.id.in_(select(ranked.c.id).where(ranked.c.rank <= AN_OWNER)))
