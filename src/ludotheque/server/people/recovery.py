"""One-time recovery codes for people who lost all other ways to sign in.

A person makes a code in advance and prints it, or an administrator makes one on request.
"""

import hashlib
import re
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, insert, or_, select

from ludotheque.server.storage.database import Database
from ludotheque.server.storage.schema import GivenBy, recovery
from ludotheque.server.world import WORLD, ServerWorld

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32 alphabet, without letters that look like others."""
MISTAKEN: Final = str.maketrans("OIL", "011")
LENGTH: Final = 20
"""Characters of five bits each: 100 bits can't be guessed, so a hash without salt is enough."""
GROUP: Final = 4
HOST_LASTS: Final = timedelta(days=1)
"""Validity of a code made by an administrator; a printed one is valid without limit."""


class RecoveryRepository:
    """Repository of recovery codes, which are stored as hashes."""

    def __init__(self, store: Database, world: ServerWorld = WORLD) -> None:
        self._store = store
        self._world = world

    async def make(self, person: str, by: GivenBy, now: datetime) -> str:
        """Return a new code, which replaces the previous one of the same person and giver."""
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
        """Return the time when the person made their own code; None if there is none."""
        mine = (recovery.c.person == person) & (recovery.c.by == "owner")
        async with self._store.reading() as db:
            found: datetime | None = (await db.execute(select(recovery.c.made).where(mine))).scalar()
        return found

    async def use(self, code: str, now: datetime) -> str | None:
        """Consume a code and return its person's id; None if the code is invalid or expired."""
        valid = (recovery.c.id == _hash(read_code(code))) & (
            recovery.c.until.is_(None) | (recovery.c.until >= now)
        )
        async with self._store.writing() as db:
            person = (await db.execute(select(recovery.c.person).where(valid))).scalar()
            if person is None or (await db.execute(delete(recovery).where(valid))).rowcount != 1:
                return None
        return str(person)

    async def forget(self, person: str) -> None:
        """Delete all codes of a person."""
        async with self._store.writing() as db:
            await db.execute(delete(recovery).where(recovery.c.person == person))


def grouped(code: str) -> str:
    """Return a code in groups of four characters for display.

    >>> grouped("0123456789ABCDEFGHJK")
    '0123-4567-89AB-CDEF-GHJK'
    """
    return "-".join(code[first : first + GROUP] for first in range(0, len(code), GROUP))


def read_code(typed: str) -> str:
    """Return a typed code in its original form: without blanks and dashes, look-alike letters replaced.

    >>> read_code(" 0123-4567 89ab-cdef-ghjk "), read_code("OIL")
    ('0123456789ABCDEFGHJK', '011')
    """
    return re.sub(r"[\s-]", "", typed).upper().translate(MISTAKEN)


def _hash(code: str) -> str:
    return hashlib.sha256(code.encode("utf-8", "replace")).hexdigest()
