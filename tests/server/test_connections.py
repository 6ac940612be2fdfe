"""Connections: sockets end with their sign-in, limits count over all of them, and nobody fills the house."""

import asyncio
import json
from urllib.parse import urlsplit

import pytest
from sqlalchemy import text
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from ludotheque.server.tables import views
from tests.server.conftest import House, Open
from tests.server.player import ME, Player, dial, here

pytestmark = pytest.mark.anyio


async def _to_the_end(socket: ClientConnection) -> None:
    while True:
        await socket.recv()


def my_live(player: Player) -> connect:
    cookie = "; ".join(f"{name}={value}" for name, value in player.http.cookies.items())
    return dial(f"{player.url.replace('http', 'ws')}/api/me/live", {"cookie": cookie})


async def test_sockets_end_when_their_holder_logs_out_everywhere(house: House) -> None:
    ada = await house.player("Ada")
    table = (await ada.table(ME, here("Bo")))["id"]
    async with ada.live(table) as live, my_live(ada) as mine:
        await live.next("table")
        await mine.recv()
        await ada.ask("POST", "/api/account/logout?everywhere=true")
        with pytest.raises(ConnectionClosed) as closed:
            await live.next("nothing")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401
        with pytest.raises(ConnectionClosed):
            await _to_the_end(mine)


async def test_messages_count_over_all_sockets_of_a_person(open_house: Open) -> None:
    house = await open_house(messages_a_second=1)
    ada = await house.player("Ada")
    table = (await ada.table(ME, here("Bo")))["id"]
    async with ada.live(table) as one, ada.live(table) as two, my_live(ada) as mine:
        await one.next("table")
        await two.next("table")
        await mine.recv()
        for _ in range(200):
            await mine.send(json.dumps({"do": "ping"}))
        with pytest.raises(ConnectionClosed) as closed:
            await _to_the_end(mine)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429
        await two.send("ping")
        assert (await two.next("refused", "pong"))["type"] == "refused"


async def test_half_sent_requests_leave_room_for_others(house: House) -> None:
    where = urlsplit(house.url)
    hanging = []
    for _ in range(200):
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
        writer.write(b"GET / HTTP/1.1\r\nHost: x")
        hanging.append((reader, writer))
    ended = await asyncio.gather(*(reader.read() for reader, _ in hanging[100:]), return_exceptions=True)
    assert len(ended) == 100, "more than a few that ask nothing are not admitted"
    for _, writer in hanging:
        writer.close()
    assert (await (await house.player()).http.get("/health")).status_code == 200


async def test_an_address_may_have_so_many_connections(open_house: Open) -> None:
    house = await open_house(connections_an_address=3)
    where = urlsplit(house.url)
    opened = [await asyncio.open_connection(where.hostname, where.port) for _ in range(5)]
    for reader, writer in opened[3:]:
        writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await reader.readexactly(1)
    for _, writer in opened:
        writer.close()


async def test_a_page_of_steps_is_bounded_in_bytes(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "MAX_PAGE", 2000)
    ada = await house.player("Ada")
    table = (await ada.table(ME, here("Bo")))["id"]
    for _ in range(6):
        view = await ada.view(table)
        actor = view["info"]["actors"][0]
        moves = next(one["moves"] for one in view["views"] if one["seat"] == actor)
        await ada.play(table, actor, moves[0]["move"], view["version"])
    page = await ada.ask("GET", f"/api/tables/{table}/steps?count=400")
    assert 0 < len(page["steps"]) < page["count"]
    rest = await ada.ask("GET", f"/api/tables/{table}/steps?count=400&first={len(page['steps'])}")
    assert rest["steps"][0]["step"] == len(page["steps"])


@pytest.mark.parametrize("broken", ["kind = 'nonsense'", "body = '{}'", "body = 'no json'"])
async def test_a_corrupt_line_is_set_aside_and_blocks_nothing(house: House, broken: str) -> None:
    ada = await house.player("Ada")
    table = (await ada.table(ME, here("Bo")))["id"]
    await ada.play(table, (await ada.info(table))["actors"][0], "throw")
    async with house.services.database.writing() as db:
        await db.execute(text(f"update log set {broken} where number = 2"))
    async with house.services.tables.cache.locked(table) as loaded:
        house.services.tables.cache.forget(loaded)
    assert (await ada.ask("PUT", "/api/me", {"name": "Ada L."}))["name"] == "Ada L."
    assert (await ada.view(table))["info"]["seats"][0]["name"] == "Ada L."
    await ada.ask("DELETE", "/api/me")
    assert (await ada.ask("GET", "/api/me"))["id"] is None
