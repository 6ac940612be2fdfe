"""The database: migrations, one line a number, one line a command, and several servers on one database."""

import asyncio
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, insert, text

from ludotheque.host.rows import SeatRow, TableRow
from ludotheque.host.store import Overtaken
from ludotheque.server.people.repository import PeopleRepository
from ludotheque.server.storage.database import Database, DatabaseAway, Sync
from ludotheque.server.storage.event_log import EventLog
from ludotheque.server.storage.schema import metadata, people
from ludotheque.server.storage.tables import TableRepository
from ludotheque.table.line import Line
from tests.patience import A_WHILE, HANG
from tests.server.conftest import House, Open
from tests.server.player import ME, Player, Refused, friend, here
from tests.server.redis_server import program, redis_server

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)


def row(name: str, owner: str) -> TableRow:
    return TableRow(
        id=name, game="exxtra", title="", options={}, owner=owner, public=True, spectators=True, chat=True,
        hints=True, study=False, seconds=None, state="running", created=NOW, changed=NOW,
    )  # fmt: skip


def line(number: int, client: str | None = None) -> Line:
    return Line(number=number, seat=None, kind="chance", body={"outcome": [7, "X"]}, at=NOW, client=client)


async def test_the_migrations_lead_to_the_schema_and_can_run_again(database: str) -> None:
    store = Database(database)
    await store.open()
    await store.open()

    def differences(connection: Connection) -> object:
        return compare_metadata(MigrationContext.configure(connection), metadata)

    async with store.engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await store.close()


async def test_two_servers_may_bring_a_database_up_to_date_at_once(database: str) -> None:
    stores = [Database(database), Database(database)]
    await asyncio.gather(*(store.open() for store in stores))
    await asyncio.gather(*(store.close() for store in stores))


async def test_a_line_of_the_log_is_written_once_and_all_or_nothing(database: str) -> None:
    store = Database(database)
    await store.open()
    repository, log = TableRepository(store), EventLog(store)
    owner = await PeopleRepository(store).create("Ada", NOW)
    table = row("t1", owner.id)
    seats = [SeatRow(table="t1", seat=seat, kind="person", name="A", person=owner.id) for seat in range(2)]
    await repository.create(msgspec.structs.replace(table, version=1), seats, [line(1)])
    await log.append(msgspec.structs.replace(table, version=2), [line(2, "ada:1")])
    with pytest.raises(Overtaken):
        await log.append(msgspec.structs.replace(table, version=9), [line(3), line(2)])
    assert [one.number for one in await log.read("t1")] == [1, 2]
    found = await repository.table("t1")
    assert found is not None
    assert (found[0].version, found[1]) == (2, seats)
    assert (await log.read("t1", 1)) == [line(2, "ada:1")], "times keep their microseconds"
    await log.close()
    await store.close()


async def test_a_transaction_that_fails_leaves_nothing(database: str) -> None:
    store = Database(database)
    await store.open()
    someone = PeopleRepository(store)
    with pytest.raises(RuntimeError):
        await _fail_within(store)
    assert await someone.count() == 0
    await asyncio.gather(*(someone.create(f"P{number}", NOW) for number in range(20)))
    assert await someone.count() == 20, "writers wait for each other"
    await store.close()


async def _fail_within(store: Database) -> None:
    async with store.writing() as db:
        await db.execute(insert(people).values(id="x", name="X", epoch=0, created=NOW))
        raise RuntimeError


@pytest.fixture(scope="module")
def redis() -> Iterator[str]:
    """A Redis of our own."""
    if program() is None:
        pytest.skip("Redis is not installed: run scripts/system-packages as root")
    with redis_server() as server:
        yield server.url


async def _same(player: Player, house: House) -> Player:
    """The same person at another server."""
    twin = await house.player()
    twin.http.cookies.update(player.http.cookies)
    return twin


async def backend(kept: Database) -> int:
    """Which process of PostgreSQL answers."""
    async with kept.reading() as connection:
        return int((await connection.execute(text("select pg_backend_pid()"))).scalar_one())


async def overstay(kept: Database) -> None:
    """A transaction that PostgreSQL breaks off, on a connection that stays open."""
    async with kept.writing() as connection:
        await connection.execute(text("set local statement_timeout = 10"))
        await connection.execute(text("select pg_sleep(60)"))


async def test_a_connection_that_failed_is_not_used_again(postgres_database: str) -> None:
    kept = Database(postgres_database)
    try:
        before = await backend(kept)
        assert await backend(kept) == before
        with pytest.raises(DatabaseAway):
            await overstay(kept)
        assert await backend(kept) != before
    finally:
        await kept.close()


async def test_several_servers_serve_one_table(open_house: Open, database: str, redis: str) -> None:
    one, two = [await open_house(database=database, redis=redis) for _ in range(2)]
    ada, bo = await one.player("Ada"), await two.player("Bo")
    table = (await ada.table(ME, friend()))["id"]
    await bo.take((await ada.info(table))["seats"][1]["invite"])
    assert (await ada.info(table))["state"] == "running"
    players = {0: ada, 1: bo}
    async with ada.live(table) as first, bo.live(table) as second:
        lives = {0: first, 1: second}
        for live in lives.values():
            await live.next("table")
        version, actors = (await ada.view(table))["version"], (await ada.info(table))["actors"]
        for _ in range(12):
            if not actors:
                break
            seat = actors[0]
            offered = (await players[seat].view(table))["views"][0]["moves"]
            version = (await players[seat].play(table, seat, offered[-1]["move"], version))["version"]
            for live in lives.values():
                heard = await live.next("update")
                while heard["version"] < version:
                    heard = await live.next("update")
            actors = heard["actors"]


