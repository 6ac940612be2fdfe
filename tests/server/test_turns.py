"""The short way of a move, and that the long one leads to the same; messages however they arrive."""

import asyncio
import json

import pytest
from websockets.frames import Frame, Opcode

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


async def test_a_move_that_could_not_be_stored_at_once_is_stored_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, table = await seated(house)
    tried: list[object] = []
    monkeypatch.setattr(house.services.database, "append_at_once", tried.append)
    async with ada.live(table) as live:
        before = await live.next("table")
        done = await live.do(**throwing(before))
        assert (done["type"], done["again"]) == ("done", False)
        assert tried, "the short way was tried"
    monkeypatch.undo()
    after = await ada.view(table)
    assert after["version"] == done["version"] > before["version"]
    names = [event["name"] for event in after["views"][0]["events"]]
    assert names.count("exxtra.throw") == 1


async def test_what_is_wrong_with_a_move_is_told_on_the_long_way(house: House) -> None:
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
        await asyncio.sleep(0.05)
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
