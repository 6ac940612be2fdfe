"""Somebody connected to a table: what they ask, and what they are told."""

from typing import Final

import msgspec
from litestar.exceptions import WebSocketDisconnect

from ludotheque.core.refusal import Refusal, Unreadable
from ludotheque.server import messages as m
from ludotheque.server.live.connection import Connection, encode
from ludotheque.server.refusals import Failed, Unknown, refused
from ludotheque.server.services import Services
from ludotheque.server.storage.schema import PersonRow
from ludotheque.server.tables.cache import LoadedTable
from ludotheque.server.tables.views import holds, lines_for, update_text
from ludotheque.server.web.connections import AnySocket
from ludotheque.server.web.guard import log, refuse_nul

_decode: Final[msgspec.json.Decoder[m.Received]] = msgspec.json.Decoder(m.Received)


class TableConnection(Connection):
    """Somebody connected to a table, and what they know so far."""

    def __init__(
        self, socket: AnySocket, services: Services, table: str, person: PersonRow | None, since: int
    ) -> None:
        super().__init__(socket, services.limits, person)
        self._services = services
        self._tables = services.tables
        self._table = table
        self._id = person.id if person is not None else None
        self._held: tuple[int, ...] = ()
        self._version = since
        self._revision = 0
        self._chat_lines = self._chat_removed = 0
        self._finished = False

    # What they ask

    async def read(self) -> None:
        """Answer what the client asks, one thing after the other."""
        while True:
            reply = await self._reply(await self.receive())
            await self.send(encode(reply).decode())

    async def _reply(self, received: str | bytes) -> m.Sent:
        asked: str | None = None
        try:
            await self.check_pace()
            refuse_nul(received)
            command = read_command(received)
            if isinstance(command, m.Ping):
                return m.Pong(now=self._services.now())
            asked = command.id
            if self.person is None:
                raise Unknown("server.who_are_you")
            return await self._tables.execute(self.person, self._table, command)
        except Refusal as refusal:
            told = refused(refusal)
            version = self._version if told.version is None else told.version
            return m.NotDone(id=asked, version=version, refusal=told)
        except WebSocketDisconnect:
            raise
        except Exception:
            log.exception("a command failed", table=self._table)
            return m.NotDone(id=asked, version=self._version, refusal=refused(Failed("server.failed")))

    # What they are told

    async def push(self) -> None:
        """Everything first, and from then on what is new."""
        await self.send(await self._whole_now())
        while True:
            await self.changed()
            for text in await self._news():
                await self.send(text)

    async def _whole_now(self) -> str:
        async with self._tables.cache.locked(self._table) as loaded:
            self._tables.check_sight(loaded, self._id)
            return await self._whole(loaded, self._version)

    async def _news(self) -> list[str]:
        """What this client does not know yet."""
        async with self._tables.cache.locked(self._table, as_told=True) as loaded:
            self._tables.check_sight(loaded, self._id)
            row, match, since = loaded.row, loaded.match, self._version
            held = holds(loaded.seats, self._id)
            removed = loaded.chat_removed != self._chat_removed
            if removed or held != self._held or row.version < since or (match is not None and since == 0):
                return [await self._whole(loaded, min(since, row.version) if held == self._held else 0)]
            news: list[str] = []
            if match is not None and row.version > since:
                news.append(update_text(loaded, match, held, since, self._services.now()))
            if loaded.revision != self._revision or (row.state == "finished") != self._finished:
                info = self._tables.info_of(loaded, self._id)
                news.append(encode(m.Lobby(info=info, now=self._services.now())).decode())
            if loaded.chat_lines > self._chat_lines:
                lines = await self._services.repository.chat(self._table, self._chat_lines)
                shown = lines_for(lines, row, held, self._id)
                news += [encode(m.Chatted(line=line)).decode() for line in shown]
            self._note(loaded, held)
            return news

    async def _whole(self, loaded: LoadedTable, since: int) -> str:
        whole = await self._tables.whole_of(loaded, self._id, since)
        self._note(loaded, holds(loaded.seats, self._id))
        return encode(whole).decode()

    def _note(self, loaded: LoadedTable, held: tuple[int, ...]) -> None:
        """What this client knows now."""
        self._held = held
        self._version = loaded.row.version
        self._revision = loaded.revision
        self._chat_lines = loaded.chat_lines
        self._chat_removed = loaded.chat_removed
        self._finished = loaded.row.state == "finished"


def read_command(received: str | bytes) -> m.Received:
    """A message of a client; one that can't be read is refused, with the place."""
    try:
        return _decode.decode(received)
    except msgspec.ValidationError as error:
        detail, _, where = str(error).partition(" - at `")
        raise Unreadable(
            "core.unreadable", params={"where": where.rstrip("`") or "$", "detail": detail[:200]}
        ) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Unreadable("core.unreadable", params={"where": "$", "detail": "not JSON"}) from None
