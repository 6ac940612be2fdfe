"""A host in one process without a server: tables in memory, bots on the same event loop or threads."""

from typing import Final

from ludotheque.host.analyses import Analyses
from ludotheque.host.broadcaster import Broadcaster
from ludotheque.host.lessons import LessonService
from ludotheque.host.limits import Allowances, Limits, MemoryLimiter
from ludotheque.host.lobby import LobbyService
from ludotheque.host.local_thinkers import LocalThinkers
from ludotheque.host.memory import MemoryStore
from ludotheque.host.open_tables import OpenTablesList
from ludotheque.host.quotas import Quotas
from ludotheque.host.review import ReviewService
from ludotheque.host.scheduler import Scheduler
from ludotheque.host.service import TableService
from ludotheque.host.thinkers import Thinkers
from ludotheque.host.topics import OPEN_TABLES
from ludotheque.host.world import WORLD, World

SECRET_BYTES: Final = 32
UNLIMITED: Final = Allowances(lines_a_minute=10_000_000, stored_mb_a_day=10_000, stored_mb_a_person=10_000)
"""Limits for people at their own machine, too high to be reached."""


class LocalHost:
    """All services for one process: lobby, tables, coach and lessons."""

    def __init__(
        self, world: World = WORLD, thinkers: Thinkers | None = None, store: MemoryStore | None = None
    ) -> None:
        self.store = store if store is not None else MemoryStore()
        self.broadcaster = Broadcaster()
        thinkers = thinkers if thinkers is not None else LocalThinkers(world)
        limits = Limits(MemoryLimiter(world.clock), UNLIMITED)
        secret = world.random.randbytes(SECRET_BYTES)
        presence = self.broadcaster.presence
        self.tables = TableService(
            self.store, self.store, thinkers, secret, self.broadcaster.publish, world, presence
        )
        self.lobby = LobbyService(self.tables, Quotas(self.store, limits, UNLIMITED))
        self.open_tables = OpenTablesList(self.store, self.tables.invitations, presence)
        self.analyses = Analyses(thinkers, world.clock)
        self.review = ReviewService(self.tables, limits, self.analyses)
        self.lessons = LessonService(self.store, thinkers, self.tables.now)
        self.scheduler = Scheduler(self.tables, self.store)
        self.broadcaster.follow(OPEN_TABLES, self.open_tables.changed)

    def open(self) -> None:
        """Start the scheduler of bots and clocks; call it within a running event loop."""
        self.tables.on_change = self.scheduler.notice
        self.scheduler.begin()

    async def close(self) -> None:
        """Stop the scheduler and all analyses."""
        await self.scheduler.close()
        await self.analyses.close()
