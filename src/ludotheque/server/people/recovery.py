"""Codes that let somebody in once who has lost every other way: printed before, or given by the host."""

import hashlib
import re
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, insert, or_, select

from ludotheque.server.storage.database import Database
from ludotheque.server.storage.schema import GivenBy, recovery
from ludotheque.server.world import WORLD, World

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: without letters that are mistaken for others."""
MISTAKEN: Final = str.maketrans("OIL", "011")
LENGTH: Final = 20
"""Signs of five bits each: a hundred bits are not guessed, so that a plain hash keeps them."""
GROUP: Final = 4
HOST_LASTS: Final = timedelta(days=1)
"""How long a code that the host gave may be used."""


class RecoveryRepository:
    """The codes of everybody, as hashes."""

    def __init__(self, store: Database, world: World = WORLD) -> None:
        self._store = store
        self._world = world

    async def make(self, person: str, by: GivenBy, now: datetime) -> str:
        """Return a new code, shown this once; the one before of the same giver is worthless."""
        code = "".join(self._world.random.choice(ALPHABET) for _ in range(LENGTH))
        until = now + HOST_LASTS if by == "host" else None
        before = (recovery.c.person == person) & (recovery.c.by == by)
        async with self._store.writing() as db:
            await db.execute(delete(recovery).where(or_(before, recovery.c.until < now)))
            await db.execute(
                insert(recovery).values(id=_hash(code), person=person, by=by, made=now, until=until)
            )
        return grouped(code)

    async def made(self, person: str) -> datetime | None:
        """Return when somebody made the code that they have printed."""
        mine = (recovery.c.person == person) & (recovery.c.by == "owner")
        async with self._store.reading() as db:
            found: datetime | None = (await db.execute(select(recovery.c.made).where(mine))).scalar()
        return found

    async def use(self, code: str, now: datetime) -> str | None:
        """Return whose code this is, and make it worthless; None for a code that is none."""
        valid = (recovery.c.id == _hash(read_code(code))) & (
            recovery.c.until.is_(None) | (recovery.c.until >= now)
        )
        async with self._store.writing() as db:
            person = (await db.execute(select(recovery.c.person).where(valid))).scalar()
            if person is None or (await db.execute(delete(recovery).where(valid))).rowcount != 1:
                return None
        return str(person)

    async def forget(self, person: str) -> None:
        """Make every code of somebody worthless."""
        async with self._store.writing() as db:
            await db.execute(delete(recovery).where(recovery.c.person == person))


def grouped(code: str) -> str:
    """Return a code in groups, as it is read best.

    >>> grouped("0123456789ABCDEFGHJK")
    '0123-4567-89AB-CDEF-GHJK'
    """
    return "-".join(code[first : first + GROUP] for first in range(0, len(code), GROUP))


def read_code(typed: str) -> str:
    """Return a code as it was made, however it was typed.

    >>> read_code(" 0123-4567 89ab-cdef-ghjk "), read_code("OIL")
    ('0123456789ABCDEFGHJK', '011')
    """
    return re.sub(r"[\s-]", "", typed).upper().translate(MISTAKEN)


def _hash(code: str) -> str:
    return hashlib.sha256(code.encode("utf-8", "replace")).hexdigest()
