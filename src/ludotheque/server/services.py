"""Everything a request needs, built once when the server starts."""

from collections.abc import Iterable
from typing import Protocol, TypeAlias

from litestar.di import NamedDependency

from ludotheque.server.archive import Archive
from ludotheque.server.butler import Butler
from ludotheque.server.connections import Connection
from ludotheque.server.house import House, Now, utc_now
from ludotheque.server.identity import Cookies
from ludotheque.server.lobby import Lobby
from ludotheque.server.news import News, person_name, table_name
from ludotheque.server.pace import Pace
from ludotheque.server.pages import Pages
from ludotheque.server.passkeys import Passkeys
from ludotheque.server.people import People
from ludotheque.server.refusals import Unknown
from ludotheque.server.schema import PersonRow
from ludotheque.server.settings import Settings
from ludotheque.server.store import Store
from ludotheque.server.thinkers import Analyses, Thinkers
from ludotheque.server.turns import Turns


class Leaver(Protocol):
    """Somebody connected who wants to know when the server stops."""

    async def bye(self) -> None:
        """The server stops."""


class Services:
    """Store, people, house and lobby, and who looks after them."""

    def __init__(self, settings: Settings, news: News, now: Now = utc_now) -> None:
        self.settings = settings
        self.news = news
        self.now = now
        self.store = Store(settings.database, settings.sync)
        self.people = People(self.store)
        self.archive = Archive(self.store)
        self.thinkers = Thinkers(settings.bot_workers)
        self.analyses = Analyses(self.thinkers)
        self.house = House(
            self.archive, self.thinkers, settings.secret, self._tell, now, shared=settings.redis is not None
        )
        self.turns = Turns(self.house, news)
        self.lobby = Lobby(self.house, settings.tables_a_person)
        self.cookies = Cookies(settings.secret, settings.url)
        self.passkeys = Passkeys(settings.secret)
        self.logins = Pace(settings.logins_a_minute)
        self.requests = Pace(settings.requests_a_minute)
        self.pages = Pages(settings.web)
        self.leavers: set[Leaver] = set()
        self.butler = Butler(self.house)

    async def open(self) -> None:
        """Bring the database up to date, and wake the tables that wait for a bot or a clock."""
        await self.store.open()
        self.house.after = self.butler.notice
        await self.butler.begin()

    async def say_bye(self) -> None:
        """Tell everybody connected that the server stops; they come back by themselves."""
        for leaver in list(self.leavers):
            await leaver.bye()

    async def close(self) -> None:
        """Stop in order: bots first, the database last."""
        await self.butler.close()
        self.thinkers.close()
        await self.news.close()
        await self.store.close()

    async def person_of(self, connection: Connection) -> PersonRow | None:
        """Whoever the cookie of a request belongs to."""
        ticket = self.cookies.read(connection.cookies)
        if ticket is None:
            return None
        person = await self.people.find(ticket.person)
        return person if person is not None and person.epoch == ticket.epoch else None

    async def somebody(self, connection: Connection) -> PersonRow:
        """Whoever asks, who must have said who they are."""
        person = await self.person_of(connection)
        if person is None:
            raise Unknown("server.who_are_you")
        return person

    def _tell(self, table: str, people: Iterable[str]) -> None:
        self.news.tell([table_name(table), *map(person_name, people)])


Served: TypeAlias = NamedDependency[Services]
"""The services, as a handler gets them."""
