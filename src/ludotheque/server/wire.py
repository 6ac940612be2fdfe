"""Messages on the wire: what is said in one turn of the event loop leaves in one go.

A move is answered to its mover and told to everybody at the table. Written one by one, each of these wakes
the other side anew; together they are one packet for the mover, and one awakening for clients that share a
machine.
"""

import asyncio
from typing import Any, Final
from weakref import WeakKeyDictionary

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

TEXT: Final = 0x81
"""A whole message of text, as RFC 6455 writes it: last fragment, opcode 1."""
SHORT: Final = 126
LONG: Final = 1 << 16


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
        self._unwritten: list[bytes] = []
        self._speaking = SPEAKING.setdefault(self.loop, [])

    async def send(self, message: ASGISendEvent) -> None:
        """A message of the application."""
        text = message.get("text") if message["type"] == "websocket.send" else None
        if (
            text is None
            or not self.handshake_complete
            or self.close_sent
            or self.initial_response is not None
        ):
            self._write()
            await super().send(message)
            return
        if not self.writable.is_set():
            await self.writable.wait()
        if self.disconnected or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        if not self._unwritten:
            if not self._speaking:
                self.loop.call_soon(_write_all, self._speaking)
            self._speaking.append(self)
        self._unwritten.append(frame(text.encode()))

    def _write(self) -> None:
        if self._unwritten:
            unwritten, self._unwritten = self._unwritten, []
            if not self.transport.is_closing():
                self.transport.write(b"".join(unwritten))


SPEAKING: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, list[Wire]]] = WeakKeyDictionary()
"""Who has something to write at the end of the turn, of each event loop."""


def _write_all(speaking: list[Wire]) -> None:
    wires = speaking[:]
    speaking.clear()
    for wire in wires:
        wire._write()
