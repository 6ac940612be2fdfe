"""Connections: sockets end with their sign-in, limits count over all of them, and nobody fills the house."""

import asyncio
import gc
import json
import secrets
import weakref
from urllib.parse import urlsplit

import pytest
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import text
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from ludotheque.host import protocol, steps, views
from ludotheque.server.live import connection
from ludotheque.server.run import connection_limits as admission
from tests.patience import HANG, looks_async
from tests.server.conftest import House, Open
from tests.server.player import ME, Player, Refused, dial, here, new_id

pytestmark = pytest.mark.anyio


async def to_the_end(socket: ClientConnection) -> None:
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
            await to_the_end(mine)


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
            await to_the_end(mine)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429
        await two.send("ping")
        assert (await two.next("refused", "pong"))["type"] == "refused"


async def test_half_sent_requests_leave_room_for_others(house: House) -> None:
    """Also for whoever comes from the same address, and for whoever is there."""
    ada = await house.player("Ada")
    table = (await ada.table(ME, here("Bo")))["id"]
    where = urlsplit(house.url)
    hanging = []
    async with ada.live(table) as live:
        for _ in range(200):
            reader, writer = await asyncio.open_connection(where.hostname, where.port)
            writer.write(b"GET / HTTP/1.1\r\nHost: x")
            hanging.append((reader, writer))
        ended = await asyncio.gather(*(reader.read() for reader, _ in hanging[:100]), return_exceptions=True)
        assert len(ended) == 100, "more than a few that ask nothing are not kept"
        stranger = await house.player("Cy")
        assert (await stranger.http.get("/health")).status_code == 200
        await live.next("table")
        await live.do("ping")
    for _, writer in hanging:
        writer.close()


async def talk_without_listening(socket: ClientConnection) -> None:
    while True:
        await socket.send(json.dumps({"do": "ping"}))


async def test_who_does_not_read_is_left(open_house: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "SLOW", 0.2)
    monkeypatch.setattr(admission, "IDLE_SECONDS", 10 * HANG)  # who only rests is left, too
    house = await open_house()
    ada = await house.player("Ada")
    table = (await ada.table(ME, here("Bo")))["id"]
    async with ada.live(table) as live:
        with pytest.raises(ConnectionClosed):
            await talk_without_listening(live.socket)
    assert (await ada.info(table))["state"] == "running", "nobody else has noticed"


async def test_what_is_told_behind_a_close_is_no_fault(house: House) -> None:
    """One task of a connection may hang up while the other is about to tell something."""
    ada = await house.player("Ada")
    table = (await ada.table(ME, here("Bo")))["id"]
    async with ada.live(table) as live:
        await live.next("table")
        [one] = house.services.connections._open
        await one.close(connection.TOO_MANY)
        with pytest.raises(WebSocketDisconnect):
            await one.send("too late")


async def test_nothing_of_a_table_stays_when_all_have_gone(house: House) -> None:
    """Without the collector of cycles, which looks seldom here: what a connection held goes with it."""
    ada = await house.player("Ada")
    cache = house.services.tables.cache
    table = (await ada.table(ME, here("Bo")))["id"]
    gc.disable()
    try:
        async with ada.live(table) as live:
            whole = await live.next("table")
            seat, version = whole["info"]["actors"][0], whole["version"]
            throw = {"do": "play", "id": new_id(), "seat": seat, "version": version, "move": "throw"}
            await live.socket.send(json.dumps(throw))
            await live.next("update")
            match = weakref.ref(cache._loaded[table].match)
        async for _ in looks_async("the connection to end"):
            if cache._loaded[table].presence.empty:
                break
        cache.forget(cache._loaded[table])
        async for _ in looks_async("the match to go"):
            if match() is None:
                break
    finally:
        gc.enable()


async def test_only_the_word_of_known_proxies_is_taken_for_an_address(open_house: Open) -> None:
    house = await open_house(guests_a_minute=1, proxies="127.0.0.9")
    for number in (7, 8):
        proxied = Player(house.url, "127.0.0.9")
        proxied.http.headers["x-forwarded-for"] = f"203.0.113.{number}"
        await proxied.introduce("Ada")
        await proxied.close()
    for _ in range(2):
        liar = await house.player()
        liar.http.headers["x-forwarded-for"] = f"203.0.113.{secrets.randbelow(200)}"
        answer = await liar.http.put("/api/me", json={"name": "Eve"})
    assert answer.status_code == 429


async def test_an_address_may_have_so_many_connections_at_work(open_house: Open) -> None:
    house = await open_house(connections_an_address=3)
    where = urlsplit(house.url)
    ada = await house.player("Ada")
    table = (await ada.table(ME, here("Bo")))["id"]
    async with ada.live(table) as one, ada.live(table) as two, ada.live(table) as three:
        lives = (one, two, three)  # the last in place of the connection on which the table was set up
        for live in lives:
            await live.next("table")
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
        writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await reader.readexactly(1)
        writer.close()
        for live in lives:
            await live.do("ping")
    assert (await ada.http.get("/health")).status_code == 200


async def test_a_page_of_steps_is_bounded_in_bytes(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "MAX_PAGE", 2000)
    ada, table = await played_on(house, 6)
    page = await ada.ask("GET", f"/api/tables/{table}/steps?count=400")
    assert 0 < len(page["steps"]) < page["count"]
    rest = await ada.ask("GET", f"/api/tables/{table}/steps?count=400&first={len(page['steps'])}")
    assert rest["steps"][0]["step"] == len(page["steps"])


async def played_on(house: House, moves: int) -> tuple[Player, str]:
    """A table at one screen where so much was played."""
    ada = await house.player("Ada")
    table = (await ada.table(ME, here("Bo")))["id"]
    for _ in range(moves):
        view = await ada.view(table)
        actor = view["info"]["actors"][0]
        offers = next(one["moves"] for one in view["views"] if one["seat"] == actor)
        await ada.play(table, actor, offers[0]["move"], view["version"])
    return ada, table


async def test_a_view_is_bounded_in_bytes(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, table = await played_on(house, 6)
    whole = [event["number"] for event in (await ada.view(table))["views"][0]["events"]]
    async with house.services.tables.cache.locked(table) as loaded:
        assert loaded.match is not None
        loaded.match.told.clear()
    monkeypatch.setattr(views, "MAX_EVENTS", 500)
    for since in (0, 1):
        some = (await ada.view(table, since))["views"][0]["events"]
        assert len(json.dumps(some)) < 1000
        numbers = [event["number"] for event in some]
        assert 0 < len(numbers) < len(whole)
        assert numbers == whole[-len(numbers) :], "the last ones"


async def test_a_record_is_bounded_in_bytes(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, table = await played_on(house, 2)
    assert (await ada.ask("GET", f"/api/tables/{table}/record"))["names"] == ["Ada", "Bo"]
    monkeypatch.setattr(protocol, "MAX_RECORD_SENT", 100)
    with pytest.raises(Refused) as refused:
        await ada.ask("GET", f"/api/tables/{table}/record")
    assert refused.value.code == "server.record_large"


async def test_a_match_has_only_so_many_lines(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, table = await played_on(house, 2)
    info = await ada.info(table)
    monkeypatch.setattr(protocol, "MAX_LINES", info["version"])
    with pytest.raises(Refused) as refused:
        await ada.do(table, "leave", seat=0)
    assert refused.value.code == "server.match_long"
    await ada.do(table, "resign", seat=0)
    assert (await ada.info(table))["state"] == "finished"


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
