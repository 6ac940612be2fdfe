"""Somebody connected to a table: what they are told, and what they ask."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import suppress
from time import monotonic
from typing import Final

import msgspec
from litestar.exceptions import WebSocketDisconnect

from ludotheque.core.refusal import Refusal, Unreadable
from ludotheque.server import messages as m
from ludotheque.server import protocol as p
from ludotheque.server.limits import TokenBucket
from ludotheque.server.live.wire import Wire, frame, wire_of
from ludotheque.server.refusals import Failed, TooMany, Unknown, refused
from ludotheque.server.services import Services
from ludotheque.server.storage.schema import PersonRow
from ludotheque.server.tables.cache import LoadedTable
from ludotheque.server.tables.match import LiveMatch
from ludotheque.server.tables.service import Made
from ludotheque.server.tables.views import holds, lines_for, update_of
from ludotheque.server.web.connections import AnySocket
from ludotheque.server.web.guard import log

TOO_SLOW: Final = 4408
TOO_LARGE: Final = 4409
TOO_MANY: Final = 4429
RESTART: Final = 1012
HUNG_UP: Final = 1006

SLOW: Final = 20.0
"""Seconds after which a client that doesn't read is left."""
BURST: Final = 4
"""Seconds' worth of messages that may come at once."""
STRIKES: Final = 50
"""Messages that may be too many before the socket is closed."""
MANY: Final = 16
"""Messages that may wait for their answer before the socket is read no further."""

_decode: Final[msgspec.json.Decoder[m.Received]] = msgspec.json.Decoder(m.Received)
_encode: Final = msgspec.json.Encoder()


class Line:
    """A socket to speak into from several tasks; every message leaves it in one piece."""

    def __init__(self, socket: AnySocket) -> None:
        self._socket = socket
        self._wire: Wire = wire_of(socket)

    async def send(self, message: m.Sent) -> None:
        """One message."""
        await self.send_framed(_framed(message))

    async def send_framed(self, framed: bytes) -> None:
        """One message that is written already; whoever does not read is waited for."""
        if self._wire.unread_since is not None:
            await self._wire.writable.wait()
        if self._wire.gone:
            raise WebSocketDisconnect(detail="closed", code=HUNG_UP)
        self._wire.say(framed)

    async def watch(self) -> None:
        """Whoever does not read in time is left."""
        while self._wire.unread_since is None or monotonic() - self._wire.unread_since < SLOW:
            await asyncio.sleep(SLOW / 4)
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                await self.close(TOO_SLOW)
        raise WebSocketDisconnect(detail="closed", code=TOO_SLOW)

    async def close(self, code: int) -> None:
        """Hang up, unless the other side did."""
        with suppress(RuntimeError, WebSocketDisconnect):
            await self._socket.close(code=code)
        raise WebSocketDisconnect(detail="closed", code=code)

    async def bye(self) -> None:
        """The server stops."""
        with suppress(Exception):
            await self.send(m.Bye())
            await self.close(RESTART)


