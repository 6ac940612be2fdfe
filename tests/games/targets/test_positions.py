"""Moves and positions as text and JSON: what is readable, and what is refused with its place."""

from typing import Any

import pytest

from ludotheque import Move, Table
from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.core.refusal import Unreadable
from ludotheque.games.targets import moves
from ludotheque.games.targets.moves import notation, parse
from tests.games.targets.scenes import FLICK, Match, lie, names


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("flick -3.5 1.2 0.3 0.1 10", moves.Flick(-3.5, 1.2, 0.3, 0.1, 10.0)),
        ("FLICK 0 1e0", moves.Flick(0.0, 1.0)),
        ("double A2", moves.Call("double", 1)),
        ("double a3 A1", moves.Call("double", 2, 0)),
        ("targets f3", moves.Call("targets", 17)),
        ("pas_vu b1", moves.Call("pas_vu", 3)),
        ("pass", moves.Pass()),
        ("keep A1", moves.Keep(0)),
        ("keep A1 A3", moves.Keep(0, 2)),
        ("lose B2", moves.Lose(4)),
        ("remove 3", moves.Remove(2)),
        ("exchange C1", moves.Exchange(6)),
        ("stack A1 B1", moves.Stack((0, 3))),
        ("stack A1=6 B1=5", moves.Stack((0, 3), (6, 5))),
    ],
)
def test_a_move_is_written_and_read(text: str, move: Move) -> None:
    assert parse(text) == move
    assert parse(notation(move)) == move


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "flick",
            "flick 1",
            "flick 1 x",
            "flick 1 2 3 4 5 6",
            "flick 1 nan",
            "flick 900 1",
            "flick 0 7",
        ),
        *(
            "pass A1",
            "double",
            "double A1 A2 A3",
            "targets A1 A2",
            "double A4",
            "keep",
            "keep A1 A2 A3",
            "lose A1=3",
            "dance A1",
        ),
        *("stack A1 B1=5", "stack", "remove 4", "remove"),
    ],
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        parse(text)


@pytest.mark.parametrize(
    "outcome",
    [
        {"starter": 2},
        {"starter": -1},
        {"starter": "A"},
        {"faces": [1, 2, 3]},
        7,
    ],
)
def test_no_other_starter_can_be_drawn(outcome: Json) -> None:
    position = Match("zoch").table.game.start(2, Match("zoch").table.position.options)
    with pytest.raises(Unreadable):
        position.resolve(outcome)


@pytest.mark.parametrize("faces", [[1, 2, 3], [0, 1, 2, 3, 4, 5], [7, 1, 2, 3, 4, 5]])
def test_every_die_has_a_face_when_stacked(faces: list[int]) -> None:
    game = Match("zoch").table.game
    position = game.start(2, game.read_options(None))
    position.resolve({"starter": 1})
    assert position.default_outcome() == {"faces": [1, 2, 3, 1, 2, 3]}
    with pytest.raises(Unreadable):
        position.resolve({"faces": faces})


@pytest.mark.parametrize(
    "change",
    [
        {"die": 17},
        {"up": 7},
        {"fallen_from": 1},
        {"off": True, "support": {}, "fallen_from": None},
        {"off": True, "support": {"table": True}},
        {"support": {"targets": [3]}},
        {"touches": {"piles": [1]}},
        {"support": {"bases": [2]}},
        {"centres": [0], "touches": {"targets": [0]}},
        {"dead_centre": 4},
    ],
)
def test_an_outcome_that_does_not_fit_the_table_is_refused_and_changes_nothing(
    change: dict[str, Any],
) -> None:
    match = Match("zoch")
    match.table.play(0, FLICK)
    outcome: Any = match.outcome(lie("A3", 4))
    before = match.table.position.to_json()
    outcome["dice"][2] |= change
    with pytest.raises(Unreadable):
        match.table.feed(outcome)
    assert match.table.position.to_json() == before


