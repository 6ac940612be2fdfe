"""Exxtra in numbers: every table, and what a position looks like."""

import pytest

from ludotheque.games import game
from tests.games.encoding_checks import all_tables, begin, check_random_game, parts_of


@pytest.mark.parametrize(("seats", "options"), all_tables("exxtra"))
def test_random_games_are_played_by_ids_and_show_what_a_seat_may_know(
    seats: int, options: dict[str, bool]
) -> None:
    for seed in range(4):
        assert check_random_game("exxtra", seats, options, seed) > 10


def test_an_observation_begins_with_the_own_seat() -> None:
    _, encoding = begin("exxtra", 3, {})
    position = game("exxtra").at(
        {
            "seats": 3,
            "pawns": [3, 20, 7],
            "dice": [{"slot": 0, "value": 32}, None, {"slot": 5, "value": 64}],
            "phase": "decide",
            "turn": 1,
            "throws": 1,
            "thrown": ["X", 6],
            "options": {"xx_is_100": True},
        }
    )
    own = parts_of(encoding, position.state, 1)  # type: ignore[attr-defined]
    assert own["pawns"] == [20, 7, 3]
    assert own["slots"] == [0] * 6 + [0, 0, 0, 0, 0, 1] + [1, 0, 0, 0, 0, 0]
    assert own["values"] == [0, 64, 32]
    assert own["turn"] == [1, 0, 0]
    assert (own["deciding"], own["throws"], own["worth"], own["xx_is_100"]) == ([1], [1], [60], [1])
    assert own["die_a"] == [0, 0, 0, 0, 0, 1]
    assert own["die_b"] == [0, 0, 0, 0, 1, 0]
    assert parts_of(encoding, position.state, 0)["turn"] == [0, 1, 0]  # type: ignore[attr-defined]
