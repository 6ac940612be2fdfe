"""Lessons over HTTP: nothing is remembered in between, but what somebody has taken."""

import httpx
import pytest

from ludotheque.games import REGISTRY
from ludotheque.table.lessons import lesson, lessons
from tests.server.conftest import House
from tests.server.player import Json, Player, Refused

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse"
FIRST = "/api/lessons/exxtra/first-turns"


async def step(player: Player, path: str, turns: list[Json], move: object) -> Json:
    answer: Json = await player.ask("POST", path, {"turns": turns, "tries": {"move": move}})
    return answer


async def take(player: Player, game: str, name: str) -> Json:
    """Take a whole lesson by its solution."""
    turns: list[Json] = []
    answer: Json = {}
    for one in lesson(game, name).steps:
        move = None if one.reads else one.answer
        answer = await step(player, f"/api/lessons/{game}/{name}", turns, move)
        assert answer["tried"]["right"], answer["tried"]
        turns.append(answer["tried"]["turn"])
    return answer


async def taken(player: Player, game: str = "exxtra") -> list[str]:
    return [one["name"] for one in await player.ask("GET", f"/api/lessons/{game}") if one["taken"]]


async def test_every_game_says_how_many_lessons_it_has(house: House) -> None:
    nobody = await house.player()
    for game in await nobody.ask("GET", "/api/games"):
        course = await nobody.ask("GET", f"/api/lessons/{game['name']}")
        assert len(course) == game["lessons"] == len(lessons(game["name"]))
        assert not any(one["taken"] for one in course)
        assert all(one["clauses"] for one in course)


async def test_a_lesson_is_taken_step_by_step_and_remembered(any_house: House) -> None:
    ada = await any_house.player("Ada")
    begun = await ada.ask("POST", FIRST, {})
    assert begun["tried"] is None
    assert begun["state"]["number"] == 0
    assert begun["state"]["names"] == ["Noa"]
    assert begun["state"]["point"] == {"do": "throw"}
    assert [offer["notation"] for offer in begun["state"]["view"]["moves"]] == ["throw"]
    end = await take(ada, "exxtra", "first-turns")
    assert end["state"]["ask"] is None
    assert end["next"] == lessons("exxtra")[1].name
    assert await taken(ada) == ["first-turns"]
    await take(ada, "exxtra", "first-turns")
    assert await taken(ada) == ["first-turns"]
    kept = (await ada.ask("GET", "/api/me/export"))["lessons"]
    assert [(one["game"], one["lesson"]) for one in kept] == [("exxtra", "first-turns")]


async def test_a_wrong_move_hears_why_and_changes_nothing(house: House) -> None:
    ada = await house.player("Ada")
    answer = await step(ada, FIRST, [], {"do": "place", "slot": 3})
    assert not answer["tried"]["right"]
    assert answer["tried"]["refusal"]["clause"] == "EXXTRA-7"
    assert set(answer["tried"]["said"]) == {"en", "fr", "de"}
    assert answer["state"]["number"] == 0
    right = await step(ada, FIRST, [], {"do": "throw"})
    assert [event["name"] for event in right["tried"]["events"]] == ["exxtra.throw"]


async def test_who_has_not_said_a_name_learns_too_but_nothing_is_remembered(house: House) -> None:
    nobody = await house.player()
    assert (await take(nobody, "exxtra", "first-turns"))["state"]["ask"] is None
    assert await taken(nobody) == []


async def test_what_a_guest_has_learned_comes_along_to_the_account(any_house: House) -> None:
    ada = await any_house.player("Ada")
    await take(ada, "exxtra", "first-turns")
    await ada.ask("POST", "/api/account", {"login": "Ada", "password": PASSWORD})
    phone = await any_house.player("Ada on the phone")
    await take(phone, "exxtra", "first-turns")
    await take(phone, "exxtra", "x-and-pairs")
    await phone.ask("POST", "/api/account/login", {"login": "ADA", "password": PASSWORD})
    assert await taken(phone) == ["first-turns", "x-and-pairs"]


async def test_who_is_forgotten_has_learned_nothing(any_house: House) -> None:
    ada = await any_house.player("Ada")
    await take(ada, "exxtra", "first-turns")
    await ada.ask("DELETE", "/api/me")
    assert await any_house.services.lessons._store.taken(ada.id, "exxtra") == set()


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/lessons/exxtra/none", {}, 404),
        ("/api/lessons/chess/1", {}, 404),
        (FIRST, {"turns": [{"move": {"do": "fly"}}]}, 400),
        (FIRST, {"turns": [{}] * 41}, 400),
        (FIRST, {"turns": 3}, 400),
        (FIRST, {"tries": {"move": "throw", "by": 1}}, 400),
    ],
)
async def test_bad_requests_are_refused(house: House, path: str, body: Json, status: int) -> None:
    ada = await house.player("Ada")
    with pytest.raises(Refused) as refused:
        await ada.ask("POST", path, body)
    assert refused.value.status == status