def test_the_centre_of_a_blackrock_disc_is_no_hole() -> None:
    match = Match("blackrock")
    match.table.play(0, FLICK)
    with pytest.raises(Unreadable):
        match.table.feed(match.outcome(lie("A3", 4, hole=1)))
    with pytest.raises(Unreadable):
        match.table.feed({"dice": []})


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"seats": 7, "points": [0] * 7}, "$.seats"),
        ({"seats": 3, "points": [0, 0, 0]}, "$.layout.stands"),
        ({"points": [0]}, "$.points"),
        ({"points": [-1, 0]}, "$.points"),
        ({"turn": 2}, "$.turn"),
        ({"starter": -1}, "$.starter"),
        ({"holders": [0, 0, 0, 1, 1]}, "$.holders"),
        ({"holders": [0, 0, 0, 0, 1, 1]}, "$.holders"),
        ({"passed": [5]}, "$.passed"),
        ({"passed": [1, 1]}, "$.passed"),
        ({"stacked": [-1]}, "$.stacked"),
        ({"holders": [0, 0, 0, 1, 1, 9]}, "$.holders"),
        ({"holders": [1, 1, 1, 0, 0, 0]}, "$.layout.stands[0].tower[0].die"),
        ({"inert": [6]}, "$.inert"),
        ({"round": 21}, "$.round"),
        ({"round": 0}, "$.round"),
        ({"points": [4, 0]}, "$.phase"),
        ({"points": [7, 0], "phase": "over"}, "$.points"),
        ({"phase": "over"}, "$.phase"),
        ({"phase": "stack"}, "$.phase"),
        ({"phase": "stack", "stacked": [0]}, "$.stacked"),
        ({"unsettled": True}, "$.unsettled"),
        ({"misses": 1, "window": True}, "$.window"),
        ({"misses": 2}, "$.misses"),
        ({"phase": "choose"}, "$.duties"),
        ({"phase": "choose", "duties": [{"do": "lose", "seat": 0, "dice": [0]}]}, "$.duties[0].dice"),
        ({"phase": "choose", "duties": [{"do": "lose", "seat": 7, "dice": [0]}]}, "$.duties[0].seat"),
        ({"phase": "choose", "duties": [{"do": "keep", "seat": 1, "dice": [3, 4]}]}, "$.duties[0].dice"),
        ({"phase": "choose", "duties": [{"do": "lose", "seat": 0, "dice": [0, 0]}]}, "$.duties"),
        ({"phase": "golden"}, "$.phase"),
        ({"rests": [{"die": 0, "pose": [0, 0, 0], "up": 9}]}, "$.rests[0].up"),
        ({"rests": [{"die": 0, "pose": [0, 0, 0], "up": 3, "off": True}]}, "$.rests[0].off"),
        ({"rests": [{"die": 0, "pose": [9, 0, 0], "up": 3}]}, "$.rests[0].pose"),
        ({"rests": [{"die": 0, "pose": [0, 0, 0], "up": 3, "carried_by": 2}]}, "$.rests[0].carried_by"),
        ({"aim": {"do": "flick", "azimuth": 0, "speed": 5}}, "$.aim.speed"),
        ({"aim": {"do": "flick", "azimuth": 0, "speed": 1}, "window": True}, "$.aim"),
        ({"rests": [{"die": 0, "pose": [0, 0, 0], "up": 3}]}, "$.layout"),
        ({"aim": {"do": "flick", "azimuth": 0, "speed": 1}, "phase": "over"}, "$.aim"),
        ({"nonsense": 1}, "$"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_place(change: dict[str, Any], where: str) -> None:
    position: Any = Match("zoch").table.position.to_json()
    with pytest.raises(Unreadable) as refused:
        Table.at("zoch", position | change)
    assert refused.value.params["where"] == where


def test_lost_and_doubled_dice_are_noticed() -> None:
    position: Any = Match("zoch").table.position.to_json()
    stands = position["layout"]["stands"]
    stands[0]["under"] = [0]
    with pytest.raises(Unreadable):
        Table.at("zoch", position)
    stands[0] |= {"under": [], "tower": stands[0]["tower"][1:]}
    with pytest.raises(Unreadable):
        Table.at("zoch", position)
    position = Match("zoch").table.position.to_json()
    position["layout"]["stands"][0]["discs"] = 4
    with pytest.raises(Unreadable):
        Table.at("zoch", position)


def test_a_table_without_towers_and_calls_is_no_position() -> None:
    match = Match("zoch").with_dice(lie("A1", 2))
    with pytest.raises(Unreadable):
        match.emptied(0, 1)


@pytest.mark.parametrize(
    "change",
    [
        {"golden": {"flick": 1, "contenders": [0, 1], "aims": [None, None]}},
        {"options": {"teams": True}},
        {"options": {"pas_vu_pas_pris": True}},
        {"central": [0, 3]},
        {"stored": [[]]},
    ],
)
def test_a_position_of_blackrock_that_cannot_be_is_refused(change: dict[str, Any]) -> None:
    position: Any = Match("blackrock").table.position.to_json()
    with pytest.raises(Unreadable):
        Table.at("blackrock", position | change)


def test_dice_settle_on_the_simulated_table() -> None:
    match = Match("zoch").with_dice(lie("A1", 5), lie("B1", 6, on="A1", table=True))
    match.table.play(0, FLICK)
    position = match.table.position
    position.resolve(match.outcome(lie("A3", 5)))
    position.play(0, match.table.game.read_move("double A1"))
    settled: Any = position.draw(seeded(1))
    assert [found["die"] for found in settled["settled"]] == [2, 3]
    assert names(position.resolve(settled)) == ["settle"]
    assert position.actors == (1,)


def test_the_flick_is_drawn_and_resolved_by_simulation() -> None:
    table = Table("blackrock", 3, seed=5)
    seat = table.actors[0]
    told = names(table.play(seat, FLICK))
    assert told[0] == "flick"
    assert "rests" in told or "miss_1" in told or "off" in told
    chance: Any = table.log[-1].chance
    assert chance["film"]
    assert Table.replay(table.record()).position.to_json() == table.position.to_json()
