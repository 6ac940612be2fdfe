"""The list of open tables: live, by game, and never a table that is not public."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.conftest import House
from tests.server.player import ME, OPEN, Json, Live, dial, friend, here

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def looking(house: House, query: str = "") -> AsyncIterator[Live]:
    """Somebody without a name looks at the list."""
    async with dial(f"{house.url.replace('http', 'ws')}/api/open/live{query}", {}) as socket:
        yield Live(socket)


def ids(told: Json) -> tuple[list[str], list[str]]:
    return [one["id"] for one in told["joinable"]], [one["id"] for one in told["running"]]


async def until(live: Live, joinable: list[str], running: list[str]) -> Json:
    """The list as soon as it holds these tables."""
    while True:
        told = await live.next("open")
        if ids(told) == (joinable, running):
            return told


async def test_open_tables_are_listed_live_from_waiting_to_the_end(any_house: House) -> None:
    ada, bo = await any_house.player("Ada"), await any_house.player("Bo")
    async with looking(any_house) as all_games, looking(any_house, "?game=touche") as of_touche:
        assert ids(await all_games.next()) == ids(await of_touche.next()) == ([], [])
        await ada.table(ME, OPEN)
        await ada.table(ME, friend(), public=True)
        table = (await ada.table(ME, OPEN, public=True))["id"]
        told = await until(all_games, [table], [])
        assert told["joinable"][0]["seats"][0] == {
            **told["joinable"][0]["seats"][0], "name": "Ada", "online": False, "yours": False, "invite": None
        }  # fmt: skip
        async with ada.live(table):
            while not told["joinable"][0]["seats"][0]["online"]:
                told = await all_games.next("open")
        await bo.sit(table, 1)
        await until(all_games, [], [table])
        await bo.do(table, "resign", seat=1)
        await until(all_games, [], [])
        other = (await ada.table(ME, OPEN, game="touche", public=True))["id"]
        await until(of_touche, [other], [])
        await ada.ask("DELETE", f"/api/tables/{other}")
        await until(of_touche, [], [])


async def test_who_looks_later_sees_what_changed_meanwhile(house: House) -> None:
    ada = await house.player("Ada")
    async with looking(house) as live:
        await live.next()
    table = (await ada.table(ME, here("Bo"), public=True))["id"]
    async with looking(house) as live:
        assert ids(await live.next()) == ([], [table])


async def test_one_person_takes_but_a_few_lines_of_the_list(any_house: House) -> None:
    ada, bo = await any_house.player("Ada"), await any_house.player("Bo")
    mine = [(await bo.table(ME, who, public=True))["id"] for who in (OPEN, here("Cy"))]
    many = [(await ada.table(ME, OPEN, public=True))["id"] for _ in range(31)]
    await ada.table(ME, OPEN, game="touche", public=True)
    for _ in range(31):
        await ada.table(ME, here("Cy"), public=True)
    async with looking(any_house, "?game=exxtra") as live:
        joinable, running = ids(await live.next())
    assert joinable == [*many[:-4:-1], mine[0]]
    assert len(running) == 4
    assert running[-1] == mine[1]


async def test_a_game_that_is_not_known_has_no_list(house: House) -> None:
    async with looking(house, "?game=chess") as live:
        with pytest.raises(ConnectionClosed) as closed:
            await live.next()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404
