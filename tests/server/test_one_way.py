"""The one way of a command: stored with others, judged once, answered in order, however it arrives."""

import asyncio
import json
import sqlite3
from collections.abc import Sequence

import msgspec
import pytest
from websockets.frames import Frame, Opcode

from ludotheque.core.moves import Move
from ludotheque.core.refusal import Refusal
from ludotheque.host.messages import Do, Done, Leave, Play
from ludotheque.host.service import TableService
from ludotheque.server.storage.append import Append
from ludotheque.server.storage.schema import PersonRow
from ludotheque.server.storage.sqlite_log import SqliteLog
from ludotheque.table.table import Table
from tests.patience import LOOK, looks_async
from tests.server.conftest import House, Open
from tests.server.player import ME, Json, Live, Player, here, new_id

pytestmark = pytest.mark.anyio


async def seated(house: House) -> tuple[Player, str]:
    ada = await house.player("Ada")
    return ada, (await ada.table(ME, here("Bo")))["id"]


def throwing(whole: Json) -> Json:
    seat = whole["info"]["actors"][0]
    return {"do": "play", "id": new_id(), "seat": seat, "version": whole["version"], "move": "throw"}


async def test_moves_go_on_while_something_else_is_written(house: House) -> None:
    ada, table = await seated(house)
    async with ada.live(table) as live, ada.live(table) as other:
        command = throwing(await live.next("table"))
        await other.next("table")
        async with house.services.database.writing():
            await live.socket.send(json.dumps(command))
            for _ in range(20):
                assert await other.silent("update")
        heard = {(await live.next("done", "update"))["type"] for _ in range(2)}
        assert heard == {"done", "update"}


