"""Playing over the network: moves, versions, resending, sockets."""

import asyncio

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.server.conftest import House
from tests.server.player import ME, OPEN, Live, Player, Refused, friend, here

pytestmark = pytest.mark.anyio


async def two(house: House) -> tuple[Player, Player, str]:
    """Two people at a running table; the first to act comes first."""
    ada, bo = await house.player("Ada"), await house.player("Bo")
    table = await ada.table(ME, friend("Bo"))
    await bo.take(table["seats"][1]["invite"])
    starter = (await ada.info(table["id"]))["actors"][0]
    return (ada, bo, table["id"]) if starter == 0 else (bo, ada, table["id"])


def seat_of(view: dict[str, object]) -> int:
    views = view["views"]
    assert isinstance(views, list)
    return int(views[0]["seat"])


async def test_a_table_starts_by_itself_when_no_seat_is_free(any_house: House) -> None:
    ada, bo = await any_house.player("Ada"), await any_house.player("Bo")
    table = await ada.table(ME, friend())
    assert table["state"] == "waiting"
    assert (await ada.view(table["id"]))["views"] == []
    started = await bo.take(table["seats"][1]["invite"])
    assert started["state"] == "running"
    assert [seat["name"] for seat in started["seats"]] == ["Ada", "Bo"]
    assert started["version"] == 1, "the starter was drawn"


async def test_a_move_is_played_and_everybody_is_told(any_house: House) -> None:
    ada, bo, table = await two(any_house)
    watcher = await any_house.player()
    async with ada.live(table) as mine, bo.live(table) as other, watcher.live(table) as third:
        whole = await mine.next("table")
        await other.next("table")
        await third.next("table")
        seat = seat_of(whole)
        assert whole["views"][0]["moves"] == [{"move": {"do": "throw"}, "notation": "throw", "preview": []}]
        done = await mine.do("play", seat=seat, version=whole["version"], move={"do": "throw"})
        assert done["type"] == "done"
        assert done["version"] == whole["version"] + 2
        for live in (mine, other, third):
            update = await live.next("update")
            assert (update["since"], update["version"]) == (whole["version"], done["version"])
            assert update["views"][0]["events"][0]["name"] == "exxtra.throw"
        assert third.heard[-1]["views"][0]["seat"] is None
        assert third.heard[-1]["views"][0]["moves"] == []


async def test_every_offer_tells_what_it_would_do(house: House) -> None:
    ada = await house.player("Ada")
    start = {
        "seats": 2, "pawns": [4, 4], "dice": [None, {"slot": 5, "value": 64}],
        "phase": "decide", "turn": 0, "throws": 1, "thrown": [4, 6],
    }  # fmt: skip
    record = {"ludotheque": 1, "game": "exxtra", "seats": 2, "start": start, "log": []}
    table = (await ada.ask("POST", "/api/records", record))["id"]
    before = await ada.view(table)
    offers = {offer["notation"]: offer["preview"] for offer in before["views"][0]["moves"]}
    assert [step["name"] for step in offers["place 4"]] == ["exxtra.place", "exxtra.remove"]
    assert offers["place 4"][1]["seat"] == 1
    assert offers["throw"] == []
    assert (await ada.view(table))["views"] == before["views"], "nothing was played"


async def test_a_command_sent_twice_counts_once(any_house: House) -> None:
    ada, _, table = await two(any_house)
    view = await ada.view(table)
    seat, version = seat_of(view), view["version"]
    first = await ada.do(table, "play", id="same", seat=seat, version=version, move="throw")
    again = await ada.do(table, "play", id="same", seat=seat, version=version, move="throw")
    assert (first["again"], again["again"]) == (False, True)
    assert first["version"] == again["version"] == (await ada.view(table))["version"]


async def test_a_command_counts_once_even_after_a_restart(any_house: House) -> None:
    ada, _, table = await two(any_house)
    view = await ada.view(table)
    seat, version = seat_of(view), view["version"]
    first = await ada.do(table, "play", id="same", seat=seat, version=version, move="throw")
    await any_house.stop()
    await any_house.start(int(any_house.url.rsplit(":", 1)[1]))
    again = await ada.do(table, "play", id="same", seat=seat, version=version, move="throw")
    assert again == {**first, "again": True}
    assert (await ada.view(table))["views"][0]["position"]["throws"] in (0, 1)


async def test_a_move_based_on_an_old_version_is_refused_with_the_current_one(house: House) -> None:
    ada, _, table = await two(house)
    view = await ada.view(table)
    await ada.play(table, seat_of(view), "throw", view["version"])
    with pytest.raises(Refused) as refused:
        await ada.play(table, seat_of(view), "throw", view["version"])
    assert refused.value.kind == "stale"
    assert refused.value.body["version"] == (await ada.view(table))["version"]


