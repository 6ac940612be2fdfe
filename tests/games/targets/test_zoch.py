"""The Zoch edition, clause by clause."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque import NotAllowed, NotYourTurn, Table
from ludotheque.games.targets.rules.board import best_alone
from tests.games.targets.scenes import FLICK, Match, lie, names


def last_flick(*lying: object, seats: int = 2) -> Match:
    """A match in which seat 0 has the only die left."""
    match = Match("zoch", seats).with_dice(*lying)  # type: ignore[arg-type]
    match.emptied(*range(1, seats)).with_dice(*match.board.rests)
    stands = list(match.board.layout.stands)
    keep = stands[0].tower[-1:]
    under = tuple(member.die for member in stands[0].tower[:-1])
    stands[0] = msgspec.structs.replace(stands[0], tower=keep, under=under)
    layout = msgspec.structs.replace(match.board.layout, stands=tuple(stands))
    return match.change(layout=layout, turn=seats - 1)


@pytest.mark.clause("ZOCH-1")
def test_chance_draws_the_first_starter_and_the_next_round_starts_to_the_left() -> None:
    starters = {Table("zoch", 3, seed=seed).actors for seed in range(20)}
    assert starters == {(0,), (1,), (2,)}
    match = last_flick(seats=3)
    assert match.board.layout.places == (0, 1, 2)
    assert match.piles() == [0, 0, 0]
    match.flick(0, lie("A3", 1))
    assert match.actors() == (1,)
    assert match.board.starter == 1


@pytest.mark.clause("ZOCH-2")
def test_of_two_fallen_own_dice_one_is_lost_and_one_stays_as_the_player_chooses() -> None:
    match = Match("zoch")
    match.flick(0, lie("A3", 1), lie("A2", 6, target=0))
    assert match.actors() == (0,)
    assert match.table.moves(0) == [match.table.game.read_move(m) for m in ("keep A2", "keep A3")]
    with pytest.raises(NotAllowed, match="ZOCH-2"):
        match.play(0, "keep A1")
    with pytest.raises(NotAllowed, match="can’t flick"):
        match.play(0, FLICK)
    with pytest.raises(NotYourTurn):
        match.play(1, "keep A2")
    assert names(match.play(0, "keep A2")) == ["keep", "fault"]
    assert (match.lying(), match.under(0), match.tower(0)) == (["A2"], ["A3"], ["A1"])


@pytest.mark.clause("ZOCH-2")
def test_of_three_fallen_own_dice_one_is_lost_one_stays_and_one_goes_back() -> None:
    match = Match("zoch")
    match.flick(0, lie("A3", 1), lie("A2", 6, hole=1), lie("A1", 2))
    assert len(match.table.moves(0)) == 6
    assert match.board.points == (0, 0)
    events = match.play(0, "keep A2 A1")
    assert names(events) == ["keep", "back", "fault", "dead_centre", "points"]
    assert (match.lying(), match.under(0), match.tower(0)) == ([], ["A2", "A3"], ["A1"])
    assert match.board.points == (1, 0)


@pytest.mark.clause("ZOCH-2")
def test_fallen_own_dice_that_slid_or_fell_off_are_the_loss() -> None:
    match = Match("zoch")
    match.flick(0, lie("A3", 1, slid=True), lie("A2", 6), lie("A1", 2))
    assert len(match.table.moves(0)) == 2
    match.play(0, "keep A1 A2")
    assert (match.lying(), match.under(0), match.tower(0)) == (["A1"], ["A3"], ["A2"])
    match = Match("zoch")
    match.flick(0, lie("A3", 1), lie("A2", 6, off=True))
    assert (match.lying(), match.under(0), match.tower(0)) == (["A3"], ["A2"], ["A1"])
    match = Match("zoch")
    match.flick(0, lie("A3", 1, slid=True), lie("A2", 6, off=True), lie("A1", 4))
    assert (match.lying(), match.under(0), match.tower(0)) == (["A1"], ["A2", "A3"], [])


@pytest.mark.clause("ZOCH-3")
def test_two_dead_centres_in_one_flick_one_of_them_of_another_player() -> None:
    match = Match("zoch").with_dice(lie("B1", 3), lie("B2", 3, target=1))
    events = match.flick(0, lie("A3", 1, hole=0), lie("B1", 3, hole=2))
    assert names(events).count("dead_centre") == 2
    assert match.board.points == (1, 1)
    assert match.under(0) == ["A3"]
    assert match.under(1) == ["B1"]
    assert match.table.moves(1)[1:] == []


@pytest.mark.clause("ZOCH-4")
def test_a_double_may_be_called_at_any_later_end_of_turn_and_gives_a_die_back() -> None:
    match = Match("zoch").with_dice(lie("A1", 5), lie("B1", 1))
    match.flick(0, lie("A3", 5))
    assert match.actors() == (0, 1)
    match.flick(1, lie("B3", 2))
    assert match.actors() == (0,)
    with pytest.raises(NotAllowed, match="ZOCH-4"):
        match.play(0, "double A2")
    events = match.play(0, "double A1")
    assert events[0].text("en", "Ada") == "“Double 5!” Ada puts one of the two back on the tower."
    assert match.tower(0) == ["A2", "A1"]
    match.flick(0, lie("A1", 2))
    assert match.actors() == (1,)


@pytest.mark.clause("ZOCH-4")
def test_three_equal_dice_allow_a_second_call_and_dice_on_towers_count_nothing() -> None:
    match = Match("zoch").with_dice(lie("A1", 5), lie("A2", 5)).change(turn=1)
    match.flick(0, lie("A3", 5))
    match.play(0, "double A3")
    match.play(0, "double A1")
    assert match.tower(0) == ["A3", "A1"]
    assert match.actors() == (1,)
    match = Match("zoch").with_dice(lie("A1", 5, base=1, carried_by=1))
    match.flick(0, lie("A3", 5))
    assert match.actors() == (1,)


@pytest.mark.clause("ZOCH-5")
def test_an_attack_takes_all_score_discs_and_can_be_attacked_in_the_same_round() -> None:
    match = Match("zoch", 3).with_piles(0, 2, 0)
    events = match.flick(0, lie("A3", 1, pile=1))
    assert events[2].text("en", "Ada", ["Ada", "Ben", "Cleo"]) == "Ada takes 2 discs from under Ben’s tower."
    assert match.piles() == [2, 0, 0]
    assert match.under(0) == ["A3"]
    match.flick(1, lie("B3", 6, target=0))
    match.flick(2, lie("C3", 3, pile=0))
    assert match.piles() == [0, 0, 2]
    assert match.under(2) == ["C3"]


@pytest.mark.clause("ZOCH-5")
def test_pushed_dice_attack_the_highest_sum_takes_and_equal_sums_cancel() -> None:
    match = Match("zoch", 4).with_piles(0, 3, 0, 0).with_dice(lie("A1", 1), lie("C1", 1), lie("D1", 1))
    match.flick(0, lie("A3", 2, pile=1), lie("A1", 3, pile=1), lie("C1", 5, pile=1), lie("D1", 4, pile=1))
    assert match.piles() == [0, 0, 0, 3]
    assert match.under(3) == ["D1"]
    assert match.lying() == ["A1", "A3", "C1"]
    match = Match("zoch", 3).with_piles(0, 3, 0).with_dice(lie("C1", 1))
    events = match.flick(0, lie("A3", 5, pile=1), lie("C1", 5, pile=1))
    assert "attack" not in names(events)
    assert match.piles() == [0, 3, 0]


@pytest.mark.clause("ZOCH-5")
def test_only_moved_dice_wholly_on_the_pile_attack_and_own_dice_neither_attack_nor_protect() -> None:
    match = Match("zoch").with_piles(1, 1).with_dice(lie("A1", 6, pile=1), lie("B1", 6, pile=1))
    match.flick(0, lie("A3", 2, pile=1, table=True))
    assert match.piles() == [1, 1]
    match.flick(1, lie("B3", 6, pile=1))
    assert match.piles() == [1, 1]
    match.flick(0, lie("A2", 1, pile=1))
    assert match.piles() == [2, 0]


@pytest.mark.clause("ZOCH-5")
def test_piles_change_hands_at_the_same_time() -> None:
    match = Match("zoch", 3).with_piles(1, 2, 0).with_dice(lie("B1", 4), lie("C1", 2))
    match.flick(0, lie("A3", 1, pile=1), lie("C1", 2, pile=0))
    assert match.piles() == [2, 0, 1]
    match = Match("zoch").with_piles(1, 2).with_dice(lie("B1", 4))
    match.flick(0, lie("A3", 1, pile=1), lie("B1", 2, pile=0))
    assert match.piles() == [2, 1]


@pytest.mark.clause("ZOCH-6")
def test_a_toppled_player_loses_one_fallen_die_of_choice_and_stacks_the_others() -> None:
    match = Match("zoch")
    match.flick(0, lie("A3", 1), lie("B3", 4, target=0), lie("B2", 4, hole=1))
    assert match.actors() == (1,)
    with pytest.raises(NotAllowed, match="ZOCH-6"):
        match.play(1, "lose B1")
    assert names(match.play(1, "lose B3")) == ["lose"]
    assert (match.tower(1), match.under(1), match.lying()) == (["B1", "B2"], ["B3"], ["A3"])
    assert match.board.points == (0, 0)


@pytest.mark.clause("ZOCH-6")
def test_one_die_a_tower_is_lost_and_a_die_off_the_table_is_that_loss() -> None:
    match = Match("zoch", 3)
    match.flick(0, lie("A3", 1), lie("B3", 4, off=True), lie("B2", 4), lie("C3", 1))
    assert (match.tower(1), match.under(1)) == (["B1", "B2"], ["B3"])
    assert (match.tower(2), match.under(2)) == (["C1", "C2"], ["C3"])
    assert match.actors() == (1,)
    match = Match("zoch")
    match.flick(0, lie("A3", 1), lie("A2", 1), lie("B3", 2), lie("B2", 3))
    assert match.actors() == (0,)
    match.play(0, "keep A2")
    assert match.actors() == (1,)
    match.play(1, "lose B2")
    assert (match.tower(1), match.under(1)) == (["B1", "B3"], ["B2"])


@pytest.mark.clause("ZOCH-7")
def test_score_discs_become_points_before_the_hits_count() -> None:
    match = last_flick(lie("B1", 3, target=1)).with_piles(2, 1)
    events = match.flick(0, lie("A3", 6, target=1))
    assert names(events)[2:] == ["round_ends", "disc_points", "disc_points", "award", "round"]
    assert match.board.points == (2, 1)
    assert match.piles() == [1, 0]


@pytest.mark.clause("ZOCH-8")
@pytest.mark.parametrize(
    ("sums", "winner"), [((5, 5, 3), 2), ((5, 5, 3, 3), None), ((6, 5, 5), 0), ((4,), 0), ((), None)]
)
def test_equal_sums_cancel_and_the_next_one_gets_the_disc(sums: tuple[int, ...], winner: int | None) -> None:
    assert best_alone(dict(enumerate(sums))) == winner
    seats = max(2, len(sums))
    lying = [lie(f"{'ABCD'[seat]}1", value, target=2) for seat, value in enumerate(sums)]
    match = last_flick(*lying, seats=seats)
    events = match.flick(0, lie("A3", 1))
    assert match.piles() == [int(seat == winner) for seat in range(seats)]
    assert ("cancel" in names(events)) == (winner is None and bool(sums))


@pytest.mark.clause("ZOCH-8")
@given(st.dictionaries(st.integers(0, 5), st.integers(1, 18)))
def test_whoever_wins_has_a_total_of_their_own_and_no_single_one_is_higher(totals: dict[int, int]) -> None:
    winner = best_alone(totals)
    alone = [total for total in totals.values() if list(totals.values()).count(total) == 1]
    assert (winner is None) == (not alone)
    if winner is not None:
        assert totals[winner] == max(alone)


@pytest.mark.clause("ZOCH-8")
def test_own_hits_add_up_a_rim_counts_nothing_and_a_bridge_counts_twice() -> None:
    match = last_flick(
        lie("A1", 2, target=0),
        lie("B1", 4, target=0),
        lie("B2", 6, target=1, table=True),
        lie("B3", 1, target=(1, 2)),
    )
    events = match.flick(0, lie("A3", 3, target=0))
    assert match.piles() == [1, 2]
    award = next(event for event in events if event.name == "targets.award")
    assert (award.seat, award.params["total"]) == (0, 5)


@pytest.mark.clause("ZOCH-9")
def test_all_dice_are_stacked_again_for_the_next_round() -> None:
    match = last_flick(lie("B1", 3, target=1))
    match.flick(0, lie("A3", 5))
    assert match.board.round == 1 + 1
    assert [match.tower(seat) for seat in (0, 1)] == [["A1", "A2", "A3"], ["B1", "B2", "B3"]]
    assert (match.lying(), match.under(0), match.piles()) == ([], [], [0, 1])


@pytest.mark.clause("ZOCH-10")
def test_four_points_win_at_once() -> None:
    match = Match("zoch").change(points=[3, 1])
    events = match.flick(0, lie("A3", 1, hole=0))
    assert names(events)[-1] == "wins"
    result = match.table.result
    assert result is not None
    assert (result.winners, result.scores, result.clause) == ((0,), (4, 1), "ZOCH-10")
    assert match.actors() == ()
    with pytest.raises(NotYourTurn, match="over"):
        match.play(1, FLICK)


@pytest.mark.clause("ZOCH-10")
def test_players_who_reach_four_at_the_same_time_share_the_victory() -> None:
    match = last_flick(seats=3).with_piles(2, 1, 0).change(points=[3, 3, 2])
    match.flick(0, lie("A3", 1))
    result = match.table.result
    assert result is not None
    assert (result.winners, result.ranks, result.scores) == ((0, 1), (1, 1, 3), (5, 4, 2))


@pytest.mark.clause("ZOCH-11")
def test_after_twenty_rounds_the_most_points_win_and_new_score_discs_count_nothing() -> None:
    match = last_flick(lie("B1", 3, target=1)).with_piles(1, 0).change(points=[0, 1], round=20)
    events = match.flick(0, lie("A3", 1))
    assert names(events)[-1] == "last_round"
    result = match.table.result
    assert result is not None
    assert (result.winners, result.scores, result.clause) == ((0, 1), (1, 1), "ZOCH-11")
