"""All that is kept about somebody, as one JSON document that they can read and take along."""

from datetime import datetime

import msgspec
from sqlalchemy import or_, select

from ludotheque.core.codec import Json
from ludotheque.server.storage.database import Database
from ludotheque.server.storage.schema import (
    PersonRow,
    chat,
    lessons_taken,
    log,
    passkeys,
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
    sign_ins: list[SignIn]
    lessons: list[Learned]
    chat: list[Said]
    tables: list[AtTable]


async def export(database: Database, person: PersonRow) -> Export:
    """All that is kept about somebody, read at one moment."""
    mine = or_(
        tables.c.owner == person.id,
        tables.c.id.in_(select(seats.c.table).where(seats.c.person == person.id)),
    )
    async with database.reading() as db:
        keys = await db.execute(select(passkeys).where(passkeys.c.person == person.id))
        browsers = await db.execute(select(sign_ins).where(sign_ins.c.person == person.id))
        learned = await db.execute(
            select(lessons_taken).where(lessons_taken.c.person == person.id).order_by(lessons_taken.c.at)
        )
        spoken = await db.execute(
            select(chat).where(chat.c.person == person.id).order_by(chat.c.table, chat.c.number)
        )
        sitting = await db.execute(select(seats).where(seats.c.person == person.id).order_by(seats.c.seat))
        held: dict[str, dict[int, str]] = {}
        for seat in sitting.mappings():
            held.setdefault(seat["table"], {})[seat["seat"]] = seat["name"]
        found = (await db.execute(select(tables).where(mine).order_by(tables.c.created))).mappings().all()
        moves: dict[str, list[Move]] = {row["id"]: [] for row in found}
        made = select(log).join(seats, (seats.c.table == log.c.table) & (seats.c.seat == log.c.seat))
        lines = await db.execute(made.where(seats.c.person == person.id).order_by(log.c.table, log.c.number))
        for line in lines.mappings():
            move = Move(line["number"], line["seat"], line["kind"], line["body"], line["at"])
            moves[line["table"]].append(move)
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
            lessons=[Learned(one["game"], one["lesson"], one["at"]) for one in learned.mappings()],
            chat=[
                Said(line["table"], line["number"], line["name"], line["text"], line["at"])
                for line in spoken.mappings()
            ],
            tables=[
                AtTable(
                    id=row["id"],
                    game=row["game"],
                    title=row["title"],
                    state=row["state"],
                    yours=row["owner"] == person.id,
                    created=row["created"],
                    changed=row["changed"],
                    seats=held.get(row["id"], {}),
                    moves=moves[row["id"]],
                )
                for row in found
            ],
        )
