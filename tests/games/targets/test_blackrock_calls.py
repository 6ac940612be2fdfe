"""Calls in the Blackrock edition: which dice make a double, what is called by itself, who is asked."""

import pytest

from ludotheque import NotAllowed
from ludotheque.core.refusal import NotYourTurn
from tests.games.targets.scenes import FLICK, Match, lie, names
from tests.games.targets.test_blackrock import offered, score, spoken, stacked, with_central


def auto(seats: int = 2) -> Match:
    """A match in which “Targets!” is called by itself."""
    return Match("blackrock", seats)


@pytest.mark.clause("BLACKROCK-4")
def test_a_double_names_the_die_that_goes_back_and_the_die_that_stays() -> None:
    match = spoken().with_dice(lie("A1", 5), lie("A2", 2))
    match.flick(0, lie("A3", 5, centre=0), lie("A2", 5))
    pairs = ["A1 A2", "A1 A3", "A2 A1", "A2 A3", "A3 A1", "A3 A2"]
    assert offered(match, 0) == ["targets A3", *(f"double {pair}" for pair in pairs), "pass"]
    with pytest.raises(NotAllowed, match="Name both dice of the double") as refused:
        match.play(0, "double A1")
    assert (refused.value.code, refused.value.clause) == ("targets.name_both", "BLACKROCK-4")
    told = match.play(0, {"do": "call", "what": "double", "die": 0, "other": 2})
    assert told[0].text("en", "Ada") == "“Double 5!” Ada puts one of the two back on the tower."
    assert (match.tower(0), match.board.spent) == (["A1"], (2,))


@pytest.mark.clause("BLACKROCK-4")
def test_the_caller_chooses_which_of_three_equal_dice_keeps_its_targets() -> None:
    for other, left in (("A2", ["targets A3"]), ("A3", [])):
        match = spoken().with_dice(lie("A1", 5), lie("A2", 2))
        match.flick(0, lie("A3", 5, centre=0), lie("A2", 5))
        match.play(0, f"double A1 {other}")
        assert offered(match, 0) == [*left, "double A2 A3", "double A3 A2", "pass"]


@pytest.mark.clause("BLACKROCK-4")
def test_three_equal_dice_allow_a_second_double() -> None:
    match = spoken().with_dice(lie("A1", 5), lie("A2", 2))
    match.flick(0, lie("A3", 5), lie("A2", 5))
    match.play(0, "double A3 A1")
    match.play(0, "double A2 A1")
    assert (match.tower(0), match.lying()) == (["A3", "A2"], ["A1"])
    assert match.actors() == (1,)


@pytest.mark.clause("BLACKROCK-4")
def test_only_pairs_with_the_new_die_may_be_called_after_a_pair_was_missed() -> None:
    match = spoken().with_dice(lie("A1", 5))
    match.flick(0, lie("A3", 5))
    match.flick(1, lie("B3", 2))
    match.flick(0, lie("A2", 5))
    with pytest.raises(NotAllowed, match="BLACKROCK-4"):
        match.play(0, "double A1 A3")
    assert offered(match, 0) == ["double A1 A2", "double A2 A1", "double A2 A3", "double A3 A2", "pass"]
    match.play(0, "double A1 A2")
    assert offered(match, 0) == ["double A2 A3", "double A3 A2", "pass"]


@pytest.mark.clause("BLACKROCK-4")
def test_a_double_that_is_none_is_refused_with_one_die_or_two() -> None:
    match = spoken().with_dice(lie("A1", 5))
    match.flick(0, lie("A3", 5), lie("A2", 1))
    match.play(0, "keep A3")
    for text in ("double A2", "double A1 A2", "double A1 A1"):
        with pytest.raises(NotAllowed, match="makes no double"):
            match.play(0, text)
    with pytest.raises(NotAllowed, match="makes no double"):
        match.play(0, {"do": "call", "what": "double", "die": 17})


@pytest.mark.clause("ZOCH-4")
def test_the_other_edition_names_one_die_alone() -> None:
    match = Match("zoch").with_dice(lie("A1", 5))
    match.flick(0, lie("A3", 5))
    assert offered(match, 0) == ["double A1", "double A3", "pass"]
    with pytest.raises(NotAllowed, match="ZOCH-4"):
        match.play(0, "double A1 A3")


@pytest.mark.clause("BLACKROCK-11")
@pytest.mark.clause("BLACKROCK-17")
@pytest.mark.parametrize(("won", "end"), [([[3, 4, 5], [6, 7, 8]], [4, 3]), ([[3, 4, 5], [6]], [4, 1])])
def test_nothing_is_called_by_itself_after_the_fourth_disc(won: list[list[int]], end: list[int]) -> None:
    match = auto().with_dice(lie("B1", 2))
    with_central(match, [0, 1, 2], won=won)
    events = match.flick(0, lie("A3", 1, centre=0), lie("B1", 2, centre=1))
    assert [name for name in names(events) if not name.startswith(("flick", "rests"))] == ["targets", "wins"]
    assert (score(match), match.board.phase, match.actors()) == (end, "over", ())
    assert match.table.result is not None
    assert (match.table.result.winners, match.table.result.reason) == ((0,), "targets.four_discs")


