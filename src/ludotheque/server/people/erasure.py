"""Deletion of a person: bots take over the seats, name and messages are erased, matches stay anonymous."""

from typing import Final

from sqlalchemy import delete, or_, select, update

from ludotheque.core.refusal import Refusal
from ludotheque.host.cache import LoadedTable
from ludotheque.host.messages import Leave
from ludotheque.host.service import TableService
from ludotheque.server.storage.database import Database
from ludotheque.server.storage.schema import PersonRow, chat, log, people, seats, tables

ID_BYTES: Final = 9


class Erasure:
    """Deletion of people from the database and from the tables in memory."""

    def __init__(self, database: Database, service: TableService) -> None:
        self._database = database
        self._service = service

    async def forget(self, person: PersonRow) -> list[str]:
        """Delete a person and all personal data; return the ids of the tables that changed."""
        await self.vacate(person)
        touched = await self._touched(person.id)
        await self._erase(person.id)
        for table in touched:
            await self._service.reload(table)
        await self._clear_away(touched)
        return touched

    async def vacate(self, person: PersonRow) -> None:
        """Free the person's seats: a bot takes over in a running match, other seats become open again."""
        query = select(seats.c.table, seats.c.seat).join(tables, tables.c.id == seats.c.table)
        mine = query.where(seats.c.person == person.id, tables.c.state != "finished")
        async with self._database.reading() as db:
            held = [(str(row[0]), int(row[1])) for row in await db.execute(mine)]
        for table, seat in held:
            # The id must be new, or the command counts as a resend; ids from clients contain no colon.
            command = Leave(id=f"vacate:{self._service.world.token(ID_BYTES)}", seat=seat)
            try:
                await self._service.execute(person, table, command)
            except Refusal:
                continue  # a bot plays the seat already, or the game has no bots

    async def _touched(self, person: str) -> list[str]:
        """Return the ids of the tables where the person sits, which they own or where they have chatted."""
        queries = (
            select(seats.c.table).where(seats.c.person == person),
            select(tables.c.id).where(tables.c.owner == person),
            select(chat.c.table).where(chat.c.person == person),
        )
        found: set[str] = set()
        async with self._database.reading() as db:
            for query in queries:
                found.update(str(row[0]) for row in await db.execute(query))
        return sorted(found)

    async def _erase(self, person: str) -> None:
        mine = select(tables.c.id).where(tables.c.owner == person)
        sat = select(seats.c.table).where(seats.c.person == person)
        async with self._database.writing() as db:
            # Client ids of commands begin with the id of the person.
            sent = log.c.table.in_(sat) & log.c.client.startswith(f"{person}:", autoescape=True)
            await db.execute(update(log).where(sent).values(client=None))
            # The owner may have typed names for guests, which are erased too.
            unseated = seats.c.table.in_(mine) & seats.c.person.is_(None)
            mentioned = or_(seats.c.person == person, unseated)
            await db.execute(update(seats).where(mentioned).values(name="", person=None))
            said = chat.c.person == person
            await db.execute(update(chat).where(said).values(name="", text="", client=None, person=None))
            set_up = update(tables).where(tables.c.owner == person)
            await db.execute(set_up.values(title="", owner=None, opened=None))
            await db.execute(delete(people).where(people.c.id == person))

    async def _clear_away(self, touched: list[str]) -> None:
        """Delete the waiting ones among these tables that have no owner and no person at a seat."""
        sits = select(seats.c.table).where(seats.c.person.is_not(None))
        empty = select(tables.c.id).where(
            tables.c.id.in_(touched),
            tables.c.state == "waiting",
            tables.c.owner.is_(None),
            tables.c.id.not_in(sits),
        )
        async with self._database.reading() as db:
            found = [str(row[0]) for row in await db.execute(empty)]
        for table in found:
            await self._service.clear_away(table, _is_deserted)


def _is_deserted(loaded: LoadedTable) -> bool:
    """Return whether a table has neither an owner nor a person at a seat."""
    return loaded.row.owner is None and all(seat.person is None for seat in loaded.seats)
