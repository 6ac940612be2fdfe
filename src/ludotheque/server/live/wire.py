"""Messages on the wire: what is said in one turn of the event loop leaves in one go.

A move is answered to its mover and told to everybody at the table. Written one by one, each of these wakes
the other side anew; together they are one packet for the mover, and one awakening for clients that share a
machine. Whoever listens is called as soon as a message is there, without a detour over a queue.
"""

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any, Final, cast
from weakref import WeakKeyDictionary

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State
from websockets.utils import apply_mask

from ludotheque.server.web.connections import AnySocket

END_OF_REQUEST: Final = b"\r\n\r\n"
TEXT: Final = 0x81
"""A whole message of text, as RFC 6455 writes it: last fragment, opcode 1."""
MASKED: Final = 0x80
SHORT: Final = 126
LONG: Final = 1 << 16
LENGTH: Final = {SHORT: 2, SHORT + 1: 8}
"""Bytes that follow for the length, where it does not fit into the second byte."""
MASK: Final = 4
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


def ends_whole(data: bytes) -> bool:
    """Whether bytes that begin with a frame end with one.

    >>> ends_whole(frame(b"hello")), ends_whole(frame(b"hello")[:-1]), ends_whole(b"\\x8a\\x80mask")
    (True, False, True)
    """
    start, size = 0, len(data)
    while start + 1 < size:
        length = data[start + 1] & ~MASKED
        more = LENGTH.get(length, 0)
        mask = MASK if data[start + 1] & MASKED else 0
        start += 2
        start += mask + more + (int.from_bytes(data[start : start + more]) if more else length)
    return start == size


class Wire(WebSocketsSansIOProtocol):
    """The WebSocket of one client; text waits for the end of the turn, everything else goes as it comes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.hear: Callable[[str], None] | None = None
        """Called with every message of text; until somebody listens, the application receives them."""
        self.unread_since: float | None = None
        """Since when the other side does not read."""
        self._between = False
        """Whether what comes next is the beginning of a frame, as far as we know."""
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

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The line stands."""
        super().connection_made(transport)
        self._descriptor: int = transport.get_extra_info("socket").fileno()

    def handle_connect(self, event: Request) -> None:
        """A client connects; the application gets the wire beside the socket."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = {"wire": self}

    def data_received(self, data: bytes) -> None:
        """Bytes have come: nearly always one short message, whole, which needs no parser."""
        if self._between and self.hear is not None and not self.frames and not self.close_sent:
            text = _short_text(data)
            if text is not None:
                self.hear(text)
                return
        self._between = (
            ends_whole(data)
            if self._between
            else not self.handshake_initiated and data.endswith(END_OF_REQUEST)
        )
        super().data_received(data)

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
                self._hand_over(unwritten[0] if len(unwritten) == 1 else b"".join(unwritten))

    def _hand_over(self, data: bytes) -> None:
        """Give bytes to the system at once; the transport would wait for the end of the turn."""
        sent = 0
        if self.scheme == "ws" and not self.transport.get_write_buffer_size():
            with suppress(OSError):  # a full buffer is the transport's business, and so is a broken line
                sent = os.write(self._descriptor, data)
        if sent < len(data):
            self.transport.write(data[sent:])


def _short_text(data: bytes) -> str | None:
    """The text of a single short frame of a client; None if it is anything else."""
    size = len(data) - 2 - MASK
    if size < 0 or data[0] != TEXT or data[1] != MASKED | size or size >= SHORT:
        return None
    try:
        return apply_mask(data[2 + MASK :], data[2 : 2 + MASK]).decode()
    except UnicodeDecodeError:
        return None


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

    def hold(self) -> None:
        """What is said from now on leaves at the next `let_go`."""
        self._held = True

    def let_go(self) -> None:
        """What was said leaves at once."""
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
