"""The table: seats, chance, refusals, undo, views and records, shown on Exxtra."""

import json
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ludotheque import Event, Move, NotAllowed, NotYourTurn, Refusal, Table, Unreadable, game
from ludotheque.core.words import LANGUAGES
from ludotheque.games.exxtra.moves import Place, Throw


def finished(seed: int = 3, seats: int = 2) -> Table:
    """A whole game of two who throw once and always place on the lowest slot but 0 that is free."""
    table = Table("exxtra", seats=seats, seed=seed)
    while table.result is None:
        table.play(table.actors[0], _listed(table)[-1])
    return table


def _listed(table: Table) -> list[Any]:
    return list(table.moves(table.actors[0]))


def test_the_same_seed_gives_the_same_game() -> None:
    assert finished(5).record() == finished(5).record()
    assert finished(5).record() != finished(6).record()


def test_without_a_seed_games_differ() -> None:
    assert len({json.dumps(_first_throws(Table("exxtra"))) for _ in range(8)}) > 1


def _first_throws(table: Table) -> list[Any]:
    for _ in range(6):
        table.play(table.actors[0], _listed(table)[0])
    return [entry.chance for entry in table.log]


def test_any_whole_number_is_a_seed() -> None:
    for seed in (0, -1, 2**70, -(2**70)):
        assert Table("exxtra", seed=seed).actors


def test_a_table_has_the_smallest_number_of_seats_unless_told() -> None:
    assert Table("exxtra").seats == 2


@pytest.mark.parametrize("seats", [1, 7, 0, -2])
def test_a_wrong_number_of_seats_is_refused(seats: Any) -> None:
    with pytest.raises(Unreadable) as refused:
        Table("exxtra", seats=seats)
    assert refused.value.code == "core.seats"
    assert "2, 3, 4, 5, and 6" in str(refused.value)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(Unreadable, match="no game called “chess”"):
        Table("chess")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"xx_is_100": 1}, "The option xx_is_100 is true or false, not 1 (Expected `bool`, got `int`)."),
        ([], "something is wrong at $ (Expected `object`, got `array`)."),
        (3, "something is wrong at $ (Expected `object`, got `int`)."),
    ],
)
def test_options_that_can_not_be_read_are_refused_with_what_they_may_be(options: Any, said: str) -> None:
    with pytest.raises(Unreadable) as refused:
        Table("exxtra", options=options)
    assert str(refused.value).endswith(said)
    assert "Expected" not in refused.value.text("en"), "people are told the sentence alone"


def test_an_option_that_is_not_known_is_refused_with_the_known_ones() -> None:
    with pytest.raises(Unreadable) as refused:
        Table("exxtra", options={"xx": True})
    assert str(refused.value) == "Exxtra has no option “xx”. Known options: xx_is_100."


@pytest.mark.parametrize("seat", [-1, 2, True, "0", None, 0.0])
def test_a_seat_that_does_not_exist_is_refused_everywhere(seat: Any) -> None:
    table = Table("exxtra", chance=[])
    for act in (
        lambda: table.play(seat, "throw"),
        lambda: table.moves(seat),
        lambda: table.undo(seat),
        lambda: table.reset_turn(seat),
    ):
        with pytest.raises(Unreadable) as refused:
            act()
        assert refused.value.code == "core.seat"
    refusal = table.why_not(seat, "throw")
    assert refusal is not None
    assert refusal.code == "core.seat"


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ({"do": "fly"}, "core.unknown_move"),
        ({}, "core.unknown_move"),
        ([], "core.unknown_move"),
        (None, "core.unknown_move"),
        (7, "core.unknown_move"),
        ({"do": "place"}, "core.unreadable"),
        ({"do": "place", "slot": 6}, "core.unreadable"),
        ({"do": "place", "slot": "1"}, "core.unreadable"),
        ({"do": "throw", "slot": 1}, "core.unreadable"),
        ("place six", "exxtra.notation"),
        (Place(9), "core.unreadable"),
    ],
)
def test_a_move_that_cannot_be_read_is_refused(move: Any, code: str) -> None:
    table = Table("exxtra", chance=[])
    with pytest.raises(Unreadable) as refused:
        table.play(0, move)
    assert refused.value.code == code
    assert table.version == 1


