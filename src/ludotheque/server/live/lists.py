"""Connections that follow a list of tables: a person's own, or the open ones."""

import asyncio
from typing import Final

from ludotheque.host import messages as m
from ludotheque.host.limits import Limits
from ludotheque.host.open_tables import OpenTablesList
from ludotheque.host.service import TableService
from ludotheque.host.views import table_info
from ludotheque.server.live.connection import AnySocket, Connection, encode
from ludotheque.server.people.repository import PeopleRepository
from ludotheque.server.storage.schema import PersonRow

BREATH: Final = 0.2
"""Pause in seconds after each message, in which several changes are combined."""


class MyTablesConnection(Connection):
    """Connection that sends the list of a person's tables."""

    def __init__(
        self,
        socket: AnySocket,
        address: str,
        limits: Limits,
        people: PeopleRepository,
        tables: TableService,
        person: PersonRow,
    ) -> None:
        super().__init__(socket, address, limits, people, person)
        self._tables = tables
        self._id = person.id

    async def push(self) -> None:
        """Send the whole list at the start and after each change."""
        while True:
            found, _ = await self._tables.repository.of_person(self._id, None, None)
            invitations = self._tables.invitations
            mine = tuple(table_info(*table, self._id, invitations) for table in found)
            await self.send(encode(m.Mine(tables=mine)).decode())
            await self.changed()
            await asyncio.sleep(BREATH)


class OpenTablesConnection(Connection):
    """Connection that sends the open tables, of all games or of one."""

    def __init__(
        self,
        socket: AnySocket,
        address: str,
        limits: Limits,
        people: PeopleRepository,
        tables: OpenTablesList,
        person: PersonRow | None,
        game: str | None,
    ) -> None:
        super().__init__(socket, address, limits, people, person)
        self._list = tables
        self._game = game

    async def push(self) -> None:
        """Send the whole list at the start and whenever it differs from the last one sent."""
        known = ""
        while True:
            text = await self._list.text(self._game)
            if text != known:
                await self.send(text)
                known = text
            await self.changed()
            await asyncio.sleep(BREATH)
