"""A table for one: all the flicks are of the first seat, and a round ends after the last of them."""

import pytest

from ludotheque import Table
from ludotheque.core.moves import Move
from ludotheque.games import game


@pytest.mark.parametrize("edition", ["zoch", "blackrock"])
def test_whoever_practises_flicks_three_dice_and_nobody_else_does(edition: str) -> None:
    table = Table.at(edition, game(edition).practice(), seed=3)
    flicks = 0
    while table.actors == (0,):
        choices = [move for move in table.moves(0) if isinstance(move, Move)]
        flicks += not choices
        table.play(0, choices[0] if choices else {"do": "flick", "azimuth": 2.0 * flicks, "speed": 1.0})
    assert flicks >= 3
    flickers = {event.seat for event in table.events if event.name == "targets.flick"}
    assert flickers == {0}
    assert any(event.name == "targets.round_ends" for event in table.events)


def test_a_game_without_anything_to_try_has_no_practice() -> None:
    assert game("exxtra").practice() is None
