"""Calls in time: who topples has to call “Touché!” before the server's clock is over (TOUCHE-19)."""

from typing import Any

import pytest

from ludotheque.core.game import Position
from tests.server.conftest import House
from tests.server.player import ME, Player, Refused, friend

pytestmark = pytest.mark.anyio

TAKES = {"do": "play", "card": "AS", "cell": [0, 4]}
CALLS = {**TAKES, "call": True}
HANDS = [{"dealer": 1}, *["AS", "2S", "3S", "4S", "5S"], *["AS", "2H", "3H", "4H", "5H"], "6S"]


def script(house: House, *outcomes: Any) -> None:
    """Chance gives what a test wants."""
    left = list(outcomes)

    async def draw(position: Position) -> Any:
        return left.pop(0)

    house.services.tables.draw = draw


async def attacked(house: House, *, seconds: int = 5, **more: Any) -> tuple[Player, Player, str]:
    """Ada's pawn stands on e1, and Bo has just laid his ace there."""
    house.clock.forward(20)  # after a start, all clocks wait for a while
    script(house, *HANDS, "6H", "7S", "7H")
    ada, bo = await house.player("Ada"), await house.player("Bo")
    options = {"calls": "spoken", "call_seconds": seconds}
    made = await ada.table(ME, friend(), game="touche", options=options, **more)
    table: str = made["id"]
    await bo.take(made["seats"][1]["invite"])
    await ada.play(table, 0, TAKES)
    await bo.play(table, 1, TAKES)
    return ada, bo, table


def moves(view: Any) -> list[Any]:
    return [offer["move"] for offer in view["views"][0]["moves"]]


def names(view: Any) -> list[str]:
    return [event["name"] for event in view["views"][0]["events"]]


def pawns(view: Any) -> Any:
    return view["views"][0]["position"]["pawns"]


@pytest.mark.clause("TOUCHE-19")
async def test_after_the_move_there_is_one_thing_left_to_do_and_everybody_sees_it(house: House) -> None:
    ada, bo, table = await attacked(house)
    view = await bo.view(table)
    assert (moves(view), view["views"][0]["undo"]) == ([CALLS], None)
    call = (await ada.info(table))["call"]
    assert (call["seat"], call["move"], call["seconds"]) == (1, CALLS, 5)
    assert names(await ada.view(table))[-1] == "touche.attack"
    assert pawns(view) == [[[0, 4]], []], "nothing is toppled yet"


@pytest.mark.clause("TOUCHE-19")
async def test_toppling_is_offered_once_and_without_the_call(house: House) -> None:
    script(house, *HANDS)
    ada, bo = await house.player("Ada"), await house.player("Bo")
    made = await ada.table(ME, friend(), game="touche", options={"calls": "spoken"})
    await bo.take(made["seats"][1]["invite"])
    await ada.play(made["id"], 0, TAKES)
    offered = [move for move in moves(await bo.view(made["id"])) if move["card"] == "AS"]
    assert offered == [TAKES, {**TAKES, "cell": [3, 5]}]


@pytest.mark.clause("TOUCHE-19")
async def test_a_call_in_time_topples(house: House) -> None:
    _, bo, table = await attacked(house)
    house.clock.forward(5)
    await bo.play(table, 1, CALLS)
    view = await bo.view(table)
    assert pawns(view) == [[], [[0, 4]]]
    assert view["info"]["call"] is None
    assert names(view)[-3:] == ["touche.play", "touche.topple", "touche.draw"]


@pytest.mark.clause("TOUCHE-19")
async def test_who_does_not_call_in_time_has_not_called(house: House) -> None:
    ada, bo, table = await attacked(house)
    house.clock.forward(5.5)
    await house.services.scheduler.look(table)
    assert (await ada.info(table))["call"] is not None, "a call may be on its way"
    house.clock.forward(1)
    with pytest.raises(Refused) as refused:
        await bo.play(table, 1, CALLS)
    assert (refused.value.code, refused.value.body["clause"]) == ("server.call_late", "TOUCHE-19")
    await house.services.scheduler.look(table)
    view = await ada.view(table)
    assert (pawns(view), view["info"]["actors"], view["info"]["call"]) == ([[[0, 4]], []], [0], None)
    assert "touche.silent" in names(view)
    assert "server.time_up" not in names(view), "no bot moves for anybody"


@pytest.mark.clause("TOUCHE-19")
async def test_without_a_limit_the_table_waits_and_silence_is_said(house: House) -> None:
    ada, bo, table = await attacked(house, seconds=0)
    house.clock.forward(3600)
    await house.services.scheduler.look(table)
    view = await bo.view(table)
    assert (view["info"]["call"]["until"], moves(view)) == (None, [CALLS, TAKES])
    await bo.play(table, 1, TAKES)
    assert pawns(await ada.view(table)) == [[[0, 4]], []]


@pytest.mark.clause("TOUCHE-19")
async def test_a_clock_of_the_table_ends_the_wait_too(house: House) -> None:
    ada, _, table = await attacked(house, seconds=0, clock={"seconds": 60})
    house.clock.forward(61)
    await house.services.scheduler.look(table)
    assert "touche.silent" in names(await ada.view(table))


@pytest.mark.clause("TOUCHE-19")
async def test_while_a_call_is_waited_for_nothing_else_can_be_done(house: House) -> None:
    ada, bo, table = await attacked(house)
    version = (await bo.view(table))["version"]
    for player, do, more in (
        (bo, "play", {"seat": 1, "move": {"do": "play", "card": "2H", "cell": [0, 7]}}),
        (bo, "undo", {"seat": 1}),
        (bo, "reset", {"seat": 1}),
        (ada, "play", {"seat": 0, "move": CALLS}),
    ):
        with pytest.raises(Refused) as refused:
            await player.do(table, do, version=version, **more)
        assert refused.value.code == "server.call_first"
    with pytest.raises(Refused) as refused:
        await bo.play(table, 1, CALLS, version=version - 1)
    assert refused.value.code == "server.stale"


@pytest.mark.clause("TOUCHE-19")
async def test_whoever_leaves_without_calling_has_not_called(house: House) -> None:
    ada, bo, table = await attacked(house, seconds=0)
    await bo.do(table, "leave", seat=1)
    await house.services.scheduler.look(table)
    assert "touche.silent" in names(await ada.view(table))


@pytest.mark.clause("TOUCHE-19")
async def test_a_call_that_is_waited_for_outlives_a_restart(any_house: House) -> None:
    _, bo, table = await attacked(any_house)
    await any_house.stop()
    await any_house.start(int(any_house.url.rsplit(":", 1)[1]))
    script(any_house, "6H")
    assert moves(await bo.view(table)) == [CALLS]
    await bo.play(table, 1, CALLS)
    assert pawns(await bo.view(table)) == [[], [[0, 4]]]
