"""The example packages at a server: run by `test_packages.py` where they are installed."""

import pytest

from tests.server.conftest import *  # noqa: F403 - its fixtures are wanted here
from tests.server.conftest import House
from tests.server.player import ME, bot

pytestmark = pytest.mark.anyio


async def test_a_game_against_a_bot_of_another_package(house: House) -> None:
    ada = await house.player("Ada")
    assert "pig" in [game["name"] for game in await ada.ask("GET", "/api/games")]
    table = await ada.table(ME, bot("racer"), game="pig", options={"goal": 50})
    async with ada.live(table["id"]) as live:
        whole = await live.next("table")
        while not whole["views"][0]["moves"]:
            whole = await live.next("update")
        done = await live.do("play", seat=0, version=whole["version"], move={"do": "roll"})
        assert done["type"] == "done"
        update = await live.next("update")
        while update["version"] < done["version"]:
            update = await live.next("update")
        names = [event["name"] for event in update["views"][0]["events"]]
        assert names[0] in ("pig.throw", "pig.bust")


async def test_a_player_sees_no_hand_but_the_own_one(house: House) -> None:
    ada = await house.player("Ada")
    table = await ada.table(ME, bot("angler"), game="pike", options={"size": 3})
    async with ada.live(table["id"]) as live:
        whole = await live.next("table")
        while not whole["views"][0]["moves"]:
            whole = await live.next("update")
        view = whole["views"][0]["position"]
        own, theirs = view["hands"]
        assert len(own) == 3
        assert all(own)
        assert not any(theirs)
        done = await live.do("play", seat=0, version=whole["version"], move={"do": "play", "card": own[0]})
        assert done["type"] == "done"