@pytest.mark.clause("BLACKROCK-11")
def test_nothing_may_be_called_once_the_game_is_over() -> None:
    match = spoken().with_dice(lie("B1", 2))
    with_central(match, [0, 1, 2], won=[[3, 4, 5], [6, 7, 8]])
    match.flick(0, lie("A3", 1, centre=0), lie("B1", 2, centre=1))
    match.play(1, "targets B1")
    assert match.table.result is not None
    assert match.table.result.winners == (1,)
    with pytest.raises(NotYourTurn):
        match.play(0, "targets A3")
    assert match.table.position.waiting() == []  # type: ignore[attr-defined]


@pytest.mark.clause("BLACKROCK-17")
def test_the_caller_is_asked_where_targets_takes_away_a_die_that_could_make_a_double() -> None:
    match = auto().with_dice(lie("A1", 4, target=0), lie("A2", 1))
    match.flick(0, lie("A3", 1, centre=0))
    assert score(match) == [0, 0], "A3 and A2 are a double"
    assert match.actors() == (0,)
    match = auto().with_dice(lie("A1", 4, target=0), lie("A2", 1))
    match.flick(0, lie("A3", 2, centre=0), lie("A2", 4))
    assert score(match) == [0, 0], "A1, which the call would take away, and A2 are a double"
    assert offered(match, 0) == ["targets A3", "double A1 A2", "double A2 A1", "pass"]
    match.play(0, "double A1 A2")
    assert score(match) == [1, 0], "now nothing is lost by the call"


@pytest.mark.clause("BLACKROCK-17")
def test_a_double_of_somebody_else_keeps_no_targets_from_being_called() -> None:
    match = auto().with_dice(lie("B1", 4, target=0), lie("B2", 1))
    events = match.flick(0, lie("A3", 2, centre=0), lie("B2", 4))
    assert "targets" in names(events)
    assert score(match) == [1, 0]
    match = auto().with_dice(lie("A1", 6, target=1), lie("A2", 1))
    match.flick(0, lie("A3", 2, centre=0), lie("A2", 6))
    assert score(match) == [1, 0], "a double that the call leaves alone is asked afterwards"
    assert offered(match, 0) == ["double A1 A2", "double A2 A1", "pass"]


@pytest.mark.clause("BLACKROCK-16")
@pytest.mark.clause("BLACKROCK-17")
def test_a_die_of_the_partners_tower_is_of_the_own_side() -> None:
    match = stacked(calls="auto").with_dice(lie("A2", 4), lie("C1", 3)).change(turn=1)
    match.flick(2, lie("C3", 1), lie("C1", 4, centre=0))
    # C1 has the colour of seat 2 and belongs in the tower of seat 0, as A2 does: the double of a partner.
    assert score(match) == [0, 0, 0, 0]
    assert offered(match, 2) == ["targets C1", "pass"]
    match.play(2, "pass")
    assert offered(match, 0) == ["double A2 C1", "double C1 A2", "pass"]


@pytest.mark.clause("BLACKROCK-16")
@pytest.mark.clause("BLACKROCK-17")
def test_a_partner_who_has_passed_can_make_no_double_any_more() -> None:
    match = stacked(calls="auto").with_dice(lie("A2", 4))
    match.flick(0, lie("C1", 4, centre=0))
    assert offered(match, 0) == ["double A2 C1", "double C1 A2", "pass"]
    assert names(match.play(0, "pass")) == ["pass", "targets"]
    assert score(match) == [0, 0, 1, 0]


@pytest.mark.clause("BLACKROCK-17")
def test_nothing_is_called_for_a_seat_that_has_passed_in_this_window() -> None:
    match = auto(3).with_dice(lie("A1", 4, target=0), lie("A2", 1), lie("B1", 3), lie("B2", 6))
    match.flick(0, lie("A3", 2, centre=0), lie("A2", 4), lie("B1", 3, target=0), lie("B2", 3))
    match.play(0, "pass")
    assert offered(match, 1) == ["double B1 B2", "double B2 B1", "pass"]
    match.play(1, "double B1 B2")
    assert score(match) == [0, 0, 0]
    assert match.actors() == (1,)
    match.flick(1, lie("B1", 1))
    assert score(match) == [0, 0, 0], "what was not called is gone"


@pytest.mark.clause("BLACKROCK-17")
def test_whoever_is_asked_holds_up_those_who_come_later() -> None:
    match = auto(3).with_dice(lie("A1", 1), lie("B1", 5), lie("C1", 6))
    match.flick(0, lie("A3", 1), lie("B1", 5, centre=0), lie("C1", 6, centre=0))
    assert (match.actors(), score(match)) == ((0,), [0, 0, 0])
    with pytest.raises(NotYourTurn):
        match.play(1, FLICK)
    assert names(match.play(0, "pass")) == ["pass", "targets"]
    assert score(match) == [0, 1, 0]


@pytest.mark.clause("BLACKROCK-14")
@pytest.mark.clause("BLACKROCK-17")
def test_nobody_is_asked_for_a_pas_vu_that_can_do_nothing() -> None:
    match = spoken(3, pas_vu_pas_pris=True).with_dice(lie("B1", 5))
    match.emptied(1, 2).with_dice(*match.board.rests)
    match.flick(0, lie("A3", 1, centre=0), lie("B1", 5, centre=1))
    assert match.actors() == (0, 1, 2)
    match.play(0, "pass")
    assert offered(match, 1) == ["targets B1", "pass"]
    assert offered(match, 2) == ["pas_vu B1", "pass"]
    with pytest.raises(NotAllowed, match="BLACKROCK-14"):
        match.play(2, "pas_vu A3")
    match.play(1, "pass")
    assert match.actors() == (0,), "nobody is left to cancel, and seat 0 flicks"
