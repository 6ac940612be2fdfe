"""A simulated network: streams of bytes with delay, flow control, resets, and peers that vanish silently."""

import asyncio
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any, Final, cast

from tests.simulation.loop import Host, SimulatedLoop

WINDOW: Final = 65_536
"""Bytes that may be under way to a client or wait there unread."""
HIGH: Final = 65_536
LOW: Final = 16_384
"""Bytes in the buffer of a transport between which asyncio pauses a writer and lets it go on."""
PIECE: Final = 262_144
"""Bytes that a transport hands to a protocol at once."""
GIVE_UP: Final = 90.0
"""Seconds after which TCP gives up a peer that confirms nothing."""
REFUSED: Final = 0.002


class Link:
    """A connection between a client and a server process."""

    def __init__(self, network: "Network", host: Host, client: str) -> None:
        self.network = network
        self.loop = network.loop
        self.host = host
        self.client = client
        self.to_client = Direction(network)
        self.to_server = Direction(network)
        self.near = ClientEnd(self)
        self.far: ServerTransport | None = None
        """None until the server has accepted it."""

    def reset(self) -> None:
        """Break the connection; both sides learn of it."""
        self.to_client.lost = self.to_server.lost = True
        self.loop.call_later(self.network.latency(), self._break, context=self.host.context)
        self.loop.call_later(self.network.latency(), self.near.fail, context=self.loop.outside.context)

    def _break(self) -> None:
        if self.far is not None:
            self.far.fail(ConnectionResetError("reset"))

    def to_far(self, method: Callable[..., None], *args: object) -> None:
        """Call a method of the server's side when what was sent before it has arrived."""
        self.to_server.send(self.host, self._at_far, method, args)

    def _at_far(self, method: Callable[..., None], args: tuple[object, ...]) -> None:
        if self.far is not None:
            method(self.far, *args)

    def vanish(self) -> None:
        """Lose whatever is sent from now on; neither side is told."""
        self.to_client.lost = self.to_server.lost = True


class Direction:
    """Bytes on their way to one side, in their order."""

    def __init__(self, network: "Network") -> None:
        self._network = network
        self._last = 0.0
        self.lost = False

    def send(self, host: Host, arrive: Callable[..., None], *args: object) -> None:
        """Let something arrive after what was sent before it."""
        if self.lost:
            return
        loop = self._network.loop
        self._last = max(self._last, loop.now + self._network.latency())
        loop.at(self._last, self._arrive, arrive, args, context=host.context)

    def _arrive(self, arrive: Callable[..., None], args: tuple[object, ...]) -> None:
        if not self.lost:
            arrive(*args)


