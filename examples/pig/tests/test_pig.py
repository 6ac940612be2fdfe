"""The rules of Pig, clause by clause, and its promises."""

import pytest

from ludotheque import NotAllowed, Table, Unreadable, all_games, check_game
from ludotheque.bots import levels
from ludotheque.core.rulebook import clauses
from ludotheque.lab.arena import Contest, run


def at(*chance: int, **position: object) -> Table:
    return Table.at("pig", {"seats": 2, "scores": [0, 0], **position}, chance=chance)


def test_it_is_found_through_its_entry_point() -> None:
    assert "pig" in [game.name for game in all_games()]
    assert levels("pig") == ("random", "cautious", "strong", "racer")


def test_it_keeps_every_promise() -> None:
    assert check_game("pig", games=60).looked_at > 0


@pytest.mark.clause("PIG-1")
def test_the_starter_is_drawn_and_turns_go_clockwise() -> None:
    table = Table("pig", 3, chance=[{"starter": 2}, 1])
    assert table.actors == (2,)
    table.play(2, "roll")
    assert table.actors == (0,)


@pytest.mark.clause("PIG-2")
@pytest.mark.parametrize("face", [0, 7, "6", None])
def test_a_die_has_six_faces(face: int) -> None:
    with pytest.raises(Unreadable):
        at(face).play(0, "roll")


@pytest.mark.clause("PIG-3")
@pytest.mark.clause("PIG-4")
def test_faces_gather_in_the_pot_until_a_1_loses_it() -> None:
    table = at(6, 2, 1)
    table.play(0, "roll")
    table.play(0, "roll")
    assert table.position.view(None)["pot"] == 8
    assert [event.text("en", "Ada") for event in table.play(0, "roll")] == ["Ada throws a 1 and loses 8."]
    assert (table.actors, table.position.view(None)["scores"]) == ((1,), [0, 0])


@pytest.mark.clause("PIG-5")
def test_holding_puts_the_pot_by_and_needs_one() -> None:
    table = at(pot=14, scores=[3, 0])
    table.play(0, "hold")
    assert (table.actors, table.position.view(None)["scores"]) == ((1,), [17, 0])
    with pytest.raises(NotAllowed, match="nothing to put by"):
        table.play(1, "hold")


@pytest.mark.clause("PIG-6")
@pytest.mark.parametrize(("goal", "score"), [(100, 90), (50, 40)])
def test_who_holds_at_the_goal_wins(goal: int, score: int) -> None:
    table = at(pot=10, scores=[score, 7], options={"goal": goal})
    table.play(0, "hold")
    assert table.result is not None
    assert (table.result.ranks, table.result.scores) == ((1, 2), (goal, 7))


@pytest.mark.parametrize(
    "wrong", [{"scores": [1]}, {"seat": 2}, {"pot": 1}, {"scores": [100, 0]}, {"phase": "over"}, {"seats": 9}]
)
def test_a_position_that_can_not_be_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(Unreadable):
        at(**wrong)


def test_bots_are_as_strong_as_they_say() -> None:
    for weak, strong in (("random", "cautious"), ("cautious", "strong")):
        line = run(Contest("pig", [weak, strong]), games=300, seed=1).lines[1]
        assert line.low > 0.5


def test_every_clause_has_a_test() -> None:
    assert list(clauses("pig", "de")) == list(clauses("pig", "fr")) == [f"PIG-{n}" for n in range(1, 7)]
