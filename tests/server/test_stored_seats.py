"""Seats and starts: everybody is told what is stored, whatever breaks while it is being stored."""

import asyncio
from collections.abc import Sequence
from datetime import datetime

import msgspec
import pytest

from ludotheque.host import protocol as p
from ludotheque.host.rows import SeatRow, TableRow
from ludotheque.host.service import TableService
from ludotheque.server.storage.append import Append
from ludotheque.server.storage.database import DatabaseAway
from ludotheque.server.storage.sqlite_log import SqliteLog
from ludotheque.server.storage.tables import TableRepository
from tests.patience import LOOK
from tests.server.conftest import House
from tests.server.player import ME, Player, Refused, friend

pytestmark = pytest.mark.anyio


async def waiting(house: House, seats: int = 2) -> tuple[Player, Player, str, str]:
    """A table of Ada's, and an invitation for Bo."""
    ada, bo = await house.player("Ada"), await house.player("Bo")
    table = await ada.table(ME, *[friend() for _ in range(seats - 1)])
    return ada, bo, table["id"], table["seats"][1]["invite"]


async def test_a_seat_whose_player_hung_up_while_it_was_stored_is_taken(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bo, table, invite = await waiting(house)
    person = await house.services.people.find(bo.id)
    assert person is not None
    stored, goes_on = asyncio.Event(), asyncio.Event()
    save = TableRepository.save

    async def linger(
        self: TableRepository, row: TableRow, sitting: Sequence[SeatRow], since: datetime
    ) -> None:
        await save(self, row, sitting, since)
        stored.set()
        await goes_on.wait()

    with monkeypatch.context() as patched:
        patched.setattr(TableRepository, "save", linger)
        wish = p.Sit(key=invite.rsplit("/", 1)[1])
        asking = asyncio.create_task(house.services.lobby.sit(person, table, 1, wish))
        await stored.wait()
        for _ in range(2):
            asking.cancel()
            await asyncio.sleep(LOOK)
        goes_on.set()
        await asyncio.wait([asking])
        assert asking.cancelled()
    info = await ada.info(table)
    assert (info["state"], info["seats"][1]["kind"]) == ("waiting", "person")
    assert (await bo.take(invite))["state"] == "running", "asked again, the match begins"


@pytest.mark.parametrize("what", ["save", "remove"])
async def test_what_was_stored_though_the_connection_broke_is_seen(
    house: House, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    ada, bo, table, invite = await waiting(house, 3)
    whole = getattr(TableRepository, what)

    async def break_off(*given: object) -> None:
        await whole(*given)
        raise DatabaseAway("server.busy")

    with monkeypatch.context() as patched:
        patched.setattr(TableRepository, what, break_off)
        asking = bo.take(invite) if what == "save" else ada.ask("DELETE", f"/api/tables/{table}")
        with pytest.raises(Refused):
            await asking
    if what == "save":
        assert (await ada.info(table))["seats"][1]["kind"] == "person"
    else:
        with pytest.raises(Refused) as refused:
            await ada.info(table)
        assert refused.value.code == "server.no_table"


async def test_a_rematch_that_was_stored_though_the_connection_broke_is_told(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bo, table, invite = await waiting(house)
    await bo.take(invite)
    await bo.do(table, "resign", seat=1)
    create = TableRepository.create

    async def break_off(self: TableRepository, row: TableRow, sitting: Sequence[SeatRow]) -> None:
        await create(self, row, sitting)
        raise DatabaseAway("server.busy")

    async with bo.live(table) as live:
        assert (await live.next("table"))["info"]["rematch"] is None
        with monkeypatch.context() as patched:
            patched.setattr(TableRepository, "create", break_off)
            with pytest.raises(Refused):
                await ada.ask("POST", f"/api/tables/{table}/rematch")
        told = (await live.next("table", "lobby", "info"))["info"]["rematch"]
    assert told == (await ada.ask("POST", f"/api/tables/{table}/rematch"))["id"]


async def test_a_match_begins_when_its_last_player_asks_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bo, table, invite = await waiting(house)

    async def away(self: TableService, table: str) -> None:
        raise DatabaseAway("server.busy")

    with monkeypatch.context() as patched:
        patched.setattr(TableService, "start", away)
        with pytest.raises(Refused):
            await bo.take(invite)
    assert (await ada.info(table))["state"] == "waiting"
    assert (await bo.take(invite))["state"] == "running"


async def test_whoever_leaves_before_the_start_may_say_so_again(house: House) -> None:
    ada, bo, _table, _invite = await waiting(house)
    third = await ada.table(ME, friend(), friend())
    await bo.take(third["seats"][1]["invite"])
    for _ in range(2):
        done = await bo.do(third["id"], "leave", seat=1, id="once")
        assert done["type"] == "done"
    info = await ada.info(third["id"])
    assert (info["seats"][0]["kind"], info["seats"][1]["kind"]) == ("person", "free")
    with pytest.raises(Refused):
        await bo.do(third["id"], "resign", seat=1)


async def test_a_match_does_not_begin_without_somebody_who_left_by_another_process(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    _ada, bo, table, invite = await waiting(house)
    write, repository = SqliteLog.write, house.services.tables.repository

    async def leave_first(self: SqliteLog, batch: Sequence[Append]) -> None:
        monkeypatch.setattr(SqliteLog, "write", write)
        found = await repository.table(table)
        assert found is not None
        row, seats = found
        left = msgspec.structs.replace(seats[0], kind="friend", person=None, name="")
        now = msgspec.structs.replace(row, changed=house.clock())
        await repository.save(now, [left], row.changed)
        await write(self, batch)

    monkeypatch.setattr(SqliteLog, "write", leave_first)
    info = await bo.take(invite)
    assert (info["state"], info["seats"][0]["kind"]) == ("waiting", "free")


async def test_a_change_told_while_a_table_is_read_is_looked_at(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, _, table, _ = await waiting(house)
    cache, repository = house.services.tables.cache, house.services.tables.repository
    async with cache.locked(table) as loaded:
        cache.forget(loaded)
    removed = TableRepository.removed_chat

    async def change_meanwhile(self: TableRepository, name: str) -> int:
        row, seats = await repository.table(table) or (None, [])
        assert row is not None
        now = msgspec.structs.replace(row, changed=house.clock())
        await repository.save(now, [msgspec.structs.replace(seats[1], name="Cy")], row.changed)
        cache.doubt(table)
        return await removed(self, name)

    with monkeypatch.context() as patched:
        patched.setattr(TableRepository, "removed_chat", change_meanwhile)
        info = await ada.info(table)
    assert info["seats"][1]["name"] == "Cy"
