"""Everything a request needs, built once when the server starts."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from litestar.di import NamedDependency

from ludotheque.server.limits import Limits, MemoryLimiter
from ludotheque.server.live.broadcaster import Broadcaster
from ludotheque.server.live.connection import Connections
from ludotheque.server.people.cookies import Cookies
from ludotheque.server.people.passkeys import Passkeys
from ludotheque.server.people.repository import PeopleRepository
from ludotheque.server.people.sign_ins import ChallengeRepository, SignInRepository
from ludotheque.server.refusals import Unknown
from ludotheque.server.settings import Settings
from ludotheque.server.storage.database import Database
from ludotheque.server.storage.event_log import EventLog
from ludotheque.server.storage.heartbeat import Heartbeat
from ludotheque.server.storage.schema import PersonRow
from ludotheque.server.storage.tables import TableRepository
from ludotheque.server.tables.lobby import LobbyService
from ludotheque.server.tables.scheduler import Scheduler
from ludotheque.server.tables.service import Now, TableService, utc_now
from ludotheque.server.topics import person_topic
from ludotheque.server.web.connections import Connection
from ludotheque.server.web.site import Pages
from ludotheque.server.work.pool import AnalysisCache, WorkerPool


class Services:
    """Database, people, tables and lobby, and what looks after them."""

    def __init__(self, settings: Settings, broadcaster: Broadcaster, now: Now = utc_now) -> None:
        self.settings = settings
        self.broadcaster = broadcaster
        self.now = now
        self.database = Database(settings.database, settings.sync)
        self.people = PeopleRepository(self.database)
        self.repository = TableRepository(self.database)
        self.log = EventLog(self.database)
        self.workers = WorkerPool(settings.bot_workers)
        self.analyses = AnalysisCache(self.workers)
        self.tables = TableService(
            self.repository,
            self.log,
            self.workers,
            settings.secret,
            broadcaster.publish,
            now,
            shared=settings.redis is not None,
        )
        self.lobby = LobbyService(self.tables, settings.tables_a_person)
        self.cookies = Cookies(settings.secret, settings.url)
        self.passkeys = Passkeys()
        self.sign_ins = SignInRepository(self.database)
        self.challenges = ChallengeRepository(self.database)
        self.pause: Callable[[float], Awaitable[None]] = asyncio.sleep
        """Lets a guesser of passwords wait."""
        self.limits = Limits(MemoryLimiter(), settings)
        self.pages = Pages(settings.web)
        self.heartbeat = Heartbeat(self.database, now)
        self.drawing = asyncio.Semaphore()
        """One picture is drawn at a time: they are many times slower than a move."""
        self.connections = Connections()
        self.scheduler = Scheduler(self.tables)

    async def open(self) -> None:
        """Bring the database up to date, and wake the tables that wait for a bot or a clock."""
        await self.database.open()
        self.broadcaster.open()
        self.connections.open()
        self.tables.after = self.scheduler.notice
        await self.scheduler.begin()

    async def close(self) -> None:
        """Stop in order: bots first, the database last."""
        await self.scheduler.close()
        self.workers.close()
        await self.connections.close()
        await self.broadcaster.close()
        await self.log.close()
        await self.database.close()

    async def person_of(self, connection: Connection) -> PersonRow | None:
        """Whoever the cookie of a request belongs to."""
        ticket = self.cookies.read(connection.cookies)
        return None if ticket is None else await self.people.of_ticket(ticket)

    async def somebody(self, connection: Connection) -> PersonRow:
        """Whoever asks, who must have said who they are."""
        person = await self.person_of(connection)
        if person is None:
            raise Unknown("server.who_are_you")
        return person

    async def log_out_everywhere(self, person: str) -> None:
        """Every cookie of somebody is worthless, and their sockets end."""
        await self.people.log_out_everywhere(person)
        await self.connections.sign_out(person)
        self.broadcaster.publish([person_topic(person)])

    async def end_sign_in(self, person: str, session: str) -> bool:
        """The cookie of one browser is worthless, and its sockets end; whether there was such a sign-in."""
        ended = await self.sign_ins.end(person, session)
        await self.connections.sign_out(person, session)
        return ended


Served: TypeAlias = NamedDependency[Services]
"""The services, as a handler gets them."""
