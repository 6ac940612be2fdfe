"""What happens at a running table beside moves: undo, agreement, resigning, leaving, clocks and bots."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from ludotheque.core.game import Position
from ludotheque.host.match import LiveMatch
from ludotheque.host.rebuild import rebuilt
from tests.host.alike import check_alike
from tests.patience import HANG, LOOK
from tests.server.conftest import House, Open
from tests.server.player import ME, Player, Refused, bot, friend, here

pytestmark = pytest.mark.anyio


def script(house: House, *outcomes: Any) -> None:
    """Chance gives what a test wants; seat 0 starts."""
    left = [{"starter": 0}, *outcomes]

    async def draw(position: Position) -> Any:
        return left.pop(0)

    house.services.tables.draw = draw


async def three(house: House, **more: Any) -> tuple[Player, Player, Player, str]:
    ada, bo, cy = [await house.player(name) for name in ("Ada", "Bo", "Cy")]
    table = await ada.table(ME, friend(), friend(), **more)
    for player, seat in ((bo, 1), (cy, 2)):
        await player.take(table["seats"][seat]["invite"])
    return ada, bo, cy, table["id"]


async def throw_and_place(player: Player, table: str, seat: int, slot: int) -> None:
    await player.play(table, seat, "throw")
    await player.play(table, seat, f"place {slot}")


async def test_undo_across_a_change_of_turn_needs_everybody(any_house: House) -> None:
    script(any_house, [7, 6])
    ada, bo, cy, table = await three(any_house)
    await throw_and_place(ada, table, 0, 5)
    view = await ada.view(table)
    assert (view["views"][0]["undo"], view["info"]["actors"]) == ("ask", [1])
    await ada.do(table, "undo", seat=0, version=view["version"])
    asked = (await bo.info(table))["proposal"]
    assert asked == {**asked, "what": "undo", "by": 0, "agreed": [0], "needed": [1, 2]}
    await bo.do(table, "agree", seat=1, proposal=asked["number"])
    assert (await ada.info(table))["actors"] == [1], "one has not answered yet"
    await any_house.stop()
    await any_house.start(int(any_house.url.rsplit(":", 1)[1]))
    assert (await ada.info(table))["proposal"]["needed"] == [2], "a question outlives a restart"
    await cy.do(table, "agree", seat=2, proposal=asked["number"])
    view = await ada.view(table)
    assert (view["info"]["actors"], view["info"]["proposal"]) == ([0], None)
    assert view["views"][0]["position"]["dice"] == [None, None, None]
    undone = view["views"][0]["events"][-1]
    assert (undone["name"], undone["params"]["moves"]) == ("server.undo", 1)


async def test_one_no_ends_the_question(house: House) -> None:
    script(house, [7, 6], [4, 3])
    ada, bo, cy, table = await three(house)
    await throw_and_place(ada, table, 0, 5)
    await ada.do(table, "undo", seat=0, version=(await ada.view(table))["version"])
    asked = (await cy.info(table))["proposal"]["number"]
    await cy.do(table, "decline", seat=2, proposal=asked)
    assert (await cy.info(table))["proposal"] is None
    with pytest.raises(Refused) as refused:
        await bo.do(table, "agree", seat=1, proposal=asked)
    assert refused.value.code == "server.nothing_asked"
    await ada.do(table, "undo", seat=0, version=(await ada.view(table))["version"])
    with pytest.raises(Refused) as refused:
        await ada.do(table, "undo", seat=0, version=(await ada.view(table))["version"])
    assert refused.value.code == "server.already_asked"
    await bo.play(table, 1, "throw")
    assert (await cy.info(table))["proposal"] is None, "a move ends the question"


async def test_one_holder_of_all_seats_undoes_without_asking(house: House) -> None:
    script(house, [7, 6])
    ada = await house.player("Ada")
    table = (await ada.table(ME, here("Bo")))["id"]
    await throw_and_place(ada, table, 0, 4)
    await ada.do(table, "undo", seat=0, version=(await ada.view(table))["version"])
    assert (await ada.info(table))["actors"] == [0]


async def test_nothing_behind_a_throw_is_taken_back(house: House) -> None:
    script(house, [7, 6])
    ada, _, _, table = await three(house)
    await ada.play(table, 0, "throw")
    version = (await ada.view(table))["version"]
    for command in ("undo", "reset"):
        with pytest.raises(Refused) as refused:
            await ada.do(table, command, seat=0, version=version)
        assert refused.value.code == "core.undo_chance"
    with pytest.raises(Refused) as refused:
        await ada.do(table, "undo", seat=0, version=version - 1)
    assert refused.value.kind == "stale"


async def test_who_resigns_between_two_loses(any_house: House) -> None:
    ada, bo = await any_house.player("Ada"), await any_house.player("Bo")
    table = await ada.table(ME, friend())
    await bo.take(table["seats"][1]["invite"])
    await ada.do(table["id"], "resign", seat=0)
    info = await bo.info(table["id"])
    assert info["state"] == "finished"
    assert info["result"] == {
        **info["result"],
        "ranks": [2, 1],
        "reason": "server.resigned",
        "resigned": [0],
    }
    with pytest.raises(Refused) as refused:
        await bo.play(table["id"], 1, "throw")
    assert refused.value.code == "core.over"


async def test_a_bot_plays_on_for_who_resigns_among_three(house: House) -> None:
    ada, bo, cy, table = await three(house)
    await ada.do(table, "resign", seat=0)
    info = await bo.info(table)
    assert (info["state"], info["seats"][0]["resigned"], info["seats"][0]["away"]) == ("running", True, False)
    assert info["seats"][0]["level"] is not None
    for command in ("resign", "leave", "return"):
        with pytest.raises(Refused):
            await ada.do(table, command, seat=0)
    await bo.do(table, "resign", seat=1)
    assert (await cy.info(table))["result"]["ranks"] == [2, 2, 1]


async def test_a_bot_stands_in_until_its_holder_comes_back(any_house: House) -> None:
    ada, bo = await any_house.player("Ada"), await any_house.player("Bo")
    table = (await ada.table(ME, friend()))["id"]
    invite = (await ada.info(table))["seats"][1]["invite"]
    await bo.take(invite)
    with pytest.raises(Refused) as refused:
        await ada.do(table, "leave", seat=0, level="godlike")
    assert refused.value.code == "core.unknown_bot"
    await ada.do(table, "leave", seat=0, level="cautious")
    info = await bo.info(table)
    assert (info["seats"][0]["away"], info["seats"][0]["level"]) == (True, "cautious")
    async with bo.live(table) as live:
        whole = await live.next("table")
        actors, version = whole["info"]["actors"], whole["version"]
        for _ in range(40):
            if actors == [1]:
                await live.send("play", seat=1, version=version, move="throw")
                break
            update = await live.next("update")
            actors, version = update["actors"], update["version"]
    with pytest.raises(Refused) as refused:
        await ada.play(table, 0, "throw")
    assert refused.value.code == "server.away"
    await ada.do(table, "return", seat=0)
    assert (await bo.info(table))["seats"][0]["away"] is False
    names = [event["name"] for event in (await ada.view(table))["views"][0]["events"]]
    assert [name for name in names if name.startswith("server.")] == ["server.left", "server.returned"]


async def test_bots_play_a_match_to_its_end(house: House) -> None:
    ada = await house.player("Ada")
    table = (await ada.table(bot("cautious"), bot("random")))["id"]
    async with ada.live(table) as live:
        message = await live.next("table")
        while message.get("state") != "finished" and message.get("info", {}).get("state") != "finished":
            message = await live.next("update", "lobby")
    assert (await ada.info(table))["result"]["reason"] == "exxtra.goal"


async def test_bots_go_on_after_a_restart(house: House) -> None:
    ada = await house.player("Ada")
    table = (await ada.table(bot("cautious"), bot("random")))["id"]
    await house.stop()
    await house.start(int(house.url.rsplit(":", 1)[1]))
    async with asyncio.timeout(HANG):
        while (await ada.info(table))["state"] != "finished":
            await asyncio.sleep(LOOK)


async def test_when_time_is_up_a_bot_makes_the_move(open_house: Open) -> None:
    house = await open_house()
    ada, bo = await house.player("Ada"), await house.player("Bo")
    table = (await ada.table(ME, friend(), clock={"seconds": 60}))["id"]
    await bo.take((await ada.info(table))["seats"][1]["invite"])
    info = await ada.info(table)
    (actor,) = info["actors"]
    assert list(info["clock"]["deadlines"]) == [str(actor)]
    before = info["version"]
    house.clock.forward(30)
    await house.services.scheduler.look(table)
    assert (await ada.info(table))["version"] == before, "there is time left"
    house.clock.forward(31)
    await house.services.scheduler.look(table)
    view = await ada.view(table)
    names = [event["name"] for event in view["views"][0]["events"] if event["number"] > before]
    assert names[:2] == ["server.time_up", "exxtra.throw"]
    assert set(view["info"]["clock"]["deadlines"]) == {str(seat) for seat in view["info"]["actors"]}


async def test_nobody_loses_time_because_the_server_was_away(house: House) -> None:
    ada = await house.player("Ada")
    table = (await ada.table(ME, here("Bo"), clock={"seconds": 5}))["id"]
    await house.stop()
    house.clock.forward(3600)
    await house.start(int(house.url.rsplit(":", 1)[1]))
    await house.services.scheduler.look(table)
    assert (await ada.info(table))["version"] == 1
    house.clock.forward(20)
    await house.services.scheduler.look(table)
    assert (await ada.info(table))["version"] > 1


async def test_commands_before_the_start_are_refused(house: House) -> None:
    ada = await house.player("Ada")
    table = (await ada.table(ME, friend()))["id"]
    for command in ("resign", "return"):
        with pytest.raises(Refused) as refused:
            await ada.do(table, command, seat=0)
        assert refused.value.code == "server.waiting"
    for path in ("steps", "record", "hint?seat=0", "analysis"):
        with pytest.raises(Refused) as refused:
            await ada.ask("GET", f"/api/tables/{table}/{path}")
        assert refused.value.code == "server.waiting"


async def test_a_view_says_since_when_all_is_news_to_a_seat(house: House) -> None:
    script(house, [7, 6], [7, 5])
    ada = await house.player("Ada")
    table = (await ada.table(ME, here("Bo")))["id"]
    await throw_and_place(ada, table, 0, 3)
    whole = await ada.view(table)
    placed = whole["version"]
    assert [view["since"] for view in whole["views"]] == [0, 0], "nobody else has moved: the turn may go on"
    await ada.play(table, 1, "throw")
    assert [view["since"] for view in (await ada.view(table))["views"]] == [placed, 0]


async def test_a_live_match_is_the_one_its_log_tells(house: House) -> None:
    script(house, [7, 6])
    ada, bo, cy, table = await three(house, clock={"seconds": 60})
    await throw_and_place(ada, table, 0, 5)
    await check_log(house, table)
    await ada.do(table, "undo", seat=0, version=(await ada.view(table))["version"])
    await check_log(house, table)
    asked = (await bo.info(table))["proposal"]["number"]
    await bo.do(table, "agree", seat=1, proposal=asked)
    await cy.do(table, "agree", seat=2, proposal=asked)
    await check_log(house, table)
    await ada.play(table, 0, "place 4")
    await check_log(house, table)


async def check_log(house: House, table: str) -> None:
    """What is in memory is what comes out of the log, where bots and clocks look too."""
    async with house.services.tables.cache.locked(table) as loaded:
        live = loaded.match
        again = rebuilt(loaded.row, loaded.seats, await house.services.log.read(table))
    assert live is not None
    check_alike(live, again)


async def test_a_bot_begins_where_no_chance_comes_first(house: House) -> None:
    ada = await house.player("Ada")
    async with house.services.tables.cache.locked((await ada.table(ME, friend()))["id"]) as loaded:
        seats = [replace(loaded.seats[0], kind="bot"), loaded.seats[1]]
        start = {"seats": 2, "pawns": [20, 3], "dice": [None, {"slot": 5, "value": 64}]}
        match = LiveMatch(replace(loaded.row, start=start), seats)
        assert (match.version, match.actors, match.due) == (0, (0,), loaded.row.changed)


async def test_in_a_practice_game_a_move_is_taken_back_behind_the_bots_answer(any_house: House) -> None:
    ada = await any_house.player("Ada")
    with pytest.raises(Refused) as refused:
        await ada.table(ME, here("Bo"), practice=True)
    assert refused.value.code == "server.practice_people"
    table = (await ada.table(ME, bot("cautious"), practice=True))["id"]
    await until_my_turn(ada, table)
    await ada.play(table, 0, "throw")
    thrown = (await ada.view(table))["views"][0]
    assert thrown["undo"] == "now"
    await ada.do(
        table, "play", seat=0, version=(await ada.view(table))["version"], move=thrown["moves"][-1]["move"]
    )
    await until_my_turn(ada, table)
    whole = await ada.view(table)
    assert (whole["info"]["practice"], whole["views"][0]["undo"]) == (True, "now")
    await ada.do(table, "undo", seat=0, version=whole["version"])
    again = (await ada.view(table))["views"][0]
    assert (again["position"], again["moves"]) == (thrown["position"], thrown["moves"])
    assert (await ada.ask("GET", f"/api/tables/{table}/record"))["practice"] is True
    await check_log(any_house, table)


async def until_my_turn(player: Player, table: str) -> None:
    async with asyncio.timeout(HANG):
        while 0 not in (await player.info(table))["actors"]:
            await asyncio.sleep(LOOK)