def test_a_move_of_another_game_is_refused() -> None:
    class Foreign(Move, frozen=True, tag="foreign"):
        pass

    with pytest.raises(Unreadable):
        Table("exxtra", chance=[]).play(0, Foreign())


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.just("do"), inner),
        max_leaves=8,
    )
)
def test_nothing_that_is_sent_breaks_a_table(junk: Any) -> None:
    assume(not isinstance(junk, str) or junk.strip().lower() not in ("t", "throw"))
    table = Table("exxtra", chance=[])
    before = table.record()
    doors: tuple[Callable[[], object], ...] = (
        lambda: table.feed(junk),
        lambda: table.play(0, junk),
        lambda: Table.replay(junk),
        lambda: Table.at("exxtra", junk),
    )
    for door in doors:
        with pytest.raises(Refusal) as refused:
            door()
        assert all(refused.value.text(language) for language in LANGUAGES)
    assert table.record() == before


def test_a_move_out_of_turn_is_refused() -> None:
    table = Table("exxtra", chance=[])
    with pytest.raises(NotYourTurn) as refused:
        table.play(1, "throw")
    assert refused.value.text("fr") == "Ce n’est pas à vous de jouer."


def test_moves_are_accepted_typed_as_json_and_in_notation() -> None:
    records = []
    for throw, place in (
        (Throw(), Place(4)),
        ({"do": "throw"}, {"do": "place", "slot": 4}),
        ("throw", "place 4"),
    ):
        table = Table("exxtra", chance=[[7, 6]])
        table.play(0, throw)
        table.play(0, place)
        records.append(table.record())
    assert records[0] == records[1] == records[2]


def test_a_script_that_has_run_out_waits_for_real_dice() -> None:
    table = Table("exxtra", chance=[])
    table.play(0, "throw")
    assert (table.awaits_chance, table.actors) == (True, ())
    with pytest.raises(NotYourTurn, match="has to come first"):
        table.play(0, "throw")
    assert [event.name for event in table.feed([7, 6])] == ["exxtra.throw"]
    assert table.actors == (0,)
    with pytest.raises(NotAllowed, match="No throw and no card"):
        table.feed([7, 6])


def test_an_outcome_for_another_moment_is_refused() -> None:
    table = Table("exxtra", chance=[])
    table.play(0, "throw")
    for outcome in ({"starter": 0}, {"starter": 9}):
        with pytest.raises(Unreadable) as refused:
            table.feed(outcome)
        assert refused.value.code == "core.outcome"
    assert table.awaits_chance


def test_a_script_may_name_the_starter() -> None:
    assert Table("exxtra", seats=4, chance=[{"starter": 3}]).actors == (3,)
    assert Table("exxtra", seats=4, chance=[[1, 2]]).actors == (0,)


def test_a_table_at_a_position_with_scripted_dice_plays_on() -> None:
    position = {"seats": 2, "pawns": [20, 3], "dice": [None, None], "phase": "rolling"}
    table = Table.at("exxtra", position, chance=[[1, 1]])
    assert table.result is not None
    assert Table.replay(table.record()).record() == table.record()


def test_views_tell_the_game_the_version_and_who_may_act() -> None:
    table = Table("exxtra", seats=3, chance=[])
    view = table.view(2)
    assert (view["game"], view["seat"], view["actors"], view["version"]) == ("exxtra", 2, [0], 1)
    assert table.view(None)["seat"] is None
    assert json.loads(json.dumps(view)) == view


def test_a_throw_cannot_be_taken_back() -> None:
    table = Table("exxtra", chance=[[7, 6]])
    table.play(0, "throw")
    with pytest.raises(NotAllowed) as refused:
        table.undo(0)
    assert refused.value.code == "core.undo_chance"
    with pytest.raises(NotAllowed):
        table.reset_turn(0)


def test_the_turn_that_passed_on_is_taken_back_only_if_all_agree() -> None:
    table = Table("exxtra", chance=[[7, 6]])
    table.play(0, "throw")
    before = table.view(0)
    table.play(0, "place 5")
    with pytest.raises(NotAllowed) as refused:
        table.undo(0)
    assert refused.value.code == "core.undo_agreement"
    with pytest.raises(NotAllowed) as refused:
        table.undo(1, agreed=True)
    assert refused.value.code == "core.nothing_to_undo"
    table.undo(0, agreed=True)
    assert table.view(0) == before | {"version": before["version"] + 2}, "only the version never goes back"
    assert [event.name for event in table.events][-1] == "exxtra.throw"


def test_nothing_can_be_taken_back_before_the_first_move() -> None:
    position = {"seats": 2, "pawns": [0, 0], "dice": [None, None]}
    with pytest.raises(NotAllowed) as refused:
        Table.at("exxtra", position).undo(0)
    assert refused.value.code == "core.nothing_to_undo"


def test_an_own_move_without_dice_comes_back_and_the_turn_can_be_reset() -> None:
    table = Table.at("exxtra", {"seats": 2, "pawns": [0, 0], "dice": [None, None]}, chance=[])
    table.play(0, "throw")
    assert table.why_not_undo(0) is not None  # the throw is under way: nobody acts
    table.undo(0, agreed=True)
    assert (table.log, table.actors) == ([], (0,))


