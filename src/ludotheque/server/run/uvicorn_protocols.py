"""uvicorn's protocols with our limits: the only module that knows how uvicorn works inside.

uvicorn answers every ping at once, also where nobody reads the answers, hands on messages but no control
frames and no parts of messages, and parses whatever has come before it stops reading. So a socket that sends
small frames without end would fill the memory and keep the event loop busy without ever saying anything that
is counted. Here a socket reads a little at a time, reads nothing while its answers can't be written, closes
when it sends more control frames or parts than anybody needs, and tells the application of each of them, so
that they count like messages over all sockets of a person and of an address.

A test compares what is overridden here with the uvicorn that is installed.
"""

import asyncio
from typing import Any, Final, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.protocol import State

from ludotheque.host.limits import Limit
from ludotheque.server.live.connection import TOO_MANY
from ludotheque.server.run.connection_limits import CLOSE_SECONDS, ConnectionLimits

PIECE: Final = 1024
"""Bytes that a socket reads at once: 170 frames at most, a few milliseconds."""
CONTROL: Final = Limit("control frames", 5, 20)
"""Pings of a client, and pongs that nobody asked for; browsers send neither."""
TOO_MANY_FRAMES: Final = "too many frames"
PART: Final = {"type": "websocket.receive", "text": None, "bytes": None}
"""Event for a frame that is no message, so that the application counts it."""


