"""Parts of the conformance check that a whole check seldom reaches."""

from pathlib import Path

import pytest

from ludotheque import Table
from ludotheque.core.chance import seeded
from ludotheque.games import game
from ludotheque.table.promises import words
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


def test_a_game_without_a_rulebook_has_no_clauses_to_compare(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "folder", lambda _: tmp_path)
    words._check_clauses(game("exxtra"))
