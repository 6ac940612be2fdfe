"""Tables in the database: how they were set up, who sits there, their logs and their chat."""

import asyncio
import sqlite3
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

import msgspec
from sqlalchemy import Select, and_, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.core.refusal import NotAllowed, Unreadable
from ludotheque.server.protocol import State
from ludotheque.server.storage.database import Batch, Database, row_of
from ludotheque.server.storage.schema import (
    EPOCH,
    ChatRow,
    LogRow,
    SeatRow,
    TableRow,
    chat,
    log,
    seats,
    tables,
)

PAGE = 30
CHAT_SHOWN = 200


class Overtaken(Exception):
    """Another process has written this line of the log before."""


class Append:
    """Lines that wait to be written, and whoever waits for it."""

    def __init__(self, table: TableRow, lines: Sequence[LogRow], written: "asyncio.Future[None]") -> None:
        self.table = table
        self.lines = lines
        self._written = written

    def succeed(self) -> None:
        """They are on the disk."""
        if not self._written.done():
            self._written.set_result(None)

    def fail(self, error: Exception) -> None:
        """They are not."""
        if not self._written.done():
            self._written.set_exception(error)


MOVING: Final = ("state", "version", "summary", "due", "changed")
"""What changes of a table while it is played."""
PROGRESS: Final = (
    update(tables)
    .where(tables.c.id == bindparam("new_id"))
    .values({tables.c[name]: bindparam(f"new_{name}", type_=tables.c[name].type) for name in MOVING})
)


