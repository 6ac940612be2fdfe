"""Clients that keep to no protocol: garbage, floods, foreign seats and silence."""

import asyncio
from random import Random
from typing import TYPE_CHECKING, Final

from tests.simulation.client import Client, Lost, Socket

if TYPE_CHECKING:
    from tests.simulation.simulation import Simulation

PING: Final = b"\x89\xfd\x00\x00\x00\x00" + bytes(125)
EMPTY_PART: Final = b"\x80\x80\x00\x00\x00\x00"


class Hostile:
    """Somebody who means harm."""

    def __init__(self, simulation: "Simulation", name: str, address: str, random: Random) -> None:
        self.simulation = simulation
        self.name = name
        self.random = random
        self.client = Client(simulation.network, random, name, address)
        self._sockets: list[Socket] = []
        self.task: asyncio.Task[None] | None = None

    async def live(self) -> None:
        """Do harm until the end."""
        ways = (
            self._garbage,
            self._foreign_commands,
            self._flood,
            self._half_a_request,
            self._foreign_secrets,
        )
        while not self.simulation.settling:
            await asyncio.sleep(self.random.expovariate(1 / 3.0))
            try:
                async with asyncio.timeout(30.0):
                    await self.random.choice(ways)()
            except (Lost, OSError, TimeoutError):
                continue

    async def _ask(self, method: str, path: str, body: object = None) -> None:
        answer = await self.client.ask(method, path, body)
        self.simulation.trace.note("hostile", self.name, method, answer.status)

    async def _garbage(self) -> None:
        noise = self.random.randbytes(self.random.randrange(200))
        headers = [
            ("Host", "simulated"),
            ("Content-Type", "application/json"),
            ("Content-Length", str(len(noise))),
        ]
        path = self.random.choice(("/api/tables", "/api/me", "/api/records", "/api/account/login"))
        answer = await self.client.send("POST", path, [*headers, ("Connection", "close")], noise)
        self.simulation.trace.note("hostile", self.name, "garbage", answer.status)

    async def _some_table(self) -> str | None:
        return self.random.choice(self.simulation.tables) if self.simulation.tables else None

    async def _foreign_commands(self) -> None:
        """Play for others, over a socket and by request."""
        table = await self._some_table()
        if table is None:
            return
        await self._ask("PUT", "/api/me", {"name": "Nobody"})
        socket = await self._dial(table)
        for number in range(self.random.randrange(1, 8)):
            command = {
                "do": self.random.choice(
                    ("play", "undo", "resign", "leave", "agree", "chat", "end", "nothing")
                ),
                "id": f"{self.name}-{number}",
                "seat": self.random.randrange(-1, 5),
                "version": self.random.randrange(0, 50),
                "move": self.random.choice(("throw", {"do": "throw"}, {"do": "x" * 1000}, 7)),
                "proposal": 3,
                "text": "\u202e" * 10,
            }
            socket.send(command)
            await asyncio.sleep(self.random.uniform(0.0, 0.3))
        socket.close()

    async def _flood(self) -> None:
        """Send what costs the server work, and read nothing."""
        table = await self._some_table() or "none"
        socket = await self._dial(table)
        socket.link.near.reading = False
        frame = self.random.choice((PING, EMPTY_PART, b"\x00" * 50))
        for _ in range(20):
            socket.send_frames(frame * 50)
            await asyncio.sleep(0.05)
        if self.random.random() < 0.5:
            socket.close()

    async def _half_a_request(self) -> None:
        link = await self.simulation.network.connect(self.name, self.client.address)
        link.near.send(b"GET /api/games HTTP/1.1\r\nHost: simul")
        await asyncio.sleep(self.random.uniform(0.0, 20.0))
        if self.random.random() < 0.5:
            link.near.close()

    async def _foreign_secrets(self) -> None:
        """Ask for what only others may know."""
        table = await self._some_table()
        if table is None:
            return
        seat = self.random.randrange(4)
        path = self.random.choice((f"hint?seat={seat}", f"steps?seat={seat}", "record", "analysis", "view"))
        answer = await self.client.ask("GET", f"/api/tables/{table}/{path}")
        self.simulation.trace.note("hostile", self.name, path, answer.status)
        simulation = self.simulation
        if answer.status == 200 and path.startswith("steps"):
            simulation.guard(simulation.oracle.check_steps, table, None, answer.json)
        elif answer.status == 200:
            simulation.guard(simulation.oracle.check_secret, table, path)
        if answer.status == 200 and path == "view":
            simulation.guard(simulation.oracle.check_told, table, None, {"type": "table", **answer.json})

    async def _dial(self, table: str) -> Socket:
        link = await self.simulation.network.connect(self.name, self.client.address)
        socket = Socket(link, f"/api/tables/{table}/live", self.client.cookie)
        self._sockets.append(socket)
        await socket.receive()
        return socket

    async def leave(self) -> None:
        """Hang up everywhere."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
        for socket in self._sockets:
            socket.close()
