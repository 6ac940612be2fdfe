"""The storage of the server on a disk that fails, and on a machine whose power is cut."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from math import inf
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import msgspec
import pytest
from sqlalchemy.exc import SQLAlchemyError

from ludotheque.core.refusal import Refusal
from ludotheque.host import messages as m
from ludotheque.host import protocol as p
from ludotheque.host.refusals import Stale
from ludotheque.server.run.services import Services
from ludotheque.server.run.settings import Settings
from ludotheque.server.storage import sqlite_log
from ludotheque.server.storage.database import Sync
from ludotheque.server.storage.schema import PersonRow
from tests.simulation.oracle import Oracle
from tests.simulation.power import Machine, running

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

ADDRESS: Final = "10.0.0.1"
TABLES: Final = 4
GAMES: Final = ("exxtra", "touche", "targi")
LIFE: Final = 250
"""Writes and syncs after which the power is cut at the latest."""
FAULTY_LIFE: Final = 500
"""Writes and syncs of a life in which some of them fail."""
CHECKPOINT: Final = 12
"""Lines after which the write-ahead log is moved into the database, so that cuts fall into that, too."""
BROKEN: Final = (SQLAlchemyError, sqlite3.Error, OSError, Refusal)
STORED: Final = 'select client, "table", number from log where client is not null'
LOG: Final = "select 1 from sqlite_master where name = 'log'"
EVERY: Final = {"write": (9, 20, 57), "sync": (2, 3, 7)}
"""How many writes or syncs there are for one that fails; a commit takes a dozen writes."""


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    """A machine for the folder `data`, which checkpoints often."""
    folder = tmp_path / "data"
    folder.mkdir()
    monkeypatch.setattr(sqlite_log, "CHECKPOINT", CHECKPOINT)
    with running(Machine(folder, Random(4711))) as machine:
        yield machine


class PowerCut(OSError):
    """The power is cut."""


class Acknowledged(NamedTuple):
    """A command that the server has said is stored."""

    table: str
    version: int
    syncs: int
    """How often the write-ahead log had been synced then."""


class Every:
    """Lets every n-th of one kind of step fail; with 0, none."""

    def __init__(self, what: str, every: int) -> None:
        self._what = what
        self._every = every
        self._count = 0

    def __call__(self, what: str) -> bool:
        self._count += what == self._what
        return bool(self._every) and what == self._what and self._count % self._every == 0


class House:
    """Tables that go on from one life of a server to the next, and what their players were told."""

    def __init__(self, machine: Machine, sync: Sync) -> None:
        self.machine = machine
        self.random = machine.random
        self.path = machine.folder / "ludotheque.db"
        self.settings = Settings(
            data=machine.folder,
            database=f"sqlite+aiosqlite:///{self.path}",
            sync=sync,
            secret=b"k" * 32,
            web=machine.folder,
            bot_workers=1,
            tables_a_person=1_000_000,
        )
        self.acknowledged: dict[str, Acknowledged] = {}
        self.until = inf
        """The step of the machine at which a life ends in order."""
        self.faults = machine.fails
        """What fails from when a server has started."""
        self.person: PersonRow | None = None
        self.tables = [""] * TABLES
        self.lost = 0
        self.cuts_in_use = 0
        """Cuts before which a life had acknowledged something."""
        self._commands = 0

    async def live(self) -> None:
        """Serve and play until the power is cut, or until it has done enough."""
        services = Services(self.settings)
        before = len(self.acknowledged)
        try:
            await services.open()
            self.machine.fails = self.faults
            self.person = await self._somebody(services)
            async with asyncio.TaskGroup() as tables:
                for place in range(TABLES):
                    tables.create_task(self._play(services, place))
        except* BROKEN:
            if not self.machine.off:
                raise
        finally:
            await services.close()
        self.cuts_in_use += len(self.acknowledged) > before

    async def _somebody(self, services: Services) -> PersonRow:
        """Return the player of the last life, if the database still knows them."""
        while True:
            with suppress(*BROKEN):
                found = None if self.person is None else await services.people.find(self.person.id)
                return found or await services.people.create("Ada", services.now())
            if not self._goes_on:
                raise PowerCut

    async def _play(self, services: Services, place: int) -> None:
        """Play one table after the other, first the one of the last life."""
        while self._goes_on:
            with suppress(*BROKEN):
                while await self._move(services, self.tables[place]):
                    pass
            with suppress(*BROKEN):
                seats: list[p.SeatPlan] = [p.SeatMe(), p.SeatHere(name="Bob")]
                new = p.NewTable(game=GAMES[place % len(GAMES)], seats=seats)
                self.tables[place] = (await services.lobby.create(self._player, new, ADDRESS)).id
            await asyncio.sleep(0)

    @property
    def _goes_on(self) -> bool:
        return not self.machine.off and self.machine.steps < self.until

    @property
    def _player(self) -> PersonRow:
        assert self.person is not None
        return self.person

    async def _move(self, services: Services, table: str) -> bool:
        """Make a move, and repeat it under the same id while it fails; whether the match goes on."""
        async with services.tables.cache.locked(table) as loaded:
            match = loaded.match
            if match is None or not match.actors:
                return False
            seat, version = match.actors[0], match.version
            move = msgspec.to_builtins(self.random.choice(match.moves(seat)))
        self._commands += 1
        command = m.Play(id=f"c{self._commands}", seat=seat, version=version, move=move)
        while self._goes_on:
            try:
                done = await services.tables.execute(self._player, table, command)
            except Stale:
                return True  # stored, though its commit failed: the answer to it was lost
            except BROKEN:
                await asyncio.sleep(0)
                continue
            told = Acknowledged(table, done.version, self._syncs)
            self.acknowledged[f"{self._player.id}:{command.id}"] = told
            return True
        return False

    @property
    def _syncs(self) -> int:
        return self.machine.syncs[f"{self.path}-wal"]

    def check(self) -> None:
        """Compare what the database holds with what was acknowledged."""
        syncs, stored = self._syncs, dict[str, tuple[str, int]]()
        with closing(sqlite3.connect(self.path)) as db:
            assert db.execute("pragma integrity_check").fetchall() == [("ok",)]
            # Without a sync of the log, a cut may take back even the tables that the first start has made.
            made = db.execute(LOG).fetchone() is not None
            for client, table, number in db.execute(STORED) if made else ():
                assert client not in stored
                stored[client] = table, number
        for client, told in list(self.acknowledged.items()):
            if stored.get(client) != (told.table, told.version):
                assert client not in stored
                assert self.settings.sync == "normal"
                assert told.syncs == syncs, "the write-ahead log was synced, and a move in it is lost"
                self.lost += 1
                del self.acknowledged[client]
        if not made:
            return
        oracle = Oracle(self.path)
        with closing(oracle):
            for row in oracle.rows("state = 'running'"):
                oracle.check_table(row)


async def cut_again_and_again(house: House, cuts: int) -> None:
    """Cut the power at any write or sync; every life goes on with what the one before has left."""
    for _ in range(cuts):
        house.machine.cut_at = house.machine.steps + house.random.randint(1, LIFE)
        await house.live()
        house.machine.power_up()
        house.check()


@pytest.mark.parametrize("cuts", [20, pytest.param(200, marks=pytest.mark.long)])
async def test_no_acknowledged_move_is_lost_when_the_power_is_cut(machine: Machine, cuts: int) -> None:
    house = House(machine, "full")
    await cut_again_and_again(house, cuts)
    assert house.lost == 0
    assert house.cuts_in_use > cuts / 2
    assert len(house.acknowledged) > cuts


@pytest.mark.parametrize("cuts", [20, pytest.param(200, marks=pytest.mark.long)])
async def test_without_waiting_for_the_disk_only_the_last_moments_are_lost(
    machine: Machine, cuts: int
) -> None:
    house = House(machine, "normal")
    await cut_again_and_again(house, cuts)
    assert house.lost > 0, "a cut of the power that loses nothing shows nothing"
    assert len(house.acknowledged) > cuts


@pytest.mark.parametrize("sync", ["full", "normal"])
@pytest.mark.parametrize("what", ["write", "sync"])
async def test_nothing_acknowledged_is_lost_though_every_nth_write_or_sync_fails(
    machine: Machine, what: str, sync: Sync
) -> None:
    house = House(machine, sync)
    for every in EVERY[what]:
        house.faults, end = Every(what, every), machine.steps + FAULTY_LIFE
        if sync == "full":  # what a failed sync has left behind must not do harm later
            machine.cut_at = end
        else:
            house.until = end
        await house.live()
        machine.fails = Every(what, 0)
        if machine.off:
            machine.power_up()
        house.check()
        house.faults, house.until = machine.fails, machine.steps + LIFE
        before = len(house.acknowledged)
        await house.live()
        house.check()
        assert len(house.acknowledged) > before
    assert machine.failed > len(EVERY[what]), "each rate has let something fail"


async def test_a_disk_that_only_says_it_has_synced_is_found_out(machine: Machine) -> None:
    machine.lies = True
    with pytest.raises((AssertionError, sqlite3.DatabaseError)):
        await cut_again_and_again(House(machine, "full"), 50)