class TableRepository:
    """Every table there ever was."""

    def __init__(self, store: Database) -> None:
        self._store = store
        self._waiting: list[Append] = []
        self._writing: asyncio.Task[None] | None = None
        """Writes what waits, where that takes time."""

    async def create(self, table: TableRow, sitting: Sequence[SeatRow], lines: Sequence[LogRow] = ()) -> None:
        """Keep a new table, with what was played before it came here."""
        try:
            async with self._store.writing() as db:
                await db.execute(insert(tables).values(**_values(table)))
                await db.execute(insert(seats), [_values(seat) for seat in sitting])
                if lines:
                    await db.execute(insert(log), [_line(table.id, line) for line in lines])
                if table.rematch_of is not None:
                    await db.execute(
                        update(tables).where(tables.c.id == table.rematch_of).values(rematch=table.id)
                    )
        except IntegrityError as error:
            raise Overtaken from error

    async def table(self, table: str) -> tuple[TableRow, list[SeatRow]] | None:
        """A table and its seats."""
        found = await self._with_seats(select(tables).where(tables.c.id == table))
        return found[0] if found else None

    async def log(self, table: str, since: int = 0, until: int | None = None) -> list[LogRow]:
        """The lines behind a version, up to another."""
        query = select(log).where(log.c.table == table, log.c.number > since).order_by(log.c.number)
        if until is not None:
            query = query.where(log.c.number <= until)
        async with self._store.reading() as db:
            return [row_of(LogRow, row) for row in (await db.execute(query)).mappings()]

    async def append(self, table: TableRow, lines: Sequence[LogRow]) -> None:
        """Write lines of the log and how far the table is now, in one transaction, before anybody is told.

        What several tables write at the same moment shares a transaction: one wait for the disk serves all.
        """
        loop = asyncio.get_running_loop()
        written = loop.create_future()
        if not self._waiting and self._writing is None:
            loop.call_soon(self._write_soon)
        self._waiting.append(Append(table, lines, written))
        await written

    @property
    def can_write_at_once(self) -> bool:
        """Whether lines can be written without waiting now."""
        return self._writing is None and self._store.appends_at_once

    def write_at_once(self, batch: Batch) -> bool:
        """Write lines without waiting; False if that can't be, and nothing was written."""
        try:
            return self._store.append_at_once(batch)
        except Exception:  # whoever writes with care finds out which of them failed, and why
            return False

    def _write_soon(self) -> None:
        """At the end of the turn: at once where that can be, else beside the event loop."""
        batch = self._waiting
        if not self.write_at_once([(one.table, one.lines) for one in batch]):
            self._writing = asyncio.get_running_loop().create_task(self._write())
            return
        self._waiting = []
        for one in batch:
            one.succeed()

    async def _write(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                await self._write_batch(batch)
        finally:
            self._writing = None

    async def _write_batch(self, batch: "list[Append]") -> None:
        try:
            if not await self._store.append([(one.table, one.lines) for one in batch]):
                async with self._store.writing() as db:
                    await _append(db, batch)
        except (IntegrityError, sqlite3.IntegrityError) as error:
            if len(batch) > 1:
                # One of them was overtaken; the others must not suffer for it.
                for one in batch:
                    await self._write_batch([one])
                return
            batch[0].fail(Overtaken(str(error)))
        except Exception as error:
            for one in batch:
                one.fail(error)
        else:
            for one in batch:
                one.succeed()

    async def save(self, table: TableRow, sitting: Sequence[SeatRow] | None = None) -> None:
        """Keep a change of the table or of its seats."""
        async with self._store.writing() as db:
            await _save(db, table, sitting)

    async def remove(self, table: str) -> None:
        """A table that never started disappears."""
        async with self._store.writing() as db:
            for part in (seats.c.table, log.c.table, chat.c.table):
                await db.execute(delete(part.table).where(part == table))
            await db.execute(delete(tables).where(tables.c.id == table))

    async def public(
        self, game: str | None, state: State | None, before: str | None
    ) -> tuple[list[tuple[TableRow, list[SeatRow]]], str | None]:
        """A page of the public list, the newest change first."""
        query = select(tables).where(tables.c.public)
        if game is not None:
            query = query.where(tables.c.game == game)
        return await self._page(query, state, before)

    async def of_person(
        self, person: str, state: State | None, before: str | None
    ) -> tuple[list[tuple[TableRow, list[SeatRow]]], str | None]:
        """A page of somebody's tables."""
        sits = select(seats.c.table).where(seats.c.person == person)
        mine = or_(tables.c.id.in_(sits), tables.c.owner == person)
        return await self._page(select(tables).where(mine), state, before)

    async def seats_of(self, person: str) -> list[tuple[str, int]]:
        """Where somebody sits at a table that is not over."""
        query = (
            select(seats.c.table, seats.c.seat)
            .join(tables, tables.c.id == seats.c.table)
            .where(seats.c.person == person, tables.c.state != "finished")
        )
        async with self._store.reading() as db:
            return [(str(row[0]), int(row[1])) for row in await db.execute(query)]

    async def owned(self, person: str) -> int:
        """How many tables that are not over somebody has set up."""
        query = (
            select(func.count())
            .select_from(tables)
            .where(tables.c.owner == person, tables.c.state != "finished")
        )
        async with self._store.reading() as db:
            return int((await db.execute(query)).scalar_one())

    async def waiting_for_us(self) -> list[tuple[str, datetime]]:
        """Tables where a bot or the clock has to act, and when."""
        query = select(tables.c.id, tables.c.due).where(
            tables.c.state == "running", tables.c.due.is_not(None)
        )
        async with self._store.reading() as db:
            return [(str(row[0]), row[1]) for row in await db.execute(query)]

    async def say(self, table: str, line: ChatRow) -> ChatRow:
        """Keep a line of chat; sent twice it is kept once."""
        async with self._store.writing() as db:
            found = await db.execute(select(chat).where(chat.c.table == table, chat.c.client == line.client))
            before = found.mappings().first()
            if before is not None:
                return row_of(ChatRow, before)
            # The highest number is read and the next one written in one transaction; a clash is refused.
            last = await db.execute(select(func.max(chat.c.number)).where(chat.c.table == table))
            kept = msgspec.structs.replace(line, number=int(last.scalar() or 0) + 1)
            try:
                await db.execute(insert(chat).values(table=table, **msgspec.structs.asdict(kept)))
            except IntegrityError:
                raise NotAllowed("server.busy") from None
        return kept

    async def chat(self, table: str, since: int = 0) -> list[ChatRow]:
        """The last lines of chat, the oldest first."""
        query = (
            select(chat)
            .where(chat.c.table == table, chat.c.number > since)
            .order_by(chat.c.number.desc())
            .limit(CHAT_SHOWN)
        )
        async with self._store.reading() as db:
            rows = [row_of(ChatRow, row) for row in (await db.execute(query)).mappings()]
        return rows[::-1]

    async def _page(
        self, query: Select[tuple[object, ...]], state: State | None, before: str | None
    ) -> tuple[list[tuple[TableRow, list[SeatRow]]], str | None]:
        if state is not None:
            query = query.where(tables.c.state == state)
        if before is not None:
            changed, table = _place(before)
            query = query.where(
                or_(tables.c.changed < changed, and_(tables.c.changed == changed, tables.c.id < table))
            )
        query = query.order_by(tables.c.changed.desc(), tables.c.id.desc()).limit(PAGE + 1)
        found = await self._with_seats(query)
        more = _mark(found[PAGE - 1][0]) if len(found) > PAGE else None
        return found[:PAGE], more

    async def _with_seats(self, query: Select[tuple[object, ...]]) -> list[tuple[TableRow, list[SeatRow]]]:
        async with self._store.reading() as db:
            rows = [row_of(TableRow, row) for row in (await db.execute(query)).mappings()]
            sitting: dict[str, list[SeatRow]] = {row.id: [] for row in rows}
            wanted = select(seats).where(seats.c.table.in_(sitting)).order_by(seats.c.seat)
            for row in (await db.execute(wanted)).mappings():
                seat = row_of(SeatRow, row)
                sitting[seat.table].append(seat)
        return [(row, sitting[row.id]) for row in rows]


def _values(row: msgspec.Struct) -> dict[str, object]:
    """The columns of a struct; only what is kept as JSON becomes JSON."""
    values = msgspec.structs.asdict(row)
    if "summary" in values:
        values["summary"] = msgspec.to_builtins(values["summary"])
    return values


def _line(table: str, line: LogRow) -> dict[str, object]:
    return {"table": table, **msgspec.structs.asdict(line)}


async def _append(db: AsyncConnection, batch: list[Append]) -> None:
    lines = [_line(one.table.id, line) for one in batch for line in one.lines]
    if lines:
        await db.execute(insert(log), lines)
    values = [_values(one.table) for one in batch]
    await db.execute(PROGRESS, [{f"new_{name}": row[name] for name in ("id", *MOVING)} for row in values])


async def _save(db: AsyncConnection, table: TableRow, sitting: Sequence[SeatRow] | None) -> None:
    values = _values(table)
    # Another request may set it at any time; it is written by `create` of the next table alone.
    del values["rematch"]
    await db.execute(update(tables).where(tables.c.id == table.id).values(**values))
    for seat in sitting or ():
        await db.execute(
            update(seats).where(seats.c.table == table.id, seats.c.seat == seat.seat).values(**_values(seat))
        )


def _mark(row: TableRow) -> str:
    return f"{(row.changed - EPOCH) // timedelta(microseconds=1)}-{row.id}"


def _place(mark: str) -> tuple[datetime, str]:
    number, dash, table = mark.partition("-")
    if not (dash and number.isascii() and number.isdigit() and len(number) < 18):
        raise Unreadable("core.unreadable", params={"where": "before", "detail": "not a mark"})
    return EPOCH + timedelta(microseconds=int(number)), table
