"""Repositories of sign-ins and of passkey challenges."""

import hashlib
from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias

from sqlalchemy import delete, insert, select, update

from ludotheque.server.people.cookies import CHALLENGE_LASTS
from ludotheque.server.storage.database import Database, row_of
from ludotheque.server.storage.schema import How, SignInRow, challenges, sign_ins
from ludotheque.server.world import WORLD, ServerWorld

Purpose: TypeAlias = Literal["create", "login", "prove"]

KEPT: Final = 50
"""Number of sign-ins kept for each person; the least recently used end first."""
NOTED: Final = timedelta(hours=1)
"""Precision of the time of last use; it is written at most once in this interval."""
AGENT_LENGTH: Final = 200
CHALLENGE_BYTES: Final = 32


class SignInRepository:
    """Repository of sign-ins: the browsers in which people are signed in."""

    def __init__(self, store: Database, world: ServerWorld = WORLD) -> None:
        self._store = store
        self._world = world

    async def begin(
        self, person: str, how: How, agent: str, now: datetime, proved: datetime | None = None
    ) -> str:
        """Create a sign-in with its user agent and return its id.

        `proved` is the time of a proof of identity, if the sign-in began with one.
        """
        session = self._world.token(12)
        mine = select(sign_ins.c.id).where(sign_ins.c.person == person).order_by(sign_ins.c.seen.desc())
        async with self._store.writing() as db:
            old = [row[0] for row in await db.execute(mine.offset(KEPT - 1))]
            await db.execute(delete(sign_ins).where(sign_ins.c.id.in_(old)))
            await db.execute(
                insert(sign_ins).values(
                    id=session,
                    person=person,
                    how=how,
                    agent=agent[:AGENT_LENGTH],
                    created=now,
                    seen=now,
                    proved=proved,
                )
            )
        return session

    async def of(self, person: str) -> list[SignInRow]:
        """Return the sign-ins of a person, most recently used first."""
        mine = select(sign_ins).where(sign_ins.c.person == person).order_by(sign_ins.c.seen.desc())
        async with self._store.reading() as db:
            return [row_of(SignInRow, row) for row in (await db.execute(mine)).mappings()]

    async def note(self, session: str, seen: datetime | None, now: datetime) -> None:
        """Record a use of a sign-in, unless the recorded time `seen` is recent."""
        if seen is None or now - seen >= NOTED:
            async with self._store.writing() as db:
                await db.execute(update(sign_ins).where(sign_ins.c.id == session).values(seen=now))

    async def prove(self, session: str, now: datetime) -> None:
        """Record a proof of identity in a sign-in."""
        async with self._store.writing() as db:
            await db.execute(update(sign_ins).where(sign_ins.c.id == session).values(proved=now))

    async def end(self, person: str, session: str) -> bool:
        """End a sign-in of a person, which invalidates its cookie; return False if there is none."""
        async with self._store.writing() as db:
            mine = (sign_ins.c.person == person) & (sign_ins.c.id == session)
            return (await db.execute(delete(sign_ins).where(mine))).rowcount == 1


class ChallengeRepository:
    """Repository of WebAuthn challenges, each for one purpose and one browser, valid once."""

    def __init__(self, store: Database, world: ServerWorld = WORLD) -> None:
        self._store = store
        self._world = world

    async def make(self, purpose: Purpose, session: str, now: datetime) -> bytes:
        """Create and store a challenge that is valid for `CHALLENGE_LASTS` seconds."""
        challenge = self._world.random.randbytes(CHALLENGE_BYTES)
        until = now + timedelta(seconds=CHALLENGE_LASTS)
        async with self._store.writing() as db:
            await db.execute(delete(challenges).where(challenges.c.until < now))
            await db.execute(
                insert(challenges).values(
                    id=_hash(challenge), purpose=purpose, session=_hash(session.encode()), until=until
                )
            )
        return challenge

    async def answer(self, challenge: bytes, purpose: Purpose, session: str, now: datetime) -> bool:
        """Consume a challenge; return whether it was valid for this purpose and browser."""
        asked = (
            (challenges.c.id == _hash(challenge))
            & (challenges.c.purpose == purpose)
            & (challenges.c.session == _hash(session.encode()))
            & (challenges.c.until >= now)
        )
        async with self._store.writing() as db:
            return (await db.execute(delete(challenges).where(asked))).rowcount == 1


def _hash(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()
