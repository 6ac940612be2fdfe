"""The Blackrock edition, clause by clause."""

from typing import Any

import msgspec
import pytest

from ludotheque import Move, NotAllowed, Table
from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.core.refusal import Unreadable
from ludotheque.games.targets.physics.reading import DieReading
from tests.games.targets.scenes import FLICK, Match, lie, names


def spoken(seats: int = 2, **options: Json) -> Match:
    """A match in which calls race."""
    return Match("blackrock", seats, calls="spoken", **options)


def last_flick(*lying: DieReading, match: Match | None = None, **fields: Any) -> Match:
    """A match in which seat 0 has the only die left, A3."""
    match = (match or spoken()).with_dice(*lying)
    seats = match.table.seats
    match.emptied(*range(1, seats))
    stands = list(match.board.layout.stands)
    under = tuple(member.die for member in stands[0].tower[:-1])
    stands[0] = msgspec.structs.replace(stands[0], tower=stands[0].tower[-1:], under=under)
    layout = msgspec.structs.replace(match.board.layout, stands=tuple(stands))
    return match.change(layout=layout, turn=seats - 1, **fields)


def with_central(match: Match, central: list[int | None], **fields: Any) -> Match:
    """Other central discs; those that are missing are removed from the game."""
    used = {disc for disc in central if disc is not None} | {d for discs in match.board.stored for d in discs}
    used |= {disc for discs in fields.get("won", match.board.won) for disc in discs}
    used |= set(fields.get("reserve", ()))
    places = tuple(place for place, disc in enumerate(central) if disc is not None)
    layout = msgspec.structs.replace(match.board.layout, places=places)
    removed = [disc for disc in range(9) if disc not in used]
    return match.change(
        **({"reserve": []} | fields | {"central": central, "layout": layout, "removed": removed})
    )


def offered(match: Match, seat: int) -> list[str]:
    """Return the moves of a seat besides flicks, in notation."""
    game = match.table.game
    return [game.notation(move) for move in match.table.moves(seat) if isinstance(move, Move)]


def score(match: Match) -> list[int]:
    """Discs won for good."""
    return [len(discs) for discs in match.board.won]


