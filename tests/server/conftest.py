"""A real server on a real socket, on SQLite and on PostgreSQL, with a clock that tests can move."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from ludotheque.games import REGISTRY
from ludotheque.host import scheduler
from ludotheque.server.run.app import create_app
from ludotheque.server.run.machine import Machine
from ludotheque.server.run.serve import Server, server_of
from ludotheque.server.run.services import Services
from ludotheque.server.run.settings import Settings, database_url
from ludotheque.server.storage.database import Database
from ludotheque.server.storage.time import SharedTime
from tests.patience import HANG, LOOK
from tests.server.player import Player
from tests.server.postgres import installed, postgres


class Clock:
    """A time of its own, which passes only with the looks at it and when a test moves it."""

    def __init__(self) -> None:
        self.time = datetime.now(UTC)

    def __call__(self) -> datetime:
        self.time += timedelta(milliseconds=1)
        return self.time

    def forward(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)


class MovedWorld(Machine):
    """A world whose clock a test moves, and whose database follows it."""

    def new_time(self, database: Database) -> SharedTime:
        """The time of this clock, whatever the database thinks."""
        return SharedTime(self.now, self.clock, None)


class House:
    """A running server: its address, its inside, and the people who talk to it."""

    def __init__(self, settings: Settings, clock: Clock, world: Machine | None = None) -> None:
        self.settings = settings
        self.clock = clock
        self.world = world or MovedWorld(clock)
        self.url = ""
        self.services: Services
        self.players: list[Player] = []
        self._server: Server
        self._task: asyncio.Task[None]

    async def start(self, port: int = 0) -> None:
        app = create_app(self.settings, self.world)
        self.services = app.state.services
        self._server = server_of(app, "127.0.0.1", port)
        self._task = asyncio.create_task(self._server._serve())
        while not self._server.started:
            await asyncio.sleep(LOOK)
            if self._task.done():
                self._task.result()
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"

    async def stop(self) -> None:
        self._server.should_exit = True
        await self._task

    async def stop_here(self) -> None:
        """Stop in the midst of a test; people keep their cookies."""
        for player in self.players:
            await player.close()
        await self.stop()

    async def player(self, name: str | None = None) -> Player:
        player = Player(self.url)
        self.players.append(player)
        return await player.introduce(name) if name is not None else player


def settings(folder: Path, database: str, **more: object) -> Settings:
    values: dict[str, object] = {
        "data": folder,
        "database": database,
        "secret": b"k" * 32,
        "bot_workers": 1,
        "requests_a_minute": 100_000,
        "logins_a_minute": 1000,
        "guests_a_minute": 100_000,
        "public_tables_a_person": 1000,
        "public_tables_a_minute": 1000,
        "stored_mb_a_day": 10_000,
        "messages_a_second": 10_000,
        **more,
    }
    return Settings(**values)  # type: ignore[arg-type]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    if not installed():
        pytest.skip("PostgreSQL is not installed: run scripts/system-packages as root")
    with postgres() as url:
        yield url


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'test.db'}"


@pytest.fixture
def postgres_database(postgres_server: str) -> str:
    """An empty database of PostgreSQL."""
    return new_database(postgres_server)


def new_database(postgres_server: str) -> str:
    """One more empty database of PostgreSQL."""
    name = f"test_{secrets.token_hex(6)}"
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"create database {name}")
    return database_url(postgres_server.rsplit("/", 1)[0] + "/" + name)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'test.db'}"
    url: str = request.getfixturevalue("postgres_database")
    return url


Open = Callable[..., Awaitable[House]]


@pytest.fixture
async def open_house(tmp_path: Path, sqlite: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Open]:
    """Starts servers; all are stopped at the end.

    Alone, a server looks once for work that nobody does: else it would notice at any time that a test has
    moved the clock.
    """
    monkeypatch.setattr(scheduler, "SCAN_ALONE", 2 * HANG)
    opened: list[House] = []

    async def start(**more: object) -> House:
        database = str(more.pop("database", sqlite))
        world: Machine | None = more.pop("world", None)  # type: ignore[assignment]
        house = House(settings(tmp_path, database, **more), Clock(), world)
        await house.start()
        opened.append(house)
        return house

    yield start
    for house in opened:
        for player in house.players:
            await player.close()
        await house.stop()


@pytest.fixture
async def house(open_house: Open) -> House:
    """A server on SQLite."""
    return await open_house()


@pytest.fixture
async def any_house(open_house: Open, database: str) -> House:
    """A server on each kind of database."""
    return await open_house(database=database)


@pytest.fixture
def hush(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game `hush` can be played."""
    monkeypatch.setitem(REGISTRY, "hush", "tests.server.hush")