class Budget:
    """A token bucket of one socket, counted in this process alone."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self._full_at = 0.0

    def take(self, now: float) -> bool:
        """Take one; return whether there was one."""
        full_at = max(self._full_at, now) + 1 / self.limit.rate
        if full_at - now > self.limit.burst / self.limit.rate:
            return False
        self._full_at = full_at
        return True


class CountedSocket(WebSocketsSansIOProtocol):
    """A WebSocket on which no frame is free."""

    def __init__(self, limits: ConnectionLimits, parts: Limit, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.close_timeout = CLOSE_SECONDS
        self._limits = limits
        self._control = Budget(CONTROL)
        self._parts = Budget(parts)
        self._left = False
        """It said too much: nothing it sends is looked at any more."""
        self._end: asyncio.TimerHandle | None = None

    # Reading

    def data_received(self, data: bytes) -> None:
        """Look at the frames that were read."""
        if not self._left:
            super().data_received(data)

    def pause_writing(self) -> None:
        """Stop reading until the client has taken what it was sent."""
        super().pause_writing()
        self._pause_reading()

    def resume_writing(self) -> None:
        """Read on: the client has taken what it was sent."""
        super().resume_writing()
        self._go_on_reading()

    async def receive(self) -> Any:
        """The next event for the application; when it has taken all, the socket reads on."""
        event = await self.queue.get()
        self._go_on_reading()
        return event

    def _pause_reading(self) -> None:
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def _go_on_reading(self) -> None:
        if self.read_paused and not self._left and self.queue.empty() and self.writable.is_set():
            self.read_paused = False
            self.transport.resume_reading()

    # Counting

    def handle_ping(self) -> None:
        """A ping, which is answered."""
        if self._allows(self._control):
            super().handle_ping()
            self._tell()

    def handle_pong(self, event: Frame) -> None:
        """A pong; the answer to our own ping is free."""
        if bytes(event.data) == self.pending_ping_payload:
            super().handle_pong(event)
        elif self._allows(self._control):
            self._tell()

    def handle_cont(self, event: Frame) -> None:
        """One more part of a message."""
        if self._allows(self._parts):
            super().handle_cont(event)
            self._tell()

    def handle_text(self, event: Frame) -> None:
        """A message, or its first part."""
        if self._allows_message():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """A message in bytes, or its first part."""
        if self._allows_message():
            super().handle_bytes(event)

    def _allows_message(self) -> bool:
        """Return whether to handle a message; the application counts it, unless it has hung up already."""
        return not self._left and (not self.close_sent or self._allows(self._control))

    def _allows(self, budget: Budget) -> bool:
        """Return whether to handle a frame; one that the budget does not allow ends the socket."""
        if not self._left and not budget.take(self.loop.time()):
            self._leave()
        return not self._left

    def _tell(self) -> None:
        if not self.close_sent:
            self.queue.put_nowait(cast("Any", PART))
            self._pause_reading()

    # Ending

    def send_receive_event_to_app(self) -> None:
        """Hand on a whole message; a text that is no UTF-8 ends the socket, without a line in the log."""
        if self.curr_msg_data_type == "text" and not _is_utf8(b"".join(self.frames)):
            if self.conn.state is State.OPEN:
                self.conn.send_close(CloseCode.INVALID_DATA)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def _leave(self) -> None:
        """Close with a reason; what the client still sends is left unread."""
        self._left = True
        if not self.handshake_complete or self.close_sent or self.conn.state is not State.OPEN:
            self.transport.abort()
            return
        self._pause_reading()
        self.conn.send_close(TOO_MANY, TOO_MANY_FRAMES)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": TOO_MANY, "reason": TOO_MANY_FRAMES})
        # To close at once, with something unread, would take the reason from the client.
        self.close_timer = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """The client does not answer our ping."""
        super().keepalive_timeout()
        self._end_soon()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """The application has hung up."""
        super().on_task_complete(task)
        self._end_soon()

    def _end_soon(self) -> None:
        """Abort the connection in a moment, so that a client that does not read is not waited for."""
        if not self.disconnected and self._end is None:
            self._end = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._limits.leave(self.transport)
        if self._end is not None:
            self._end.cancel()
        super().connection_lost(exc)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


class Pieces(asyncio.BufferedProtocol):
    """Reads for a socket, a little at a time.

    The socket can't do so itself: uvloop, unlike asyncio, fills no buffer of what is an `asyncio.Protocol`.
    """

    _buffer = bytearray(PIECE)  # all sockets share it: what was read is taken out before the next one reads

    def __init__(self, socket: CountedSocket) -> None:
        self._socket = socket
        self.pause_writing = socket.pause_writing  # type: ignore[method-assign]
        self.resume_writing = socket.resume_writing  # type: ignore[method-assign]
        self.connection_lost = socket.connection_lost  # type: ignore[method-assign]
        self.eof_received = socket.eof_received  # type: ignore[method-assign]

    def get_buffer(self, sizehint: int) -> bytearray:
        """Return the buffer that the transport reads into."""
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Hand on the bytes that were read."""
        self._socket.data_received(bytes(self._buffer[:nbytes]))


class AdmittedHttp(H11Protocol):
    """HTTP for the connections that are admitted."""

    def __init__(self, limits: ConnectionLimits, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._limits = limits
        self._admitted = False

    def connection_made(self, transport: Any) -> None:
        """Let a connection in, if there is room."""
        self._admitted = self._limits.admit(transport)
        if self._admitted:
            super().connection_made(transport)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        if self._admitted:
            self._limits.leave(self.transport)
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a request."""
        if self._admitted:
            super().data_received(data)

    def eof_received(self) -> None:
        """The client sends no more."""
        if self._admitted:
            super().eof_received()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Become a socket."""
        super().handle_websocket_upgrade(event)
        self.transport.set_protocol(Pieces(cast("CountedSocket", self.transport.get_protocol())))


def protocols(
    limits: ConnectionLimits, parts: Limit
) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The protocols of HTTP and of sockets; `parts` bounds the parts of messages that one socket sends."""

    class Http(AdmittedHttp):
        def __init__(self, *args: Any, **more: Any) -> None:
            super().__init__(limits, *args, **more)

    class Socket(CountedSocket):
        def __init__(self, *args: Any, **more: Any) -> None:
            super().__init__(limits, parts, *args, **more)

    return Http, Socket