@pytest.mark.clause("BLACKROCK-1")
def test_three_of_nine_discs_lie_in_the_centre_and_the_starter_moves_on() -> None:
    match = spoken(3)
    assert (len(match.board.places()), len(match.board.reserve)) == (3, 6)
    assert sorted(disc // 3 for disc in match.board.central) == [0, 1, 2]
    assert {Table("blackrock", 3, seed=seed).actors for seed in range(20)} == {(0,), (1,), (2,)}
    match = last_flick(match=match)
    match.flick(0, lie("A3", 5, target=0))
    assert (match.board.round, match.board.starter, match.actors()) == (2, 1, (1,))


@pytest.mark.clause("BLACKROCK-2")
def test_of_several_fallen_own_dice_one_stays_and_all_others_are_lost() -> None:
    match = spoken()
    match.flick(0, lie("A3", 1), lie("A2", 6, centre=0), lie("A1", 2))
    assert len(match.table.moves(0)) == 3
    with pytest.raises(NotAllowed, match="BLACKROCK-2"):
        match.play(0, "keep A1 A2")
    match.play(0, "keep A2")
    assert (match.lying(), match.under(0), match.tower(0)) == (["A2"], ["A1", "A3"], [])
    assert "targets" in names(match.play(0, "targets A2"))


@pytest.mark.clause("BLACKROCK-2")
def test_a_slid_or_fallen_off_die_cannot_be_the_one_that_stays() -> None:
    match = spoken()
    match.flick(0, lie("A3", 1, slid=True), lie("A2", 6, off=True), lie("A1", 2))
    assert (match.lying(), match.under(0)) == (["A1"], ["A2", "A3"])
    match = spoken()
    match.flick(0, lie("A3", 1, slid=True), lie("A2", 6), lie("A1", 2))
    assert len(match.table.moves(0)) == 2


@pytest.mark.clause("BLACKROCK-3")
def test_targets_wins_the_disc_at_once_and_clears_it() -> None:
    match = spoken().with_dice(
        lie("B1", 6, target=0), lie("B2", 2, target=0, table=True), lie("B3", 1, target=1)
    )
    match.flick(0, lie("A3", 1, centre=0))
    events = match.play(0, "targets A3")
    assert events[0].text("en", "Ada") == "“Targets!” Ada wins the green disc and has 1."
    assert match.board.won == ((0,), ())
    assert match.board.central == (None, 3, 6)
    assert match.board.layout.places == (1, 2)
    assert (match.under(0), match.under(1), match.lying()) == (["A3"], ["B1", "B2"], ["B3"])


@pytest.mark.clause("BLACKROCK-3")
def test_the_first_call_wins_a_disc_that_two_players_touch() -> None:
    match = spoken().with_dice(lie("B1", 6))
    match.flick(0, lie("A3", 1, centre=0), lie("B1", 6, centre=0))
    assert match.actors() == (0, 1)
    match.play(1, "targets B1")
    assert score(match) == [0, 1]
    assert match.actors() == (1,)
    with pytest.raises(NotAllowed, match="BLACKROCK-3"):
        match.play(1, "targets B1")


@pytest.mark.clause("BLACKROCK-3")
def test_a_missed_targets_is_gone_until_the_die_is_moved() -> None:
    match = spoken()
    match.flick(0, lie("A3", 1, centre=0))
    match.flick(1, lie("B3", 2))
    assert match.actors() == (0,)
    assert len(match.table.moves(0)) == 1
    match.flick(0, lie("A2", 2), lie("A3", 1, centre=0))
    assert match.actors() == (0, 1)


@pytest.mark.clause("BLACKROCK-4")
def test_a_missed_double_is_gone_until_a_value_changes_or_a_new_die_joins() -> None:
    match = spoken().with_dice(lie("A1", 5))
    match.flick(0, lie("A3", 5))
    assert match.actors() == (0, 1)
    match.flick(1, lie("B3", 2), lie("A1", 5))
    assert match.actors() == (0,)
    assert len(match.table.moves(0)) == 1
    match.flick(0, lie("A2", 5))
    assert match.actors() == (0, 1)
    assert offered(match, 0) == ["double A1 A2", "double A2 A1", "double A2 A3", "double A3 A2", "pass"]
    match.play(0, "double A2 A1")
    assert match.tower(0) == ["A2"]
    assert match.actors() == (1,), "the pair that is left was missed"
    match.flick(1, lie("B2", 3), lie("A1", 4))
    match.flick(0, lie("A2", 6))
    match.flick(1, lie("B1", 6), lie("A1", 5))
    assert offered(match, 0) == ["double A1 A3", "double A3 A1", "pass"]


@pytest.mark.clause("BLACKROCK-4")
def test_the_die_that_comes_back_makes_a_new_double() -> None:
    match = spoken().with_dice(lie("A1", 5))
    match.flick(0, lie("A3", 5))
    match.play(0, "double A3 A1")
    match.flick(1, lie("B3", 2))
    match.flick(0, lie("A3", 5))
    assert match.actors() == (0, 1)


@pytest.mark.clause("BLACKROCK-4")
def test_the_die_left_of_a_called_pair_calls_no_targets_until_it_is_moved() -> None:
    match = spoken().with_dice(lie("A1", 5))
    match.flick(0, lie("A3", 5, centre=0))
    assert offered(match, 0) == ["targets A3", "double A1 A3", "double A3 A1", "pass"]
    match.play(0, "double A1 A3")
    assert match.actors() == (1,)
    match.flick(1, lie("B3", 1), lie("A3", 5, centre=0))
    assert match.actors() == (0,)
    match.play(0, "targets A3")
    assert score(match) == [1, 0]


@pytest.mark.clause("BLACKROCK-5")
def test_a_steal_takes_the_whole_pile_and_the_thief_calls_no_double() -> None:
    match = spoken().with_piles(0, 2).with_dice(lie("A1", 4), lie("A2", 4, table=True, target=0))
    stolen = match.board.stored[1]
    match.change(spent_pairs=[])
    events = match.flick(0, lie("A3", 1, pile=1))
    assert "steal" in names(events)
    assert events[2].text("fr", "Ada", ["Ada", "Ben"]) == "Ada vole 2 disques sous la tour de Ben."
    assert match.board.stored == (stolen, ())
    assert match.under(0) == ["A3"]
    assert match.actors() == (1,)


@pytest.mark.clause("BLACKROCK-5")
def test_several_thieves_and_own_dice_are_as_in_an_attack() -> None:
    match = spoken(3).with_piles(0, 2, 0).with_dice(lie("B1", 6), lie("C1", 1), lie("C2", 3))
    match.flick(0, lie("A3", 3, pile=1), lie("B1", 6, pile=1), lie("C1", 2, pile=1), lie("C2", 2, pile=1))
    assert match.piles() == [0, 0, 2]
    assert match.lying() == ["A3", "B1"]


@pytest.mark.clause("BLACKROCK-6")
def test_a_disarmed_player_loses_one_die_and_stacks_the_others() -> None:
    match = spoken()
    match.flick(0, lie("A3", 1), lie("B3", 4, centre=0), lie("B2", 4), lie("B1", 5, target=0))
    assert [match.table.game.notation(move) for move in match.table.moves(1)] == [  # type: ignore[arg-type]
        "lose B1",
        "lose B2",
        "lose B3",
    ]
    match.play(1, "lose B2")
    assert (match.tower(1), match.under(1), match.lying()) == (["B1", "B3"], ["B2"], ["A3"])
    match = spoken()
    match.flick(0, lie("A3", 1), lie("B3", 4, off=True), lie("B2", 4))
    assert (match.tower(1), match.under(1)) == (["B1", "B2"], ["B3"])


@pytest.mark.clause("BLACKROCK-6")
def test_the_only_die_that_falls_from_another_tower_is_lost() -> None:
    match = spoken()
    told = match.flick(0, lie("A3", 1), lie("B3", 4, centre=0))
    assert names(told)[-2:] == ["topple", "lose"]
    assert (match.tower(1), match.under(1), match.lying()) == (["B1", "B2"], ["B3"], ["A3"])


@pytest.mark.clause("BLACKROCK-7")
@pytest.mark.parametrize(("sums", "winner"), [((5, 5, 3), 2), ((5, 5, 3, 3), None), ((6, 5, 5), 0)])
def test_the_highest_total_stores_a_disc_and_equal_totals_cancel(
    sums: tuple[int, ...], winner: int | None
) -> None:
    lying = [lie(f"{'ABCD'[seat]}1", value, target=2) for seat, value in enumerate(sums)]
    match = last_flick(*lying, lie("A2", 1, target=0), match=spoken(len(sums)))
    match.flick(0, lie("A3", 2))
    assert match.piles()[1:] == [int(seat == winner) for seat in range(1, len(sums))]
    assert match.piles()[0] == 1 + (winner == 0)


@pytest.mark.clause("BLACKROCK-7")
def test_stored_discs_are_won_first_and_a_die_on_a_rim_or_on_two_discs_counts_nothing() -> None:
    match = last_flick(
        lie("B1", 6, target=0, table=True),
        lie("B2", 5, target=(0, 1)),
        lie("A1", 1, target=0),
        match=spoken().with_piles(1, 2),
        round=2,
    )
    events = match.flick(0, lie("A3", 2, target=0))
    assert names(events)[2:7] == ["round_ends", "won", "won", "stored", "round"]
    assert score(match) == [1, 2]
    assert match.piles() == [1, 0]


@pytest.mark.clause("BLACKROCK-8")
def test_if_no_disc_was_won_the_starter_removes_one() -> None:
    match = last_flick(lie("B1", 6, target=0), match=spoken().with_piles(0, 1))
    match.change(starter=1, round=2)
    match.flick(0, lie("A3", 6, target=0))
    assert (match.actors(), match.board.phase) == ((1,), "remove")
    assert [match.table.game.notation(move) for move in match.table.moves(1)] == [  # type: ignore[arg-type]
        "remove 1",
        "remove 2",
        "remove 3",
    ]
    with pytest.raises(NotAllowed, match="BLACKROCK-4"):
        match.play(1, "double B1")
    events = match.play(1, "remove 2")
    assert names(events) == ["remove", "round"]
    assert match.board.removed == (3,)
    assert len(match.board.places()) == 3
    assert match.table.why_not(0, "remove 1") is not None
    assert match.table.why_not(0, "exchange A1") is not None


@pytest.mark.clause("BLACKROCK-8")
def test_a_call_counts_as_a_disc_won_and_a_steal_does_not() -> None:
    match = last_flick(match=spoken())
    match.flick(0, lie("A3", 6, centre=0))
    match.play(0, "targets A3")
    assert match.board.round == 2
    match = last_flick(match=spoken().with_piles(0, 1))
    match.flick(0, lie("A3", 6, pile=1))
    assert match.board.phase == "remove"
    assert score(match) == [1, 0]


@pytest.mark.clause("BLACKROCK-8")
def test_a_single_disc_is_removed_without_a_question() -> None:
    match = with_central(last_flick(match=spoken()), [None, 3, None], reserve=[8])
    assert "remove" in names(match.flick(0, lie("A3", 6)))
    assert match.board.central == (8, None, None)


@pytest.mark.clause("BLACKROCK-9")
def test_the_centre_is_filled_up_and_with_too_few_discs_play_goes_on() -> None:
    match = last_flick(match=spoken())
    match.flick(0, lie("A3", 6, target=1))
    assert match.board.central == (0, 1, 6)
    assert match.piles() == [1, 0]
    match = with_central(last_flick(match=spoken()), [0, 1, None])
    match.flick(0, lie("A3", 6, target=1))
    assert match.board.central == (0, None, None)
    assert match.actors() == (1,)


@pytest.mark.clause("BLACKROCK-10")
def test_money_time_is_one_last_round_over_the_stored_discs() -> None:
    match = with_central(last_flick(match=spoken()), [None, None, 5])
    events = match.flick(0, lie("A3", 6, target=2))
    assert "money_time" in names(events)
    assert match.board.money_time
    assert match.board.layout.places == ()
    last_flick(match=match)
    match.flick(0, lie("A3", 1))
    result = match.table.result
    assert result is not None
    assert (result.winners, result.scores, result.clause) == ((0,), (1, 0), "BLACKROCK-11")


@pytest.mark.clause("BLACKROCK-10")
def test_without_a_stored_disc_there_is_no_money_time() -> None:
    match = with_central(last_flick(match=spoken()), [None, None, 5], won=[[0], []])
    events = match.flick(0, lie("A3", 6))
    assert "remove" in names(events)
    assert "money_time" not in names(events)
    assert match.table.result is not None
    match = with_central(last_flick(match=spoken()), [None, None, 5])
    match.flick(0, lie("A3", 6, centre=2))
    match.play(0, "targets A3")
    assert match.table.result is not None
    assert match.table.result.text("en") == "All discs have been played for: whoever has the most wins."


@pytest.mark.clause("BLACKROCK-11")
def test_the_fourth_disc_ends_the_game_at_once_also_by_a_call() -> None:
    match = spoken().with_dice(lie("B1", 2))
    with_central(match, [0, 1, 2], won=[[3, 4, 5], [6]])
    match.flick(0, lie("A3", 1, centre=0), lie("B1", 2, centre=1))
    events = match.play(0, "targets A3")
    assert names(events) == ["targets", "wins"]
    assert match.actors() == ()
    assert match.table.result is not None
    assert match.table.result.scores == (4, 1)
    match = last_flick(lie("B1", 6, target=0), match=spoken().with_piles(1, 0), round=2)
    with_central(match, [0, 1, 2], won=[[3, 4, 5], [6]])
    events = match.flick(0, lie("A3", 1))
    assert "stored" not in names(events)
    assert match.table.result is not None
    assert match.table.result.reason == "targets.four_discs"


def golden(seats: int = 2, **options: Json) -> Match:
    """A match that ends in a tie: Golden Targets begins."""
    match = spoken(seats, **options)
    won: list[list[int]] = [[0], [1], [], []]
    match = with_central(last_flick(match=match), [None, None, 5], won=won[:seats])
    events = match.flick(0, lie("A3", 6))
    assert "golden" in names(events)
    return match


def all_flick(match: Match, *lying: DieReading) -> list[str]:
    """Stack for all seats with a choice, aim for every contender, and let the dice rest."""
    stack_all(match)
    for seat in match.actors():
        match.play(seat, FLICK | {"speed": 4.0})
    events = match.table.feed(match.outcome(*lying))
    while match.table.awaits_chance:
        events += match.table.feed(match.table.position.default_outcome())
    return names(events)


def stack_all(match: Match) -> None:
    """Stack in the first order offered for all seats with a choice."""
    while match.board.phase == "stack":
        seat = match.actors()[0]
        match.play(seat, offered(match, seat)[0])
    while match.table.awaits_chance:
        match.table.feed(match.table.position.default_outcome())


@pytest.mark.clause("BLACKROCK-12")
def test_golden_targets_is_won_by_the_highest_total_on_the_disc() -> None:
    match = golden()
    assert match.board.layout.golden
    assert match.actors() == (0, 1)
    assert "wins" in all_flick(
        match, lie("A3", 1, target=0), lie("A2", 6), lie("B1", 6, off=True), lie("B2", 5)
    )
    result = match.table.result
    assert result is not None
    assert (result.winners, result.ranks, result.reason) == ((0,), (1, 2), "targets.golden")


@pytest.mark.clause("BLACKROCK-12")
def test_golden_targets_goes_on_to_all_dice_on_the_table_and_to_three_flicks() -> None:
    match = golden()
    told = all_flick(match, lie("A3", 2, target=0), lie("B3", 2, target=0), lie("A2", 1), lie("B2", 1))
    assert "golden_again" in told
    assert match.board.golden.flick == 2
    assert "golden_again" in all_flick(match, lie("A3", 4), lie("B3", 4), lie("B2", 6, off=True))
    assert match.board.golden.flick == 3
    told = all_flick(match, lie("A3", 4), lie("B3", 3), lie("B2", 1))
    assert told.count("wins") == 2
    assert match.table.result is not None
    assert match.table.result.winners == (0, 1)
    match = golden()
    all_flick(match, lie("A3", 4), lie("B3", 3), lie("B2", 2))
    assert match.table.result is not None
    assert match.table.result.winners == (1,)


@pytest.mark.clause("BLACKROCK-12")
def test_only_those_who_share_the_best_total_go_on() -> None:
    match = spoken(3)
    match = with_central(last_flick(match=match), [None, None, 5], won=[[0], [1], [2]])
    match.flick(0, lie("A3", 6))
    assert match.actors() == (0, 1, 2)
    all_flick(match, lie("A3", 4, target=0), lie("B3", 4, target=0), lie("C3", 3, target=0), lie("C2", 6))
    assert match.actors() == (0, 1)
    assert (match.tower(0), match.tower(2)) == (["A1", "A2", "A3"], [])
    all_flick(match, lie("A3", 4), lie("B3", 3))
    assert match.table.result is not None
    assert match.table.result.ranks == (1, 2, 2)


@pytest.mark.clause("BLACKROCK-12")
def test_aims_are_secret_until_all_are_given() -> None:
    match = golden()
    match.play(0, FLICK | {"azimuth": 3.0, "speed": 5.0})
    views: list[Any] = [match.table.position.view(seat) for seat in (0, 1, None)]
    aims = [view["golden"]["aims"] for view in views]
    assert aims[0][0]["azimuth"] == 3.0
    assert aims[1] == aims[2] == [None, None]
    hidden = match.table.events[-1].seen_by(1)
    assert (hidden.text("de", "Ada"), hidden.params) == ("Ada hat gezielt.", {})
    assert match.table.events[-1].seen_by(0).text("en", "Ada") == "Ada aims: hard, a little to the left."
    guessed = match.table.position.seen_by(1, seeded(1))
    assert guessed.view(1) == match.table.position.view(1)
    assert guessed.to_json() != match.table.position.to_json()
    assert match.actors() == (1,)


@pytest.mark.clause("BLACKROCK-12")
def test_the_flicks_of_golden_targets_are_simulated_together() -> None:
    match = golden()
    table = Table.at("blackrock", match.table.position.to_json(), seed=3)
    table.play(0, FLICK | {"speed": 4.0})
    events = table.play(1, FLICK | {"speed": 4.0, "azimuth": 2.0})
    chance = [entry.chance for entry in table.log if entry.seat is None]
    assert isinstance(chance[0], dict)
    assert len(chance[0]["flicks"]) == 2
    assert [event.motion for event in events[:3]] == ["", chance[0]["film"], ""]
    assert len([event for event in events if event.name == "targets.rests_golden"]) >= 2


@pytest.mark.clause("BLACKROCK-13")
def test_a_lost_or_doubled_disc_is_noticed() -> None:
    match = spoken()
    position = match.table.position.to_json()
    assert isinstance(position, dict)
    for fields in ({"reserve": [1, 4, 7, 2, 5]}, {"removed": [0]}, {"central": [0, None, 6], "removed": [3]}):
        with pytest.raises(Unreadable):
            Table.at("blackrock", position | fields)
    with pytest.raises(Unreadable):
        Table.at("blackrock", position | {"stored": [[8], []], "reserve": [1, 4, 7, 2, 5]})


@pytest.mark.clause("BLACKROCK-14")
def test_pas_vu_pas_pris_cancels_one_die_if_it_comes_first() -> None:
    match = spoken(3, pas_vu_pas_pris=True).with_dice(lie("A1", 2))
    match.flick(0, lie("A3", 1, centre=0), lie("A1", 2, centre=1))
    assert match.actors() == (0, 1, 2)
    events = match.play(2, "pas_vu A3")
    assert names(events) == ["pas_vu"]
    with pytest.raises(NotAllowed, match="BLACKROCK-3"):
        match.play(0, "targets A3")
    match.play(0, "targets A1")
    assert score(match) == [1, 0, 0]
    with pytest.raises(NotAllowed, match="BLACKROCK-14"):
        match.play(1, "pas_vu A3")
    assert match.lying() == ["A3"]


@pytest.mark.clause("BLACKROCK-15")
def test_three_by_three_keeps_stored_discs_at_risk_until_the_centre_is_empty() -> None:
    match = spoken(three_by_three=True)
    assert match.board.central == (0, 1, 2)
    last_flick(lie("B1", 3, target=1), match=match)
    match.flick(0, lie("A3", 6, target=0))
    assert (match.board.central, match.piles(), score(match)) == ((None, None, 2), [1, 1], [0, 0])
    last_flick(match=match)
    match.flick(0, lie("A3", 6, pile=1))
    assert (match.board.removed, match.board.round) == ((2,), 3)
    assert (score(match), match.board.central) == ([2, 0], (3, 4, 5))


@pytest.mark.clause("BLACKROCK-15")
def test_a_round_of_a_set_wins_nothing_for_good_while_a_disc_lies_in_the_centre() -> None:
    match = spoken(three_by_three=True)
    for lying, piles in ((lie("A3", 6, target=0), [1, 0]), (lie("A3", 2, target=1), [2, 0])):
        last_flick(match=match)
        match.flick(0, lying)
        assert (match.piles(), score(match)) == (piles, [0, 0])
    assert (match.board.central, match.board.reserve) == ((None, None, 2), (3, 4, 5, 6, 7, 8))


@pytest.mark.clause("BLACKROCK-15")
def test_a_set_ends_as_soon_as_the_centre_is_empty_also_by_a_call() -> None:
    match = spoken(three_by_three=True).with_piles(0, 1)
    board = match.board
    layout = msgspec.structs.replace(board.layout, places=(0,))
    match.change(central=[0, None, None], removed=[1, 2], layout=layout)
    match.flick(0, lie("A3", 6, centre=0))
    events = match.play(0, "targets A3")
    assert names(events) == ["targets", "set_ends", "won", "round"]
    assert score(match) == [1, 1]
    assert match.board.central == (3, 4, 5)
    assert match.board.money_time is False


@pytest.mark.clause("BLACKROCK-15")
def test_after_three_sets_or_four_discs_the_game_is_over() -> None:
    match = spoken(three_by_three=True)
    with_central(match, [0, None, None], won=[[1, 2], [3]])
    match.flick(0, lie("A3", 6, centre=0))
    match.play(0, "targets A3")
    assert match.table.result is not None
    assert match.table.result.scores == (3, 1)
    match = spoken(three_by_three=True)
    with_central(match, [0, 1, None], won=[[6, 7, 8], [3]])
    match.flick(0, lie("A3", 6, centre=0))
    assert "wins" in names(match.play(0, "targets A3"))
    match = spoken(three_by_three=True).with_piles(1, 0)
    with_central(match, [0, None, None], won=[[1, 2], [3]], reserve=[4, 5])
    match.flick(0, lie("A3", 6, centre=0))
    assert names(match.play(0, "targets A3")) == ["targets", "set_ends", "won", "wins"]


def exchanged(**options: Json) -> Match:
    """Four players in teams who have exchanged their first dice and stacked them on top."""
    match = Match("blackrock", 4, teams=True, **{"calls": "spoken", **options})
    for seat in range(4):
        match.play(seat, {"do": "exchange", "die": 3 * seat})
    return match


@pytest.mark.clause("BLACKROCK-16")
def test_partners_exchange_a_die_once_and_choose_the_order_at_each_stacking() -> None:
    match = spoken(4, teams=True)
    assert match.actors() == (0, 1, 2, 3)
    with pytest.raises(NotAllowed, match="BLACKROCK-16"):
        match.play(0, "exchange B1")
    match = exchanged()
    assert match.board.held(0) == (1, 2, 6)
    assert match.actors() == (0, 1, 2, 3)
    assert len(match.table.moves(0)) == 3
    with pytest.raises(NotAllowed):
        match.play(0, {"do": "stack", "dice": [1, 2, 6], "faces": [1, 2, 3]})
    for seat in range(4):
        match.play(seat, match.table.moves(seat)[0])  # type: ignore[arg-type]
    assert match.tower(0) == ["A2", "A3", "C1"]
    last_flick(match=match)
    match.flick(0, lie("C1", 4, target=0))
    assert (match.board.round, match.board.phase) == (2, "stack")
    assert match.board.held(0) == (1, 2, 6)


def stacked(**options: Json) -> Match:
    """As `exchanged`, every tower with the foreign die on top: A2 A3 C1, B2 B3 D1, A1 C2 C3, B1 D2 D3."""
    match = exchanged(**options)
    for seat in range(4):
        match.play(seat, match.table.moves(seat)[0])  # type: ignore[arg-type]
    return match


@pytest.mark.clause("BLACKROCK-16")
def test_a_disc_goes_to_the_colour_and_fouls_and_doubles_to_the_tower() -> None:
    match = stacked()
    match.flick(0, lie("C1", 4, centre=0))
    assert match.actors() == (1, 2)
    match.play(2, "targets C1")
    assert score(match) == [0, 0, 1, 0]
    assert match.under(0) == ["C1"]
    assert match.table.position.scores() == (1, 0, 1, 0)  # type: ignore[attr-defined]
    assert match.table.position.teams == (0, 1, 0, 1)
    match = stacked().with_dice(lie("A2", 4), lie("C2", 4))
    match.flick(0, lie("C1", 4))
    assert offered(match, 0) == ["double A2 C1", "double C1 A2", "pass"]
    match.play(0, "double C1 A2")
    assert match.tower(0) == ["A3", "C1"]


@pytest.mark.clause("BLACKROCK-16")
def test_dice_of_one_colour_add_up_whoever_flicked_them_and_partners_cancel() -> None:
    match = last_flick(
        lie("C1", 3, target=0),
        lie("C2", 2, target=0),
        lie("B1", 4, target=0),
        lie("A2", 2, target=1),
        match=stacked(),
    )
    match.flick(0, lie("A3", 1, target=2))
    assert match.piles() == [2, 0, 1, 0]
    match = last_flick(lie("C1", 1), lie("C2", 5, target=0), lie("B1", 4, target=0), match=stacked())
    match.flick(0, lie("A3", 5, target=0))
    assert match.piles() == [0, 1, 0, 0]


@pytest.mark.clause("BLACKROCK-16")
def test_a_toppled_tower_of_two_colours_is_stacked_in_the_order_of_choice() -> None:
    match = stacked()
    match.flick(0, lie("C1", 1), lie("B2", 1), lie("B3", 1), lie("D1", 1))
    match.play(1, "lose B2")
    assert [match.table.game.notation(move) for move in match.table.moves(1)] == [  # type: ignore[arg-type]
        "stack B3 D1",
        "stack D1 B3",
    ]
    match.play(1, "stack D1 B3")
    assert match.tower(1) == ["D1", "B3"]
    match.flick(1, lie("B3", 2), lie("A1", 1), lie("C2", 1), lie("C3", 1, off=True))
    assert match.actors() == (2,)
    match.play(2, match.table.moves(2)[1])  # type: ignore[arg-type]
    assert match.tower(2) == ["C2", "A1"]


@pytest.mark.clause("BLACKROCK-16")
@pytest.mark.clause("BLACKROCK-15")
@pytest.mark.clause("BLACKROCK-14")
def test_the_variants_combine_partners_may_cancel_steal_and_share_four_discs() -> None:
    match = stacked(three_by_three=True, pas_vu_pas_pris=True).with_piles(0, 0, 1, 0)
    match.change(won=[[], [], [], []])
    match.flick(0, lie("C1", 4, centre=0), lie("A3", 2, pile=2))
    match.play(0, "keep A3")
    assert match.piles() == [1, 0, 0, 0]
    match = stacked(three_by_three=True, pas_vu_pas_pris=True)
    match.flick(0, lie("C1", 4, centre=0))
    assert names(match.play(0, "pas_vu C1")) == ["pas_vu"]
    with_central(match, [0, 1, 2], won=[[3, 4], [5], [6], []])
    match.flick(1, lie("D1", 1), lie("C1", 4, centre=0))
    events = match.play(2, "targets C1")
    assert names(events)[-2:] == ["wins", "wins"]
    assert match.table.result is not None
    assert (match.table.result.ranks, match.table.result.scores) == ((1, 3, 1, 3), (4, 1, 4, 1))


@pytest.mark.clause("BLACKROCK-16")
def test_teams_are_for_four() -> None:
    with pytest.raises(Unreadable, match="BLACKROCK-16"):
        Match("blackrock", 3, teams=True)


@pytest.mark.clause("BLACKROCK-17")
def test_automatic_calls_come_in_order_of_play_and_ask_only_where_there_is_a_choice() -> None:
    match = Match("blackrock", 3).with_dice(lie("B1", 2), lie("C1", 3))
    events = match.flick(0, lie("A3", 1, centre=0), lie("B1", 2, centre=0), lie("C1", 3, centre=1))
    assert [event.seat for event in events if event.name == "targets.targets"] == [0, 2]
    assert match.under(1) == ["B1"]
    match = Match("blackrock", 3).with_dice(lie("B1", 6), lie("B2", 2), lie("A1", 1), lie("C1", 3))
    match.flick(0, lie("A3", 1, centre=0), lie("B1", 2, centre=0), lie("C1", 3, centre=0))
    assert match.actors() == (0,)
    with pytest.raises(NotAllowed, match="BLACKROCK-17"):
        match.play(0, FLICK)
    match.play(0, "double A3 A1")
    assert match.actors() == (1,)
    with pytest.raises(NotAllowed, match="BLACKROCK-17"):
        match.play(1, FLICK)
    assert "targets" in names(match.play(1, "pass"))
    assert score(match) == [0, 0, 1]
    assert match.actors() == (1,)


@pytest.mark.clause("BLACKROCK-17")
def test_spoken_calls_win_in_the_order_they_reach_the_table_and_pas_vu_needs_them() -> None:
    match = spoken(3).with_dice(lie("B1", 2), lie("C1", 3))
    match.flick(0, lie("A3", 1, centre=0), lie("B1", 2, centre=0), lie("C1", 3, centre=0))
    assert match.actors() == (0, 1, 2)
    match.play(2, "targets C1")
    assert score(match) == [0, 0, 1]
    with pytest.raises(Unreadable, match="BLACKROCK-17"):
        Match("blackrock", pas_vu_pas_pris=True)


@pytest.mark.clause("BLACKROCK-17")
@pytest.mark.clause("TARGETS-9")
def test_a_call_waits_until_dice_have_settled_and_a_settled_die_calls_nothing() -> None:
    match = Match("blackrock", 3).with_dice(
        lie("B1", 2), lie("C1", 3), lie("C2", 5, target=1), lie("C3", 6, target=0, on="B1")
    )
    events = match.flick(0, lie("A3", 1, centre=0), lie("B1", 2, centre=0), lie("C1", 3, centre=1))
    told = [name for name in names(events) if not name.startswith(("rests", "flick"))]
    assert told == ["targets", "settle", "targets"]
    match = Match("blackrock").with_dice(lie("A1", 2), lie("B1", 3, on="A1", target=0))
    match.table.play(0, FLICK)
    position = match.table.position
    position.resolve(match.outcome(lie("A3", 2)))
    position.play(0, match.table.game.read_move("double A1 A3"))
    flat = {"pose": [0, 0, 0.01], "support": {"table": True}}
    on_centre = {"die": 3, "up": 3, "pose": [0, 0.067, 0.01], "centres": [0]}
    disc = {"targets": [0]}
    position.resolve(
        {"settled": [{"die": 2, "up": 2} | flat, on_centre | {"touches": disc, "support": disc}]}
    )
    assert match.board.spent == (2, 3)
    assert match.actors() == (1,)