def test_reset_takes_back_every_move_of_the_turn() -> None:
    table = Table.at("exxtra", {"seats": 2, "pawns": [0, 0], "dice": [None, None]}, chance=[])
    start = table.position.copy()
    for number in range(3):
        table._undo.remember(0, start.copy(), number)
    assert table.reset_turn(0) == 3
    assert table.position.to_json() == start.to_json()


def test_what_was_shown_cannot_be_taken_back() -> None:
    table = Table.at("exxtra", {"seats": 2, "pawns": [0, 0], "dice": [None, None]}, chance=[])
    table._undo.remember(0, table.position.copy(), 0)
    table._settle([Event(name="exxtra.win", seat=0, reveals=True)])
    refusal = table.why_not_undo(0)
    assert refusal is not None
    assert table._undo.since == 0


def test_a_record_replays_to_the_same_table() -> None:
    for seats in (2, 6):
        table = finished(seats=seats)
        again = Table.replay(json.dumps(table.record()))
        assert again.record() == table.record()
        assert (again.view(0), again.events, again.result) == (table.view(0), table.events, table.result)


def test_a_running_record_waits_or_goes_on_with_a_seed() -> None:
    table = Table("exxtra", chance=[])
    table.play(0, "throw")
    assert Table.replay(table.record()).awaits_chance
    assert Table.replay(table.record(), seed=1).actors == (0,)


def test_a_record_holds_no_seed() -> None:
    assert "seed" not in json.dumps(Table("exxtra", seed=12345).record())


def _broken(change: Any) -> Any:
    record = finished().record()
    change(record)
    return record


@pytest.mark.parametrize(
    ("change", "code", "where"),
    [
        (lambda r: r.update(game="chess"), "core.unknown_game", None),
        (lambda r: r.update(seats=9), "core.seats", None),
        (lambda r: r.update(options={"wild": True}), "core.unknown_option", None),
        (lambda r: r.pop("game"), "core.record_shape", "$"),
        (lambda r: r.pop("ludotheque"), "core.record_shape", "$.ludotheque"),
        (lambda r: r.update(ludotheque=99), "core.record_version", None),
        (lambda r: r.update(ludotheque="1"), "core.record_shape", "$.ludotheque"),
        (lambda r: r.update(surprise=1), "core.record_shape", "$"),
        (lambda r: r["log"].insert(2, {"seat": 0}), "core.record_shape", "$.log[2]"),
        (lambda r: r["log"].insert(2, {"seat": 0, "chance": [1, 2]}), "core.record_shape", "$.log[2]"),
        (lambda r: r["log"].insert(2, {"move": {"do": "throw"}}), "core.record_shape", "$.log[2]"),
        (lambda r: r["log"].insert(2, {}), "core.record_shape", "$.log[2]"),
        (lambda r: r["log"].insert(2, 5), "core.record_shape", "$.log[2]"),
        (lambda r: r["log"].insert(0, {"seat": 0, "move": {"do": "throw"}}), "core.record_move", "$.log[0]"),
        (lambda r: r["log"].append({"chance": [1, 2]}), "core.record_move", None),
        (lambda r: r["log"].__setitem__(2, {"chance": [9, 9]}), "core.record_move", "$.log[2]"),
        (lambda r: r["result"].update(ranks=[1, 1]), "core.record_shape", "$.result"),
        (lambda r: r.update(start={"seats": 2}), "core.position", "$"),
    ],
)
def test_a_broken_or_foreign_record_is_refused_with_the_place(
    change: Any, code: str, where: str | None
) -> None:
    with pytest.raises(Unreadable) as refused:
        Table.replay(_broken(change))
    assert refused.value.code == code
    if where is not None:
        assert refused.value.params["where"] == where


@pytest.mark.parametrize("source", ["", "{", b"\xff\xfe", "null", "[]", "3", {"a": 1}, None])
def test_what_is_no_record_at_all_is_refused(source: Any) -> None:
    with pytest.raises(Unreadable):
        Table.replay(source)


def test_refusals_cross_process_borders_and_have_a_json_form() -> None:
    refusal = Table("exxtra", chance=[]).why_not(0, "place 3")
    assert refusal is not None
    again = pickle.loads(pickle.dumps(refusal))
    assert (
        again.to_json()
        == refusal.to_json()
        == {
            "kind": "not_allowed",
            "code": "exxtra.throw_first",
            "clause": "EXXTRA-7",
            "params": {},
        }
    )
    assert isinstance(refusal, ValueError)


def test_the_registry_gives_the_same_game_each_time() -> None:
    assert game("exxtra") is game("exxtra")
