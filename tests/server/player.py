"""A client for the tests: somebody with a cookie and a socket, as a browser would be."""

import asyncio
import itertools
import json
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ssl import SSLContext
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.patience import HANG

Json = dict[str, Any]
_numbers = itertools.count(1)


class Refused(Exception):
    """What the server refused."""

    def __init__(self, status: int, body: Json) -> None:
        super().__init__(f"{status} {body}")
        self.status = status
        self.body = body
        self.code = body.get("code")
        self.kind = body.get("kind")


class Player:
    """Somebody who talks to the server."""

    def __init__(self, url: str, address: str | None = None) -> None:
        self.url = url
        self.address = address
        """Where they come from, if it matters."""
        transport = httpx.AsyncHTTPTransport(local_address=address)
        self.http = httpx.AsyncClient(base_url=url, timeout=HANG, transport=transport)
        self.id = ""

    async def ask(self, method: str, path: str, json: object = None, **more: Any) -> Any:
        """A request; anything but success raises `Refused`."""
        answer = await self.http.request(method, path, json=json, **more)
        if answer.is_success:
            return answer.json() if answer.content else None
        raise Refused(answer.status_code, answer.json())

    async def introduce(self, name: str) -> "Player":
        self.id = (await self.ask("PUT", "/api/me", {"name": name}))["id"]
        return self

    async def table(self, *seats: Json, game: str = "exxtra", **more: Any) -> Json:
        created: Json = await self.ask("POST", "/api/tables", {"game": game, "seats": list(seats), **more})
        return created

    async def sit(self, table: str, seat: int, **more: Any) -> Json:
        info: Json = await self.ask("POST", f"/api/tables/{table}/seats/{seat}/sit", more)
        return info

    async def take(self, invite: str, **more: Any) -> Json:
        """Follow an invitation."""
        _, _, table, _, seat, key = invite.split("/")
        return await self.sit(table, int(seat), key=key, **more)

    async def view(self, table: str, since: int = 0) -> Json:
        whole: Json = await self.ask("GET", f"/api/tables/{table}/view?since={since}")
        return whole

    async def info(self, table: str) -> Json:
        info: Json = await self.ask("GET", f"/api/tables/{table}")
        return info

    async def do(self, table: str, do: str, **more: Any) -> Json:
        command = {"do": do, "id": more.pop("id", None) or new_id(), **more}
        done: Json = await self.ask("POST", f"/api/tables/{table}/do", command)
        return done

    async def play(self, table: str, seat: int, move: Any, version: int | None = None) -> Json:
        if version is None:
            version = (await self.view(table))["version"]
        return await self.do(table, "play", seat=seat, move=move, version=version)

    @asynccontextmanager
    async def live(self, table: str, since: int = 0, **more: Any) -> AsyncIterator["Live"]:
        """A socket to a table."""
        async with self.dial(table, since, **more) as socket:
            yield Live(socket)

    def dial(self, table: str, since: int = 0, **more: Any) -> connect:
        """A socket to a table that is still to be opened."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"{self.url.replace('http', 'ws')}/api/tables/{table}/live?since={since}"
        headers = {"cookie": cookie} if cookie else {}
        return dial(address, headers | more, come_from=self.address)

    async def close(self) -> None:
        await self.http.aclose()


class Live:
    """A socket to a table, and all it has said."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[Json] = []
        self._read: deque[Json] = deque()
        """What has come and was not looked at yet."""

    async def next(self, *kinds: str) -> Json:
        """The next message of some kinds; others are only remembered."""
        async with asyncio.timeout(HANG):
            while True:
                if not self._read:
                    self._read += messages(await self.socket.recv())
                message = self._read.popleft()
                self.heard.append(message)
                if not kinds or message["type"] in kinds:
                    return message

    async def silent(self, *kinds: str) -> bool:
        """Whether nothing of some kinds was said before the answer to a ping."""
        await self.send("ping")
        said = await self.next("pong", *kinds)
        return bool(said["type"] == "pong")

    async def send(self, do: str, **more: Any) -> str:
        command = {"do": do, **more}
        if do != "ping":
            command.setdefault("id", new_id())
        await self.socket.send(json.dumps(command))
        return str(command.get("id"))

    async def do(self, do: str, **more: Any) -> Json:
        """A command and its answer."""
        sent = await self.send(do, **more)
        while True:
            answer = await self.next("done", "refused", "pong")
            if answer["type"] == "pong" or answer["id"] == sent:
                return answer


def messages(text: str | bytes) -> list[Json]:
    """A message, and before it the answers that come with it."""
    message: Json = json.loads(text)
    return [*message.pop("done", ()), message]


def dial(address: str, headers: Json, ssl: SSLContext | None = None, come_from: str | None = None) -> connect:
    """Open a socket that no slow machine closes."""
    return connect(
        address, additional_headers=headers, max_size=None, open_timeout=HANG, ping_interval=None,
        close_timeout=HANG, ssl=ssl, local_addr=None if come_from is None else (come_from, 0),
    )  # fmt: skip


def new_id() -> str:
    return f"c{next(_numbers)}"


ME = {"who": "me"}
OPEN = {"who": "open"}


def here(name: str) -> Json:
    return {"who": "here", "name": name}


def friend(name: str = "") -> Json:
    return {"who": "friend", "name": name}


def bot(level: str) -> Json:
    return {"who": "bot", "level": level}