async def test_a_refused_move_tells_code_and_clause(house: House) -> None:
    ada, bo, table = await two(house)
    view = await ada.view(table)
    with pytest.raises(Refused) as refused:
        await ada.play(table, seat_of(view), {"do": "place", "slot": 3})
    assert (refused.value.status, refused.value.code) == (409, "exxtra.throw_first")
    assert refused.value.body["clause"] == "EXXTRA-7"
    with pytest.raises(Refused) as refused:
        await bo.play(table, 1 - seat_of(view), "throw")
    assert (refused.value.kind, refused.value.code) == ("not_your_turn", "core.not_your_turn")
    with pytest.raises(Refused) as refused:
        await ada.play(table, seat_of(view), {"do": "jump"})
    assert refused.value.status == 400


async def test_a_socket_that_comes_back_gets_only_what_it_missed(house: House) -> None:
    ada, bo, table = await two(house)
    async with bo.live(table) as live:
        whole = await live.next("table")
    view = await ada.view(table)
    await ada.play(table, seat_of(view), "throw")
    async with bo.live(table, since=whole["version"]) as live:
        missed = await live.next("table")
        assert missed["since"] == whole["version"]
        assert sorted({event["number"] for event in missed["views"][0]["events"]}) == [
            number for number in range(whole["version"] + 1, missed["version"] + 1) if number > 2
        ]


async def test_one_screen_holds_several_seats(house: House) -> None:
    ada = await house.player("Ada")
    table = await ada.table(ME, here("Bo"), here("Cy"))
    assert [seat["yours"] for seat in table["seats"]] == [True, True, True]
    async with ada.live(table["id"]) as live:
        whole = await live.next("table")
        assert [view["seat"] for view in whole["views"]] == [0, 1, 2]
        actor = whole["info"]["actors"][0]
        assert [bool(view["moves"]) for view in whole["views"]] == [seat == actor for seat in range(3)]
        done = await live.do("play", seat=actor, version=whole["version"], move="throw")
        assert done["type"] == "done"


async def test_nobody_acts_for_another_seat(house: House) -> None:
    ada, bo, table = await two(house)
    seat = seat_of(await ada.view(table))
    stranger = await house.player("Eve")
    nobody = await house.player()
    for other in (bo, stranger):
        with pytest.raises(Refused) as refused:
            await other.play(table, seat, "throw")
        assert (refused.value.status, refused.value.code) == (403, "server.not_your_seat")
    with pytest.raises(Refused) as refused:
        await nobody.play(table, seat, "throw")
    assert refused.value.status == 401


async def test_messages_that_cannot_be_read_are_refused_and_the_socket_stays(house: House) -> None:
    ada, _, table = await two(house)
    async with ada.live(table) as live:
        await live.next("table")
        for broken in (
            "",
            "{",
            "[]",
            '{"do": "fly"}',
            '{"do": "play", "id": "x"}',
            '{"do":"chat","id":"","text":"a"}',
        ):
            await live.socket.send(broken)
            refused = await live.next("refused")
            assert (refused["id"], refused["refusal"]["kind"]) == (None, "unreadable")
        await live.socket.send(b"\xff\x00")
        assert (await live.next("refused"))["refusal"]["kind"] == "unreadable"
        assert (await live.do("ping"))["type"] == "pong"


async def test_a_whole_match_is_played_to_its_result(any_house: House) -> None:
    ada, bo, table = await two(any_house)
    players = {seat_of(await player.view(table)): player for player in (ada, bo)}
    async with players[0].live(table) as live:
        whole = await live.next("table")
        version, actors = whole["version"], whole["info"]["actors"]
        while actors:
            seat = actors[0]
            view = await players[seat].view(table, version)
            moves = [offer["move"] for offer in view["views"][0]["moves"]]
            await players[seat].play(table, seat, moves[-1], version)
            update = await live.next("update")
            version, actors = update["version"], update["actors"]
        assert update["state"] == "finished"
        assert sorted(update["result"]["ranks"]) == [1, 2]
        assert update["result"]["reason"] == "exxtra.goal"
        assert (await live.next("lobby"))["info"]["result"] == update["result"]
    assert (await ada.info(table))["state"] == "finished"
    again = await ada.view(table)
    assert again["info"]["result"] == update["result"]


async def test_my_tables_tell_whose_turn_it_is(any_house: House) -> None:
    ada, bo, table = await two(any_house)
    assert [one["your_turn"] for one in (await ada.ask("GET", "/api/me/tables"))["tables"]] == [True]
    assert [one["your_turn"] for one in (await bo.ask("GET", "/api/me/tables"))["tables"]] == [False]
    assert (await bo.ask("GET", "/api/me/tables?state=finished"))["tables"] == []
    assert (await ada.info(table))["your_turn"] is True


