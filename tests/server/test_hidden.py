"""Hidden hands, teams, several seats in one window and continuous moves: nobody sees more than they may."""

import json
from typing import Any

import pytest

from tests.server.conftest import House
from tests.server.player import ME, Player, Refused, friend

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("hush")]


async def two(house: House, **more: Any) -> tuple[Player, Player, str]:
    house.services.tables.simulator = lambda row: house.services.tables.draw  # type: ignore[method-assign]
    ada, bo = await house.player("Ada"), await house.player("Bo")
    table = await ada.table(ME, friend(), game="hush", **more)
    await bo.take(table["seats"][1]["invite"])
    return ada, bo, table["id"]


def secrets(house: House, table: str) -> list[int | None]:
    match = house.services.tables.cache._loaded[table].match
    assert match is not None
    position = match.table.position.to_json()
    assert isinstance(position, dict)
    cards: list[int | None] = position["cards"]
    return cards


async def test_a_seat_sees_its_own_card_alone(house: House) -> None:
    ada, bo, table = await two(house)
    cards = secrets(house, table)
    eve = await house.player("Eve")
    assert (await ada.view(table))["views"][0]["position"]["cards"] == [cards[0], None]
    assert (await bo.view(table))["views"][0]["position"]["cards"] == [None, cards[1]]
    assert (await eve.view(table))["views"][0]["position"]["cards"] == [None, None]


async def test_events_keep_the_secret(house: House) -> None:
    ada, bo, table = await two(house)
    eve = await house.player()
    async with eve.live(table) as watching, bo.live(table) as other:
        await watching.next("table")
        await other.next("table")
        version = (await ada.view(table))["version"]
        await ada.do(table, "play", seat=0, version=version, move={"do": "bid", "amount": 3})
        for live in (watching, other):
            update = await live.next("update")
            assert update["views"][0]["events"][0]["name"] == "hush.bid_hidden"
            assert "3" not in json.dumps(update["views"][0]["events"][0]["params"])
    mine = (await ada.view(table))["views"][0]["events"]
    assert {"amount": 3} in [event["params"] for event in mine]


async def test_what_a_move_would_do_is_foreseen_from_what_its_seat_knows(house: House) -> None:
    ada = await house.player("Ada")
    table = await ada.table(ME, {"who": "here", "name": "Bo"}, game="touche")
    views = (await ada.view(table["id"]))["views"]
    offers = [offer for view in views for offer in view["moves"] if offer["move"]["do"] == "play"]
    assert offers
    for offer in offers:
        (placed,) = offer["preview"]
        row, column = offer["move"]["cell"]
        assert placed["name"] == "touche.play"
        assert (placed["params"]["row"], placed["params"]["column"]) == (row, column)


async def test_a_window_lets_several_seats_act_in_any_order(house: House) -> None:
    ada, bo, table = await two(house)
    view = await ada.view(table)
    assert view["info"]["actors"] == [0, 1]
    await bo.play(table, 1, {"do": "bid", "amount": 1}, view["version"])
    with pytest.raises(Refused) as refused:
        await ada.play(table, 0, {"do": "bid", "amount": 1}, view["version"])
    assert refused.value.kind == "stale"
    await ada.play(table, 0, {"do": "bid", "amount": 1}, refused.value.body["version"])
    view = await ada.view(table)
    assert view["views"][0]["ranges"] == [{"do": "flick", "ranges": {"power": [0.0, 1.0]}}]
    await ada.play(table, 0, {"do": "flick", "power": 0.5})
    assert (await ada.info(table))["state"] == "finished"


async def test_teams_are_shown_and_win_together(house: House) -> None:
    house.services.tables.simulator = lambda row: house.services.tables.draw  # type: ignore[method-assign]
    ada = await house.player("Ada")
    here = [{"who": "here", "name": name} for name in ("Bo", "Cy", "Di")]
    table = await ada.table(ME, *here, game="hush")
    assert [seat["team"] for seat in table["seats"]] == [0, 1, 0, 1]


async def test_steps_of_a_running_match_show_only_what_the_seat_may_see(house: House) -> None:
    ada, bo, table = await two(house)
    cards = secrets(house, table)
    await ada.play(table, 0, {"do": "bid", "amount": 2})
    mine = await ada.ask("GET", f"/api/tables/{table}/steps")
    other = await bo.ask("GET", f"/api/tables/{table}/steps")
    assert mine["steps"][3]["move"] == {"do": "bid", "amount": 2}
    assert other["steps"][3]["move"] is None
    assert [step["chance"] for step in other["steps"]] == [None] * 4
    assert other["steps"][3]["position"] == {"cards": [None, cards[1]], "bids": ["?", None], "slide": None}
    with pytest.raises(Refused) as refused:
        await bo.ask("GET", f"/api/tables/{table}/steps?seat=0")
    assert refused.value.code == "server.not_your_seat"


async def test_everything_is_open_after_the_end(house: House) -> None:
    ada, bo, table = await two(house)
    with pytest.raises(Refused) as refused:
        await ada.ask("GET", f"/api/tables/{table}/record")
    assert refused.value.code == "server.record_running"
    await ada.play(table, 0, {"do": "bid", "amount": 2})
    await bo.play(table, 1, {"do": "bid", "amount": 0})
    await ada.play(table, 0, {"do": "flick", "power": 0.1})
    steps = await bo.ask("GET", f"/api/tables/{table}/steps?seat=0")
    assert steps["steps"][3]["move"] == {"do": "bid", "amount": 2}
    assert (await bo.ask("GET", f"/api/tables/{table}/record"))["game"] == "hush"


async def test_a_game_without_bots_can_not_be_left_to_one(house: House) -> None:
    ada, _, table = await two(house)
    with pytest.raises(Refused) as refused:
        await ada.do(table, "leave", seat=0)
    assert refused.value.code == "server.no_bots"
    with pytest.raises(Refused) as refused:
        await ada.ask("GET", f"/api/tables/{table}/analysis")
    assert refused.value.code == "server.not_over"
    with pytest.raises(Refused) as refused:
        await ada.table(ME, friend(), game="hush", clock={"seconds": 60})
    assert refused.value.code == "server.no_bots"


async def test_a_table_closed_to_spectators_shows_nothing(house: House) -> None:
    ada, _, table = await two(house, spectators=False)
    eve = await house.player("Eve")
    for path in ("", "/view", "/steps", "/record", "/analysis"):
        with pytest.raises(Refused) as refused:
            await eve.ask("GET", f"/api/tables/{table}{path}")
        assert (refused.value.status, refused.value.code) == (403, "server.closed")
    assert (await ada.info(table))["spectators"] is False
