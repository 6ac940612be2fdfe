"""Golden Targets: how towers are stacked for it, and how teams play it."""

from typing import Any

import pytest

from ludotheque import NotAllowed
from ludotheque.core.codec import Json
from ludotheque.games.targets.physics.reading import DieReading
from tests.games.targets.scenes import FLICK, Match, lie
from tests.games.targets.test_blackrock import (
    all_flick,
    golden,
    last_flick,
    offered,
    spoken,
    stack_all,
    stacked,
    with_central,
)


def tied_teams(**options: Json) -> Match:
    """Two teams with a disc each: Golden Targets begins. Towers: A2 A3 C1, B2 B3 D1, A1 C2 C3, B1 D2 D3."""
    match = with_central(last_flick(match=stacked(**options)), [None, None, 5], won=[[0], [1], [], []])
    match.flick(0, lie("C1", 6))
    return match


def ranks(match: Match) -> tuple[int, ...]:
    """Return the result of the game."""
    assert match.table.result is not None
    return match.table.result.ranks


@pytest.mark.clause("BLACKROCK-12")
@pytest.mark.clause("BLACKROCK-16")
def test_teams_choose_the_order_of_their_towers_for_golden_targets() -> None:
    match = tied_teams()
    assert (match.board.phase, match.actors()) == ("stack", (0, 1, 2, 3))
    assert offered(match, 0) == ["stack A2 A3 C1", "stack A2 C1 A3", "stack C1 A2 A3"]
    match.play(0, "stack C1 A2 A3")
    stack_all(match)
    assert (match.tower(0), match.board.phase) == (["C1", "A2", "A3"], "golden")
    assert match.actors() == (0, 1, 2, 3)


@pytest.mark.clause("BLACKROCK-12")
@pytest.mark.clause("TARGETS-1")
def test_faces_are_chosen_for_golden_targets_where_they_are_chosen_at_all() -> None:
    match = spoken(3, faces="chosen")
    stack_all(match)
    with_central(last_flick(match=match), [None, None, 5], won=[[0], [1], []])
    match.flick(0, lie("A3", 6))
    assert (match.board.phase, match.actors()) == ("stack", (0, 1))
    with pytest.raises(NotAllowed, match="TARGETS-1"):
        match.play(0, "stack A1 A2 A3")
    match.play(0, "stack A3=6 A1=5 A2=4")
    match.play(1, "stack B1=1 B2=2 B3=3")
    assert [(member.die, member.up) for member in match.board.tower(0)] == [(2, 6), (0, 5), (1, 4)]
    assert (match.board.phase, match.table.awaits_chance) == ("golden", False)
    assert "golden_again" in all_flick(match, lie("A3", 4), lie("B3", 4))
    assert (match.board.phase, match.actors()) == ("stack", (0, 1)), "and anew for the second flick"


@pytest.mark.clause("BLACKROCK-12")
def test_faces_are_drawn_for_golden_targets_where_chance_decides() -> None:
    match = spoken()
    with_central(last_flick(match=match), [None, None, 5], won=[[0], [1]])
    match.table.play(0, FLICK)
    match.table.feed(match.outcome(lie("A3", 6)))
    assert (match.board.phase, match.table.awaits_chance) == ("faces", True)
    match.table.feed({"faces": [6, 5, 4, 3, 2, 1]})
    assert [member.up for member in match.board.tower(1)] == [3, 2, 1]
    assert match.actors() == (0, 1)


TEAM_FLICKS: list[tuple[str, list[DieReading], tuple[int, ...]]] = [
    (
        "the best colour wins, not the better team",
        [lie("A3", 2, target=0), lie("C3", 2, target=0), lie("B3", 3, target=0)],
        (3, 1, 3, 1),
    ),
    (
        "dice of a colour add up, whoever flicked them",
        [lie("A3", 2, target=0), lie("A1", 2, target=0), lie("B3", 3, target=0)],
        (1, 3, 1, 3),
    ),
    (
        "equal colours of one team win",
        [lie("A3", 3, target=0), lie("C3", 3, target=0), lie("B3", 2, target=0)],
        (1, 3, 1, 3),
    ),
    (
        "with nothing on the disc the best colour on the table wins",
        [lie("A3", 3), lie("C3", 4), lie("B3", 5)],
        (3, 1, 3, 1),
    ),
    (
        "after a tie on the disc the colours that share it compare what they have on the table",
        [lie("A3", 3, target=0), lie("B3", 3, target=0), lie("A2", 1), lie("D3", 6)],
        (1, 3, 1, 3),
    ),
]


@pytest.mark.clause("BLACKROCK-12")
@pytest.mark.clause("BLACKROCK-16")
@pytest.mark.parametrize(("what", "lying", "places"), TEAM_FLICKS, ids=[flick[0] for flick in TEAM_FLICKS])
def test_teams_play_golden_targets_by_colour(
    what: str, lying: list[DieReading], places: tuple[int, ...]
) -> None:
    match = tied_teams()
    assert "wins" in all_flick(match, *lying), what
    assert ranks(match) == places


@pytest.mark.clause("BLACKROCK-12")
@pytest.mark.clause("BLACKROCK-16")
def test_a_tie_between_teams_goes_on_for_all_four_and_is_shared_after_three_flicks() -> None:
    match = tied_teams()
    tie = [lie("A3", 4, target=0), lie("B3", 4, target=0), lie("C3", 1, target=0)]
    for flick in (2, 3):
        told = all_flick(match, *tie)
        assert "golden_again" in told
        assert match.board.golden.flick == flick
        stack_all(match)
        assert match.actors() == (0, 1, 2, 3)
        assert all(len(match.tower(seat)) == 3 for seat in range(4))
    assert all_flick(match, *tie).count("wins") == 4
    assert ranks(match) == (1, 1, 1, 1)


@pytest.mark.clause("BLACKROCK-12")
def test_others_than_the_tied_have_nothing_to_stack_and_nothing_to_aim() -> None:
    match = golden(3)
    position: Any = match.table.position
    assert match.actors() == (0, 1)
    assert position.moves(2) == []
    assert match.tower(2) == []