async def test_two_servers_never_both_take_a_move(open_house: Open, database: str, redis: str) -> None:
    one, two = [await open_house(database=database, redis=redis) for _ in range(2)]
    ada = await one.player("Ada")
    table = await ada.table(ME, here("Bo"))
    twin = await _same(ada, two)
    for _ in range(5):
        view = await ada.view(table["id"])
        if not view["info"]["actors"]:
            break
        seat, version = view["info"]["actors"][0], view["version"]
        move = next(one for one in view["views"] if one["seat"] == seat)["moves"][-1]["move"]
        tried = await asyncio.gather(
            ada.play(table["id"], seat, move, version),
            twin.play(table["id"], seat, move, version),
            return_exceptions=True,
        )
        refused = [one for one in tried if isinstance(one, Refused)]
        assert [one.kind for one in refused] == ["stale"], tried


@pytest.mark.parametrize("sync", ["normal", "full"])
async def test_lines_are_written_though_another_process_is_writing(tmp_path: Path, sync: Sync) -> None:
    file = tmp_path / "games.db"
    store = Database(f"sqlite+aiosqlite:///{file}", sync)
    await store.open()
    repository, log = TableRepository(store), EventLog(store)
    owner = await PeopleRepository(store).create("Ada", NOW)
    table = row("t1", owner.id)
    await repository.create(table, [SeatRow(table="t1", seat=0, kind="person", name="A", person=owner.id)])
    await log.append(msgspec.structs.replace(table, version=1), [line(1)])
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("begin immediate")
    writing = asyncio.create_task(log.append(msgspec.structs.replace(table, version=2), [line(2)]))
    await asyncio.sleep(A_WHILE / 10)
    assert not writing.done()
    other.execute("rollback")
    other.close()
    await writing
    assert [kept.number for kept in await log.read("t1")] == [1, 2]
    await log.close()
    await store.close()


async def test_a_log_that_grows_is_moved_into_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludotheque.server.storage.sqlite_log.CHECKPOINT", 10)
    monkeypatch.setattr("ludotheque.server.storage.sqlite_log.LARGE", 0)
    file = tmp_path / "games.db"
    store = Database(f"sqlite+aiosqlite:///{file}")
    await store.open()
    repository, log = TableRepository(store), EventLog(store)
    owner = await PeopleRepository(store).create("Ada", NOW)
    table = row("t1", owner.id)
    await repository.create(table, [SeatRow(table="t1", seat=0, kind="person", name="A", person=owner.id)])
    for number in range(1, 5000):
        await log.append(msgspec.structs.replace(table, version=number), [line(number)])
        await asyncio.sleep(0)
        if (tmp_path / "games.db-wal").stat().st_size < number * 4096:
            break
    else:
        raise AssertionError("the log was never moved")
    assert len(await log.read("t1")) == number
    await log.close()
    await store.close()


async def test_a_connection_that_the_server_ended_is_replaced_before_it_is_used(
    postgres_database: str,
) -> None:
    store = Database(postgres_database)
    await store.open()
    repository, log = TableRepository(store), EventLog(store)
    owner = await PeopleRepository(store).create("Ada", NOW)
    table = row("t1", owner.id)
    seats = [SeatRow(table="t1", seat=0, kind="person", name="A", person=owner.id)]
    await repository.create(msgspec.structs.replace(table, version=1), seats, [line(1)])
    await log.append(msgspec.structs.replace(table, version=2), [line(2)])
    with psycopg.connect(postgres_database.replace("+psycopg", ""), autocommit=True) as other:
        end_all = (
            "select pg_terminate_backend(pid, %s) from pg_stat_activity"
            " where datname = current_database() and pid <> pg_backend_pid()"
        )
        ended = other.execute(end_all, [round(HANG * 1000)]).fetchall()
        assert len(ended) >= 2, "the log has one, and the pool another"
        assert all(done for (done,) in ended), "a connection is stale once its process has ended"
    await log.append(msgspec.structs.replace(table, version=3), [line(3)])
    assert [one.number for one in await log.read("t1")] == [1, 2, 3]
    await log.close()
    await store.close()


async def test_a_connection_that_is_closed_within_a_transaction_locks_nobody_out(tmp_path: Path) -> None:
    """A request that is cancelled closes its connection, and its traceback may keep the cursor."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'ludotheque.db'}"
    store, other = Database(url), Database(url)
    await store.open()
    async with store.engine.connect() as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver is not None
        await driver.execute("begin immediate")
        kept = await driver.execute("select 1 union select 2")
        await driver.close()
        await connection.invalidate()
    written = asyncio.create_task(PeopleRepository(other).create("Ada", NOW))
    assert (await written).name == "Ada"
    del kept
    for one in (store, other):
        await one.close()


async def test_matches_begin_and_go_on_in_one_batch(database: str) -> None:
    store = Database(database)
    await store.open()
    repository, log = TableRepository(store), EventLog(store)
    owner = await PeopleRepository(store).create("Ada", NOW)
    for name in ("t1", "t2"):
        seat = SeatRow(table=name, seat=0, kind="person", name="A", person=owner.id)
        await repository.create(row(name, owner.id), [seat])
    began = msgspec.structs.replace(row("t1", owner.id), state="running", version=0)
    went_on = msgspec.structs.replace(row("t2", owner.id), state="running", version=1)
    await asyncio.gather(log.append(began, []), log.append(went_on, [line(1)]))
    found = [await repository.table(name) for name in ("t1", "t2")]
    assert [(one[0].state, one[0].version) for one in found if one is not None] == [
        ("running", 0),
        ("running", 1),
    ]
    with pytest.raises(Overtaken):
        await log.append(msgspec.structs.replace(row("t2", owner.id), version=0), [])
    await log.close()
    await store.close()
