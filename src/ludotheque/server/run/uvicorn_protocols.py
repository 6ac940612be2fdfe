"""uvicorn's protocols with limits; the only module that depends on uvicorn's internals.

uvicorn answers every ping at once, even if the client reads no answers, passes on messages but neither
control frames nor fragments, and parses everything received before it stops reading. A socket sending small
frames without end would fill the memory and block the event loop without being counted. Here a socket reads
small chunks, stops reading while its answers can't be written, is closed for too many control frames or
fragments, and reports each of them to the application, which counts them like messages of the person and the
address.

A test compares the overridden methods with the installed uvicorn.
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
"""Most bytes that a socket reads at once: at most 170 frames, parsed in a few milliseconds."""
CONTROL: Final = Limit("control frames", 5, 20)
"""Limit of pings and unsolicited pongs from a client; browsers send neither."""
TOO_MANY_FRAMES: Final = "too many frames"
PART: Final = {"type": "websocket.receive", "text": None, "bytes": None}
"""ASGI event for a control frame or a fragment, so that the application counts it."""


class Budget:
    """Token bucket of one socket, in this process only."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self._full_at = 0.0

    def take(self, now: float) -> bool:
        """Take a token; return False if there is none."""
        full_at = max(self._full_at, now) + 1 / self.limit.rate
        if full_at - now > self.limit.burst / self.limit.rate:
            return False
        self._full_at = full_at
        return True


class CountedSocket(WebSocketsSansIOProtocol):
    """WebSocket protocol that limits control frames and fragments and reports them to the application."""

    def __init__(self, limits: ConnectionLimits, parts: Limit, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.close_timeout = CLOSE_SECONDS
        self._limits = limits
        self._control = Budget(CONTROL)
        self._parts = Budget(parts)
        self._left = False
        """True if the socket was closed for too many frames; anything it still sends is ignored."""
        self._end: asyncio.TimerHandle | None = None

    # Reading

    def data_received(self, data: bytes) -> None:
        """Parse received bytes, unless the socket was closed for too many frames."""
        if not self._left:
            super().data_received(data)

    def pause_writing(self) -> None:
        """Stop reading until the client has taken its pending messages."""
        super().pause_writing()
        self._pause_reading()

    def resume_writing(self) -> None:
        """Resume reading after the client has taken its pending messages."""
        super().resume_writing()
        self._go_on_reading()

    async def receive(self) -> Any:
        """Return the next event for the application; once all are taken, resume reading from the network."""
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
        """Answer a ping and report it to the application; close the socket if there are too many."""
        if self._allows(self._control):
            super().handle_ping()
            self._tell()

    def handle_pong(self, event: Frame) -> None:
        """Report an unsolicited pong to the application; a pong that answers our own ping is not counted."""
        if bytes(event.data) == self.pending_ping_payload:
            super().handle_pong(event)
        elif self._allows(self._control):
            self._tell()

    def handle_cont(self, event: Frame) -> None:
        """Add a fragment to the current message and report it; close the socket if there are too many."""
        if self._allows(self._parts):
            super().handle_cont(event)
            self._tell()

    def handle_text(self, event: Frame) -> None:
        """Handle a text message or its first fragment."""
        if self._allows_message():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Handle a binary message or its first fragment."""
        if self._allows_message():
            super().handle_bytes(event)

    def _allows_message(self) -> bool:
        """Return whether to handle a message; counted here only if the application has closed already."""
        return not self._left and (not self.close_sent or self._allows(self._control))

    def _allows(self, budget: Budget) -> bool:
        """Take a token for a frame; without one, close the socket and return False."""
        if not self._left and not budget.take(self.loop.time()):
            self._leave()
        return not self._left

    def _tell(self) -> None:
        if not self.close_sent:
            self.queue.put_nowait(cast("Any", PART))
            self._pause_reading()

    # Ending

    def send_receive_event_to_app(self) -> None:
        """Pass on a complete message; invalid UTF-8 in a text closes the socket without a log entry."""
        if self.curr_msg_data_type == "text" and not _is_utf8(b"".join(self.frames)):
            if self.conn.state is State.OPEN:
                self.conn.send_close(CloseCode.INVALID_DATA)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def _leave(self) -> None:
        """Close the socket with code and reason, and ignore what the client still sends."""
        self._left = True
        if not self.handshake_complete or self.close_sent or self.conn.state is not State.OPEN:
            self.transport.abort()
            return
        self._pause_reading()
        self.conn.send_close(TOO_MANY, TOO_MANY_FRAMES)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": TOO_MANY, "reason": TOO_MANY_FRAMES})
        # Closing at once with unread data would reset the connection and lose the reason.
        self.close_timer = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """End the connection of a client that does not answer our ping."""
        super().keepalive_timeout()
        self._end_soon()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """End the connection after the application has finished."""
        super().on_task_complete(task)
        self._end_soon()

    def _end_soon(self) -> None:
        """Abort the connection after `CLOSE_SECONDS`, in case the client does not read."""
        if not self.disconnected and self._end is None:
            self._end = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up after the connection was closed."""
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
    """Transport-side protocol that reads for a socket in small chunks.

    The socket can't do so itself: uvloop, unlike asyncio, does not use the buffer of an `asyncio.Protocol`.
    """

    _buffer = bytearray(PIECE)  # shared by all sockets: each read is copied out before the next

    def __init__(self, socket: CountedSocket) -> None:
        self._socket = socket
        self.pause_writing = socket.pause_writing  # type: ignore[method-assign]
        self.resume_writing = socket.resume_writing  # type: ignore[method-assign]
        self.connection_lost = socket.connection_lost  # type: ignore[method-assign]
        self.eof_received = socket.eof_received  # type: ignore[method-assign]

    def get_buffer(self, sizehint: int) -> bytearray:  # noqa: ARG002 - a hint only
        """Return the buffer for the transport to read into."""
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Pass the bytes read on to the socket."""
        self._socket.data_received(bytes(self._buffer[:nbytes]))


class AdmittedHttp(H11Protocol):
    """HTTP protocol that serves only connections admitted by `ConnectionLimits`."""

    def __init__(self, limits: ConnectionLimits, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._limits = limits
        self._admitted = False

    def connection_made(self, transport: Any) -> None:
        """Admit a connection or abort it."""
        self._admitted = self._limits.admit(transport)
        if self._admitted:
            super().connection_made(transport)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting an admitted connection."""
        if self._admitted:
            self._limits.leave(self.transport)
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse received bytes of an admitted connection."""
        if self._admitted:
            super().data_received(data)

    def eof_received(self) -> None:
        """Handle the end of the client's data on an admitted connection."""
        if self._admitted:
            super().eof_received()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Switch to the WebSocket protocol, reading in small chunks."""
        super().handle_websocket_upgrade(event)
        self.transport.set_protocol(Pieces(cast("CountedSocket", self.transport.get_protocol())))


def protocols(
    limits: ConnectionLimits, parts: Limit
) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """Return the HTTP and WebSocket protocol classes; `parts` limits the fragments sent by one socket."""

    class Http(AdmittedHttp):
        def __init__(self, *args: Any, **more: Any) -> None:
            super().__init__(limits, *args, **more)

    class Socket(CountedSocket):
        def __init__(self, *args: Any, **more: Any) -> None:
            super().__init__(limits, parts, *args, **more)

    return Http, Socket
