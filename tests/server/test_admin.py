"""What a host does while the server runs: it is noticed at once, on SQLite and on PostgreSQL."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from websockets.exceptions import ConnectionClosed

from ludotheque.core.refusal import Refusal
from ludotheque.server.admin import notices
from ludotheque.server.admin.service import Admin
from ludotheque.server.run.administering import administering
from ludotheque.server.run.machine import Machine
from tests.patience import looks_async
from tests.server.conftest import House, Open
from tests.server.player import ME, Player, Refused, friend, here

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A running server looks for notices often."""
    monkeypatch.setattr(notices, "EVERY", 0.02)


@asynccontextmanager
async def host(house: House) -> AsyncIterator[Admin]:
    """The host of a server that runs."""
    async with administering(house.settings, Machine(house.clock)) as admin:
        yield admin


async def two_at_a_table(house: House) -> tuple[Player, Player, str]:
    ada, bo = await house.player("Ada"), await house.player("Bo")
    table = str((await ada.table(ME, friend(), title="Ada’s evening"))["id"])
    await bo.take((await ada.info(table))["seats"][1]["invite"])
    return ada, bo, table


async def test_people_and_tables_are_listed(any_house: House) -> None:
    ada, bo, table = await two_at_a_table(any_house)
    await ada.ask("POST", "/api/account", {"login": "lovelace", "password": PASSWORD})
    waiting = (await bo.table(ME, friend()))["id"]
    async with host(any_house) as admin:
        found = {one.id: one for one in await admin.people("", 50)}
        assert (found[ada.id].name, found[ada.id].login, found[ada.id].tables) == ("Ada", "lovelace", 1)
        assert found[bo.id].tables == 2
        assert found[bo.id].seen is not None
        assert [one.id for one in await admin.people("LOVE", 50)] == [ada.id]
        assert [one.id for one in await admin.people("%", 50)] == []
        assert len(await admin.people("", 1)) == 1
        (running,) = await admin.tables("running", 50)
        assert (running.id, running.names, running.title) == (table, ["Ada", "Bo"], "Ada’s evening")
        assert [one.id for one in await admin.tables("waiting", 50)] == [waiting]
        assert len(await admin.tables(None, 50)) == 2


async def test_somebody_who_is_banned_is_out_at_once(any_house: House) -> None:
    ada, bo, table = await two_at_a_table(any_house)
    await ada.ask("POST", "/api/account", {"login": "ada", "password": PASSWORD})
    async with ada.live(table) as socket, ada.live(table):
        await socket.next("table")
        async with host(any_house) as admin:
            assert (await admin.ban("ada")).id == ada.id
        with pytest.raises(ConnectionClosed) as closed:
            await socket.next("never said")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401
    assert (await ada.ask("GET", "/api/me"))["id"] is None
    async for _ in looks_async("the bot"):
        if (await bo.info(table))["seats"][0]["away"]:
            break
    again = await any_house.player()
    with pytest.raises(Refused) as refused:
        await again.ask("POST", "/api/account/login", {"login": "ada", "password": PASSWORD})
    assert (refused.value.status, refused.value.code) == (403, "server.banned")
    async with host(any_house) as admin:
        assert (await admin.people("ada", 1))[0].banned is not None
        await admin.unban(ada.id)
    assert (await again.ask("POST", "/api/account/login", {"login": "ada", "password": PASSWORD}))[
        "id"
    ] == ada.id


async def test_a_bot_plays_for_somebody_who_is_banned_once_more(house: House) -> None:
    ada, bo, table = await two_at_a_table(house)
    await ada.ask("POST", "/api/account", {"login": "ada", "password": PASSWORD})
    person = ada.id
    for _ in range(2):
        async with host(house) as admin:
            await admin.ban(person)
        async for _ in looks_async("the bot"):
            if (await bo.info(table))["seats"][0]["away"]:
                break
        async with host(house) as admin:
            await admin.unban(person)
        ada = await house.player()
        await ada.ask("POST", "/api/account/login", {"login": "ada", "password": PASSWORD})
        await ada.do(table, "return", seat=0)
        assert not (await bo.info(table))["seats"][0]["away"]


