"""Stepping, records and the coach."""

import msgspec
import pytest

from ludotheque import Table
from ludotheque.core.chance import seeded
from ludotheque.table.check import random_choice
from tests.server.analysed import analysed
from tests.server.conftest import House
from tests.server.player import ME, Refused, friend, here

pytestmark = pytest.mark.anyio

JSON = {"content-type": "application/json"}


def finished(seats: int = 2, seed: int = 5) -> Table:
    """A random match, played to its end."""
    table, rng = Table("exxtra", seats=seats, seed=seed), seeded(seed)
    while table.result is None:
        table.play(table.actors[0], random_choice(table.position, table.actors[0], rng))
    return table


async def test_a_record_comes_back_as_the_same_match(any_house: House) -> None:
    ada, eve = await any_house.player("Ada"), await any_house.player()
    record = finished().record() | {"names": ["Cy", "Di"]}
    info = await ada.ask("POST", "/api/records", record)
    assert [seat["name"] for seat in info["seats"]] == ["Cy", "Di"]
    assert (info["state"], info["study"]) == ("finished", True)
    answer = await eve.http.get(f"/api/tables/{info['id']}/record")
    assert answer.json() == record
    assert "attachment" in answer.headers["content-disposition"]


async def test_every_step_of_a_finished_match_can_be_looked_at(house: House) -> None:
    ada, eve = await house.player("Ada"), await house.player()
    table = finished()
    info = await ada.ask("POST", "/api/records", table.record())
    path = f"/api/tables/{info['id']}/steps"
    steps = await eve.ask("GET", f"{path}?count=400")
    assert steps["count"] == len(table.log) + 1
    assert [step["step"] for step in steps["steps"]] == list(range(steps["count"]))
    assert steps["steps"][-1]["position"] == table.position.to_json()
    assert [event["name"] for step in steps["steps"] for event in step["events"]] == [
        event.name for event in table.events
    ]
    some = await eve.ask("GET", f"{path}?seat=1&first=3&count=2")
    assert [step["step"] for step in some["steps"]] == [3, 4]
    assert some["steps"][0] == steps["steps"][3]
    assert (await eve.ask("GET", f"{path}?first=100000"))["steps"] == []
    with pytest.raises(Refused) as refused:
        await eve.ask("GET", f"{path}?seat=5")
    assert refused.value.code == "server.no_seat"
    with pytest.raises(Refused) as refused:
        await eve.ask("GET", f"{path}?count=401")
    assert refused.value.status == 400


async def test_a_match_that_is_not_over_becomes_a_study_to_play_on(house: House) -> None:
    ada = await house.player("Ada")
    record = Table("exxtra", seats=3, seed=2).record()
    info = await ada.ask("POST", "/api/records", record)
    assert (info["state"], info["study"], len(info["seats"])) == ("running", True, 3)
    assert all(seat["yours"] for seat in info["seats"])
    await ada.play(info["id"], info["actors"][0], "throw")


