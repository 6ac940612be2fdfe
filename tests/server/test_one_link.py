"""One link seats whoever comes next, until it is closed; the match begins when all are ready."""

import asyncio

import pytest

from tests.server.conftest import House
from tests.server.player import ME, OPEN, Json, Player, Refused, friend

pytestmark = pytest.mark.anyio


async def join(player: Player, table: str, **more: object) -> Json:
    info: Json = await player.ask("POST", f"/api/tables/{table}/sit", more)
    return info


async def refused(asked: object) -> tuple[int, str | None]:
    with pytest.raises(Refused) as found:
        await asked  # type: ignore[misc]
    return found.value.status, found.value.code


async def test_one_link_seats_whoever_comes_next_until_the_table_is_full(any_house: House) -> None:
    ada, bo, cy, eve = [await any_house.player(name) for name in ("Ada", "Bo", "Cy", "Eve")]
    table = (await ada.table(ME, friend(), friend("Cy"), by_link=True))["id"]
    assert (await bo.info(table))["by_link"] is True
    assert (await join(bo, table, name="Bob"))["seats"][1]["name"] == "Bob", "Cy's seat is kept"
    assert (await join(bo, table))["seats"][2]["kind"] == "free", "whoever sits takes no second seat"
    full = await join(cy, table)
    assert (full["state"], full["seats"][2]["yours"]) == ("running", True)
    assert (await join(bo, table))["seats"][1]["yours"] is True
    assert await refused(join(eve, table)) == (409, "server.started")


async def test_who_comes_under_a_kept_name_gets_that_seat(house: House) -> None:
    ada, cy, bo = [await house.player(name) for name in ("Ada", "Cy", "Bo")]
    table = (await ada.table(ME, friend(), friend("Cy"), by_link=True))["id"]
    assert (await join(cy, table, name="cy"))["seats"][2]["yours"] is True
    await ada.ask("PUT", f"/api/tables/{table}/seats/1", friend("Dora"))
    assert (await join(bo, table))["seats"][1]["yours"] is True, "the last seat is for whoever comes"


async def test_two_who_come_at_once_never_get_one_seat(any_house: House) -> None:
    ada, *others = [await any_house.player(name) for name in ("Ada", "Bo", "Cy", "Eve")]
    table = (await ada.table(ME, friend(), friend(), by_link=True))["id"]
    answers = await asyncio.gather(*(join(one, table) for one in others), return_exceptions=True)
    told = [one.code for one in answers if isinstance(one, Refused)]
    assert len(told) == 1
    assert told[0] in ("server.full", "server.started")
    seated = [seat["name"] for seat in (await ada.info(table))["seats"]]
    assert len(set(seated)) == 3


async def test_the_address_of_a_table_opens_nothing_unless_its_host_says_so(house: House) -> None:
    ada, bo = await house.player("Ada"), await house.player("Bo")
    private = (await ada.table(ME, friend(), friend()))["id"]
    assert await refused(join(bo, private)) == (403, "server.link_closed")
    public = await ada.table(ME, friend(), OPEN, public=True, by_link=True)
    assert public["by_link"] is False, "everybody knows the address of a public table"
    assert await refused(bo.sit(public["id"], 1)) == (403, "server.wrong_key")
    assert (await join(bo, public["id"]))["seats"][2]["yours"] is True
    path = f"/api/tables/{public['id']}/link"
    assert await refused(ada.ask("PUT", path, {"open": True})) == (409, "server.link_public")


async def test_a_link_is_closed_and_opened_by_the_host_alone(any_house: House) -> None:
    ada, bo, cy = [await any_house.player(name) for name in ("Ada", "Bo", "Cy")]
    table = await ada.table(ME, friend(), friend(), by_link=True)
    path = f"/api/tables/{table['id']}/link"
    assert await refused(bo.ask("PUT", path, {"open": False})) == (403, "server.not_your_table")
    async with bo.live(table["id"]) as live:
        await live.next("table")
        await ada.ask("PUT", path, {"open": False})
        assert (await live.next("lobby"))["info"]["by_link"] is False
    assert await refused(join(bo, table["id"])) == (403, "server.link_closed")
    await bo.take(table["seats"][1]["invite"])
    assert (await ada.ask("PUT", path, {"open": True}))["by_link"] is True
    assert (await join(cy, table["id"]))["state"] == "running"
    assert await refused(ada.ask("PUT", path, {"open": False})) == (409, "server.started")


