"""What programs need of a table: pickles, copies, a name for a debugger, refusals of wrong arguments."""

import copy
import pickle
from typing import Any

import pytest

from ludotheque import Table, Unreadable, all_games, game
from ludotheque.core.chance import seeded
from ludotheque.core.coded import CodedPosition
from ludotheque.core.game import Position
from ludotheque.table.check import random_choice

NAMES = [game.name for game in all_games()]
CODED = [name for name in NAMES if isinstance(Table(name, seed=1).position, CodedPosition)]


def after_some_moves(name: str) -> Table:
    """Play some moves, but not the last one of a short game."""
    table, rng = Table(name, seed=3), seeded(3)
    for _ in range(30 if name in CODED else 2):
        before = table.record()
        table.play(table.actors[0], random_choice(table.position, table.actors[0], rng))
        if table.result is not None:
            return Table.replay(before)
    return table


@pytest.mark.parametrize("name", NAMES)
def test_a_table_survives_a_pickle(name: str) -> None:
    table = after_some_moves(name)
    again: Table = pickle.loads(pickle.dumps(table))
    assert again.record() == table.record()
    assert again.events == table.events
    assert again.view(0) == table.view(0)
    assert again.game is table.game
    again.play(again.actors[0], random_choice(again.position, again.actors[0], seeded(1)))
    assert again.version > table.version


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, Table.copy])
def test_a_copy_goes_its_own_way(name: str, duplicate: Any) -> None:
    table = after_some_moves(name)
    before = table.record()
    other = duplicate(table)
    assert other.record() == before
    other.play(other.actors[0], random_choice(other.position, other.actors[0], seeded(1)))
    assert other.version > table.version
    assert table.record() == before


def test_the_chance_of_a_copy_is_its_own_and_can_be_seeded() -> None:
    table = Table("exxtra", seats=2, seed=7)
    throws = [
        [trial.copy(seed).play(table.actors[0], "throw") for trial in (table, table)] for seed in range(9)
    ]
    assert all(one == two for one, two in throws)
    assert len({str(one) for one, _ in throws}) > 1


def test_a_copy_takes_the_rest_of_a_script_with_it() -> None:
    table = Table("exxtra", seats=2, chance=[[1, 2], [7, 6]])
    trial = table.copy()
    trial.play(0, "throw")
    assert trial.play(0, "throw")[0].params["a"] == 7
    assert table.play(0, "throw")[0].params["a"] == 1


def test_what_one_table_takes_back_stays_on_its_copy() -> None:
    table = Table("targi", seed=1)
    seat = table.actors[0]
    table.play(seat, "place 2")
    assert table.why_not_undo(seat, agreed=True) is None
    trial = table.copy()
    table.undo(seat, agreed=True)
    table.play(seat, "place 3")
    trial.undo(seat, agreed=True)
    assert trial.moves(seat) == Table.replay(trial.record()).moves(seat)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))])
def test_positions_and_states_are_pickled_and_copied(name: str, duplicate: Any) -> None:
    position = after_some_moves(name).position
    before = position.to_json()
    other: Position = duplicate(position)
    assert other.to_json() == before
    assert other.game is position.game
    if isinstance(position, CodedPosition):
        assert CodedPosition(position.game, duplicate(position.state), position.options).to_json() == before
    other.play(other.actors[0], random_choice(other, other.actors[0], seeded(1)))
    assert other.to_json() != before
    assert position.to_json() == before


def test_a_game_is_one_thing_in_pickles_and_copies() -> None:
    assert pickle.loads(pickle.dumps(game("touche"))) is copy.deepcopy(game("touche")) is game("touche")


def test_a_table_a_position_and_a_state_say_what_they_are() -> None:
    table = Table("exxtra", seats=3, chance=[])
    assert repr(table) == "<Table of exxtra: 3 seats, version 1, actors (0,)>"
    assert repr(table.position) == "<CodedPosition of exxtra: 3 seats, actors (0,)>"
    assert isinstance(table.position, CodedPosition)
    assert repr(table.position.state) == "<Exxtra: 3 seats, turn 0>"
    position = {"seats": 2, "pawns": [21, 3], "dice": [None, None], "phase": "over"}
    assert repr(Table.at("exxtra", position)) == "<Table of exxtra: 2 seats, version 0, over>"


@pytest.mark.parametrize(
    ("arguments", "code", "named"),
    [
        ({"seed": "a"}, "core.number", "seed"),
        ({"seed": 1.5}, "core.number", "seed"),
        ({"seed": True}, "core.number", "seed"),
        ({"seats": "2"}, "core.number", "seats"),
        ({"seats": 2.0}, "core.number", "seats"),
        ({"seats": True}, "core.number", "seats"),
        ({"options": {"xx": True}}, "core.unknown_option", "xx_is_100"),
        ({"options": {"xx_is_100": "yes"}}, "core.option_value", "xx_is_100"),
        ({"chance": 5}, "core.chance_script", "chance"),
    ],
)
def test_a_wrong_argument_is_refused_by_its_name(arguments: dict[str, Any], code: str, named: str) -> None:
    with pytest.raises(Unreadable) as refused:
        Table("exxtra", **arguments)
    assert refused.value.code == code
    for language in ("en", "fr", "de"):
        assert named in refused.value.text(language)


@pytest.mark.parametrize("name", [["exxtra"], None, 3])
def test_a_game_that_is_no_name_is_refused(name: Any) -> None:
    with pytest.raises(Unreadable, match="no game called"):
        Table(name)


def test_the_games_are_a_package() -> None:
    import ludotheque.games.touche.bots as bots

    assert "expert" in bots.LEVELS