async def test_a_record_whose_last_throw_is_missing_goes_on_with_one(house: House) -> None:
    ada = await house.player("Ada")
    table = Table("exxtra", seats=2, chance=[])
    table.play(0, "throw")
    info = await ada.ask("POST", "/api/records", table.record())
    assert info["version"] == len(table.log) + 1


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "core.record_json"),
        (b"[1, 2]", "core.record_shape"),
        (b"[" * 100_000, "core.record_json"),
        (b'{"ludotheque": 99}', "core.record_version"),
        (b'{"ludotheque": 1, "game": "chess", "seats": 2}', "core.unknown_game"),
        (b'{"ludotheque": 1, "game": "exxtra", "seats": 2, "log": [{"chance": [9, 9]}]}', "core.record_move"),
    ],
)
async def test_a_broken_record_is_refused(house: House, body: bytes, code: str) -> None:
    ada = await house.player("Ada")
    answer = await ada.http.post("/api/records", content=body, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (400, code)


async def test_a_record_that_is_too_long_is_refused(house: House) -> None:
    ada = await house.player("Ada")
    long = {"ludotheque": 1, "game": "exxtra", "seats": 2, "log": [{"chance": [1, 1]}] * 20_001}
    answer = await ada.http.post("/api/records", content=msgspec.json.encode(long), headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (400, "server.record_long")
    large = await ada.http.post("/api/records", content=b"[" + b"1," * 1_100_000 + b"1]", headers=JSON)
    assert (large.status_code, large.json()["kind"]) == (413, "too_large")


async def test_the_coach_hints_where_the_table_allows_it(house: House) -> None:
    ada, bo = await house.player("Ada"), await house.player("Bo")
    table = await ada.table(ME, here("Bo"))
    (actor,) = table["actors"]
    hint = await ada.ask("GET", f"/api/tables/{table['id']}/hint?seat={actor}")
    assert hint["exact"] is True
    assert [one["notation"] for one in hint["opinions"]] == ["throw"]
    assert 0.5 < hint["opinions"][0]["value"] < 0.6
    for player, seat, code in ((ada, 1 - actor, "core.not_your_turn"), (bo, actor, "server.not_your_seat")):
        with pytest.raises(Refused) as refused:
            await player.ask("GET", f"/api/tables/{table['id']}/hint?seat={seat}")
        assert refused.value.code == code
    strict = await ada.table(ME, here("Bo"), hints=False)
    with pytest.raises(Refused) as refused:
        await ada.ask("GET", f"/api/tables/{strict['id']}/hint?seat={strict['actors'][0]}")
    assert refused.value.code == "server.no_hints"


async def test_hints_among_people_are_off_unless_the_table_allows_them_and_then_all_are_told(
    house: House,
) -> None:
    ada, bo = await house.player("Ada"), await house.player("Bo")
    usual = await ada.table(ME, friend())
    assert usual["hints"] is False
    assert (await ada.table(ME, here("Bo")))["hints"] is True
    allowed = await ada.table(ME, friend(), hints=True)
    await bo.take(allowed["seats"][1]["invite"])
    seat = (await ada.info(allowed["id"]))["actors"][0]
    asker, other = (ada, bo) if seat == 0 else (bo, ada)
    hints = [await asker.ask("GET", f"/api/tables/{allowed['id']}/hint?seat={seat}") for _ in range(2)]
    seen = (await other.view(allowed["id"]))["views"][0]["events"]
    told = [event["seat"] for event in seen if event["name"] == "server.hint"]
    assert told == [seat], "once for each position"
    assert {hint["version"] for hint in hints} == {(await other.view(allowed["id"]))["version"]}
    await asker.play(allowed["id"], seat, "throw")
    await asker.ask("GET", f"/api/tables/{allowed['id']}/hint?seat={seat}")
    seen = (await other.view(allowed["id"]))["views"][0]["events"]
    assert [event["name"] for event in seen].count("server.hint") == 2


async def test_hints_that_are_off_stay_off_for_a_copy_of_the_same_match(house: House) -> None:
    ada, bo = await house.player("Ada"), await house.player("Bo")
    strict = await ada.table(ME, friend(), hints=False)
    await bo.take(strict["seats"][1]["invite"])
    seat = (await ada.info(strict["id"]))["actors"][0]
    mover = (ada, bo)[seat]
    await mover.play(strict["id"], seat, "throw")
    record = await mover.ask("GET", f"/api/tables/{strict['id']}/record")
    copy = (await mover.ask("POST", "/api/records", record))["id"]
    for path in (f"hint?seat={seat}", "analysis", "study?step=2"):
        with pytest.raises(Refused) as refused:
            await mover.ask("GET", f"/api/tables/{copy}/{path}")
        assert refused.value.code == "server.no_hints"
    move = (await mover.view(copy))["views"][seat]["moves"][0]["move"]
    await mover.play(copy, seat, move)
    with pytest.raises(Refused) as refused:
        await mover.ask("GET", f"/api/tables/{copy}/analysis")
    assert refused.value.code == "server.no_hints", "nor for what could come next"
    eve = await house.player()
    with pytest.raises(Refused) as refused:
        await eve.ask("GET", f"/api/tables/{copy}/analysis")
    assert refused.value.code == "server.no_hints", "nor through somebody else"
    await mover.do(strict["id"], "resign", seat=seat)
    assert (await analysed(mover, copy))["analysis"]["exact"] is True


async def test_after_the_game_every_decision_is_judged(house: House) -> None:
    ada = await house.player("Ada")
    info = await ada.ask("POST", "/api/records", finished().record())
    analysis = (await analysed(ada, info["id"]))["analysis"]
    assert analysis["exact"] is True
    assert analysis["chances"][-1]["win"] in ([1.0, 0.0], [0.0, 1.0])
    losses = [analysis["decisions"][index]["loss"] for index in analysis["mistakes"]]
    assert losses == sorted(losses, reverse=True)
    assert losses[0] > 0
    assert (await analysed(ada, info["id"]))["analysis"] == analysis
    running = await ada.table(ME, here("Bo"))
    with pytest.raises(Refused) as refused:
        await ada.ask("GET", f"/api/tables/{running['id']}/analysis")
    assert refused.value.code == "server.not_over"


async def test_a_position_that_is_looked_at_is_thought_about_further(house: House) -> None:
    ada = await house.player("Ada")
    targi = Table("targi", seats=2, seed=1)
    for _ in range(3):
        targi.play(targi.actors[0], random_choice(targi.position, targi.actors[0], seeded(1)))
    copy = (await ada.ask("POST", "/api/records", targi.record()))["id"]
    path = f"/api/tables/{copy}/study?step={len(targi.log)}"
    first, second = [await ada.ask("GET", path) for _ in range(2)]
    assert second["thought"] > first["thought"] > 0
    assert [one["notation"] for one in first["opinions"]]
    beyond = await ada.ask("GET", f"/api/tables/{copy}/study?step=100000")
    assert beyond["seat"] == first["seat"], "behind the last step is where the match stands"
    running = await ada.table(ME, here("Bo"))
    with pytest.raises(Refused) as refused:
        await ada.ask("GET", f"/api/tables/{running['id']}/study?step=0")
    assert refused.value.code == "server.not_over"


async def test_a_running_open_match_can_be_stepped_through_by_its_players(house: House) -> None:
    ada, bo = await house.player("Ada"), await house.player("Bo")
    table = await ada.table(ME, friend())
    await bo.take(table["seats"][1]["invite"])
    steps = await bo.ask("GET", f"/api/tables/{table['id']}/steps")
    assert (steps["seat"], steps["count"]) == (1, 2)
    assert steps["steps"][1]["chance"]["starter"] in (0, 1)
    with pytest.raises(Refused):
        await bo.ask("GET", f"/api/tables/{table['id']}/steps?seat=0")
