"""Completed lessons of each person in the database."""

from datetime import datetime

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from ludotheque.server.storage.database import Database
from ludotheque.server.storage.schema import lessons_taken as taken


class LessonRepository:
    """Repository of completed lessons."""

    def __init__(self, store: Database) -> None:
        self._store = store

    async def taken(self, person: str, game: str) -> set[str]:
        """Return the ids of the lessons of a game that a person has completed."""
        mine = select(taken.c.lesson).where(taken.c.person == person, taken.c.game == game)
        async with self._store.reading() as db:
            return {str(row[0]) for row in await db.execute(mine)}

    async def take(self, person: str, game: str, lesson: str, now: datetime) -> None:
        """Record a lesson as completed; if it is already, the first time is kept."""
        try:
            async with self._store.writing() as db:
                await db.execute(insert(taken).values(person=person, game=game, lesson=lesson, at=now))
        except IntegrityError:
            return
