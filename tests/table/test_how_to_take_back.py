"""Whether a move can be taken back at once, if all agree, or not at all."""

import pytest

from ludotheque import Table
from ludotheque.core.chance import seeded
from ludotheque.table.check import random_choice


@pytest.mark.parametrize("game", ["targi", "touche"])
def test_how_a_move_can_be_taken_back_agrees_with_the_refusals(game: str) -> None:
    table, rng = Table(game, seats=2, seed=3), seeded(3)
    seen = set()
    for _ in range(120):
        if table.result is not None:
            break
        seat = table.actors[0]
        table.play(seat, random_choice(table.position, seat, rng))
        for one in range(2):
            how = table.undo_mode(one)
            assert (how == "now") == (table.why_not_undo(one) is None)
            assert (how is not None) == (table.why_not_undo(one, agreed=True) is None)
            seen.add(how)
    assert None in seen


def test_a_step_of_earlier_rules_is_the_same_step_unless_the_game_says_otherwise() -> None:
    table = Table("touche", seats=2, seed=5)
    table.play(table.actors[0], random_choice(table.position, table.actors[0], seeded(5)))
    record = {**table.record(), "rules": 1}
    again = Table.replay(record)
    assert again.stopped is None
    assert again.position.to_json() == table.position.to_json()