class ClientEnd:
    """The side of a client: what it reads, and whether it reads at all."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._data = bytearray()
        self._news = asyncio.Event()
        self.closed = False
        self.reading = True
        """A slow reader leaves what arrives in its buffer."""

    async def receive(self) -> bytes:
        """Return what has arrived; nothing at the end."""
        while not (self._data and self.reading) and not self.closed:
            self._news.clear()
            await self._news.wait()
        data = bytes(self._data)
        self._data.clear()
        if data:
            self._link.to_far(ServerTransport.confirmed, len(data))
        return data

    def send(self, data: bytes) -> None:
        """Send bytes to the server."""
        if not self.closed:
            self._link.to_far(ServerTransport.arrived, data)

    def close(self) -> None:
        """End the connection in order."""
        if not self.closed:
            self._link.to_far(ServerTransport.ended)
        self.fail()

    def read_on(self) -> None:
        """Read again after a pause."""
        self.reading = True
        self._news.set()

    def arrived(self, data: bytes) -> None:
        """Take bytes from the network."""
        self._data += data
        self._news.set()

    def fail(self) -> None:
        """The connection is over."""
        self.closed = True
        self._news.set()


class ServerTransport(asyncio.Transport):
    """The side of a server, as asyncio shows it to a protocol."""

    def __init__(self, link: Link, protocol: asyncio.BaseProtocol, address: str) -> None:
        super().__init__({"peername": (address, 40_000), "sockname": ("10.255.0.1", 8765)})
        self._link = link
        self._loop = link.loop
        self._protocol = protocol
        self._unsent: deque[bytes] = deque()
        self._size = 0
        self._outstanding = 0
        self._inbox: deque[bytes] = deque()
        self._paused_reading = False
        self._paused_writing = False
        self._closing = False
        self._watch: asyncio.TimerHandle | None = None
        self.closed = False

    # asyncio's interface

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Hand the connection to another protocol."""
        self._protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        """Return the protocol that has the connection."""
        return self._protocol

    def is_closing(self) -> bool:
        """Whether nothing can be written any more."""
        return self._closing

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send bytes as far as the client confirms them."""
        if self._closing or not data:
            return
        self._unsent.append(bytes(data))
        self._size += len(data)
        self._pump()
        if self._size > HIGH and not self._paused_writing:
            self._paused_writing = True
            cast("asyncio.Protocol", self._protocol).pause_writing()

    def writelines(self, list_of_data: Any) -> None:
        """Send several pieces."""
        self.write(b"".join(list_of_data))

    def close(self) -> None:
        """Send what waits, then end."""
        if not self._closing:
            self._closing = True
            self._paused_reading = True
            self._pump()

    def abort(self) -> None:
        """End at once."""
        self._link.to_client.send(self._loop.outside, self._link.near.fail)
        self._end(None)

    def pause_reading(self) -> None:
        """Leave what arrives."""
        self._paused_reading = True

    def resume_reading(self) -> None:
        """Take what has arrived, and what comes."""
        if not self._closing:
            self._paused_reading = False
            self._loop.call_soon(self._read)

    def is_reading(self) -> bool:
        """Whether what arrives is taken."""
        return not self._paused_reading

    def get_write_buffer_size(self) -> int:
        """Return how many bytes wait to be sent."""
        return self._size

    # The network's side

    def arrived(self, data: bytes) -> None:
        """Take bytes from the network."""
        if not self.closed:
            self._inbox.append(data)
            self._read()

    def ended(self) -> None:
        """The client sends no more."""
        if not self.closed and not cast("asyncio.Protocol", self._protocol).eof_received():
            self.close()

    def confirmed(self, size: int) -> None:
        """The client has read so many bytes."""
        self._outstanding -= size
        if not self._outstanding and self._watch is not None:
            self._watch.cancel()
            self._watch = None
        self._pump()
        if self._paused_writing and self._size <= LOW and not self.closed:
            self._paused_writing = False
            cast("asyncio.Protocol", self._protocol).resume_writing()

    def fail(self, error: Exception | None) -> None:
        """The connection is broken."""
        self._end(error)

    def _read(self) -> None:
        while self._inbox and not self._paused_reading and not self.closed:
            data = self._inbox.popleft()
            protocol = self._protocol
            if isinstance(protocol, asyncio.BufferedProtocol):
                buffer = memoryview(protocol.get_buffer(-1))
                size = min(len(buffer), len(data))
                buffer[:size] = data[:size]
                if len(data) > size:
                    self._inbox.appendleft(data[size:])
                protocol.buffer_updated(size)
            else:
                cast("asyncio.Protocol", protocol).data_received(data[:PIECE])

    def _pump(self) -> None:
        while self._unsent and self._outstanding < WINDOW:
            data = self._unsent.popleft()
            self._size -= len(data)
            self._outstanding += len(data)
            self._link.to_client.send(self._loop.outside, self._link.near.arrived, data)
        if self._outstanding and self._watch is None:
            self._watch = self._loop.call_later(GIVE_UP, self._check, self._outstanding)
        if self._closing and not self._unsent and not self.closed:
            self._link.to_client.send(self._loop.outside, self._link.near.fail)
            self._end(None)

    def _check(self, before: int) -> None:
        """Give a peer up that has confirmed nothing though it is gone."""
        self._watch = None
        if self._link.to_client.lost and self._outstanding >= before:
            self._end(TimeoutError("no confirmation"))
        elif not self.closed:
            self._pump()

    def _end(self, error: Exception | None) -> None:
        if self.closed:
            return
        self.closed = self._closing = True
        self._unsent.clear()
        self._inbox.clear()
        self._size = 0
        if self._watch is not None:
            self._watch.cancel()
        self._link.network.links.pop(self._link, None)
        self._loop.call_soon(self._protocol.connection_lost, error)


class Listener:
    """A server that takes connections, as asyncio shows it."""

    def __init__(self, network: "Network", host: Host, factory: Callable[[], asyncio.Protocol]) -> None:
        self._network = network
        self._host = host
        self.factory = factory
        self.sockets = (Named(),)
        network.listeners[host] = self

    def close(self) -> None:
        """Take no more connections."""
        self._network.listeners.pop(self._host, None)

    async def wait_closed(self) -> None:
        """Nothing to wait for."""


class Named:
    """A listening socket, as far as uvicorn asks it."""

    def getsockname(self) -> tuple[str, int]:
        """Return the address."""
        return ("10.255.0.1", 8765)


class Network:
    """All connections, and how long messages take."""

    def __init__(self, loop: SimulatedLoop, random: Random) -> None:
        self.loop = loop
        self._random = random
        self.listeners: dict[Host, Listener] = {}
        self.links: dict[Link, None] = {}
        self.delay = 0.005
        """Mean seconds of a message on its way."""
        loop.listen = lambda host, factory: Listener(self, host, factory)

    def latency(self) -> float:
        """Draw how long a message takes; few take much longer than others."""
        slow = 20.0 if self._random.random() < 0.01 else 1.0
        return self._random.expovariate(1 / self.delay) * slow

    async def connect(self, client: str, address: str) -> Link:
        """Connect to any server process, as a balancer would; a frozen one takes it and says nothing."""
        await asyncio.sleep(self.latency())
        if not self.listeners:
            await asyncio.sleep(REFUSED)
            raise ConnectionRefusedError
        host = self._random.choice(list(self.listeners))
        link = Link(self, host, client)
        self.links[link] = None
        self.loop.call_soon(self._accept, link, address, context=host.context)
        return link

    def _accept(self, link: Link, address: str) -> None:
        listener = self.listeners.get(link.host)
        if listener is None:
            link.near.fail()
            return
        protocol = listener.factory()
        link.far = ServerTransport(link, protocol, address)
        protocol.connection_made(link.far)

    def host_died(self, host: Host, *, silently: bool) -> None:
        """End the connections of a host; silently, their clients learn nothing of it."""
        self.listeners.pop(host, None)
        for link in [one for one in self.links if one.host is host]:
            del self.links[link]
            link.to_server.lost = True
            if silently:
                link.to_client.lost = True
            else:
                link.to_client.send(self.loop.outside, link.near.fail)