class Inbox:
    """What a client has said and nobody has answered yet."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._messages: deque[str] = deque()
        self._waiting: asyncio.Future[None] | None = None

    @property
    def idle(self) -> bool:
        """Whether nothing is left to answer."""
        return self._waiting is not None and not self._waiting.done() and not self._messages

    def put(self, message: str) -> None:
        """Keep a message; whoever sends faster than we answer has to wait."""
        self._messages.append(message)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)
        elif len(self._messages) == MANY:
            self._wire.pause_hearing()

    async def next(self) -> str:
        """The oldest message, as soon as there is one."""
        while not self._messages:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        if len(self._messages) == MANY:
            self._wire.resume_hearing()
        return self._messages.popleft()


class Listener(Line):
    """Somebody connected to a table, and what they were told so far."""

    def __init__(self, socket: AnySocket, services: Services, table: str, person: PersonRow | None) -> None:
        super().__init__(socket)
        self._services = services
        self._table = table
        self._person = person
        self._id = person.id if person is not None else None
        self._held: tuple[int, ...] = ()
        self._version = 0
        self._revision = 0
        self._lines = 0
        self._finished = False
        self._bucket = TokenBucket(
            services.settings.messages_a_second, services.settings.messages_a_second * BURST
        )
        self._strikes = 0
        self._counted = False
        """Whether the bucket has counted the next message to be answered."""
        self._inbox = Inbox(self._wire)

    async def greet(self, since: int) -> None:
        """The first message: everything."""
        async with self._services.tables.rooms.entered(self._table) as room:
            self._services.tables.check_sight(room, self._id)
            whole = await self._whole(room, since)
        await self.send(whole)

    async def tell(self, changes: AsyncIterator[None]) -> None:
        """Whenever something has changed, say what."""
        async for _ in changes:
            for framed in await self._news():
                await self.send_framed(framed)

    def tell_at_once(self, lightly: bool) -> bool:  # noqa: FBT001 - as `News` asks it
        """The usual news, that the log has grown, need no waiting; whether there was nothing else to say.

        Whoever is to act gets every move and what it would do, which takes longer to write.
        """
        room = self._services.tables.rooms.at_hand(self._table)
        match = room.match if room is not None else None
        if (
            room is None
            or match is None
            or not 0 < self._version < room.row.version
            or room.revision != self._revision
            or room.lines != self._lines
            or room.row.state == "finished"
            or self._wire.unread_since is not None
            or (lightly and any(seat in match.actors for seat in self._held))
        ):
            return False
        try:
            self._wire.say(self._update(room, match))
            self._wire.write()
        except Exception:  # whoever tells in full will meet it again, and can be left alone with it
            return False
        self._version = match.version
        return True

    async def hear(self) -> None:
        """Take what the client says, until it hangs up."""
        self._wire.hear = self._hear
        while True:  # what had come before anybody listened, and in the end the farewell
            self._inbox.put(await self._socket.receive_data(mode="text"))

    def _hear(self, message: str) -> None:
        if self._inbox.idle:
            self._services.turns.take(self, message)
        else:
            self._inbox.put(message)

    def make(self, message: str) -> Made | None:
        """The move of a message, made but not stored yet; None if it is something else, or has to wait."""
        if not self._inbox.idle or len(message) > p.MAX_MESSAGE or self._person is None:
            return None
        try:
            command = _decode.decode(message)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return None
        if not isinstance(command, m.Play) or not self._bucket.take():
            return None
        self._counted = True
        return self._services.tables.make(self._person, self._table, command)

    def confirm(self, made: Made) -> None:
        """The move is stored."""
        self._counted = False
        self._wire.say(_framed(made.done))

    def put_off(self, message: str) -> None:
        """The message has to go the long way."""
        self._inbox.put(message)

    async def listen(self) -> None:
        """Do what the client asks, one thing after the other."""
        while True:
            received = await self._inbox.next()
            if len(received) > p.MAX_MESSAGE:
                await self.close(TOO_LARGE)
            if self._counted or self._bucket.take():
                self._counted = False
                await self.send(await self._answer(received))
                continue
            self._strikes += 1
            if self._strikes > STRIKES:
                await self.close(TOO_MANY)
            await self.send(self._refused(None, TooMany("server.too_many", params={"seconds": 1})))

    async def _answer(self, received: str) -> m.Sent:
        asked: str | None = None
        try:
            command = _read(received)
            if isinstance(command, m.Ping):
                return m.Pong(now=self._services.now())
            asked = command.id
            if self._person is None:
                raise Unknown("server.who_are_you")
            return await self._services.tables.do(self._person, self._table, command)
        except Refusal as refusal:
            return self._refused(asked, refusal)
        except Exception:
            log.exception("a command failed", table=self._table)
            return self._refused(asked, Failed("server.failed"))

    def _refused(self, asked: str | None, refusal: Refusal) -> m.NotDone:
        told = refused(refusal)
        version = self._version if told.version is None else told.version
        return m.NotDone(id=asked, version=version, refusal=told)

    async def _whole(self, room: LoadedTable, since: int) -> m.Whole:
        whole = await self._services.tables.whole_of(room, self._id, since)
        self._note(room)
        return whole

    def _note(self, room: LoadedTable) -> None:
        self._held = holds(room.sitting, self._id)
        self._version = room.row.version
        self._revision = room.revision
        self._lines = room.lines
        self._finished = room.row.state == "finished"

    async def _news(self) -> list[bytes]:
        """What this client does not know yet."""
        async with self._services.tables.rooms.entered(self._table) as room:
            self._services.tables.check_sight(room, self._id)
            held = holds(room.sitting, self._id)
            since, match = self._version, room.match
            if held != self._held or room.row.version < since or (match is not None and since == 0):
                whole = await self._whole(room, min(since, room.row.version) if held == self._held else 0)
                return [_framed(whole)]
            news: list[bytes] = []
            ended = room.row.state == "finished" and not self._finished
            if match is not None and room.row.version > since:
                news.append(self._update(room, match))
            if room.revision != self._revision or ended:
                info = self._services.tables.info_of(room, self._id)
                news.append(_framed(m.Lobby(info=info, now=self._services.now())))
            if room.lines > self._lines:
                lines = await self._services.repository.chat(self._table, self._lines)
                news += [_framed(m.Chatted(line=line)) for line in lines_for(lines, room.row, held, self._id)]
            self._note(room)
            return news

    def _update(self, room: LoadedTable, match: LiveMatch) -> bytes:
        """What happened at the table, written once for all who may know the same."""
        written = room.updates_at(match.version)
        asked = (self._held, self._version)
        update = written.get(asked)
        if update is None:
            update = _framed(update_of(match, room.row, *asked, self._services.now()))
            written[asked] = update
        return update


def _framed(message: m.Sent) -> bytes:
    return frame(_encode.encode(message))


def _read(received: str) -> m.Received:
    try:
        return _decode.decode(received)
    except msgspec.ValidationError as error:
        detail, _, where = str(error).partition(" - at `")
        raise Unreadable(
            "core.unreadable", params={"where": where.rstrip("`") or "$", "detail": detail[:200]}
        ) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Unreadable("core.unreadable", params={"where": "$", "detail": "not JSON"}) from None
