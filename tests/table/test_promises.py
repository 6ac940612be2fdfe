"""Parts of the conformance check that a whole check seldom reaches."""

from pathlib import Path

import pytest

from ludotheque import Table
from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.games import game
from ludotheque.table.promises import words
from ludotheque.table.promises.differences import difference
from ludotheque.table.promises.playing import Step, no_crash


def test_a_crash_is_a_broken_promise_with_its_place() -> None:
    with pytest.raises(AssertionError, match="at throw: KeyError: 'dice'"), no_crash("at throw"):
        raise KeyError("dice")


def test_steps_are_told_as_moves_and_outcomes() -> None:
    table = Table("exxtra", seats=2, chance=[[1, 2]])
    assert "outcome" not in str(Step(table.position, seeded(1)))
    waiting = table.position.copy()
    waiting.play(table.actors[0], table.game.read_move("throw"))
    assert str(Step(waiting, seeded(1))).startswith("outcome [")


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ({"hands": [[1, 2], [0]]}, {"hands": [[1, 3], [0]]}, "$.hands[0][1] is 2 and 3"),
        ([1], [1, 4], "$[1] is nothing and 4"),
        ({"seat": 1}, {"seat": 1, "claim": "x"}, "$.claim is nothing and 'x'"),
        ({"seat": [1]}, {"seat": [1]}, ""),
    ],
)
def test_the_first_difference_of_two_positions_is_named(one: Json, other: Json, found: str) -> None:
    assert difference(one, other) == found


def test_a_game_without_a_rulebook_has_no_clauses_to_compare(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "folder", lambda _: tmp_path)
    words._check_clauses(game("exxtra"))
