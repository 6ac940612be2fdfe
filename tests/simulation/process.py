"""Server processes: uvicorn and the application on a simulated host, which may freeze, die and come back."""

import asyncio
from contextlib import suppress
from typing import Any, Final, cast

from ludotheque.host.thinkers import Moved
from ludotheque.server.run.app import create_app
from ludotheque.server.run.serve import Server, server_of
from ludotheque.server.run.services import Services
from ludotheque.server.run.settings import Settings
from ludotheque.server.work.pool import WorkerPool
from tests.simulation.disk import Disk
from tests.simulation.network import Network
from tests.simulation.oracle import Thought, fingerprint
from tests.simulation.redis import Broker
from tests.simulation.trace import Trace
from tests.simulation.world import SimulatedWorld

STARTS: Final = 0.05
"""Seconds that a process takes until it begins to start."""


class InOrder(dict[object, None]):
    """A set that keeps the order in which its members came."""

    def add(self, member: object) -> None:
        """Add a member."""
        self[member] = None

    def discard(self, member: object) -> None:
        """Remove a member, if it is there."""
        self.pop(member, None)

    def remove(self, member: object) -> None:
        """Remove a member."""
        del self[member]


class ServerProcess:
    """One life of a process, from its start to its death or its end."""

    def __init__(
        self,
        settings: Settings,
        world: SimulatedWorld,
        network: Network,
        thoughts: set[Thought],
    ) -> None:
        self.host = world.host
        self._thoughts = thoughts
        self.world = world
        self._network = network
        self._loop = network.loop
        self._loop.hosts.append(self.host)
        self._server: Server | None = None
        self._settings = settings
        self._serving: asyncio.Task[None] | None = None

    @property
    def services(self) -> Services:
        """Return the inside of the server."""
        assert self._server is not None
        return self._server._services

    @property
    def open(self) -> bool:
        """Whether it takes connections."""
        return self.host in self._network.listeners

    @property
    def frozen(self) -> bool:
        """Whether it does nothing now."""
        return self.host.frozen_until > self._loop.now

    def start(self) -> None:
        """Begin to serve."""
        self._serving = self._loop.create_task(self._serve(), context=self.host.context)

    async def _serve(self) -> None:
        await asyncio.sleep(STARTS)
        self._server = server_of(create_app(self._settings, self.world))
        self._note_thoughts(self.services.workers)
        self._server.server_state.connections = cast("set[Any]", InOrder())
        with suppress(SystemExit):  # so uvicorn ends where the application can't start
            await self._server._serve()

    def _note_thoughts(self, workers: WorkerPool) -> None:
        """Note what bots are asked to think about."""
        move = workers.move

        async def noted(game: str, level: str, view: Any, seat: int, *, person: str, table: str) -> Moved:
            self._thoughts.add((table, seat, fingerprint(view)))
            return await move(game, level, view, seat, person=person, table=table)

        workers.move = noted  # type: ignore[method-assign]  # a spy, which passes everything on

    async def stop(self) -> None:
        """End in order: nobody new, bye to everybody, then the parts one after the other."""
        assert self._serving is not None
        if self._server is not None:
            self._server.should_exit = True
        await asyncio.wait({self._serving})

    @property
    def ended(self) -> bool:
        """Whether it has stopped serving, in order or by an error at its start."""
        return self._serving is not None and self._serving.done()

    def die(self, disk: Disk, broker: Broker, trace: Trace, *, silently: bool = False) -> None:
        """End between two callbacks, or in the midst of one; nothing is closed in order."""
        if self.host.dead:
            return
        trace.note("dies", self.host.name, "silently" if silently else "")
        self.host.dead = True
        disk.host_died(self.host)
        broker.host_died(self.host)
        self._network.host_died(self.host, silently=silently)
        self._loop.kill(self.host)
