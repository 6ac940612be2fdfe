"""All that is kept about somebody, as one JSON document that they can read and take along."""

from collections.abc import AsyncIterator
from datetime import datetime

import msgspec
from sqlalchemy import or_, select

from ludotheque.core.codec import Json
from ludotheque.server.storage.database import Database
from ludotheque.server.storage.schema import (
    PersonRow,
    changes,
    chat,
    lessons_taken,
    log,
    passkeys,
    recovery,
    seats,
    sign_ins,
    tables,
)


class Passkey(msgspec.Struct, frozen=True):
    """A passkey; its public key is of no use to anybody else."""

    id: bytes
    public_key: bytes
    created: datetime
    used: datetime | None
    browser: str


class SignInChange(msgspec.Struct, frozen=True):
    """A change to how somebody logs in."""

    what: str
    browser: str
    at: datetime


class SignIn(msgspec.Struct, frozen=True):
    """A browser in which somebody is signed in."""

    how: str
    browser: str
    created: datetime
    seen: datetime


class Said(msgspec.Struct, frozen=True):
    """A line of chat."""

    table: str
    number: int
    name: str
    text: str
    at: datetime


class Move(msgspec.Struct, frozen=True):
    """A line of a log that somebody caused."""

    number: int
    seat: int
    kind: str
    body: Json
    at: datetime


class AtTable(msgspec.Struct, frozen=True):
    """A table where somebody sits, or that they have set up."""

    id: str
    game: str
    title: str
    state: str
    yours: bool
    created: datetime
    changed: datetime
    seats: dict[int, str]
    """The name at each seat that is theirs."""
    moves: list[Move]


class Learned(msgspec.Struct, frozen=True):
    """A lesson that somebody has taken."""

    game: str
    lesson: str
    at: datetime


class Export(msgspec.Struct, frozen=True):
    """All that is kept about somebody."""

    id: str
    name: str
    login: str | None
    password: bool
    """Whether there is one; what is kept is a fingerprint that nobody can turn back."""
    created: datetime
    banned: datetime | None
    passkeys: list[Passkey]
    recovery: list[datetime]
    """When codes for coming back were made; what is kept of them are fingerprints."""
    sign_ins: list[SignIn]
    changes: list[SignInChange]
    lessons: list[Learned]
    chat: list[Said]
    tables: list[AtTable]


async def export(database: Database, person: PersonRow) -> Export:
    """All that is kept about somebody."""
    tables = [table async for table in _tables_of(database, person)]
    return msgspec.structs.replace(await _beside_tables(database, person), tables=tables)


async def written(database: Database, person: PersonRow) -> AsyncIterator[bytes]:
    """The same as JSON, a table at a time: somebody may have played for years."""
    head = msgspec.json.encode(await _beside_tables(database, person))
    yield head.removesuffix(b"]}")
    comma = b""
    async for table in _tables_of(database, person):
        yield comma + msgspec.json.encode(table)
        comma = b","
    yield b"]}"


async def _beside_tables(database: Database, person: PersonRow) -> Export:
    async with database.reading() as db:
        keys = await db.execute(select(passkeys).where(passkeys.c.person == person.id))
        browsers = await db.execute(select(sign_ins).where(sign_ins.c.person == person.id))
        codes = await db.execute(select(recovery.c.made).where(recovery.c.person == person.id))
        changed = await db.execute(
            select(changes).where(changes.c.person == person.id).order_by(changes.c.at)
        )
        learned = await db.execute(
            select(lessons_taken).where(lessons_taken.c.person == person.id).order_by(lessons_taken.c.at)
        )
        spoken = await db.execute(
            select(chat).where(chat.c.person == person.id).order_by(chat.c.table, chat.c.number)
        )
        return Export(
            id=person.id,
            name=person.name,
            login=person.login,
            password=person.password is not None,
            created=person.created,
            banned=person.banned,
            passkeys=[
                Passkey(key["id"], key["public_key"], key["created"], key["used"], key["agent"])
                for key in keys.mappings()
            ],
            sign_ins=[
                SignIn(one["how"], one["agent"], one["created"], one["seen"]) for one in browsers.mappings()
            ],
            recovery=[row[0] for row in codes],
            changes=[SignInChange(one["what"], one["agent"], one["at"]) for one in changed.mappings()],
            lessons=[Learned(one["game"], one["lesson"], one["at"]) for one in learned.mappings()],
            chat=[
                Said(line["table"], line["number"], line["name"], line["text"], line["at"])
                for line in spoken.mappings()
            ],
            tables=[],
        )


async def _tables_of(database: Database, person: PersonRow) -> AsyncIterator[AtTable]:
    mine = or_(
        tables.c.owner == person.id,
        tables.c.id.in_(select(seats.c.table).where(seats.c.person == person.id)),
    )
    async with database.reading() as db:
        found = (await db.execute(select(tables).where(mine).order_by(tables.c.created))).mappings().all()
    for row in found:
        held = select(seats).where(seats.c.table == row["id"], seats.c.person == person.id)
        made = select(log).where(log.c.table == row["id"]).order_by(log.c.number)
        async with database.reading() as db:
            names = {one["seat"]: one["name"] for one in (await db.execute(held)).mappings()}
            lines = (await db.execute(made.where(log.c.seat.in_(names)))).mappings().all()
        yield AtTable(
            id=row["id"],
            game=row["game"],
            title=row["title"],
            state=row["state"],
            yours=row["owner"] == person.id,
            created=row["created"],
            changed=row["changed"],
            seats=dict(sorted(names.items())),
            moves=[Move(one["number"], one["seat"], one["kind"], one["body"], one["at"]) for one in lines],
        )
