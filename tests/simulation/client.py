"""A client of the protocol: requests, and a socket to a table that mends itself, as the page's does."""

import asyncio
import json
from collections.abc import Callable
from random import Random
from typing import Any, Final

import h11
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri

from tests.simulation.network import Link, Network

Json = dict[str, Any]

ANSWER_SECONDS: Final = 20.0
"""How long an answer to a request is waited for."""
QUIET: Final = 15.0
AWAITED: Final = 5.0
PATIENCE: Final = 10.0
FIRST_WAIT: Final = 0.5
LONGEST_WAIT: Final = 15.0
"""As in `web/src/lib/socket.ts`."""
FINAL_CODES: Final = (4403, 4404)


class Lost(Exception):
    """No answer came: the connection broke, or nobody answered in time."""


class Answer:
    """What the server answered."""

    def __init__(self, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def json(self) -> Any:
        """Return the body."""
        return json.loads(self.body) if self.body else None


class Client:
    """A browser: an address, cookies, requests."""

    def __init__(self, network: Network, random: Random, name: str, address: str) -> None:
        self.network = network
        self.random = random
        self.name = name
        self.address = address
        self.cookies: dict[str, str] = {}

    async def ask(self, method: str, path: str, body: object = None) -> Answer:
        """Send one request, once; raise `Lost` if no whole answer comes."""
        sent = b"" if body is None else json.dumps(body).encode()
        headers = [("Host", "simulated"), ("Connection", "close"), ("Content-Length", str(len(sent)))]
        if body is not None:
            headers.append(("Content-Type", "application/json"))
        return await self.send(method, path, headers, sent)

    async def send(self, method: str, path: str, headers: list[tuple[str, str]], body: bytes) -> Answer:
        """Send a request as it is."""
        if self.cookies:
            headers.append(("Cookie", self.cookie))
        connection = h11.Connection(h11.CLIENT)
        request = h11.Request(method=method, target=path, headers=headers)
        sent = connection.send(request) or b""
        sent += connection.send(h11.Data(data=body)) or b"" if body else b""
        sent += connection.send(h11.EndOfMessage()) or b""
        link: Link | None = None
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                link = await self.network.connect(self.name, self.address)
                link.near.send(sent)
                return self._keep_cookies(await _answer(connection, link))
        except (OSError, TimeoutError, h11.RemoteProtocolError) as error:
            raise Lost from error
        finally:
            if link is not None:
                link.near.close()

    @property
    def cookie(self) -> str:
        """Return the cookies as a header."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def _keep_cookies(self, answer: Answer) -> Answer:
        for name, value in answer.headers:
            if name == b"set-cookie":
                cookie, _, _ = value.decode().partition(";")
                key, _, text = cookie.partition("=")
                self.cookies[key] = text
        return answer


async def _answer(connection: h11.Connection, link: Link) -> Answer:
    status, headers, body = 0, [], b""
    while True:
        event = connection.next_event()
        if event is h11.NEED_DATA:
            connection.receive_data(await link.near.receive())
        elif isinstance(event, h11.Response):
            status, headers = event.status_code, list(event.headers)
        elif isinstance(event, h11.Data):
            body += bytes(event.data)
        elif isinstance(event, h11.EndOfMessage):
            return Answer(status, headers, body)
        elif isinstance(event, h11.ConnectionClosed) or event is h11.PAUSED:
            raise h11.RemoteProtocolError("closed")


class Socket:
    """One WebSocket, from its handshake to its end."""

    def __init__(self, link: Link, path: str, cookie: str) -> None:
        self._link = link
        self._protocol = ClientProtocol(parse_uri(f"ws://simulated{path}"), max_size=None)
        request = self._protocol.connect()
        if cookie:
            request.headers["Cookie"] = cookie
        self._protocol.send_request(request)
        self._flush()
        self._parts: list[bytes] = []
        self._ready: list[str] = []
        self.code = 1006
        """The code with which it was closed."""

    async def receive(self) -> str | None:
        """Return the next message; None at the end."""
        while not self._ready:
            data = await self._link.near.receive()
            if not data:
                return None
            self._protocol.receive_data(data)
            for event in self._protocol.events_received():
                if isinstance(event, Response):
                    if event.status_code != 101:
                        return None
                elif isinstance(event, Frame):
                    self._take(event)
            self._flush()
        return self._ready.pop(0)

    def _take(self, frame: Frame) -> None:
        if frame.opcode in (Opcode.TEXT, Opcode.CONT):
            self._parts.append(bytes(frame.data))
            if frame.fin:
                self._ready.append(b"".join(self._parts).decode())
                self._parts.clear()
        elif frame.opcode is Opcode.CLOSE and frame.data:
            self.code = int.from_bytes(frame.data[:2], "big")

    def send(self, message: object) -> None:
        """Send a message, if the socket is open."""
        if self._protocol.state.name == "OPEN":
            self._protocol.send_text(json.dumps(message).encode())
            self._flush()

    def send_frames(self, data: bytes) -> None:
        """Send bytes as they are."""
        self._link.near.send(data)

    @property
    def link(self) -> Link:
        """Return the connection below."""
        return self._link

    def close(self) -> None:
        """Hang up."""
        self._link.near.close()

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            if data:
                self._link.near.send(data)


class Line:
    """A socket to a table that connects again, and repeats what was not answered."""

    def __init__(self, client: Client, table: str, hear: Callable[[Json], None]) -> None:
        self.client = client
        self.table = table
        self.version = 0
        self.live = False
        self.closed: int | None = None
        """The code after which it does not come back."""
        self.waiting: dict[str, Json] = {}
        """Commands without an answer."""
        self.socket: Socket | None = None
        self._hear = hear
        self._tries = 0
        self.task = asyncio.get_running_loop().create_task(self._run())

    def send(self, command: Json) -> None:
        """Send a command until it is answered."""
        self.waiting[command["id"]] = command
        if self.live and self.socket is not None:
            self.socket.send(command)

    async def close(self) -> None:
        """Hang up for good."""
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        if self.socket is not None:
            self.socket.close()
        self.live = False

    def cut(self, how: str) -> None:
        """Lose the connection in some way."""
        socket = self.socket
        if socket is None:
            return
        if how == "reset":
            socket.link.reset()
        elif how == "vanish":
            socket.link.vanish()
        else:
            socket.close()

    async def _run(self) -> None:
        while self.closed is None:
            try:
                code = await self._one_socket()
            except (OSError, TimeoutError):
                code = 0
            self.live = False
            if self.socket is not None:
                self.socket.close()
                self.socket = None
            if code in FINAL_CODES:
                self.closed = code
                return
            wait = min(LONGEST_WAIT, FIRST_WAIT * 2**self._tries) * (0.5 + self.client.random.random() / 2)
            self._tries += 1
            await asyncio.sleep(wait)

    async def _one_socket(self) -> int:
        """Use one socket until it ends; return the code with which it was closed."""
        client = self.client
        async with asyncio.timeout(PATIENCE):
            link = await client.network.connect(client.name, client.address)
            path = f"/api/tables/{self.table}/live?since={self.version}"
            self.socket = socket = Socket(link, path, client.cookie)
            first = await socket.receive()
        if first is None:
            return socket.code
        self._take(first)
        asked = False
        while True:
            patience = PATIENCE if asked else (AWAITED if self.waiting else QUIET)
            try:
                async with asyncio.timeout(patience):
                    text = await socket.receive()
            except TimeoutError:
                if asked:
                    raise
                socket.send({"do": "ping"})
                asked = True
                continue
            asked = False
            if text is None:
                return socket.code
            self._take(text)

    def _take(self, text: str) -> None:
        message: Json = json.loads(text)
        kind = message["type"]
        if kind == "table" and not self.live:
            self._tries = 0
            self.live = True
            for command in self.waiting.values():
                assert self.socket is not None
                self.socket.send(command)
        if kind in ("table", "update"):
            self.version = message["version"]
        for done in message.get("done", ()):
            self.waiting.pop(done["id"], None)
        if kind == "done" or (kind == "refused" and message["id"]):
            self.waiting.pop(message["id"], None)
        self._hear(message)
