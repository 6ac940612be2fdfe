"""Services that request handlers use."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Final, TypeAlias

from litestar.di import NamedDependency

from ludotheque.host.caller import Caller
from ludotheque.host.lessons import LessonService
from ludotheque.host.limits import Allowances, Limits
from ludotheque.host.lobby import LobbyService
from ludotheque.host.open_tables import OpenTablesList
from ludotheque.host.refusals import Forbidden, ProofRequired, Unauthenticated
from ludotheque.host.review import ReviewService
from ludotheque.host.service import TableService
from ludotheque.host.store import TableStore
from ludotheque.host.topics import sign_ins_topic
from ludotheque.host.world import Now
from ludotheque.server.live.broadcaster import SharedBroadcaster
from ludotheque.server.live.connection import Connections
from ludotheque.server.people.changes import ChangeRepository
from ludotheque.server.people.cookies import Cookies
from ludotheque.server.people.erasure import Erasure
from ludotheque.server.people.passkeys import Passkeys
from ludotheque.server.people.passwords import Passwords
from ludotheque.server.people.recovery import RecoveryRepository
from ludotheque.server.people.repository import PeopleRepository
from ludotheque.server.people.sign_ins import ChallengeRepository, SignInRepository
from ludotheque.server.storage.database import Database
from ludotheque.server.storage.heartbeat import Heartbeat
from ludotheque.server.storage.schema import PersonRow
from ludotheque.server.storage.sizes import SizeGauge
from ludotheque.server.storage.time import SharedTime
from ludotheque.server.web.requests import AnyConnection, address_of
from ludotheque.server.web.site import Pages
from ludotheque.server.work.pool import WorkerPool
from ludotheque.server.world import ServerWorld

PROOF_LASTS: Final = timedelta(minutes=5)
"""Validity of a proof of identity."""


class SiteSettings(Allowances, frozen=True, kw_only=True):
    """Settings that request handlers use; `run.settings.Settings` adds those of the process."""

    web: Path | None = None
    """Folder of the built pages; None to search for it."""
    url: str | None = None
    """Public URL; None without a proxy."""
    neighbours: str | None = None
    """URL for other machines of the local network, used in links shown on this machine."""
    hosts: tuple[str, ...] = ()
    """Host names that the server accepts; empty for any."""
    workers: int = 1
    """Number of server processes started on this machine."""
    security_contact: str | None = None
    """Contact for security reports, published in security.txt."""


class WebServices:
    """Services and repositories that request handlers use; `run.services.Services` creates them."""

    settings: SiteSettings
    world: ServerWorld
    now: Now
    time: SharedTime
    database: Database
    heartbeat: Heartbeat
    size: SizeGauge
    limits: Limits
    broadcaster: SharedBroadcaster
    connections: Connections
    repository: TableStore
    tables: TableService
    lobby: LobbyService
    open_tables: OpenTablesList
    workers: WorkerPool
    lessons: LessonService
    review: ReviewService
    people: PeopleRepository
    cookies: Cookies
    passkeys: Passkeys
    passwords: Passwords
    sign_ins: SignInRepository
    challenges: ChallengeRepository
    recovery: RecoveryRepository
    changes: ChangeRepository
    erasure: Erasure
    pause: Callable[[float], Awaitable[None]]
    """Async function that delays the answer after too many failed logins."""
    pages: Pages
    drawing: asyncio.Semaphore
    """Limits drawing to one picture at a time, as it takes many times longer than a move."""

    async def person_of(self, connection: AnyConnection) -> PersonRow | None:
        """Return the person of the request's cookie, or None; raise `Forbidden` for a banned person."""
        ticket = self.cookies.read(connection.cookies)
        person = None if ticket is None else await self.people.of_ticket(ticket)
        if person is not None and person.banned is not None:
            raise Forbidden("server.banned")
        return person

    async def caller(self, connection: AnyConnection) -> Caller:
        """Return the person, if there is one, and the address of a request."""
        return Caller(await self.person_of(connection), address_of(connection))

    async def require_person(self, connection: AnyConnection) -> PersonRow:
        """Return the signed-in person; raise `Unauthenticated` if there is none."""
        person = await self.person_of(connection)
        if person is None:
            raise Unauthenticated("server.who_are_you")
        return person

    async def is_proved(self, person: PersonRow) -> bool:
        """Return whether the person has proved their identity lately; a guest's cookie is always enough."""
        if person.proved is not None and self.now() - person.proved < PROOF_LASTS:
            return True
        return person.password is None and not await self.people.passkeys_of(person.id)

    async def check_proved(self, person: PersonRow) -> None:
        """Raise `ProofRequired` if the person has a password or passkey but has not proved it lately."""
        if not await self.is_proved(person):
            raise ProofRequired("server.prove_first")

    async def log_out_everywhere(self, person: str) -> None:
        """End all sign-ins of a person and close their sockets."""
        await self.people.log_out_everywhere(person)
        self.broadcaster.publish([sign_ins_topic(person)])

    async def end_sign_in(self, person: str, session: str) -> bool:
        """End one sign-in and close its sockets; return False if there is no such sign-in."""
        ended = await self.sign_ins.end(person, session)
        self.broadcaster.publish([sign_ins_topic(person)])
        return ended


Served: TypeAlias = NamedDependency[WebServices]
"""Type of a handler's parameter into which the services are injected."""
