"""The coach of any game: what it says of every decision of a match."""

import pytest

from ludotheque import NotAllowed, Table, Unreadable
from ludotheque.bots import bot
from ludotheque.bots.searching import SearchBot
from ludotheque.core.chance import seeded
from ludotheque.core.reasons import Fact, Reason
from ludotheque.games.touche.game import GAME
from ludotheque.table.analysis import Thought, advise, analyse, analyse_part, coach_of
from tests.effort import tries

QUICK = Thought(iterations=30)


def played(game: str, levels: list[str], seed: int = 1) -> Table:
    table, rng = Table(game, seats=len(levels), seed=seed), seeded(seed)
    bots = [bot(game, level) for level in levels]
    while table.result is None:
        (seat,) = table.actors
        table.play(seat, bots[seat].choose(table.position.seen_by(seat, rng), seat, rng))
    return table


def block(row: int, column: int) -> list[list[int]]:
    """The cells of a square, by its first."""
    return [[row + down, column + right] for down in (0, 1) for right in (0, 1)]


def winning_position(hand: str = "4S") -> dict[str, object]:
    """Seat 0 makes its fourth square with 4S on e2; if it does not, seat 1 has three ways to make its own."""
    crowned = [
        {"e8-f9": (7, 4), "h8-i9": (7, 7), "b6-c7": (5, 1)},
        {"h3-i4": (2, 7), "h5-i6": (4, 7), "j5-k6": (4, 9)},
    ]
    begun = [[[0, 4], [1, 3]], [cell for first in ((2, 5), (4, 4), (3, 2)) for cell in block(*first)[:3]]]
    return {
        "seats": 2,
        "turn": 0,
        "pawns": [
            pawns + [cell for first in squares.values() for cell in block(*first)]
            for pawns, squares in zip(begun, crowned, strict=True)
        ],
        "crowned": [list(squares) for squares in crowned],
        "hands": [[hand, "QS", "8S", "5D", "6D"], ["AH", "2H", "3H", "4H", "5H"]],
    }


def test_a_perfect_player_never_loses_a_chance_and_a_random_one_does() -> None:
    found = analyse(played("exxtra", ["perfect", "random"]).record())
    assert found.exact
    assert {decision.rating for decision in found.decisions if decision.seat == 0} == {"best"}
    assert found.accuracy[0] == 1.0
    assert found.accuracy[1] is not None
    assert found.accuracy[1] < 1.0
    losses = [found.decisions[index].loss for index in found.mistakes]
    assert losses == sorted(losses, reverse=True)
    assert losses[0] > 0.01
    assert {found.decisions[index].seat for index in found.mistakes} == {1}


def test_the_chances_of_two_sides_sum_up_and_end_with_the_result() -> None:
    table = played("exxtra", ["casual", "random"])
    assert table.result is not None
    found = analyse(table.record())
    assert all(sum(share or 0.0 for share in step.win) == pytest.approx(1.0) for step in found.chances)
    (winner,) = table.result.winners
    assert found.chances[-1].win[winner] == 1.0
    assert found.chances[-1].step == table.version


def test_among_three_only_the_chance_of_who_acts_is_known() -> None:
    table = played("exxtra", ["cautious", "random", "cautious"])
    found = analyse_part(table.record(), len(table.log) - tries(60, 6))
    assert not found.exact
    assert all(sum(share is not None for share in step.win) == 1 for step in found.chances[:-1])
    assert sorted(share or 0.0 for share in found.chances[-1].win) == [0.0, 0.0, 1.0]


def test_a_team_wins_as_one() -> None:
    table = played("touche", ["greedy"] * 4)
    assert table.result is not None
    found = analyse_part(table.record(), len(table.log) - tries(30, 4), QUICK)
    assert len(table.result.winners) == 2
    assert sorted(share or 0.0 for share in found.chances[-1].win) == [0.0, 0.0, 1.0, 1.0]
    assert not found.exact


