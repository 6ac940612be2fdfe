"""Stored bytes: who may store how much, what can be removed, and what goes by itself."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Table as SqlTable
from sqlalchemy import func, select, text
from websockets.exceptions import ConnectionClosed

from ludotheque import Table
from ludotheque.core.chance import seeded
from ludotheque.core.refusal import Refusal
from ludotheque.host.store import LINE_BYTES, TABLE_BYTES
from ludotheque.server.admin import notices
from ludotheque.server.run.administering import administering
from ludotheque.server.run.machine import Machine
from ludotheque.server.storage import sizes
from ludotheque.server.storage import tables as repository
from ludotheque.server.storage.database import Database
from ludotheque.server.storage.migrations.versions.v0010_stored_bytes import MEASURE
from ludotheque.server.storage.schema import chat, log, seats, tables
from ludotheque.server.storage.sizes import SizeGauge, database_bytes
from ludotheque.table.check import random_choice
from tests.server.conftest import House, Open
from tests.server.player import ME, Json, Live, Player, Refused, bot, dial, friend, here
from tests.server.test_records import JSON, finished

pytestmark = pytest.mark.anyio

HALF = 600_000
"""More than half a megabyte."""
BODIES = {"sqlite": "cast({} as blob)", "postgresql": "cast({} as text)"}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A running server looks for notices often."""
    monkeypatch.setattr(notices, "EVERY", 0.02)


async def bring(player: Player, size: int = 0, *, over: bool = True) -> Json:
    """Import a match whose file has at least so many bytes."""
    table = finished() if over else Table("exxtra", seats=2, seed=5)
    if not over:
        table.play(table.actors[0], random_choice(table.position, table.actors[0], seeded(5)))
    sent = msgspec.json.encode(table.record()).ljust(size)
    info: Json = await player.ask("POST", "/api/records", content=sent, headers=JSON)
    return info


async def rows(house: House, of: SqlTable, table: str) -> int:
    column = of.c.id if of is tables else of.c.table
    async with house.services.database.reading() as db:
        return int((await db.execute(select(func.count()).where(column == table))).scalar_one())


async def stored(house: House, table: str) -> int:
    async with house.services.database.reading() as db:
        return int((await db.execute(select(tables.c.bytes).where(tables.c.id == table))).scalar_one())


async def measured(house: House, table: str) -> int:
    """The bytes of a table as the migration measures those that were there before."""
    kind = "sqlite" if house.services.database.is_sqlite else "postgresql"
    body, position = (BODIES[kind].format(name) for name in ("body", "position"))
    measure = MEASURE.format(body=body, position=position)
    if kind == "sqlite":
        measure = measure.replace("octet_length", "length")
    async with house.services.database.writing() as db:
        await db.execute(text(measure))
    return await stored(house, table)


async def play(player: Player, table: str, moves: int) -> None:
    for _ in range(moves):
        whole = await player.view(table)
        view = next(view for view in whole["views"] if view["moves"])
        await player.play(table, view["seat"], view["moves"][0]["move"], whole["version"])


async def ended(socket: Live) -> int:
    """The code with which a socket is closed."""
    with pytest.raises(ConnectionClosed) as closed:
        await socket.next("never said")
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


async def test_every_line_counts_for_its_table(any_house: House) -> None:
    ada = await any_house.player("Ada")
    table = (await ada.table(ME, here("Bo")))["id"]
    await play(ada, table, 20)
    version = (await ada.view(table))["version"]
    counted = await stored(any_house, table)
    assert counted > TABLE_BYTES + LINE_BYTES * version
    assert counted == pytest.approx(await measured(any_house, table), rel=0.1)
    waiting = (await ada.table(ME, friend()))["id"]
    assert await stored(any_house, waiting) == TABLE_BYTES