async def test_who_hears_of_a_move_while_it_is_being_made_is_told_that_it_is_done(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, table = await seated(house)
    told = asyncio.Event()
    execute = TableService.execute

    async def linger(self: TableService, person: PersonRow, table: str, command: Do) -> Done:
        done = await execute(self, person, table, command)
        await told.wait()
        return done

    async with ada.live(table) as live:
        command = throwing(await live.next("table"))
        monkeypatch.setattr(TableService, "execute", linger)
        await live.socket.send(json.dumps(command))
        update = await live.next("update")
        told.set()
        done = await live.next("done")
        assert (done["id"], done["version"]) == (command["id"], update["version"])


async def test_a_move_waits_while_another_process_writes_and_is_stored_once(house: House) -> None:
    ada, table = await seated(house)
    process = sqlite3.connect(str(house.services.database.engine.url.database), isolation_level=None)
    async with ada.live(table) as live, ada.live(table) as other:
        before = await live.next("table")
        await other.next("table")
        process.execute("begin immediate")
        await live.socket.send(json.dumps(throwing(before)))
        for _ in range(20):
            assert await other.silent("update")
        process.execute("rollback")
        done = await live.next("done")
        assert done["again"] is False
    process.close()
    after = await ada.view(table)
    assert after["version"] == done["version"] > before["version"]
    names = [event["name"] for event in after["views"][0]["events"]]
    assert names.count("exxtra.throw") == 1


async def test_moves_of_several_tables_share_a_transaction(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = [await house.player(name) for name in ("Ada", "Bo", "Cy")]
    tables = [(await player.table(ME, here("Di")))["id"] for player in players]
    wholes = [await player.view(table) for player, table in zip(players, tables, strict=True)]
    batches: list[int] = []
    write = SqliteLog.write

    async def count(self: SqliteLog, batch: Sequence[Append]) -> None:
        batches.append(len(batch))
        await write(self, batch)

    monkeypatch.setattr(SqliteLog, "write", count)
    execute = house.services.tables.execute
    people = [await house.services.people.find(player.id) for player in players]
    commands = [msgspec.convert(throwing(whole), Play) for whole in wholes]
    going = zip(people, tables, commands, strict=True)
    done = await asyncio.gather(*(execute(who, table, what) for who, table, what in going if who is not None))
    assert [one.version for one in done] == [whole["version"] + 2 for whole in wholes]
    assert batches == [3], "all that waits is committed together"


class Disk:
    """Stores nothing until the test lets it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked, self.goes_on = asyncio.Event(), asyncio.Event()
        self.full = False
        write = SqliteLog.write

        async def linger(log: SqliteLog, batch: Sequence[Append]) -> None:
            self.asked.set()
            await self.goes_on.wait()
            if self.full:
                raise sqlite3.OperationalError("database or disk is full")
            await write(log, batch)

        monkeypatch.setattr(SqliteLog, "write", linger)


async def leaving(house: House, player: Player, table: str, seat: int, disk: Disk) -> "asyncio.Task[Done]":
    """Somebody who leaves a seat to a bot, which is just being stored."""
    person = await house.services.people.find(player.id)
    assert person is not None
    command = Leave(id=new_id(), seat=seat, level="random")
    asking = asyncio.create_task(house.services.tables.execute(person, table, command))
    await disk.asked.wait()
    return asking


async def is_away(player: Player, table: str, seat: int) -> bool:
    return bool((await player.info(table))["seats"][seat]["away"])


async def test_a_bot_answers_a_move_whose_player_hung_up_while_it_was_stored(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, table = await seated(house)
    actor = (await ada.info(table))["actors"][0]
    disk = Disk(monkeypatch)
    asking = await leaving(house, ada, table, actor, disk)
    asking.cancel()
    disk.goes_on.set()
    await asyncio.wait([asking])
    assert asking.cancelled()
    assert await is_away(ada, table, actor), "everybody is told"
    async for _ in looks_async("the bot's first move"):
        if (await ada.info(table))["actors"] != [actor]:
            break


async def test_everybody_is_told_of_a_move_though_its_player_hung_up_again_and_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, table = await seated(house)
    async with ada.live(table) as live:
        await live.next("table")
        disk = Disk(monkeypatch)
        asking = await leaving(house, ada, table, 0, disk)
        for _ in range(3):  # the watch over sockets, the end of one, and a server that stops
            asking.cancel()
            await asyncio.sleep(LOOK)
            assert not asking.done(), "it may still be stored"
        disk.goes_on.set()
        await asyncio.wait([asking])
        assert asking.cancelled()
        await live.next("update")
    assert await is_away(ada, table, 0)


async def test_nobody_waits_for_a_writer_that_was_ended(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, table = await seated(house)
    disk = Disk(monkeypatch)
    asking = await leaving(house, ada, table, 0, disk)
    writer = house.services.log._writer
    assert writer is not None
    writer.cancel()
    await asyncio.wait([asking])
    assert asking.cancelled()
    disk.goes_on.set()
    assert not await is_away(ada, table, 0), "nothing has changed"


async def test_whoever_hangs_up_ends_though_nothing_could_be_stored(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, table = await seated(house)
    disk = Disk(monkeypatch)
    disk.full = True
    asking = await leaving(house, ada, table, 0, disk)
    asking.cancel()
    disk.goes_on.set()
    await asyncio.wait([asking])
    assert asking.cancelled()
    assert not await is_away(ada, table, 0), "nothing has changed"


async def test_a_refused_move_is_judged_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, table = await seated(house)
    judged: list[object] = []
    refusal = Table._refusal

    def count(self: Table, seat: int, move: Move) -> Refusal | None:
        judged.append(move)
        return refusal(self, seat, move)

    monkeypatch.setattr(Table, "_refusal", count)
    async with ada.live(table) as live:
        refused = await live.do(**(throwing(await live.next("table")) | {"move": "place 3"}))
        assert refused["refusal"]["code"] == "exxtra.throw_first"
    assert len(judged) == 1


async def test_what_is_wrong_with_a_move_is_told(house: House) -> None:
    ada, table = await seated(house)
    async with ada.live(table) as live:
        whole = await live.next("table")
        refused = await live.do(**(throwing(whole) | {"move": "place 3"}))
        assert (refused["type"], refused["refusal"]["code"]) == ("refused", "exxtra.throw_first")
        stale = await live.do(**(throwing(whole) | {"version": 0}))
        assert stale["refusal"]["kind"] == "stale"
        assert (await live.do(**throwing(whole)))["type"] == "done"


async def test_two_who_may_play_a_seat_at_once_make_one_move(house: House) -> None:
    ada, table = await seated(house)
    async with ada.live(table) as one, ada.live(table) as other:
        whole = await one.next("table")
        await other.next("table")
        answers = await asyncio.gather(one.do(**throwing(whole)), other.do(**throwing(whole)))
        assert sorted(answer["type"] for answer in answers) == ["done", "refused"]


def masked(text: str) -> bytes:
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=True)


async def pongs(live: Live, count: int) -> None:
    for _ in range(count):
        assert (await live.next())["type"] == "pong"


PING = json.dumps({"do": "ping"})


async def test_messages_are_understood_however_they_are_cut(house: House) -> None:
    ada, table = await seated(house)
    async with ada.live(table) as live:
        await live.next("table")
        write = live.socket.transport.write
        await live.socket.send(PING)
        await pongs(live, 1)
        write(masked(PING) + masked(PING))
        await pongs(live, 2)
        await live.socket.ping()
        await live.socket.send([PING[:5], PING[5:]])
        await pongs(live, 1)
        whole = masked(PING)
        write(whole[:9])
        await asyncio.sleep(LOOK)
        write(whole[9:] + masked(PING))
        await pongs(live, 2)
        await live.socket.send(PING + " " * 300)
        await live.socket.send(PING)
        await pongs(live, 2)


async def test_commands_of_one_packet_are_answered_in_their_order(open_house: Open) -> None:
    house = await open_house()
    ada, table = await seated(house)
    async with ada.live(table) as live:
        whole = await live.next("table")
        commands = [{"do": "chat", "id": "a", "text": "Hello"}, throwing(whole), {"do": "ping"}]
        live.socket.transport.write(b"".join(masked(json.dumps(command)) for command in commands))
        answers = [await live.next("done", "refused", "pong") for _ in commands]
        assert [answer.get("id") for answer in answers] == ["a", commands[1]["id"], None]