async def test_a_lesson_that_is_over_can_be_tried_no_more(house: House) -> None:
    ada = await house.player("Ada")
    turns: list[Json] = []
    for one in lesson("exxtra", "first-turns").steps:
        turns.append((await step(ada, FIRST, turns, None if one.reads else one.answer))["tried"]["turn"])
    with pytest.raises(Refused) as refused:
        await step(ada, FIRST, turns, "throw")
    assert refused.value.code == "core.lesson_over"


async def test_an_unknown_game_has_no_course(house: House) -> None:
    nobody = await house.player()
    answer = await nobody.http.get("/api/lessons/chess")
    assert isinstance(answer, httpx.Response)
    assert answer.status_code == 404
    assert "chess" not in REGISTRY


@pytest.mark.parametrize("game", ["zoch", "blackrock"])
async def test_flicks_are_practised_alone_and_nothing_is_kept(house: House, game: str) -> None:
    nobody = await house.player()
    path = f"/api/practice/{game}"
    now = await nobody.ask("POST", path, {})
    start = now["view"]["position"]
    assert not now["over"]
    assert now["events"] == []
    flick = {"do": "flick", "azimuth": 0.0, "speed": 1.0}
    flicks = 0
    while not now["over"]:
        view = now["view"]
        flicks += bool(view["ranges"])
        move = flick if view["ranges"] else view["moves"][0]["move"]
        now = await nobody.ask("POST", path, {"position": view["position"], "move": move})
        assert now["events"]
    assert flicks >= 3
    assert (await nobody.ask("POST", path, {}))["view"]["position"] == start
    assert (await nobody.ask("GET", f"/api/tables?game={game}"))["tables"] == []


async def test_a_hint_for_practice_is_a_flick(house: House) -> None:
    player = await house.player("Ada")
    hint = await player.ask("POST", "/api/practice/zoch/hint", {})
    assert hint["opinions"][0]["move"]["do"] == "flick"
    position = (await player.ask("POST", "/api/practice/zoch", {}))["view"]["position"]
    waiting = position | {
        "turn": 0,
        "layout": position["layout"] | {"stands": position["layout"]["stands"][::-1]},
    }
    with pytest.raises(Refused):
        await player.ask("POST", "/api/practice/zoch/hint", {"position": waiting})


async def test_tries_show_where_a_flick_ends_and_a_goal_tells_whether_it_was_met(house: House) -> None:
    player = await house.player("Ada")
    flick = {"do": "flick", "azimuth": 0.0, "speed": 1.2}
    tries = await player.ask("POST", "/api/practice/zoch/tries", {"move": flick})
    assert len(tries["ends"]) == 40
    assert {"x", "y", "on", "falls"} == set(tries["ends"][0])
    now = await player.ask("POST", "/api/practice/zoch", {"goal": "knock"})
    assert now["met"] is None
    assert len(now["view"]["position"]["rests"]) == 1
    position = now["view"]["position"]
    after = await player.ask(
        "POST", "/api/practice/zoch", {"goal": "knock", "position": position, "move": flick}
    )
    assert after["met"] in (True, False)
    (zoch,) = [game for game in await player.ask("GET", "/api/games") if game["name"] == "zoch"]
    assert zoch["goals"] == ["disc", "centre", "knock"]


async def test_a_position_of_a_match_is_practised_from_the_seat_that_flicks(house: House) -> None:
    player = await house.player("Ada")
    position = (await player.ask("POST", "/api/practice/zoch", {}))["view"]["position"]
    other = {"tower": [{"die": 3 + die, "up": 1 + die} for die in range(3)]}
    layout = position["layout"] | {"stands": [{"under": [0, 1, 2]}, other]}
    turned = position | {"turn": 0, "layout": layout}
    flick = {"do": "flick", "azimuth": 0.0, "speed": 1.0}
    now = await player.ask("POST", "/api/practice/zoch", {"position": turned, "seat": 1})
    assert now["view"]["seat"] == 1
    assert now["view"]["ranges"]
    after = await player.ask("POST", "/api/practice/zoch", {"position": turned, "seat": 1, "move": flick})
    assert after["events"][0]["name"] == "targets.flick"


@pytest.mark.parametrize(
    ("path", "sent", "status"),
    [
        ("/api/practice/zoch", {"goal": "juggle"}, 404),
        ("/api/practice/zoch/tries", {}, 400),
        ("/api/practice/zoch/tries", {"move": {"do": "pass"}}, 409),
        ("/api/practice/exxtra", {}, 404),
        ("/api/practice/chess", {}, 404),
        ("/api/practice/zoch", {"position": {"seats": 7}}, 400),
        ("/api/practice/zoch", {"move": {"do": "fly"}}, 400),
        ("/api/practice/zoch", {"move": {"do": "pass"}}, 409),
    ],
)
async def test_practice_that_can_not_be_is_refused(
    house: House, path: str, sent: dict[str, object], status: int
) -> None:
    nobody = await house.player()
    answer = await nobody.http.post(path, json=sent)
    assert answer.status_code == status, answer.text
    assert answer.json()["code"]