async def test_the_match_begins_when_everybody_is_ready(any_house: House) -> None:
    ada, bo, eve = [await any_house.player(name) for name in ("Ada", "Bo", "Eve")]
    table = (await ada.table(ME, friend(), by_link=True))["id"]
    path = f"/api/tables/{table}/ready"
    waits = await ada.ask("PUT", path, {"ready": False})
    assert [seat["ready"] for seat in waits["seats"]] == [False, True]
    assert (await join(bo, table))["state"] == "waiting", "Ada is not ready"
    assert await refused(join(eve, table)) == (409, "server.full")
    assert await refused(eve.ask("PUT", path, {"ready": True})) == (403, "server.not_your_table")
    async with bo.live(table) as live:
        await live.next("table")
        assert (await ada.ask("PUT", path, {"ready": True}))["state"] == "running"
        assert (await live.next("table", "update"))["version"] > 0
    assert await refused(ada.ask("PUT", path, {"ready": False})) == (409, "server.started")


async def test_a_host_frees_a_seat_that_the_wrong_person_took(house: House) -> None:
    ada, eve, bo = [await house.player(name) for name in ("Ada", "Eve", "Bo")]
    table = await ada.table(ME, friend(), friend(), by_link=True)
    seat = f"/api/tables/{table['id']}/seats/1"
    await join(eve, table["id"])
    assert await refused(bo.ask("DELETE", seat)) == (403, "server.not_your_table")
    info = await ada.ask("DELETE", seat)
    assert (info["seats"][1]["kind"], info["seats"][1]["name"]) == ("free", "")
    assert info["seats"][1]["invite"] != table["seats"][1]["invite"]
    assert await refused(ada.ask("DELETE", seat)) == (409, "server.nobody_there")
    await bo.take(info["seats"][1]["invite"])


async def test_a_link_says_before_the_tap_whether_it_still_opens_its_seat(house: House) -> None:
    ada, bo, eve = [await house.player(name) for name in ("Ada", "Bo", "Eve")]
    table = await ada.table(ME, friend(), friend())
    nobody, key = await house.player(), table["seats"][1]["invite"].rsplit("/", 1)[1]
    path = f"/api/tables/{table['id']}/seats/1/check"
    for player in (nobody, bo):
        await player.ask("POST", path, {"key": key})
    assert await refused(bo.ask("POST", path, {"key": "no"})) == (403, "server.wrong_key")
    await bo.sit(table["id"], 1, key=key)
    await bo.ask("POST", path, {"key": key})
    assert await refused(eve.ask("POST", path, {"key": key})) == (409, "server.taken")
    missing = f"/api/tables/{table['id']}/seats/7/check"
    assert await refused(eve.ask("POST", missing, {"key": key})) == (404, "server.no_seat")
    await bo.do(table["id"], "leave", seat=1)
    assert await refused(bo.ask("POST", path, {"key": key})) == (403, "server.wrong_key")


async def test_a_rematch_keeps_its_seats_from_those_who_only_watched(house: House) -> None:
    ada, bo, eve = [await house.player(name) for name in ("Ada", "Bo", "Eve")]
    table = (await ada.table(ME, friend(), by_link=True))["id"]
    await join(bo, table)
    await ada.do(table, "resign", seat=0)
    again = await ada.ask("POST", f"/api/tables/{table}/rematch")
    assert again["by_link"] is False
    assert await refused(join(eve, again["id"])) == (403, "server.link_closed")
    assert (await bo.ask("POST", f"/api/tables/{table}/rematch"))["state"] == "running"


async def test_two_people_of_one_name_are_told_apart(house: House) -> None:
    ada, *guests = [await house.player(name) for name in ("Guest", "Guest", "Guest", "Bo")]
    table = (await ada.table(ME, friend(), friend(), friend(), by_link=True))["id"]
    for guest in guests:
        await join(guest, table)
    assert [seat["name"] for seat in (await ada.info(table))["seats"]] == [
        "Guest",
        "Guest 2",
        "Guest 3",
        "Bo",
    ]