async def test_presence_is_shown_while_somebody_is_connected(house: House) -> None:
    ada, bo, table = await two(house)
    seat = seat_of(await bo.view(table))
    async with ada.live(table) as live:
        await live.next("table")
        async with bo.live(table) as other:
            await other.next("table")
            while not (await live.next("lobby"))["info"]["seats"][seat]["online"]:
                pass
        while (await live.next("lobby"))["info"]["seats"][seat]["online"]:
            pass


async def test_two_moves_at_the_same_time_are_not_both_played(any_house: House) -> None:
    ada, _, table = await two(any_house)
    view = await ada.view(table)
    tried = [
        ada.play(table, seat_of(view), "throw", view["version"]),
        ada.play(table, seat_of(view), "throw", view["version"]),
    ]
    ended = await asyncio.gather(*tried, return_exceptions=True)
    assert sum(isinstance(one, Refused) and one.kind == "stale" for one in ended) == 1


async def test_an_open_seat_needs_no_key(house: House) -> None:
    ada, bo = await house.player("Ada"), await house.player("Bo")
    table = await ada.table(ME, OPEN, public=True)
    listed = (await bo.ask("GET", "/api/tables?state=waiting"))["tables"]
    assert [one["id"] for one in listed] == [table["id"]]
    started = await bo.sit(table["id"], 1, name="Bobby")
    assert started["seats"][1]["name"] == "Bobby"


async def test_my_tables_are_told_live(house: House) -> None:
    ada, bo, table = await two(house)
    cookie = f"ludotheque={bo.http.cookies['ludotheque']}"
    address = f"{house.url.replace('http', 'ws')}/api/me/live"
    async with connect(address, additional_headers={"cookie": cookie}) as socket:
        live = Live(socket)
        assert [one["id"] for one in (await live.next("mine"))["tables"]] == [table]
        await bo.table(ME, OPEN)
        while len((await live.next("mine"))["tables"]) != 2:
            pass
        view = await ada.view(table)
        await ada.play(table, seat_of(view), "throw")
        while not any(one["version"] > view["version"] for one in (await live.next("mine"))["tables"]):
            pass
    with pytest.raises(ConnectionClosed) as closed:
        async with connect(address) as socket:
            await socket.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4403


async def test_who_watches_a_flick_sees_it_and_so_does_who_comes_back_after_it(house: House) -> None:
    ada = await house.player("Ada")
    table = (await ada.table(ME, here("Bo"), game="zoch"))["id"]
    async with ada.live(table) as live:
        whole = await live.next("table")
        flick = {"do": "flick", "azimuth": 0.0, "speed": 1.0}
        seat = whole["info"]["actors"][0]
        await live.do("play", seat=seat, version=whole["version"], move=flick)
        update = await live.next("update")
    events = update["views"][0]["events"]
    assert [bool(event.get("motion")) for event in events[:2]] == [False, True]
    assert len(events[1]["motion"]) <= 1400
    told = (await ada.view(table))["views"][0]["events"]
    assert [event["name"] for event in told][-len(events) :] == [event["name"] for event in events]
    assert events[1]["motion"] in [event.get("motion") for event in told]
    watcher = await house.player()
    seen = (await watcher.view(table))["views"][0]["events"]
    assert events[1]["motion"] in [event.get("motion") for event in seen]
    steps = (await ada.ask("GET", f"/api/tables/{table}/steps?count=400"))["steps"]
    assert events[1]["motion"] in [event.get("motion") for event in steps[-1]["events"]]


async def test_what_was_seen_before_the_last_turn_is_not_shown_again(house: House) -> None:
    ada = await house.player("Ada")
    table = (await ada.table(ME, here("Bo"), here("Cy"), game="zoch"))["id"]
    flick = {"do": "flick", "azimuth": 0.0, "speed": 1.0}
    flickers: list[int] = []
    while flickers.count(flickers[0]) < 2 or flickers[-1] == flickers[0] if flickers else True:
        whole = await ada.view(table)
        seat = whole["info"]["actors"][0]
        view = next(one for one in whole["views"] if one["seat"] == seat)
        if view["ranges"]:
            flickers.append(seat)
        await ada.play(table, seat, flick if view["ranges"] else view["moves"][0]["move"])
    whole = await ada.view(table)
    for view in whole["views"]:
        shown = {event["number"] for event in view["events"] if "motion" in event}
        assert all(number > view["since"] for number in shown)
    last = next(one for one in whole["views"] if one["seat"] == flickers[0])
    motions = [event for event in last["events"] if "motion" in event]
    assert 0 < len(motions) < len(flickers)
