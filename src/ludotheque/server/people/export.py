"""Export of all data stored about a person, as one JSON document."""

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Final

import msgspec
from sqlalchemy import RowMapping, or_, select

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

READ_AT_ONCE: Final = 200
"""Log lines read in one query, after which other tasks get a turn."""


class Passkey(msgspec.Struct, frozen=True):
    """Passkey in an export; the public key allows no sign-in."""

    id: bytes
    public_key: bytes
    created: datetime
    used: datetime | None
    browser: str


class SignInChange(msgspec.Struct, frozen=True):
    """Exported change to a person's ways to sign in: password, passkeys or recovery code."""

    what: str
    browser: str
    at: datetime


class SignIn(msgspec.Struct, frozen=True):
    """Exported sign-in: a browser in which the person is signed in."""

    how: str
    browser: str
    created: datetime
    seen: datetime


class Said(msgspec.Struct, frozen=True):
    """Exported chat message."""

    table: str
    number: int
    name: str
    text: str
    at: datetime


class Move(msgspec.Struct, frozen=True):
    """Exported log line of one of the person's seats."""

    number: int
    seat: int
    kind: str
    body: Json
    at: datetime


class AtTable(msgspec.Struct, frozen=True):
    """Exported table that the person owns or sits at, with the log lines of their seats."""

    id: str
    game: str
    title: str
    state: str
    yours: bool
    created: datetime
    changed: datetime
    opened: datetime | None
    """Day on which an imported match was last opened."""
    seats: dict[int, str]
    """Name shown at each of the person's seats."""
    moves: list[Move]


class Learned(msgspec.Struct, frozen=True):
    """Exported completion of a lesson."""

    game: str
    lesson: str
    at: datetime


class Export(msgspec.Struct, frozen=True):
    """All data stored about a person."""

    id: str
    name: str
    login: str | None
    password: bool
    """True if the person has a password; only an irreversible hash of it is stored."""
    created: datetime
    banned: datetime | None
    passkeys: list[Passkey]
    recovery: list[datetime]
    """Times when recovery codes were made; only hashes of the codes are stored."""
    sign_ins: list[SignIn]
    changes: list[SignInChange]
    lessons: list[Learned]
    chat: list[Said]
    tables: list[AtTable]


async def export(database: Database, person: PersonRow) -> Export:
    """Collect all data stored about a person."""
    tables = []
    async for row in _tables_of(database, person):
        table = await _at_table(database, person, row)
        moves = [move async for page in _moves(database, table) for move in page]
        tables.append(msgspec.structs.replace(table, moves=moves))
    return msgspec.structs.replace(await _beside_tables(database, person), tables=tables)


async def written(database: Database, person: PersonRow) -> AsyncIterator[bytes]:
    """Yield the export of a person as JSON in chunks, so that many moves need little memory."""
    yield _opened(await _beside_tables(database, person))
    comma = b""
    async for row in _tables_of(database, person):
        table = await _at_table(database, person, row)
        yield comma + _opened(table)
        comma, between = b",", b""
        async for page in _moves(database, table):
            yield between + msgspec.json.encode(page)[1:-1]
            between = b","
        yield b"]}"
    yield b"]}"


def _opened(struct: Export | AtTable) -> bytes:
    """Encode a struct without the end of its last list, whose items follow."""
    return msgspec.json.encode(struct).removesuffix(b"]}")


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


async def _tables_of(database: Database, person: PersonRow) -> AsyncIterator[RowMapping]:
    mine = or_(
        tables.c.owner == person.id,
        tables.c.id.in_(select(seats.c.table).where(seats.c.person == person.id)),
    )
    async with database.reading() as db:
        found = (await db.execute(select(tables.c.id).where(mine).order_by(tables.c.created))).scalars().all()
    for table in found:
        async with database.reading() as db:
            row = (await db.execute(select(tables).where(tables.c.id == table))).mappings().first()
        if row is not None:
            yield row


async def _at_table(database: Database, person: PersonRow, row: RowMapping) -> AtTable:
    """Return a table without its log lines."""
    held = select(seats).where(seats.c.table == row["id"], seats.c.person == person.id)
    async with database.reading() as db:
        names = {one["seat"]: one["name"] for one in (await db.execute(held)).mappings()}
    return AtTable(
        id=row["id"],
        game=row["game"],
        title=row["title"],
        state=row["state"],
        yours=row["owner"] == person.id,
        created=row["created"],
        changed=row["changed"],
        opened=row["opened"],
        seats=dict(sorted(names.items())),
        moves=[],
    )


async def _moves(database: Database, table: AtTable) -> AsyncIterator[list[Move]]:
    """Yield the log lines of the person's seats in pages of `READ_AT_ONCE`."""
    made = select(log).where(log.c.table == table.id, log.c.seat.in_(table.seats)).order_by(log.c.number)
    last = 0
    while True:
        async with database.reading() as db:
            lines = (await db.execute(made.where(log.c.number > last).limit(READ_AT_ONCE))).mappings().all()
        if lines:
            yield [Move(one["number"], one["seat"], one["kind"], one["body"], one["at"]) for one in lines]
        if len(lines) < READ_AT_ONCE:
            return
        last = lines[-1]["number"]
