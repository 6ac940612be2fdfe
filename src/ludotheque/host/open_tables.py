"""The public list of tables, read and encoded once for all its viewers."""

import asyncio
from collections.abc import Iterable

import msgspec

from ludotheque.host.invitations import Invitations
from ludotheque.host.messages import OpenTables
from ludotheque.host.presence import PresenceBoard
from ludotheque.host.protocol import TableInfo
from ludotheque.host.rows import SeatRow, TableRow
from ludotheque.host.store import TableStore
from ludotheque.host.views import table_info


class OpenTablesList:
    """Public tables as JSON messages by game, cached until one of them changes."""

    def __init__(self, repository: TableStore, invitations: Invitations, presence: PresenceBoard) -> None:
        self._repository = repository
        self._invitations = invitations
        self._presence = presence
        self._reading = asyncio.Lock()
        self.changed = asyncio.Event()
        """Set when a public table may have changed; `text` clears it and reads the store again."""
        self._texts: dict[str | None, str] = {}

    async def text(self, game: str | None) -> str:
        """Return the encoded message of the open and running public tables of a game; None: all games."""
        async with self._reading:
            if self.changed.is_set():
                self.changed.clear()
                self._texts.clear()
            text = self._texts.get(game)
            if text is None:
                joinable, running = await self._repository.open_tables(game)
                told = OpenTables(joinable=self._told(joinable), running=self._told(running))
                text = self._texts[game] = msgspec.json.encode(told).decode()
            return text

    def _told(self, found: Iterable[tuple[TableRow, list[SeatRow]]]) -> tuple[TableInfo, ...]:
        return tuple(
            table_info(row, sitting, None, self._invitations, self._presence.of(row.id))
            for row, sitting in found
        )