def test_a_search_sees_that_the_win_was_left_out() -> None:
    table = Table.at("touche", winning_position(), seed=1)
    table.play(0, "6D c10")
    found = analyse(table.record(), thought=QUICK)
    (decision,) = found.decisions
    assert decision.best.notation == "4S e2"
    assert decision.best.value == 1.0
    assert decision.loss == pytest.approx(1.0 - decision.played.value)
    assert found.mistakes == (0,)
    assert found.accuracy[1] is None, "who decided nothing has no accuracy"


def test_who_finds_the_win_has_lost_nothing() -> None:
    table = Table.at("touche", winning_position(), seed=1)
    table.play(0, "4S e2")
    found = analyse(table.record(), thought=QUICK)
    assert [decision.rating for decision in found.decisions] == ["best"]
    assert found.mistakes == ()


def test_two_moves_are_weighed_with_the_same_thought() -> None:
    position = GAME.at(winning_position())
    coach, exact = coach_of(position, QUICK)
    assert not exact
    assert isinstance(coach, SearchBot)
    assert coach.search.iterations == 30
    assert coach.weigh(position, 0, GAME.parse("4S e2"), seeded(1)) == 1.0
    assert 0.0 < coach.weigh(position, 0, GAME.parse("6D c10"), seeded(1)) < 1.0


def test_without_a_wish_the_coach_thinks_as_its_level_does() -> None:
    coach, _ = coach_of(GAME.at(winning_position()))
    strongest = bot("touche", "expert")
    assert isinstance(coach, SearchBot)
    assert isinstance(strongest, SearchBot)
    assert coach.search == strongest.search


def test_the_move_that_was_thought_about_most_comes_first() -> None:
    advice = advise(GAME.at(winning_position("3S")), 0, seeded(1), Thought(iterations=200))
    visits = [opinion.visits for opinion in advice.opinions]
    assert visits == sorted(visits, reverse=True)
    assert 200 <= sum(visits) < 200 + len(visits), "a round of tries is brought to its end"


def test_progress_is_told_step_by_step() -> None:
    told: list[tuple[int, int]] = []
    table = played("exxtra", ["cautious", "random"])
    analyse(table.record(), progress=lambda done, steps: told.append((done, steps)))
    assert told == [(step, table.version) for step in range(table.version + 1)]


def test_a_broken_record_is_refused_with_the_place() -> None:
    record = played("exxtra", ["cautious", "random"]).record()
    record["log"][2] = {"seat": 1, "move": {"do": "throw"}}
    with pytest.raises(Unreadable, match=r"\$\.log\[2\]"):
        analyse(record)


def test_a_move_with_continuous_parts_has_no_coach(monkeypatch: pytest.MonkeyPatch) -> None:
    from ludotheque.core.moves import MoveRange

    position = Table("exxtra", seats=2, seed=1).position
    monkeypatch.setattr(type(position), "moves", lambda *_: [MoveRange("flick", {"speed": (0.0, 1.0)})])
    with pytest.raises(NotAllowed):
        advise(position, 0, seeded(0))


def test_a_mistake_comes_with_the_difference_that_matters_most() -> None:
    found = analyse(played("exxtra", ["perfect", "random"]).record())
    worst = found.decisions[found.mistakes[0]]
    assert worst.best.reasons
    assert worst.played.reasons
    assert any(found.decisions[mistake].why() for mistake in found.mistakes)
    assert all(not decision.best.reasons for decision in found.decisions if decision.rating == "best")


def test_without_a_difference_no_reason_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from ludotheque.games.exxtra import reasons

    same = [Fact(Reason("exxtra.first_throw"), 0.0)]
    monkeypatch.setattr(reasons, "facts", lambda _, __, moves, ___: [same for _ in moves])
    found = analyse(played("exxtra", ["perfect", "random"]).record())
    worst = found.decisions[found.mistakes[0]]
    assert worst.instead is None
    assert worst.best.reasons == (same[0].reason,)
    assert worst.why() == ()


def test_a_game_without_reasons_has_moves_without_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.table.reasons.part", lambda *_: None)
    advice = advise(Table("exxtra", seats=2, chance=[[7, 6]]).position, 0, seeded(0))
    assert advice.opinions[0].reasons == ()
