"""Messages on the wire: what is said in one turn of the event loop leaves in one go.

A move is answered to its mover and told to everybody at the table. Written one by one, each of these wakes
the other side anew; together they are one packet for the mover, and one awakening for clients that share a
machine. Whoever listens is called as soon as a message is there, without a detour over a queue.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, Final, cast
from weakref import WeakKeyDictionary

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from ludotheque.server.connections import AnySocket

TEXT: Final = 0x81
"""A whole message of text, as RFC 6455 writes it: last fragment, opcode 1."""
SHORT: Final = 126
LONG: Final = 1 << 16
EXTENSION: Final = "ludotheque.wire"
"""Where the application finds the wire of a socket among the extensions of its scope."""


def frame(payload: bytes) -> bytes:
    """A message of text in the frame of a server, which is never masked.

    >>> frame(b"hello")
    b'\\x81\\x05hello'
    """
    size = len(payload)
    if size < SHORT:
        return bytes((TEXT, size)) + payload
    if size < LONG:
        return bytes((TEXT, SHORT)) + size.to_bytes(2) + payload
    return bytes((TEXT, SHORT + 1)) + size.to_bytes(8) + payload


class Wire(WebSocketsSansIOProtocol):
    """The WebSocket of one client; text waits for the end of the turn, everything else goes as it comes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.hear: Callable[[str], None] | None = None
        """Called with every message of text; until somebody listens, the application receives them."""
        self.unread_since: float | None = None
        """Since when the other side does not read."""
        self._unwritten: list[bytes] = []
        self._speech = speech_of(self.loop)

    @property
    def gone(self) -> bool:
        """Whether nothing can be said any more."""
        return self.disconnected or self.close_sent or self.conn.state is not State.OPEN

    def say(self, framed: bytes) -> None:
        """A message in its frame, at the end of this turn."""
        if not self._unwritten:
            self._speech.add(self)
        self._unwritten.append(framed)

    async def send(self, message: ASGISendEvent) -> None:
        """A message of the application, behind what was said before."""
        self.write()
        await super().send(message)

    def handle_connect(self, event: Request) -> None:
        """A client connects; the application gets the wire beside the socket."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = {"wire": self}

    def send_receive_event_to_app(self) -> None:
        """A whole message has come."""
        hear = self.hear
        if hear is None or self.close_sent or self.curr_msg_data_type != "text":
            super().send_receive_event_to_app()
            return
        try:
            text = b"".join(self.frames).decode()
        except UnicodeDecodeError:
            super().send_receive_event_to_app()
            return
        self.frames = []
        hear(text)

    def pause_hearing(self) -> None:
        """Let the other side wait before it says more."""
        self.read_paused = True
        self.transport.pause_reading()

    def resume_hearing(self) -> None:
        """Let the other side go on."""
        self.read_paused = False
        self.transport.resume_reading()

    def pause_writing(self) -> None:
        """The other side reads too slowly."""
        self.unread_since = monotonic()
        super().pause_writing()

    def resume_writing(self) -> None:
        """The other side reads again."""
        self.unread_since = None
        super().resume_writing()

    def write(self) -> None:
        """Let go what was said."""
        if self._unwritten:
            unwritten, self._unwritten = self._unwritten, []
            if not self.gone and not self.transport.is_closing():
                self.transport.write(unwritten[0] if len(unwritten) == 1 else b"".join(unwritten))


class Speech:
    """Who has something to write at the end of the turn of an event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._speaking: list[Wire] = []
        self._held = False

    def add(self, wire: Wire) -> None:
        """Somebody has something to write."""
        if not self._speaking and not self._held:
            self._loop.call_soon(self._write)
        self._speaking.append(wire)

    @contextmanager
    def held(self) -> Iterator[None]:
        """What is said meanwhile leaves at the end, at once."""
        self._held = True
        try:
            yield
        finally:
            self._held = False
            self._write()

    def _write(self) -> None:
        speaking, self._speaking = self._speaking, []
        for wire in speaking:
            wire.write()


SPEECHES: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, Speech]] = WeakKeyDictionary()


def speech_of(loop: asyncio.AbstractEventLoop) -> Speech:
    """The speech of an event loop."""
    speech = SPEECHES.get(loop)
    if speech is None:
        speech = SPEECHES[loop] = Speech(loop)
    return speech


def wire_of(socket: AnySocket) -> Wire:
    """The wire of a socket."""
    extensions = cast("dict[str, dict[str, Wire]]", socket.scope["extensions"])
    return extensions[EXTENSION]["wire"]