async def test_one_person_stores_only_so_much_and_makes_room_by_deleting(
    open_house: Open, database: str
) -> None:
    house = await open_house(database=database, stored_mb_a_person=1)
    ada, bo = await house.player("Ada"), await house.player("Bo")
    first = await bring(ada, HALF)
    with pytest.raises(Refused) as refused:
        await bring(ada, HALF)
    assert (refused.value.status, refused.value.code) == (409, "server.space_full")
    assert refused.value.body["params"] == {"allowed": 1}
    await bring(bo, HALF)
    await ada.ask("DELETE", f"/api/tables/{first['id']}")
    await bring(ada, HALF)
    await bring(ada, HALF // 2)
    await bring(ada, HALF // 10)
    with pytest.raises(Refused) as refused:
        await ada.table(ME, friend())
    assert refused.value.code == "server.space_full", "a table that is set up needs room, too"


async def test_a_person_without_room_is_refused_before_a_file_is_read(open_house: Open) -> None:
    house = await open_house(stored_mb_a_person=1)
    ada = await house.player("Ada")
    table = (await ada.table(ME, friend()))["id"]
    async with house.services.database.writing() as db:
        await db.execute(tables.update().where(tables.c.id == table).values(bytes=1_000_000))
    with pytest.raises(Refused) as refused:
        await ada.ask("POST", "/api/records", content=b'"no record"', headers=JSON)
    assert refused.value.code == "server.space_full"


async def test_one_address_stores_only_so_much_a_day_whoever_asks(open_house: Open) -> None:
    house = await open_house(stored_mb_a_day=1)
    ada, bo = await house.player("Ada"), await house.player("Bo")
    far = Player(house.url, "127.0.0.2")
    house.players.append(far)
    await far.introduce("Far")
    await bring(ada, HALF)
    with pytest.raises(Refused) as refused:
        await bring(bo, HALF)
    assert (refused.value.status, refused.value.code) == (429, "server.address_full")
    assert refused.value.body["params"]["seconds"] > 3600
    await bring(far, HALF)
    over = await bo.table(ME, here("Cy"))
    await bo.do(over["id"], "resign", seat=0)
    for _ in range(6):
        await bo.table(ME, friend())
    with pytest.raises(Refused) as refused:
        await bo.table(ME, friend())
    assert refused.value.code == "server.address_full"
    with pytest.raises(Refused) as refused:
        await bo.ask("POST", f"/api/tables/{over['id']}/rematch")
    assert refused.value.code == "server.address_full"
    assert (await bo.info(over["id"]))["rematch"] is None


async def test_people_delete_what_is_nobody_elses(any_house: House) -> None:
    ada, bo = await any_house.player("Ada"), await any_house.player("Bo")
    alone = (await ada.table(ME, here("Cy"), chat=True))["id"]
    with pytest.raises(Refused) as refused:
        await ada.ask("DELETE", f"/api/tables/{alone}")
    assert refused.value.code == "server.started"
    await ada.do(alone, "chat", text="to myself")
    await ada.do(alone, "resign", seat=0)
    against = (await ada.table(ME, bot("casual")))["id"]
    await ada.do(against, "resign", seat=0)
    studies = [(await bring(ada, over=over))["id"] for over in (True, False)]
    for table in (alone, against, *studies):
        with pytest.raises(Refused) as refused:
            await bo.ask("DELETE", f"/api/tables/{table}")
        assert refused.value.code == "server.not_your_table"
        await ada.ask("DELETE", f"/api/tables/{table}")
        assert [await rows(any_house, part, table) for part in (tables, seats, log, chat)] == [0, 0, 0, 0]
    assert (await ada.ask("GET", "/api/me/tables"))["tables"] == []
    together = await ada.table(ME, friend())
    await bo.take(together["seats"][1]["invite"])
    await bo.do(together["id"], "resign", seat=1)
    with pytest.raises(Refused) as refused:
        await ada.ask("DELETE", f"/api/tables/{together['id']}")
    assert refused.value.code == "server.others_played"


async def test_who_looks_at_a_match_that_is_deleted_is_told(house: House) -> None:
    ada, eve = await house.player("Ada"), await house.player()
    study = await bring(ada)
    async with eve.live(study["id"]) as watching:
        await watching.next("table")
        await ada.ask("DELETE", f"/api/tables/{study['id']}")
        assert await ended(watching) == 4404


async def test_the_host_removes_a_match_and_its_people_are_told(any_house: House) -> None:
    ada, bo = await any_house.player("Ada"), await any_house.player("Bo")
    table = await ada.table(ME, friend())
    await bo.take(table["seats"][1]["invite"])
    other = await bring(ada)
    cookie = "; ".join(f"{name}={value}" for name, value in bo.http.cookies.items())
    address = f"{any_house.url.replace('http', 'ws')}/api/me/live"
    async with ada.live(table["id"]) as playing, dial(address, {"cookie": cookie}) as socket:
        mine = Live(socket)
        await playing.next("table")
        assert [one["id"] for one in (await mine.next("mine"))["tables"]] == [table["id"]]
        async with administering(any_house.settings, Machine(any_house.clock)) as admin:
            largest, whole = await admin.largest(10)
            assert [one.id for one in largest] == [other["id"], table["id"]]
            assert (largest[0].owner, largest[0].study) == (ada.id, True)
            assert whole > largest[0].bytes > largest[1].bytes
            assert [one.id for one in (await admin.largest(1)).tables] == [other["id"]]
            await admin.remove(table["id"])
            with pytest.raises(Refusal) as gone:
                await admin.remove(table["id"])
            assert gone.value.code == "cli.no_table"
        assert await ended(playing) == 4404
        while (await mine.next("mine"))["tables"]:
            continue
    with pytest.raises(Refused) as refused:
        await bo.do(table["id"], "resign", seat=1)
    assert refused.value.code == "server.no_table"
    for part in (tables, seats, log, chat):
        assert await rows(any_house, part, table["id"]) == 0


async def test_a_move_that_meets_the_removal_finds_no_table(
    any_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server has not read the notice yet."""

    async def nothing_yet(_board: notices.Notices, _number: int) -> list[tuple[int, str]]:
        return []

    monkeypatch.setattr(notices.Notices, "since", nothing_yet)
    ada = await any_house.player("Ada")
    table = (await ada.table(ME, here("Bo")))["id"]
    view = await ada.view(table)
    mine = next(one for one in view["views"] if one["moves"])
    async with administering(any_house.settings, Machine(any_house.clock)) as admin:
        await admin.remove(table)
    with pytest.raises(Refused) as refused:
        await ada.play(table, mine["seat"], mine["moves"][0]["move"], view["version"])
    assert (refused.value.status, refused.value.code) == (404, "server.no_table")
    assert await rows(any_house, log, table) == 0


async def test_imported_matches_nobody_opens_go_by_themselves_and_others_stay(
    open_house: Open, database: str
) -> None:
    first = await open_house(database=database)
    ada = await first.player("Ada")
    forgotten, opened = await bring(ada), await bring(ada, over=False)
    played = (await ada.table(ME, here("Bo")))["id"]
    await ada.do(played, "resign", seat=0)
    first.clock.forward(timedelta(days=80).total_seconds())
    await ada.info(opened["id"])
    await first.stop_here()
    for ages, left in (
        ({"import_days": 0}, [True, True, True]),
        ({"import_days": 90}, [False, True, True]),
        ({"import_days": 20, "finished_days": 92}, [False, True, True]),
        ({"finished_days": 90}, [False, True, False]),
    ):
        house = await open_house(database=database, **ages)
        house.clock.time = first.clock.time + timedelta(days=11)
        await house.services.housekeeping.clear()
        found = [bool(await rows(house, tables, one)) for one in (forgotten["id"], opened["id"], played)]
        assert found == left, ages
        await house.stop_here()


async def test_a_look_at_an_imported_match_is_noted_once_a_day(house: House) -> None:
    ada, eve = await house.player("Ada"), await house.player()
    study = (await bring(ada))["id"]

    async def opened() -> Any:
        async with house.services.database.reading() as db:
            return (await db.execute(select(tables.c.opened).where(tables.c.id == study))).scalar_one()

    await eve.info(study)
    first = await opened()
    await eve.info(study)
    assert await opened() == first
    house.clock.forward(timedelta(days=2).total_seconds())
    async with eve.live(study) as watching:
        await watching.next("table")
    assert await opened() - first >= timedelta(days=2)
    exported = await ada.ask("GET", "/api/me/export")
    assert exported["tables"][0]["opened"] is not None
    played = (await ada.table(ME, here("Bo")))["id"]
    await ada.view(played)
    kept = (await ada.ask("GET", "/api/me/export"))["tables"]
    assert [one["opened"] for one in kept if one["id"] == played] == [None]


async def test_an_imported_match_opens_though_nothing_can_be_written(house: House) -> None:
    ada = await house.player("Ada")
    study = (await bring(ada))["id"]
    house.clock.forward(timedelta(days=2).total_seconds())
    async with house.services.database.writing() as db:
        await db.execute(
            text("create trigger full before update on tables begin select raise(abort, 'full'); end")
        )
    assert (await ada.view(study))["info"]["id"] == study
    async with house.services.database.writing() as db:
        await db.execute(text("drop trigger full"))


async def test_a_table_keeps_only_so_many_lines_of_chat(
    any_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository, "CHAT_KEPT", 5)
    ada = await any_house.player("Ada")
    table = (await ada.table(ME, here("Bo"), chat=True))["id"]
    for number in range(8):
        await ada.do(table, "chat", text=f"line {number}")
    shown = (await ada.view(table))["chat"]
    assert [(line["number"], line["text"]) for line in shown] == [
        (number, f"line {number - 1}") for number in range(4, 9)
    ]
    assert await rows(any_house, chat, table) == 5


async def test_the_size_of_the_database_is_a_metric_measured_now_and_then(
    any_house: House, tmp_path: Path
) -> None:
    nobody = await any_house.player()

    async def told() -> float:
        lines = (await nobody.http.get("/metrics")).text.splitlines()
        return next(float(line.split()[1]) for line in lines if line.startswith("ludotheque_database_bytes "))

    before = await told()
    assert before > 10_000
    if any_house.services.database.is_sqlite:
        assert before == pytest.approx(
            sum(file.stat().st_size for file in tmp_path.glob("test.db*")), rel=0.1
        )
    ada = await any_house.player("Ada")
    for _ in range(5):
        await bring(ada)
    assert await told() == before, "not measured again within a minute"
    assert await database_bytes(any_house.services.database) > before
    seconds = 0.0
    gauge = SizeGauge(any_house.services.database, lambda: seconds)
    await gauge.measure()
    between = await told()
    await ada.table(ME, friend())
    seconds = sizes.MEASURED_EVERY - 1
    await gauge.measure()
    assert await told() == between
    seconds = sizes.MEASURED_EVERY
    await gauge.measure()
    assert await told() >= between
    away = Database("postgresql+psycopg://nobody@127.0.0.1:1/nothing")
    between = await told()
    await SizeGauge(away, lambda: 0.0).measure()
    assert await told() == between, "a database that is away keeps its last size"
    await away.close()
