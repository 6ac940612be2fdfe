"""Services of the server: creation from the settings, opening and closing in order."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from ludotheque.host.analyses import Analyses
from ludotheque.host.lessons import LessonService
from ludotheque.host.limits import Limiter, Limits, MemoryLimiter
from ludotheque.host.lobby import LobbyService
from ludotheque.host.open_tables import OpenTablesList
from ludotheque.host.quotas import Quotas
from ludotheque.host.review import ReviewService
from ludotheque.host.scheduler import Scheduler
from ludotheque.host.service import TableService
from ludotheque.host.topics import OPEN_TABLES, person_topic, sign_ins_topic
from ludotheque.server.admin.notices import NoticeReader, Notices
from ludotheque.server.admin.purge import Ages, Housekeeping, Purge
from ludotheque.server.live.broadcaster import SharedBroadcaster
from ludotheque.server.live.connection import Connections
from ludotheque.server.live.redis_limiter import RedisLimiter
from ludotheque.server.metrics import PrometheusMeters
from ludotheque.server.people.changes import ChangeRepository
from ludotheque.server.people.cookies import Cookies
from ludotheque.server.people.erasure import Erasure
from ludotheque.server.people.passkeys import Passkeys
from ludotheque.server.people.passwords import Passwords
from ludotheque.server.people.recovery import RecoveryRepository
from ludotheque.server.people.repository import PeopleRepository
from ludotheque.server.people.sign_ins import ChallengeRepository, SignInRepository
from ludotheque.server.run.machine import MACHINE, Machine
from ludotheque.server.run.settings import Settings
from ludotheque.server.storage.database import SERVING, Database
from ludotheque.server.storage.event_log import EventLog
from ludotheque.server.storage.heartbeat import Heartbeat
from ludotheque.server.storage.leases import LeaseRepository
from ludotheque.server.storage.lessons import LessonRepository
from ludotheque.server.storage.sizes import SizeGauge
from ludotheque.server.storage.tables import TableRepository
from ludotheque.server.web.loop_time import LoopLag
from ludotheque.server.web.services import WebServices
from ludotheque.server.web.site import Pages
from ludotheque.server.work.pool import WorkerPool

CLOSE_SECONDS: Final = 2.0
"""Timeout in seconds for closing each service."""

log = structlog.get_logger()


class Services(WebServices):
    """All services of one server process."""

    settings: Settings
    broadcaster: SharedBroadcaster

    def __init__(self, settings: Settings, world: Machine = MACHINE) -> None:
        self.settings = settings
        self.world = world
        self.broadcaster = broadcaster = SharedBroadcaster(world, settings.redis, settings.secret)
        self.database = Database(settings.database, settings.sync, SERVING, world)
        self.time = world.new_time(self.database)
        self.now = self.time.now
        self.people = PeopleRepository(self.database, world)
        self.repository = TableRepository(self.database)
        self.log = EventLog(self.database)
        self.size = SizeGauge(self.database, world.clock)
        limiter = self._limiter()
        self.limits = Limits(limiter, settings)
        self.workers = WorkerPool(settings.bot_workers, world.new_worker, limiter, world)
        self.analyses = Analyses(self.workers, world.clock)
        self.tables = TableService(
            self.repository,
            self.log,
            self.workers,
            settings.secret,
            broadcaster.publish,
            world,
            broadcaster.presence,
            PrometheusMeters(),
            shared=settings.redis is not None,
            now=self.now,
        )
        self.lobby = LobbyService(self.tables, Quotas(self.repository, self.limits, settings))
        self.open_tables = OpenTablesList(self.repository, self.tables.invitations, broadcaster.presence)
        self.review = ReviewService(self.tables, self.limits, self.analyses)
        self.lessons = LessonService(LessonRepository(self.database), self.workers, self.now)
        self.cookies = Cookies(settings.secret, settings.url, world)
        self.passkeys = Passkeys()
        self.passwords = Passwords(world)
        self.sign_ins = SignInRepository(self.database, world)
        self.challenges = ChallengeRepository(self.database, world)
        self.recovery = RecoveryRepository(self.database, world)
        self.changes = ChangeRepository(self.database, world)
        self.pause: Callable[[float], Awaitable[None]] = asyncio.sleep
        """Async function that delays the answer after too many failed logins."""
        self.pages = Pages(settings.web)
        self.heartbeat = Heartbeat(self.database, self.now)
        self.lag = LoopLag(world)
        self.drawing = asyncio.Semaphore()
        """Limits drawing to one picture at a time, as it takes many times longer than a move."""
        self.connections = Connections(broadcaster)
        self.erasure = Erasure(self.database, self.tables)
        purge = Purge(self.database, self.tables, self.erasure)
        ages = Ages(settings.guest_days, settings.import_days, settings.finished_days)
        self.housekeeping = Housekeeping(purge, ages, self.now)
        self.notices = NoticeReader(Notices(self.database), self._hear)
        leases = LeaseRepository(self.database, broadcaster.process)
        self.scheduler = Scheduler(self.tables, leases)
        broadcaster.follow(OPEN_TABLES, self.open_tables.changed)
        broadcaster.doubt = self.tables.cache.doubt
        broadcaster.revised = self.tables.cache.revise

    def _limiter(self) -> Limiter:
        """Return the rate limiter: in Redis if it is configured, else in memory."""
        redis, clock = self.broadcaster.redis, self.world.clock
        alone = MemoryLimiter(clock)
        return alone if redis is None else RedisLimiter(redis, self.broadcaster.house, alone, clock)

    async def open(self) -> None:
        """Migrate the database, start the background tasks and schedule tables due for a bot or a clock."""
        await self.database.open()
        await self.time.open()
        self.broadcaster.open()
        self.connections.open()
        self.tables.on_change = self.scheduler.notice
        self.scheduler.begin()
        await self.notices.open()
        self.housekeeping.open()
        self.lag.open()

    async def close(self) -> None:
        """Close all services in order, the database last; a failure or timeout is logged and skipped."""
        self.workers.close()
        parts = (
            self.lag,
            self.housekeeping,
            self.notices,
            self.scheduler,
            self.analyses,
            self.connections,
            self.passwords,
            self.broadcaster,
            self.time,
            self.heartbeat,
            self.log,
            self.database,
        )
        for part in parts:
            try:
                async with asyncio.timeout(CLOSE_SECONDS):
                    await part.close()
            except Exception as error:
                # Confirmed changes are already stored; the other services still have to be closed.
                log.warning(
                    "a service could not be closed", part=type(part).__name__, error=type(error).__name__
                )

    async def _hear(self, kind: str, name: str) -> None:
        """Reload the table, or update the sockets of the person, that `ludotheque admin` has changed.

        `kind` is `table` or `person`, `name` the id.
        """
        if kind == "table":
            await self.tables.reload(name)
        elif kind == "person":
            self.broadcaster.publish([person_topic(name), sign_ins_topic(name)])
