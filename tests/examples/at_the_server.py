"""Pig at a server: run by `test_pig.py` where the package is installed."""

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
