"""WebSocket connection of a client: sending, receiving, rate limit and closing of slow clients."""

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
"""Seconds within which a client has to take some pending message, else it is disconnected."""

STRIKES: Final = 50
"""Rate limit violations after which the socket is closed."""

AnySocket: TypeAlias = WebSocket[object, object, State]

log = structlog.get_logger()

encode: Final = msgspec.json.Encoder().encode


class Connection:
    """WebSocket with one task that reads commands and one that pushes changes, independent of each other."""

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
        """Event that is set when a topic that the client follows has changed."""
        self.doubted = asyncio.Event()
        """Event that is set when a sign-in of the person has ended, perhaps the one of this socket."""
        self._begun = self._sent = self._sent_before = 0
        """Counters of messages: begun, sent, and sent at the previous access of `stuck`."""
        self._tasks: list[asyncio.Task[None]] = []

    async def changed(self) -> None:
        """Wait for a change; raise `WebSocketDisconnect` if the sign-in of this socket has ended.

        Several changes may be reported as one.
        """
        await self.news.wait()
        self.news.clear()
        if self.doubted.is_set():
            await self._check_sign_in()

    async def send(self, text: str) -> None:
        """Send a text message; waits while the client does not read.

        Raises `WebSocketDisconnect` if the socket is closed.
        """
        self._begun += 1
        try:
            await self.socket.send({"type": "websocket.send", "text": text, "bytes": None})
        except RuntimeError as closed:
            # The other task or uvicorn has closed the socket since this message was encoded.
            raise WebSocketDisconnect(detail="closed") from closed
        self._sent += 1

    async def receive(self) -> str | bytes:
        """Return the client's next message; raise `WebSocketDisconnect` if it is gone.

        Frames without a message, such as pings, count for the rate limit.
        """
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
        """Apply the rate limit of messages; raise `TooManyRequests` above it.

        After `STRIKES` violations the socket is closed and `WebSocketDisconnect` raised.
        """
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
        """Close the socket and raise `WebSocketDisconnect` if its sign-in ended or the person is banned."""
        self.doubted.clear()
        person = self.person
        assert person is not None  # only sockets of a person follow sign-ins
        found = await self._people.of_ticket(Ticket(person.id, person.epoch, person.session or ""))
        if found is None or found.banned is not None:
            await self.close(SIGNED_OUT)
            raise WebSocketDisconnect(detail="signed out", code=SIGNED_OUT)

    async def read(self) -> None:
        """Read and ignore messages until the client disconnects; overridden where there are commands."""
        while True:
            await self.receive()
            with suppress(TooManyRequests):
                await self.check_pace()

    async def push(self) -> None:
        """Send changes until the client disconnects; implemented by subclasses."""
        raise NotImplementedError

    async def run(self) -> None:
        """Read and push until one of the tasks ends, then cancel the other and close the socket."""
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
            # An ended task keeps its last frame, which refers to this connection: break the cycle.
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
        """True if messages are pending and none was sent since the previous access."""
        stuck = self._begun != self._sent == self._sent_before
        self._sent_before = self._sent
        return stuck

    def drop(self) -> None:
        """Cancel both tasks."""
        for task in self._tasks:
            task.cancel()

    async def close(self, code: int, reason: str = "") -> None:
        """Close the socket with a code, waiting at most a second; no error if it is closed already."""
        with suppress(RuntimeError, WebSocketDisconnect, OSError, TimeoutError):
            async with asyncio.timeout(1):
                await self.socket.close(code=code, reason=reason)

    async def bye(self) -> None:
        """Tell the client that the server is stopping, then close."""
        with suppress(Exception):
            await self.send(encode(m.Bye()).decode())
            await self.close(RESTART)


class Connections:
    """Registry of this process's open connections, which disconnects clients that do not read."""

    def __init__(self, broadcaster: Broadcaster) -> None:
        self._broadcaster = broadcaster
        self._open: dict[Connection, None] = {}
        self._watching: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start disconnecting clients that do not read."""
        self._watching = asyncio.get_running_loop().create_task(self._watch())

    async def close(self) -> None:
        """Stop watching the clients."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)

    async def run(self, connection: Connection) -> None:
        """Run a connection until it ends, and notify it when a sign-in of its person ends."""
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
        """Tell all clients that the server is stopping and close their sockets; clients reconnect."""
        async with asyncio.TaskGroup() as group:
            for connection in self._open:
                group.create_task(connection.bye())

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(SLOW)
            for connection in [one for one in self._open if one.stuck]:
                await connection.close(TOO_SLOW)
                connection.drop()
