"""Positions of Exxtra as JSON: what can be written can be read, what can't be is refused with the place."""

from typing import Any

import pytest

from ludotheque import Table, Unreadable
from ludotheque.games import game
from ludotheque.games.exxtra.game import ExxtraGame

GOOD: dict[str, Any] = {
    "seats": 2,
    "pawns": [5, 8],
    "dice": [None, {"slot": 4, "value": 64}],
    "turn": 0,
    "phase": "decide",
    "throws": 1,
    "thrown": [4, "X"],
}


def test_a_position_reads_back_as_it_was_written() -> None:
    table = Table.at("exxtra", GOOD)
    written = table.position.to_json()
    assert isinstance(written, dict)
    assert written.items() >= GOOD.items()
    assert Table.at("exxtra", written).position.to_json() == written


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"seats": 1}, "$.seats"),
        ({"seats": 3}, "$.pawns"),
        ({"pawns": [5, 8, 2]}, "$.pawns"),
        ({"pawns": [5, 22]}, "$.pawns[1]"),
        ({"pawns": [5, 21]}, "$.phase"),
        ({"pawns": [21, 21], "phase": "over"}, "$.pawns"),
        ({"phase": "over"}, "$.phase"),
        ({"phase": "asleep"}, "$.phase"),
        ({"turn": 2}, "$.turn"),
        ({"starter": 4}, "$.starter"),
        ({"dice": [None]}, "$.dice"),
        ({"dice": [None, {"slot": 6, "value": 64}]}, "$.dice[1].slot"),
        ({"dice": [None, {"slot": 4, "value": 65}]}, "$.dice[1].value"),
        ({"dice": [None, {"slot": 4, "value": 100}]}, "$.dice[1].value"),
        ({"dice": [{"slot": 4, "value": 64}, None]}, "$.dice[0]"),
        ({"phase": "draw_starter", "throws": 0, "thrown": None}, "$.dice[1]"),
        ({"throws": 0, "thrown": None}, "$.throws"),
        ({"phase": "first_throw"}, "$.throws"),
        ({"throws": 2}, "$.thrown"),
        ({"thrown": None}, "$.thrown"),
        ({"thrown": [4, 4]}, "$.thrown"),
        ({"thrown": [4]}, "$.thrown"),
        ({"surprise": 1}, "$"),
    ],
)
def test_an_impossible_position_is_refused_with_the_place(change: dict[str, Any], where: str) -> None:
    with pytest.raises(Unreadable) as refused:
        Table.at("exxtra", GOOD | change)
    assert (refused.value.code, refused.value.params["where"]) == ("core.position", where)


def test_two_pairs_on_one_slot_are_refused() -> None:
    pairs = [None, {"slot": 4, "value": 64}, {"slot": 4, "value": 10}]
    with pytest.raises(Unreadable) as refused:
        Table.at("exxtra", GOOD | {"seats": 3, "pawns": [0, 0, 0], "dice": pairs})
    assert refused.value.params["where"] == "$.dice[2].slot"


def test_a_doubled_pair_or_a_lost_pawn_is_noticed() -> None:
    exxtra = game("exxtra")
    assert isinstance(exxtra, ExxtraGame)
    state = exxtra.at(
        GOOD | {"seats": 3, "pawns": [0, 0, 0], "dice": [None, {"slot": 4, "value": 64}, None]}
    ).state
    assert exxtra.violations(state) == []
    state.slots[2] = 4
    state.pawns[0] = 22
    assert exxtra.violations(state) == ["two pairs on one slot", "pawn on 22"]
