"""History of changes to a person's ways to sign in, shown to them as a security notice."""

from datetime import datetime
from typing import Final

from sqlalchemy import delete, func, insert, select, update

from ludotheque.server.people.sign_ins import AGENT_LENGTH
from ludotheque.server.storage.database import Database, row_of
from ludotheque.server.storage.schema import Change, ChangeRow, changes
from ludotheque.server.world import WORLD, ServerWorld

KEPT: Final = 30
"""Number of changes kept for each person; the oldest are deleted first."""


class ChangeRepository:
    """Repository of changes to the ways to sign in."""

    def __init__(self, store: Database, world: ServerWorld = WORLD) -> None:
        self._store = store
        self._world = world

    async def note(
        self, person: str, what: Change, now: datetime, session: str | None = None, agent: str = ""
    ) -> None:
        """Record a change and the browser that made it; older entries beyond `KEPT` are deleted."""
        mine = select(changes.c.id).where(changes.c.person == person).order_by(changes.c.at.desc())
        async with self._store.writing() as db:
            old = [row[0] for row in await db.execute(mine.offset(KEPT - 1))]
            await db.execute(delete(changes).where(changes.c.id.in_(old)))
            await db.execute(
                insert(changes).values(
                    id=self._world.token(12),
                    person=person,
                    what=what,
                    agent=agent[:AGENT_LENGTH],
                    session=session,
                    at=now,
                    seen=False,
                )
            )

    async def of(self, person: str) -> list[ChangeRow]:
        """Return the changes of a person, newest first."""
        mine = select(changes).where(changes.c.person == person).order_by(changes.c.at.desc())
        async with self._store.reading() as db:
            return [row_of(ChangeRow, row) for row in (await db.execute(mine)).mappings()]

    async def news(self, person: str, session: str | None) -> int:
        """Return the number of unconfirmed changes made in a sign-in other than `session`."""
        elsewhere = changes.c.session.is_(None) | (changes.c.session != session)
        mine = (changes.c.person == person) & ~changes.c.seen & elsewhere
        async with self._store.reading() as db:
            return int((await db.execute(select(func.count()).select_from(changes).where(mine))).scalar_one())

    async def confirm(self, person: str) -> None:
        """Mark all changes of a person as confirmed."""
        async with self._store.writing() as db:
            await db.execute(update(changes).where(changes.c.person == person).values(seen=True))
