"""A client's socket: what it is sent, and who leaves it when it does not read."""

import asyncio
from contextlib import ExitStack, suppress
from typing import Final, TypeAlias

import msgspec
import structlog
from litestar import WebSocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from ludotheque.core.refusal import Refusal
from ludotheque.host import messages as m
from ludotheque.host.broadcaster import Broadcaster
from ludotheque.host.limits import Limits
from ludotheque.host.refusals import NotFound, TooManyRequests, Unavailable
from ludotheque.host.topics import sign_ins_topic
from ludotheque.server.metrics import SOCKETS
from ludotheque.server.people.cookies import Ticket
from ludotheque.server.people.repository import PeopleRepository
from ludotheque.server.storage.schema import PersonRow

RESTART: Final = 1012
FAULT: Final = 1011
FORBIDDEN: Final = 4403
NO_TABLE: Final = 4404
TOO_SLOW: Final = 4408
TOO_MANY: Final = 4429
SIGNED_OUT: Final = 4401

SLOW: Final = 20.0
"""Seconds in which a client has to read something of what waits for it."""

STRIKES: Final = 50
"""Messages that may be too many before the socket is closed."""

AnySocket: TypeAlias = WebSocket[object, object, State]

log = structlog.get_logger()

encode: Final = msgspec.json.Encoder().encode


class Connection:
    """A socket: one task reads and answers, another tells what has changed; neither waits for the other."""

    def __init__(
        self,
        socket: AnySocket,
        address: str,
        limits: Limits,
        people: PeopleRepository,
        person: PersonRow | None,
    ) -> None:
        self.socket = socket
        self.person = person
        self._limits = limits
        self._people = people
        self._address = address
        self._strikes = 0
        self.news = asyncio.Event()
        """Set when something has changed that this client follows."""
        self.doubted = asyncio.Event()
        """Set when a sign-in of its owner has ended, perhaps this one."""
        self._begun = self._sent = self._sent_before = 0
        """Messages that were begun and that left, and how many had left at the last look."""
        self._tasks: list[asyncio.Task[None]] = []

    async def changed(self) -> None:
        """Until something has changed; several changes may be one awakening."""
        await self.news.wait()
        self.news.clear()
        if self.doubted.is_set():
            await self._check_sign_in()

    async def send(self, text: str) -> None:
        """One message; whoever does not read is waited for."""
        self._begun += 1
        try:
            await self.socket.send({"type": "websocket.send", "text": text, "bytes": None})
        except RuntimeError as closed:
            # The other task, or uvicorn below us, has hung up since this message was written.
            raise WebSocketDisconnect(detail="closed") from closed
        self._sent += 1

    async def receive(self) -> str | bytes:
        """The next message of the client; frames that are none count as well."""
        while True:
            event = await self.socket.receive()
            if event["type"] != "websocket.receive":
                raise WebSocketDisconnect(detail="closed")
            text, sent = event.get("text"), event.get("bytes")
            if text is not None:
                return text
            if sent is not None:
                return sent
            with suppress(TooManyRequests):
                await self.check_pace()

    async def check_pace(self) -> None:
        """Whoever says too much, over all their sockets together, is refused, and in the end left."""
        if self.doubted.is_set():
            await self._check_sign_in()
        try:
            person = self.person.id if self.person is not None else None
            await self._limits.check_shared(self._limits.messages, self._address, person)
        except TooManyRequests:
            self._strikes += 1
            if self._strikes > STRIKES:
                await self.close(TOO_MANY, "too many messages")
                raise WebSocketDisconnect(detail="closed", code=TOO_MANY) from None
            raise

    async def _check_sign_in(self) -> None:
        """Leave whoever may no longer use this socket."""
        self.doubted.clear()
        person = self.person
        assert person is not None  # nobody else follows sign-ins
        found = await self._people.of_ticket(Ticket(person.id, person.epoch, person.session or ""))
        if found is None or found.banned is not None:
            await self.close(SIGNED_OUT)
            raise WebSocketDisconnect(detail="signed out", code=SIGNED_OUT)

    async def read(self) -> None:
        """Take what the client says, until it hangs up."""
        while True:
            await self.receive()
            with suppress(TooManyRequests):
                await self.check_pace()

    async def push(self) -> None:
        """Send what has changed, as long as the connection stands."""
        raise NotImplementedError

    async def run(self) -> None:
        """Read and push until one of them ends; a client that hangs up is no fault."""
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self.read()), loop.create_task(self.push())]
        SOCKETS.inc()
        try:
            await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            SOCKETS.dec()
            self.drop()
            for ended in await asyncio.gather(*self._tasks, return_exceptions=True):
                await self._end(ended)
            # An ended task holds its last frame, which holds this connection and its table: no ring is left.
            self._tasks.clear()

    async def _end(self, ended: BaseException | None) -> None:
        if isinstance(ended, Unavailable):
            await self.close(RESTART)
        elif isinstance(ended, NotFound):
            await self.close(NO_TABLE)
        elif isinstance(ended, Refusal):
            await self.close(FORBIDDEN)
        elif isinstance(ended, Exception) and not isinstance(ended, WebSocketDisconnect | OSError):
            log.error("a socket failed", exc_info=ended)
            await self.close(FAULT)

    @property
    def stuck(self) -> bool:
        """Whether nothing has left since the last look, though something waits."""
        stuck = self._begun != self._sent == self._sent_before
        self._sent_before = self._sent
        return stuck

    def drop(self) -> None:
        """End the connection."""
        for task in self._tasks:
            task.cancel()

    async def close(self, code: int, reason: str = "") -> None:
        """Hang up, unless the other side did; who does not read is not waited for."""
        with suppress(RuntimeError, WebSocketDisconnect, OSError, TimeoutError):
            async with asyncio.timeout(1):
                await self.socket.close(code=code, reason=reason)

    async def bye(self) -> None:
        """The server stops."""
        with suppress(Exception):
            await self.send(encode(m.Bye()).decode())
            await self.close(RESTART)


class Connections:
    """Everybody connected to this process."""

    def __init__(self, broadcaster: Broadcaster) -> None:
        self._broadcaster = broadcaster
        self._open: dict[Connection, None] = {}
        self._watching: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to watch for clients that do not read."""
        self._watching = asyncio.get_running_loop().create_task(self._watch())

    async def close(self) -> None:
        """Watch no longer."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)

    async def run(self, connection: Connection) -> None:
        """A connection, from its first message to its last."""
        self._open[connection] = None
        try:
            with ExitStack() as following:
                if connection.person is not None:
                    topic = sign_ins_topic(connection.person.id)
                    for event in (connection.doubted, connection.news):
                        following.enter_context(self._broadcaster.following(topic, event))
                await connection.run()
        finally:
            del self._open[connection]

    async def say_bye(self) -> None:
        """Tell everybody that the server stops; they come back by themselves."""
        async with asyncio.TaskGroup() as group:
            for connection in self._open:
                group.create_task(connection.bye())

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(SLOW)
            for connection in [one for one in self._open if one.stuck]:
                await connection.close(TOO_SLOW)
                connection.drop()
