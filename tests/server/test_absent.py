"""Somebody who is waited for stays away: the others wait, let a bot stand in, or end the game."""

from typing import Any

import pytest

from tests.server.conftest import House
from tests.server.player import ME, Player, Refused, bot, friend
from tests.server.test_undo_leaving_clocks import check_log

pytestmark = pytest.mark.anyio

AWAY = 121


async def seated(house: House, *names: str, **more: Any) -> tuple[list[Player], str]:
    players = [await house.player(name) for name in names]
    table = await players[0].table(ME, *(friend() for _ in names[1:]), **more)
    for seat, player in enumerate(players[1:], 1):
        await player.take(table["seats"][seat]["invite"])
    return players, table["id"]


async def asked(player: Player, table: str) -> Any:
    return (await player.info(table))["proposal"]


async def test_alone_with_an_absent_person_one_decides_alone(any_house: House) -> None:
    (ada, bo), table = await seated(any_house, "Ada", "Bo")
    (acting,) = (await ada.info(table))["actors"]
    waiting, seat = (bo, 1) if acting == 0 else (ada, 0)
    missed = ada if acting == 0 else bo
    async with waiting.live(table) as live:
        await live.next("table")
        with pytest.raises(Refused) as refused:
            await waiting.do(table, "stand_in", seat=seat, absent=acting)
        assert refused.value.code == "server.not_missed"
        any_house.clock.forward(AWAY)
        async with missed.live(table) as back:
            await back.next("table")
            with pytest.raises(Refused):
                await waiting.do(table, "stand_in", seat=seat, absent=acting)
        while (await waiting.info(table))["seats"][acting]["online"]:
            await live.next("lobby")
        with pytest.raises(Refused) as refused:
            await waiting.do(table, "stand_in", seat=seat, absent=7)
        assert refused.value.code == "server.not_missed"
        await waiting.do(table, "stand_in", seat=seat, absent=acting)
        events = (await waiting.view(table))["views"][0]["events"]
        assert any((event["name"], event["seat"]) == ("server.stood_in", acting) for event in events)
        assert (await waiting.info(table))["seats"][acting]["away"] is True
    await missed.do(table, "return", seat=acting)
    assert (await waiting.info(table))["seats"][acting]["away"] is False
    await check_log(any_house, table)


async def test_those_who_are_there_have_to_agree(house: House) -> None:
    players, table = await seated(house, "Ada", "Bo", "Cy")
    (acting,) = (await players[0].info(table))["actors"]
    first, second = [seat for seat in range(3) if seat != acting]
    async with players[first].live(table) as one, players[second].live(table) as other:
        await one.next("table")
        await other.next("table")
        house.clock.forward(AWAY)
        await players[first].do(table, "stand_in", seat=first, absent=acting)
        question = await asked(players[second], table)
        assert question == {
            **question, "what": "stand_in", "by": first, "seat": acting, "needed": [second]
        }  # fmt: skip
        with pytest.raises(Refused) as refused:
            await players[second].do(table, "end", seat=second)
        assert refused.value.code == "server.already_asked"
        await check_log(house, table)
        await players[second].do(table, "decline", seat=second, proposal=question["number"])
        await players[second].do(table, "end", seat=second)
        question = await asked(players[first], table)
        assert (question["what"], question["needed"]) == ("end", [first]), "who is missed is not asked"
        await players[first].do(table, "agree", seat=first, proposal=question["number"])
    info = await players[acting].info(table)
    assert (info["state"], info["result"]["reason"]) == ("finished", "server.broken_off")
    assert info["result"]["ranks"] == [1, 1, 1]
    names = [event["name"] for event in (await players[0].view(table))["views"][0]["events"]]
    assert names[-4:] == [
        "server.declined", "server.end_asked", "server.undo_agreed", "server.broken_off"
    ]  # fmt: skip
    await check_log(house, table)


async def test_nobody_ends_a_game_behind_the_back_of_who_is_not_waited_for(house: House) -> None:
    (ada, bo), table = await seated(house, "Ada", "Bo")
    (acting,) = (await ada.info(table))["actors"]
    house.clock.forward(AWAY)
    await (ada, bo)[acting].do(table, "end", seat=acting)
    assert (await asked(ada, table))["needed"] == [1 - acting]


async def test_a_slow_clock_decides_alone(house: House) -> None:
    (ada, bo), table = await seated(house, "Ada", "Bo", clock={"seconds": 86_400})
    info = await ada.info(table)
    (acting,) = info["actors"]
    assert info["patience"] == info["clock"]["deadlines"]
    house.clock.forward(AWAY)
    with pytest.raises(Refused) as refused:
        await (bo, ada)[acting].do(table, "stand_in", seat=1 - acting, absent=acting)
    assert refused.value.code == "server.not_missed"


async def test_alone_against_bots_one_ends_the_game_at_once(house: House) -> None:
    ada = await house.player("Ada")
    table = (await ada.table(ME, bot("cautious")))["id"]
    await ada.do(table, "end", seat=0)
    assert (await ada.info(table))["result"]["reason"] == "server.broken_off"
    with pytest.raises(Refused) as refused:
        await ada.do(table, "end", seat=0)
    assert refused.value.code == "core.over"
