"""Operations of `ludotheque admin`, which works on the database and posts notices to running servers."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import func, or_, select, update

from ludotheque.core.refusal import NotAllowed
from ludotheque.host.rows import TableRow
from ludotheque.host.service import TableService
from ludotheque.server.admin.notices import Notices
from ludotheque.server.admin.purge import Purge, Purged
from ludotheque.server.people.changes import ChangeRepository
from ludotheque.server.people.erasure import Erasure
from ludotheque.server.people.export import Export, export
from ludotheque.server.people.recovery import RecoveryRepository
from ludotheque.server.people.repository import PeopleRepository
from ludotheque.server.storage.database import Database, row_of
from ludotheque.server.storage.event_log import EventLog
from ludotheque.server.storage.schema import PersonRow, chat, people, seats, sign_ins, tables
from ludotheque.server.storage.sizes import database_bytes
from ludotheque.server.storage.tables import TableRepository
from ludotheque.server.storage.time import SharedTime
from ludotheque.server.work.pool import WorkerPool
from ludotheque.server.world import WORLD, ServerWorld

SEARCHED: Final = (people.c.id, people.c.name, people.c.login)


class PersonLine(msgspec.Struct, frozen=True):
    """Guest or account in the list of `ludotheque admin people`."""

    id: str
    name: str
    login: str | None
    created: datetime
    seen: datetime | None
    tables: int
    banned: datetime | None


class TableLine(msgspec.Struct, frozen=True):
    """Table in the list of `ludotheque admin tables`."""

    id: str
    game: str
    title: str
    state: str
    version: int
    changed: datetime
    names: list[str]


class LargeTable(msgspec.Struct, frozen=True):
    """Table with its stored size in bytes, its version and its owner."""

    id: str
    game: str
    state: str
    study: bool
    bytes: int
    version: int
    changed: datetime
    owner: str | None


class Largest(NamedTuple):
    """Largest tables, and the size of the whole database on disk in bytes."""

    tables: list[LargeTable]
    database: int


class ChatLine(msgspec.Struct, frozen=True):
    """Chat message of a table with its number, author and time."""

    number: int
    person: str | None
    name: str
    text: str
    at: datetime


class Reset(NamedTuple):
    """One-time recovery code for a person, and its link if the public URL is configured."""

    person: PersonRow
    code: str
    link: str | None


class Admin:
    """Administrative operations on people and tables.

    Collects the ids of what it changes; `close` posts a notice for each.
    """

    def __init__(
        self, database: Database, time: SharedTime, secret: bytes, url: str | None, world: ServerWorld = WORLD
    ) -> None:
        self._database = database
        self._time = time
        self._now = time.now
        self._url = url
        self._people = PeopleRepository(self._database)
        self._recovery = RecoveryRepository(self._database, world)
        self._changes = ChangeRepository(self._database, world)
        self._repository = TableRepository(self._database)
        self._log = EventLog(self._database)
        self._workers = WorkerPool(1)
        self._changed: set[tuple[str, str]] = set()
        # Servers may change the same tables meanwhile: `shared` makes every access reload them.
        self._service = TableService(
            self._repository,
            self._log,
            self._workers,
            secret,
            self._note,
            world,
            shared=True,
            now=self._now,
        )
        self._erasure = Erasure(self._database, self._service)
        self._purge = Purge(self._database, self._service, self._erasure)
        self._notices = Notices(self._database)

    def _note(self, topics: Iterable[str]) -> None:
        """Remember the changed tables among the topics that the table service broadcasts."""
        told = (topic.partition(":") for topic in topics)
        self._changed.update((kind, name) for kind, _, name in told if kind == "table")

    async def open(self) -> None:
        """Measure the clock of the database, so that written times agree with those of running servers."""
        await self._time.measure()

    async def close(self) -> None:
        """Post notices for everything changed, then close the workers and the database."""
        if self._changed:
            await self._notices.post(sorted(self._changed), self._now())
        self._workers.close()
        await self._log.close()
        await self._database.close()

    async def people(self, search: str, limit: int) -> list[PersonLine]:
        """Return people whose id, name or login contains `search`, newest first."""
        seen = select(func.max(sign_ins.c.seen)).where(sign_ins.c.person == people.c.id).scalar_subquery()
        sits = select(func.count(seats.c.table.distinct())).where(seats.c.person == people.c.id)
        query = select(people, seen.label("seen"), sits.scalar_subquery().label("tables"))
        found = or_(*(column.icontains(search, autoescape=True) for column in SEARCHED))
        async with self._database.reading() as db:
            rows = await db.execute(query.where(found).order_by(people.c.created.desc()).limit(limit))
            return [row_of(PersonLine, row) for row in rows.mappings()]

    async def tables(self, state: str | None, limit: int) -> list[TableLine]:
        """Return tables in the given state, or in any, most recently changed first."""
        query = select(tables).order_by(tables.c.changed.desc()).limit(limit)
        if state is not None:
            query = query.where(tables.c.state == state)
        async with self._database.reading() as db:
            rows = (await db.execute(query)).mappings().all()
            names: dict[str, list[str]] = {row["id"]: [] for row in rows}
            sitting = select(seats).where(seats.c.table.in_(names)).order_by(seats.c.seat)
            for seat in (await db.execute(sitting)).mappings():
                names[seat["table"]].append(seat["name"] or seat["level"] or "–")
        fields = ("id", "game", "title", "state", "version", "changed")
        return [TableLine(**{name: row[name] for name in fields}, names=names[row["id"]]) for row in rows]

    async def largest(self, limit: int) -> Largest:
        """Return the tables with the largest stored size, and the size of the whole database."""
        query = select(tables).order_by(tables.c.bytes.desc(), tables.c.id).limit(limit)
        async with self._database.reading() as db:
            found = [row_of(LargeTable, row) for row in (await db.execute(query)).mappings()]
        return Largest(found, await database_bytes(self._database))

    async def chat(self, table: str) -> list[ChatLine]:
        """Return the latest chat messages of a table, oldest first."""
        await self._table(table)
        return [
            ChatLine(line.number, line.person, line.name, line.text, line.at)
            for line in await self._repository.chat(table)
        ]

    async def ban(self, person: str) -> PersonRow:
        """Ban a person, given by id or login: end all their sign-ins and vacate their seats."""
        found = await self._person(person)
        await self._people.log_out_everywhere(found.id)
        await self._set_banned(found.id, self._now())
        await self._erasure.vacate(found)
        self._changed.add(("person", found.id))
        return found

    async def unban(self, person: str) -> PersonRow:
        """Lift the ban of a person, given by id or login."""
        found = await self._person(person)
        await self._set_banned(found.id, None)
        return found

    async def reset(self, person: str) -> Reset:
        """Create a one-time recovery code for a person, valid for a day, and record it in their history."""
        found = await self._person(person)
        now = self._now()
        code = await self._recovery.make(found.id, "host", now)
        await self._changes.note(found.id, "reset", now)
        return Reset(found, code, f"{self._url}/profile#code={code}" if self._url is not None else None)

    async def delete(self, person: str) -> PersonRow:
        """Delete a person, given by id or login, as account deletion on the website does."""
        found = await self._person(person)
        self._forgotten(await self._erasure.forget(found), [found.id])
        return found

    async def export(self, person: str) -> Export:
        """Return the personal data stored about a person, given by id or login."""
        return await export(self._database, await self._person(person))

    async def remove_chat(self, table: str, number: int) -> None:
        """Blank a chat message but keep its row, so that its number is never reused.

        Raises `NotAllowed` if the table has no such message.
        """
        await self._table(table)
        line = (chat.c.table == table) & (chat.c.number == number) & (chat.c.text != "")
        async with self._database.writing() as db:
            removed = await db.execute(update(chat).where(line).values(text="", name="", client=None))
        if not removed.rowcount:
            raise NotAllowed("cli.no_chat_line", params={"table": table, "number": number})
        self._changed.add(("table", table))

    async def end(self, table: str) -> None:
        """End a running match without a winner, or delete a table whose match has not begun.

        Raises `NotAllowed` if the match is over.
        """
        row = await self._table(table)
        if row.state == "finished":
            raise NotAllowed("cli.table_over", params={"table": table})
        await self._service.end(table)

    async def remove(self, table: str) -> None:
        """Delete a table in any state, with its log and chat."""
        await self._table(table)
        async with self._service.cache.locked(table) as loaded:
            people = {loaded.row.owner, *(seat.person for seat in loaded.seats)}
            await self._service.remove(loaded)
        # A server that has not loaded the table cannot tell whose lists it appears in.
        self._changed.update(("person", person) for person in people if person is not None)

    async def purge(self, days: int) -> Purged:
        """Delete guests and waiting tables that have been inactive for so many days."""
        purged = await self._purge.run(self._now() - timedelta(days=days))
        self._forgotten(purged.touched, purged.guests)
        return purged

    def _forgotten(self, touched: Iterable[str], gone: Iterable[str]) -> None:
        self._changed.update(("table", table) for table in touched)
        self._changed.update(("person", person) for person in gone)

    async def _set_banned(self, person: str, at: datetime | None) -> None:
        async with self._database.writing() as db:
            await db.execute(update(people).where(people.c.id == person).values(banned=at))

    async def _person(self, person: str) -> PersonRow:
        """Find a person by id or login; raise `NotAllowed` if there is none."""
        found = await self._people.find(person) or await self._people.by_login(person)
        if found is None:
            raise NotAllowed("cli.no_person", params={"person": person[:40]})
        return found

    async def _table(self, table: str) -> TableRow:
        found = await self._repository.table(table)
        if found is None:
            raise NotAllowed("cli.no_table", params={"table": table[:40]})
        return found[0]
