"""Further effects of clauses of Targets, each of which a mutant breaks."""

import pytest

from ludotheque import Move, Table
from ludotheque.games.targets.events import filmed, tell
from ludotheque.games.targets.moves import Call
from ludotheque.games.targets.rules.position import TargetsPosition
from tests.games.targets.scenes import Match, lie, names


@pytest.mark.clause("TARGETS-1")
def test_whoever_chose_the_faces_is_not_asked_for_random_ones() -> None:
    table = Table("zoch", 2, seed=1, options={"faces": "chosen"})
    for seat, letter in enumerate("AB"):
        table.play(seat, f"stack {letter}1=6 {letter}2=6 {letter}3=6")
    position = table.position
    assert isinstance(position, TargetsPosition)
    assert [member.up for seat in (0, 1) for member in position.board.tower(seat)] == [6] * 6


@pytest.mark.clause("TARGETS-3")
def test_of_several_events_the_first_alone_carries_the_film() -> None:
    events = filmed([tell("settle", "TARGETS-9"), tell("pass", "TARGETS-11", 1)], "film")
    assert [(event.name, event.motion) for event in events] == [
        ("targets.settle", "film"),
        ("targets.pass", ""),
    ]


@pytest.mark.clause("TARGETS-7")
@pytest.mark.clause("TARGETS-11")
def test_a_miss_closes_a_window_that_was_open() -> None:
    match = Match("zoch").with_dice(lie("A1", 5), lie("A2", 5)).change(turn=1, window=True)
    assert len(match.table.moves(0)) > 1
    assert names(match.flick(0)) == ["flick", "miss_1"]
    assert [type(move).__name__ for move in match.table.moves(0)] == ["MoveRange"]


@pytest.mark.clause("TARGETS-9")
def test_a_die_that_settled_into_a_hole_is_no_dead_centre() -> None:
    for inert, points in (((), (0, 1)), ((3,), (0, 0))):
        match = Match("zoch").with_dice(lie("B1", 6, hole=0)).change(inert=inert)
        match.flick(0, lie("A3", 5))
        assert match.board.points == points


@pytest.mark.clause("ZOCH-5")
def test_a_die_on_the_own_pile_attacks_nobody_and_stays() -> None:
    match = Match("zoch").with_piles(1, 0)
    assert "attack" not in names(match.flick(0, lie("A3", 4, pile=0)))
    assert (match.lying(), match.piles()) == (["A3"], [1, 0])


@pytest.mark.clause("ZOCH-10")
def test_whoever_reaches_four_points_shares_the_victory_with_whoever_passes_them() -> None:
    match = Match("zoch").with_piles(1, 2).emptied(1).with_dice(lie("A1", 1), lie("A2", 2))
    match.change(points=(3, 3), turn=1)
    assert names(match.flick(0, lie("A3", 3))).count("wins") == 2
    assert match.board.points == (4, 5)
    assert match.table.result is not None
    assert match.table.result.ranks == (1, 1)


@pytest.mark.clause("BLACKROCK-5")
def test_a_thief_calls_no_double_in_that_window() -> None:
    match = Match("blackrock", calls="spoken").with_piles(0, 1).with_dice(lie("A1", 5), lie("A2", 2))
    assert "steal" in names(match.flick(0, lie("A3", 4, pile=1), lie("A2", 5)))
    assert not [move for move in match.table.moves(0) if isinstance(move, Call)]


@pytest.mark.clause("BLACKROCK-7")
@pytest.mark.clause("BLACKROCK-8")
def test_dice_of_one_colour_add_up_and_an_awarded_disc_is_a_win_of_the_round() -> None:
    match = Match("blackrock").with_dice(
        lie("A1", 2, target=0), lie("A2", 4, target=0), lie("B1", 5, target=0)
    )
    match.emptied(1).with_dice(*match.board.rests).change(turn=1)
    match.flick(0, lie("A3", 1))
    match.passes()
    assert (match.board.round, match.board.removed, match.piles()) == (2, (), [1, 0])


@pytest.mark.clause("BLACKROCK-8")
def test_the_starter_removes_a_disc_whoever_flicked_last() -> None:
    match = Match("blackrock").with_dice(lie("A1", 2), lie("A2", 4))
    match.emptied(1).with_dice(*match.board.rests).change(turn=1, starter=1)
    match.flick(0, lie("A3", 1))
    match.passes()
    assert match.actors() == (1,)
    removed = match.play(1, "remove 1")[0]
    assert (removed.name, removed.seat) == ("targets.remove", 1)


@pytest.mark.clause("BLACKROCK-17")
def test_whoever_is_asked_with_automatic_calls_answers_before_flicking() -> None:
    match = Match("blackrock").with_dice(lie("A1", 5), lie("A2", 5)).change(turn=1, window=True)
    assert match.actors() == (0,)
    assert all(isinstance(move, Move) for move in match.table.moves(0))
