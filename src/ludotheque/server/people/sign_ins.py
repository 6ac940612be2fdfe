"""Where somebody is signed in, and the challenges that a passkey has to answer."""

import hashlib
from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias

from sqlalchemy import delete, insert, select, update

from ludotheque.server.people.cookies import CHALLENGE_LASTS
from ludotheque.server.storage.database import Database, row_of
from ludotheque.server.storage.schema import How, SignInRow, challenges, sign_ins
from ludotheque.server.world import WORLD, World

Purpose: TypeAlias = Literal["create", "login", "prove"]

KEPT: Final = 50
"""Sign-ins of a person; the one not seen for the longest time ends first."""
NOTED: Final = timedelta(hours=1)
"""How exactly it is noted when a sign-in was last seen."""
AGENT_LENGTH: Final = 200
CHALLENGE_BYTES: Final = 32


class SignInRepository:
    """The sign-ins of everybody."""

    def __init__(self, store: Database, world: World = WORLD) -> None:
        self._store = store
        self._world = world

    async def begin(
        self, person: str, how: How, agent: str, now: datetime, proved: datetime | None = None
    ) -> str:
        """Somebody signs in with a browser; gives the name of the sign-in."""
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
        """Where somebody is signed in, the last seen first."""
        mine = select(sign_ins).where(sign_ins.c.person == person).order_by(sign_ins.c.seen.desc())
        async with self._store.reading() as db:
            return [row_of(SignInRow, row) for row in (await db.execute(mine)).mappings()]

    async def note(self, session: str, seen: datetime | None, now: datetime) -> None:
        """A sign-in was seen again."""
        if seen is None or now - seen >= NOTED:
            async with self._store.writing() as db:
                await db.execute(update(sign_ins).where(sign_ins.c.id == session).values(seen=now))

    async def prove(self, session: str, now: datetime) -> None:
        """Somebody has shown again in this sign-in who they are."""
        async with self._store.writing() as db:
            await db.execute(update(sign_ins).where(sign_ins.c.id == session).values(proved=now))

    async def end(self, person: str, session: str) -> bool:
        """The cookie of a sign-in is worthless from now on; whether there was one."""
        async with self._store.writing() as db:
            mine = (sign_ins.c.person == person) & (sign_ins.c.id == session)
            return (await db.execute(delete(sign_ins).where(mine))).rowcount == 1


class ChallengeRepository:
    """Challenges for passkeys: each for one purpose and one browser, answered once and soon."""

    def __init__(self, store: Database, world: World = WORLD) -> None:
        self._store = store
        self._world = world

    async def make(self, purpose: Purpose, session: str, now: datetime) -> bytes:
        """A new challenge."""
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
        """Take a challenge back; return whether this browser was given it for this purpose."""
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
