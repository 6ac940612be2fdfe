"""Whoever is deleted leaves no word, everybody gets all that is kept about them, guests are not kept long."""

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import create_engine, select, text

from ludotheque.host.cache import LoadedTable
from ludotheque.host.service import TableService
from ludotheque.server.admin import notices
from ludotheque.server.admin.purge import Purge
from ludotheque.server.run.administering import administering
from ludotheque.server.storage import schema
from tests.patience import looks_async
from tests.server.conftest import House, Open
from tests.server.player import ME, OPEN, Player, friend, here

pytestmark = pytest.mark.anyio

NAME = "Zebulon"
WORDS = "my telephone is 555 0199"
PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "EVERY", 0.02)


def all_text(address: str) -> str:
    """Every value of every row of a database; a notice holds a random id and goes after a day."""
    kept = [table for table in schema.metadata.sorted_tables if table is not schema.notices]
    engine = create_engine(address.replace("+aiosqlite", ""))
    with engine.connect() as db:
        found = [repr(tuple(row)) for table in kept for row in db.execute(select(table))]
    engine.dispose()
    return "\n".join(found)


async def a_life(house: House) -> tuple[Player, Player, list[str]]:
    """Somebody who sits, has set up, has spoken and watches, at tables that run, wait and are over."""
    zeb, bo = await house.player(NAME), await house.player("Another name")
    await zeb.ask("POST", "/api/account", {"login": NAME, "password": PASSWORD})
    running = (await zeb.table(ME, friend(), title=f"The table of {NAME}"))["id"]
    await bo.take((await zeb.info(running))["seats"][1]["invite"])
    over = (await zeb.table(ME, here(f"{NAME} junior")))["id"]
    await zeb.do(over, "resign", seat=0)
    waiting = (await zeb.table(ME, friend(f"for {NAME}’s friend")))["id"]
    watched = (await bo.table(ME, here("Cy")))["id"]
    for table in (running, over, watched):
        await zeb.do(table, "chat", text=WORDS)
    for player in (zeb, bo):
        view = (await player.view(running))["views"][0]
        if view["moves"]:
            await player.play(running, view["seat"], view["moves"][0]["move"])
            break
    return zeb, bo, [running, over, waiting, watched]


@pytest.mark.parametrize("by", ["themselves", "the host"])
async def test_whoever_is_deleted_leaves_no_word(any_house: House, by: str, tmp_path: Path) -> None:
    zeb, bo, (running, over, waiting, watched) = await a_life(any_house)
    assert NAME in all_text(any_house.settings.database)
    assert (await bo.view(watched))["chat"] == [], "players don't hear spectators before the end"
    async with bo.live(running) as socket:
        assert WORDS in str(await socket.next("table"))
        if by == "themselves":
            await zeb.ask("DELETE", "/api/me")
        else:
            async with administering(any_house.settings, any_house.world) as admin:
                await admin.delete(NAME)
        while WORDS in str(shown := await socket.next("table")) or NAME in str(shown):
            continue
    kept = all_text(any_house.settings.database)
    for word in (NAME, NAME.lower(), WORDS, zeb.id):
        assert word not in kept, word
    for table in (running, over, watched):
        view = await bo.view(table)
        assert NAME not in str(view)
        assert WORDS not in str(view)
    assert (await bo.info(running))["seats"][0]["away"] is True
    assert (await zeb.ask("GET", "/api/me"))["id"] is None
    await bo.do(running, "chat", text="still here")
    answer = await bo.http.get(f"/api/tables/{waiting}")
    assert answer.status_code == 404, "a table that waits for nobody is cleared away"
    if any_house.services.database.is_sqlite:
        await any_house.stop_here()
        left = b"".join(path.read_bytes() for path in tmp_path.glob("test.db*"))
        for word in (NAME, WORDS):
            assert word.encode() not in left, "not even in the free pages of the file"