async def test_the_host_ends_a_match_in_the_midst_of_it(any_house: House) -> None:
    ada, bo, table = await two_at_a_table(any_house)
    async with bo.live(table) as socket:
        before = (await socket.next("table"))["version"]
        async with host(any_house) as admin:
            await admin.end(table)
        update = await socket.next("update")
        assert update["version"] == before + 1
        assert update["views"][0]["events"][-1]["name"] == "server.ended"
    info = await ada.info(table)
    assert (info["state"], info["result"]["reason"], info["result"]["ranks"]) == (
        "finished",
        "server.ended",
        [1, 1],
    )
    for player, seat in ((ada, 0), (bo, 1)):
        view = (await player.view(table))["views"][0]
        assert view["moves"] == []
        with pytest.raises(Refused):
            await player.do(table, "undo", seat=seat, version=before + 1)
    async with host(any_house) as admin:
        with pytest.raises(Refusal) as refused:
            await admin.end(table)
        assert refused.value.code == "cli.table_over"
        waiting = (await ada.table(ME, friend()))["id"]
        await admin.end(waiting)
    async for _ in looks_async("the notice"):
        if (await ada.http.get(f"/api/tables/{waiting}")).status_code == 404:
            break


async def test_a_move_that_meets_the_end_is_refused_and_nothing_is_lost(
    any_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server has not read the notice yet: its next line clashes with that of the host."""

    async def nothing_yet(_board: notices.Notices, _number: int) -> list[tuple[int, str]]:
        return []

    monkeypatch.setattr(notices.Notices, "since", nothing_yet)
    ada = await any_house.player("Ada")
    table = (await ada.table(ME, here("Bo")))["id"]
    view = await ada.view(table)
    mine = next(one for one in view["views"] if one["moves"])
    async with host(any_house) as admin:
        await admin.end(table)
    with pytest.raises(Refused) as refused:
        await ada.play(table, mine["seat"], mine["moves"][0]["move"], view["version"])
    assert refused.value.status == 409
    assert (await ada.info(table))["state"] == "finished"


async def test_a_line_of_chat_is_removed_before_everybodys_eyes(any_house: House) -> None:
    ada, bo, table = await two_at_a_table(any_house)
    for text in ("hello", "something nasty", "bye"):
        await ada.do(table, "chat", text=text)
    async with bo.live(table) as socket:
        assert len((await socket.next("table"))["chat"]) == 3
        async with host(any_house) as admin:
            lines = await admin.chat(table)
            assert [line.number for line in lines if "nasty" in line.text] == [2]
            await admin.remove_chat(table, 2)
            for missing in (2, 9):
                with pytest.raises(Refusal) as refused:
                    await admin.remove_chat(table, missing)
                assert refused.value.code == "cli.no_chat_line"
        shown = (await socket.next("table"))["chat"]
        assert [line["text"] for line in shown] == ["hello", "bye"]
        await ada.do(table, "chat", text="again")
        assert (await socket.next("chat"))["line"]["number"] == 4


async def test_what_is_not_there_is_refused(any_house: House) -> None:
    async with host(any_house) as admin:
        for action in (admin.ban, admin.unban, admin.delete, admin.export):
            with pytest.raises(Refusal) as refused:
                await action("nobody")
            assert refused.value.code == "cli.no_person"
        for look in (admin.end, admin.chat):
            with pytest.raises(Refusal) as refused:
                await look("nothing")
            assert refused.value.code == "cli.no_table"


async def test_the_end_by_the_host_outlives_a_restart(open_house: Open, database: str) -> None:
    house = await open_house(database=database)
    ada = await house.player("Ada")
    table = (await ada.table(ME, here("Bo")))["id"]
    async with host(house) as admin:
        await admin.end(table)
    await house.stop_here()
    again = await open_house(database=database)
    somebody = await again.player()
    info = await somebody.info(table)
    assert (info["state"], info["result"]["reason"]) == ("finished", "server.ended")
