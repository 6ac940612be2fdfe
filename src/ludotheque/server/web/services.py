"""The services that request handlers use."""

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
from ludotheque.server.world import World

PROOF_LASTS: Final = timedelta(minutes=5)
"""Time for which a password or a passkey that was shown stands for its owner in that browser."""


class SiteSettings(Allowances, frozen=True, kw_only=True):
    """Settings of the site as requests meet it."""

    web: Path | None = None
    """Folder of the built browser files; found by itself if None."""
    url: str | None = None
    """Public address, if a proxy stands between."""
    neighbours: str | None = None
    """Address for other machines of the local network; put into links that are shown on this one."""
    hosts: tuple[str, ...] = ()
    """Names under which the server answers; every name if there are none."""
    workers: int = 1
    """Processes that were started together."""
    security_contact: str | None = None
    """Contact for reports of security holes; shown in security.txt."""


class WebServices:
    """Database, people, tables and lobby, as handlers reach them."""

    settings: SiteSettings
    world: World
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
    """Delays the answer to a wrong password."""
    pages: Pages
    drawing: asyncio.Semaphore
    """Held while a picture is drawn: one takes many times longer than a move."""

    async def person_of(self, connection: AnyConnection) -> PersonRow | None:
        """Return the person whose cookie a request has."""
        ticket = self.cookies.read(connection.cookies)
        person = None if ticket is None else await self.people.of_ticket(ticket)
        if person is not None and person.banned is not None:
            raise Forbidden("server.banned")
        return person

    async def caller(self, connection: AnyConnection) -> Caller:
        """Return the person and the address of a request."""
        return Caller(await self.person_of(connection), address_of(connection))

    async def require_person(self, connection: AnyConnection) -> PersonRow:
        """Return the signed-in person, else refuse as unauthenticated."""
        person = await self.person_of(connection)
        if person is None:
            raise Unauthenticated("server.who_are_you")
        return person

    async def is_proved(self, person: PersonRow) -> bool:
        """Return whether a person has given a proof lately; a guest has none to give but the cookie."""
        if person.proved is not None and self.now() - person.proved < PROOF_LASTS:
            return True
        return person.password is None and not await self.people.passkeys_of(person.id)

    async def check_proved(self, person: PersonRow) -> None:
        """Refuse what a stolen cookie alone should not do, unless a proof was given lately."""
        if not await self.is_proved(person):
            raise ProofRequired("server.prove_first")

    async def log_out_everywhere(self, person: str) -> None:
        """End all sign-ins of a person, and their sockets."""
        await self.people.log_out_everywhere(person)
        self.broadcaster.publish([sign_ins_topic(person)])

    async def end_sign_in(self, person: str, session: str) -> bool:
        """End the sign-in of one browser, and its sockets; return whether there was such a sign-in."""
        ended = await self.sign_ins.end(person, session)
        self.broadcaster.publish([sign_ins_topic(person)])
        return ended


Served: TypeAlias = NamedDependency[WebServices]
"""The services, as a handler gets them."""