async def test_a_person_gets_all_that_is_kept_about_them(any_house: House) -> None:
    zeb, _bo, (running, over, waiting, watched) = await a_life(any_house)
    answer = await zeb.http.get("/api/me/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="ludotheque.json"'
    kept = answer.json()
    assert (kept["id"], kept["name"], kept["login"], kept["password"]) == (zeb.id, NAME, NAME.lower(), True)
    assert {one["id"] for one in kept["tables"]} == {running, over, waiting}
    by_id = {one["id"]: one for one in kept["tables"]}
    assert by_id[over]["seats"] == {"0": NAME, "1": f"{NAME} junior"}
    assert [move["kind"] for move in by_id[over]["moves"]][-1] == "resign"
    assert {line["table"] for line in kept["chat"]} == {running, over, watched}
    assert {line["text"] for line in kept["chat"]} == {WORDS}
    assert kept["sign_ins"]
    assert "Another name" not in str(kept), "nothing about others"
    assert "argon2" not in str(kept)
    async with administering(any_house.settings, any_house.world) as admin:
        whole = await admin.export(zeb.id)
        assert msgspec.to_builtins(whole, str_keys=True) == kept, "written a table at a time, it is the same"
    nobody = await any_house.player()
    assert (await nobody.http.get("/api/me/export")).status_code == 401


async def test_guests_are_kept_no_longer_than_said(any_house: House) -> None:
    old, account = await any_house.player("Old guest"), await any_house.player("Account")
    await account.ask("POST", "/api/account", {"login": "account", "password": PASSWORD})
    finished = (await old.table(ME, here("x")))["id"]
    await old.do(finished, "resign", seat=0)
    waiting = (await account.table(ME, friend()))["id"]
    async with administering(any_house.settings, any_house.world) as admin:
        assert await admin.purge(30) == ([], [], [])
        any_house.clock.forward(timedelta(days=31).total_seconds())
        new = await any_house.player("New guest")
        gone = await admin.purge(30)
        assert (gone.guests, gone.tables) == ([old.id], [waiting])
        assert {one.id for one in await admin.people("", 50)} == {account.id, new.id}
    async for _ in looks_async("the notice"):
        info = await new.info(finished)
        if info["seats"][0]["name"] == "":
            break
    assert info["state"] == "finished", "the match stays, without a name"


async def test_a_table_that_is_joined_or_goes_during_a_purge_does_not_stop_it(
    any_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    account, bo = await any_house.player("Account"), await any_house.player("Bo")
    await account.ask("POST", "/api/account", {"login": "account", "password": PASSWORD})
    begun, joined, gone, left = [
        await account.table(ME, *[friend() for _ in range(others)]) for others in (1, 2, 1, 1)
    ]
    listed = Purge._waiting

    async def listed_before(self: Purge, before: datetime) -> list[str]:
        found = await listed(self, before)
        for table in (begun, joined):
            await bo.take(table["seats"][1]["invite"])
        await account.ask("DELETE", f"/api/tables/{gone['id']}")
        return found

    monkeypatch.setattr(Purge, "_waiting", listed_before)
    any_house.clock.forward(timedelta(days=31).total_seconds())
    async with administering(any_house.settings, any_house.world) as admin:
        assert (await admin.purge(30)).tables == [left["id"]]
    assert [(await bo.info(table["id"]))["state"] for table in (begun, joined)] == ["running", "waiting"]


async def test_a_table_that_is_joined_while_its_owner_is_forgotten_stays(
    any_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bo = await any_house.player("Ada"), await any_house.player("Bo")
    table = await ada.table(ME, OPEN, OPEN, public=True)
    end = TableService.clear_away

    async def join_first(self: TableService, name: str, may_go: Callable[[LoadedTable], bool]) -> bool:
        await bo.sit(name, 1)
        return await end(self, name, may_go)

    monkeypatch.setattr(TableService, "clear_away", join_first)
    await ada.ask("DELETE", "/api/me")
    info = await bo.info(table["id"])
    assert (info["state"], info["seats"][1]["yours"]) == ("waiting", True)


async def test_a_guest_who_comes_back_or_plays_is_kept(any_house: House) -> None:
    visitor, player, other = [await any_house.player(name) for name in ("Visitor", "Player", "Other")]
    table = (await player.table(ME, friend()))["id"]
    await other.take((await player.info(table))["seats"][1]["invite"])
    any_house.clock.forward(timedelta(days=29).total_seconds())
    await visitor.ask("GET", "/api/me")
    await other.do(table, "resign", seat=1)
    any_house.clock.forward(timedelta(days=2).total_seconds())
    async with administering(any_house.settings, any_house.world) as admin:
        assert (await admin.purge(30)).guests == []


async def test_a_server_forgets_guests_by_itself(open_house: Open, database: str) -> None:
    first = await open_house(database=database)
    guest = await first.player("Old guest")
    await first.stop_here()
    engine = create_engine(database.replace("+aiosqlite", ""))
    with engine.begin() as db:
        db.execute(text("update people set created = 0"))
        db.execute(text("update sign_ins set seen = 0"))
    engine.dispose()
    kept = await open_house(database=database, guest_days=0)
    assert await kept.services.people.find(guest.id) is not None
    house = await open_house(database=database, guest_days=400)
    async for _ in looks_async("the clearing"):
        if await house.services.people.find(guest.id) is None:
            break
