"""Exxtra clause by clause, through the table, as a player notices it."""

from collections import Counter
from typing import Any

import pytest

from ludotheque import NotAllowed, NotYourTurn, Table, Unreadable
from ludotheque.games.exxtra.moves import Place, Throw, faces, read_outcome, write_outcome
from ludotheque.games.exxtra.rules import state as rules


def position(**parts: Any) -> dict[str, Any]:
    """Two players in mid-game, seat 0 about to throw, unless said otherwise."""
    return {"seats": 2, "pawns": [5, 8], "dice": [None, None], "turn": 0, "phase": "first_throw"} | parts


def at(chance: list[Any], **parts: Any) -> Table:
    return Table.at("exxtra", position(**parts), chance=chance)


def pawns(table: Table) -> list[int]:
    found: list[int] = table.view(None)["position"]["pawns"]
    return found


def dice(table: Table) -> list[dict[str, int] | None]:
    found: list[dict[str, int] | None] = table.view(None)["position"]["dice"]
    return found


def names(table: Table) -> list[str]:
    return [event.name.removeprefix("exxtra.") for event in table.events]


@pytest.mark.clause("EXXTRA-1")
def test_the_two_dice_have_different_faces() -> None:
    shown = [faces(code) for code in range(rules.THROWS)]
    assert len(set(shown)) == 36
    assert {a for a, _ in shown} == {1, 2, 3, 4, 7, "X"}
    assert {b for _, b in shown} == {1, 2, 3, 5, 6, "X"}


@pytest.mark.clause("EXXTRA-1")
@pytest.mark.parametrize(
    "outcome", [[5, 1], [1, 4], ["X", "Y"], [1], [1, 2, 3], 7, None, {"starter": True}, [True, 1]]
)
def test_a_throw_the_dice_cannot_show_is_refused_and_nothing_changes(outcome: Any) -> None:
    table = at([outcome])
    before = table.view(0)
    with pytest.raises(Unreadable):
        table.play(0, "throw")
    assert table.view(0) == before
    assert table.log == []


@pytest.mark.clause("EXXTRA-2")
def test_pawns_may_share_a_space() -> None:
    table = at([[2, 2], [1, 2]], pawns=[6, 8])
    table.play(0, "throw")
    assert pawns(table) == [8, 8]


@pytest.mark.clause("EXXTRA-13")
def test_an_event_that_removes_dice_says_by_what_whoever_placed_it() -> None:
    table = at([[4, 6]], turn=1, dice=[{"slot": 5, "value": 52}, None])
    table.play(1, "throw")
    removed = next(event for event in table.play(1, "place 4") if event.name == "exxtra.remove")
    told = {key: removed.params[key] for key in ("by", "by_slot", "by_value", "slot", "value")}
    assert told == {"by": 1, "by_slot": 4, "by_value": "64", "slot": 5, "value": "52"}


@pytest.mark.clause("EXXTRA-2")
@pytest.mark.clause("EXXTRA-14")
def test_the_track_has_twenty_spaces_before_the_goal() -> None:
    table = at([[1, 1]], pawns=[19, 0])
    table.play(0, "throw")
    assert table.result is None
    table = at([[1, 1]], pawns=[20, 0])
    table.play(0, "throw")
    assert table.result is not None


@pytest.mark.clause("EXXTRA-3")
@pytest.mark.clause("EXXTRA-12")
def test_a_slot_of_one_to_five_holds_one_pair_and_slot_0_any_number() -> None:
    table = at(
        [[7, 6]], seats=3, pawns=[0, 0, 0], dice=[None, {"slot": 3, "value": 76}, {"slot": 0, "value": 10}]
    )
    table.play(0, "throw")
    assert [move.slot for move in table.moves(0) if isinstance(move, Place)] == [0, 1, 2, 4, 5]
    with pytest.raises(NotAllowed) as refused:
        table.play(0, {"do": "place", "slot": 3})
    assert refused.value.clause == "EXXTRA-12"
    assert refused.value.text("en") == "Slot 3 is taken; place on an empty slot or on slot 0. (EXXTRA-12)"
    table.play(0, {"do": "place", "slot": 0})
    assert [pair and pair["slot"] for pair in dice(table)] == [0, None, 0]


@pytest.mark.clause("EXXTRA-3")
@pytest.mark.parametrize("taken", range(1, 6))
def test_every_slot_from_one_to_five_can_be_taken(taken: int) -> None:
    table = at([[7, 6]], dice=[None, {"slot": taken, "value": 76}])
    table.play(0, "throw")
    open_slots = [move.slot for move in table.moves(0) if isinstance(move, Place)]
    assert open_slots == [slot for slot in range(6) if slot != taken]


@pytest.mark.clause("EXXTRA-4")
@pytest.mark.parametrize(
    ("thrown", "value"),
    [([7, 6], 76), ([1, 6], 61), ([3, 2], 32), ([2, 3], 32), (["X", 5], 50), (["X", "X"], 0)],
)
def test_the_higher_die_gives_the_tens(thrown: list[Any], value: int) -> None:
    table = at([thrown])
    table.play(0, "throw")
    table.play(0, "place 5")
    assert dice(table)[0] == {"slot": 5, "value": value}


@pytest.mark.clause("EXXTRA-5")
def test_thirty_values_exist() -> None:
    assert len(rules.VALUES) == 30
    assert set(rules.VALUES).isdisjoint({74, 65, 44, 55, 66, 77})
    assert rules.VALUES[-1] == 76
    assert rules.VALUES[:3] == (0, 10, 11)


@pytest.mark.clause("EXXTRA-6")
def test_dice_that_still_lie_advance_the_pawn_and_are_taken_back() -> None:
    table = at([[4, 2]], turn=1, dice=[{"slot": 4, "value": 76}, None])
    table.play(1, "throw")
    table.play(1, "place 5")
    assert pawns(table) == [9, 8]
    assert dice(table) == [None, {"slot": 5, "value": 42}]
    assert names(table)[-1] == "advance"


@pytest.mark.clause("EXXTRA-6")
def test_dice_on_slot_0_are_taken_back_without_a_step() -> None:
    table = at([[4, 2]], turn=1, dice=[{"slot": 0, "value": 76}, None])
    table.play(1, "throw")
    table.play(1, "place 5")
    assert pawns(table) == [5, 8]
    assert dice(table)[0] is None
    assert names(table)[-1] == "take_back"


@pytest.mark.clause("EXXTRA-6")
def test_dice_that_were_removed_move_nothing() -> None:
    table = at([[7, 6]], turn=1, dice=[{"slot": 4, "value": 75}, None])
    table.play(1, "throw")
    table.play(1, "place 1")
    assert pawns(table) == [5, 8]
    assert names(table) == ["throw", "place", "remove"]


@pytest.mark.clause("EXXTRA-6")
def test_nobody_moves_in_the_first_turns() -> None:
    table = Table("exxtra", seats=3, chance=[[7, 6], [4, 2], [4, 3]])
    for seat in range(3):
        assert pawns(table) == [0, 0, 0]
        table.play(seat, "throw")
        table.play(seat, f"place {seat}")


@pytest.mark.clause("EXXTRA-7")
def test_the_first_throw_is_compulsory() -> None:
    table = at([])
    assert table.moves(0) == [Throw()]
    with pytest.raises(NotAllowed) as refused:
        table.play(0, "place 0")
    assert refused.value.clause == "EXXTRA-7"


@pytest.mark.clause("EXXTRA-8")
def test_an_x_in_the_first_throw_has_no_consequence_and_may_be_kept() -> None:
    table = at([["X", "X"]])
    table.play(0, "throw")
    assert (table.actors, pawns(table)) == ((0,), [5, 8])
    table.play(0, "place 2")
    assert dice(table)[0] == {"slot": 2, "value": 0}


@pytest.mark.clause("EXXTRA-8")
def test_an_x_in_the_first_throw_may_be_thrown_again() -> None:
    table = at([["X", 6], [4, 2]])
    table.play(0, "throw")
    table.play(0, "throw")
    assert (table.actors, pawns(table)) == ((0,), [5, 8])


@pytest.mark.clause("EXXTRA-9")
@pytest.mark.parametrize(
    ("thrown", "start", "end"), [([7, "X"], 5, 4), (["X", "X"], 5, 3), (["X", "X"], 1, 0), (["X", 1], 0, 0)]
)
def test_an_x_in_a_later_throw_ends_the_turn(thrown: list[Any], start: int, end: int) -> None:
    table = at([[4, 2], thrown], pawns=[start, 8])
    table.play(0, "throw")
    table.play(0, "throw")
    assert (table.actors, pawns(table), dice(table)) == ((1,), [end, 8], [None, None])
    assert names(table)[-1] == ("bust" if start else "bust_at_start")


@pytest.mark.clause("EXXTRA-10")
@pytest.mark.parametrize("face", [1, 2, 3])
def test_a_pair_advances_the_pawn_at_once_and_may_be_kept(face: int) -> None:
    table = at([[face, face]])
    table.play(0, "throw")
    assert (table.actors, pawns(table)) == ((0,), [5 + face, 8])
    table.play(0, "place 1")
    assert dice(table)[0] == {"slot": 1, "value": 11 * face}


@pytest.mark.clause("EXXTRA-10")
def test_the_throw_after_a_pair_is_not_a_first_throw_and_an_x_does_not_undo_the_advance() -> None:
    table = at([[3, 3], ["X", 5]])
    table.play(0, "throw")
    table.play(0, "throw")
    assert (table.actors, pawns(table)) == ((1,), [7, 8])


@pytest.mark.clause("EXXTRA-10")
def test_a_pair_in_a_later_throw_advances_too() -> None:
    table = at([[4, 2], [2, 2], [3, 3]])
    for _ in range(3):
        table.play(0, "throw")
    assert (table.actors, pawns(table)) == ((0,), [10, 8])


@pytest.mark.clause("EXXTRA-11")
def test_one_may_throw_again_without_limit() -> None:
    table = at([[4, 2]] * 50)
    for _ in range(50):
        table.play(0, "throw")
    assert Throw() in table.moves(0)
    assert len(table.moves(0)) == 7


@pytest.mark.clause("EXXTRA-12")
def test_any_value_may_be_placed_above_another_pair() -> None:
    table = at([["X", 1]], dice=[None, {"slot": 2, "value": 76}])
    table.play(0, "throw")
    table.play(0, "place 5")
    assert dice(table)[0] == {"slot": 5, "value": 10}


@pytest.mark.clause("EXXTRA-13")
def test_every_pair_above_that_is_not_worth_more_is_removed_at_once() -> None:
    lying = [
        None,
        {"slot": 5, "value": 53},
        {"slot": 4, "value": 54},
        {"slot": 3, "value": 52},
        {"slot": 1, "value": 10},
    ]
    table = at([["X", 5], [2, 5], [3, 5]], seats=5, pawns=[0] * 5, dice=lying)
    table.play(0, "throw")
    table.play(0, "throw")
    table.play(0, "throw")
    table.play(0, "place 2")
    removed = [event for event in table.events if event.name == "exxtra.remove"]
    assert [(event.seat, event.params["by"]) for event in removed] == [(1, 0), (3, 0)]
    assert [pair and pair["slot"] for pair in dice(table)] == [2, None, 4, None, 1]


@pytest.mark.clause("EXXTRA-13")
def test_an_event_that_removes_dice_says_by_what_and_why_and_names_both_players() -> None:
    table = at([[4, 6]], dice=[None, {"slot": 5, "value": 52}])
    table.play(0, "throw")
    removed = table.play(0, "place 4")[1]
    told = {language: removed.text(language, "Bo", ["Ada", "Bo"]) for language in ("en", "fr", "de")}
    assert told == {
        "en": "Ada’s 64 on slot 4 removes Bo’s 52 from slot 5: it lies lower, and 52 is not higher.",
        "fr": "Avec 64 sur la case 4, Ada chasse le 52 de Bo de la case 5\u00a0: "
        "il est plus bas, et 52 n’est pas plus fort.",
        "de": "Ada räumt mit 64 auf Feld 4 die 52 von Bo auf Feld 5 ab: "
        "Sie liegt tiefer, und 52 ist nicht höher.",
    }
    assert removed.text("en", "Bo").startswith("#0’s 64 on slot 4 removes Bo’s 52 from slot 5: ")


@pytest.mark.clause("EXXTRA-9")
@pytest.mark.parametrize(
    ("thrown", "told"),
    [
        (["X", 5], "An X after the first throw ends Ada’s turn; the pawn stays on Start."),
        (["X", "X"], "A double X after the first throw ends Ada’s turn; the pawn stays on Start."),
    ],
)
def test_a_pawn_on_start_stays_there_and_the_event_says_so(thrown: list[Any], told: str) -> None:
    table = at([[4, 2], thrown], pawns=[0, 3], dice=[None, None])
    table.play(0, "throw")
    bust = table.play(0, "throw")[1]
    assert (bust.text("en", "Ada"), pawns(table)) == (told, [0, 3])


@pytest.mark.clause("EXXTRA-13")
def test_pairs_on_slot_0_are_never_removed() -> None:
    table = at([[7, 6]], dice=[None, {"slot": 0, "value": 0}])
    table.play(0, "throw")
    table.play(0, "place 0")
    assert "remove" not in names(table)


@pytest.mark.clause("EXXTRA-14")
def test_the_move_at_the_start_of_a_turn_wins_at_once() -> None:
    table = at([[4, 2]], turn=1, pawns=[17, 20], dice=[{"slot": 5, "value": 76}, None])
    table.play(1, "throw")
    table.play(1, "place 0")
    assert (table.actors, pawns(table)) == ((), [21, 20])
    assert table.result is not None
    assert (table.result.winners, table.result.clause) == ((0,), "EXXTRA-14")
    with pytest.raises(NotYourTurn):
        table.play(0, "throw")


@pytest.mark.clause("EXXTRA-14")
def test_a_pair_wins_in_the_middle_of_a_turn() -> None:
    table = at([[4, 2], [3, 3]], pawns=[18, 20])
    table.play(0, "throw")
    table.play(0, "throw")
    assert table.result is not None
    assert table.result.winners == (0,)


@pytest.mark.clause("EXXTRA-15")
def test_every_seat_may_start_and_play_goes_clockwise() -> None:
    starters = Counter(Table("exxtra", seats=3, seed=seed).actors[0] for seed in range(300))
    assert set(starters) == {0, 1, 2}
    assert min(starters.values()) > 70
    table = Table("exxtra", seats=3, chance=[{"starter": 2}, [4, 2], [4, 2]])
    order = []
    for _ in range(2):
        order.append(table.actors[0])
        table.play(table.actors[0], "throw")
        table.play(table.actors[0], "place 0")
    assert [*order, *table.actors] == [2, 0, 1]


@pytest.mark.clause("EXXTRA-15")
def test_places_follow_the_pawns_and_ties_share_one() -> None:
    table = at([[3, 3]], seats=4, pawns=[20, 7, 12, 7], dice=[None] * 4)
    table.play(0, "throw")
    assert table.result is not None
    assert table.result.ranks == (1, 3, 2, 3)
    assert table.result.scores == (21, 7, 12, 7)


@pytest.mark.clause("EXXTRA-16")
def test_the_first_example_of_the_rulebook() -> None:
    table = at([["X", "X"], [4, 2], [7, "X"]])
    for _ in range(3):
        table.play(0, "throw")
    assert (table.actors, pawns(table)) == ((1,), [4, 8])


@pytest.mark.clause("EXXTRA-17")
@pytest.mark.parametrize(("slot", "left"), [(3, [3, None]), (5, [5, 4])])
def test_the_second_example_of_the_rulebook(slot: int, left: list[int | None]) -> None:
    lying = [None, None, {"slot": 5, "value": 64}]
    table = at([[4, 6], [7, "X"]], seats=3, pawns=[0, 0, 0], dice=lying)
    table.play(0, "throw")
    table.play(0, "place 4")
    assert [pair and pair["slot"] for pair in dice(table)] == [4, None, None]
    table.play(1, "throw")
    table.play(1, f"place {slot}")
    now = [pair and pair["slot"] for pair in dice(table)]
    assert [now[1], now[0]] == left


@pytest.mark.clause("EXXTRA-18")
def test_xx_is_worth_100_with_the_option_and_only_in_the_first_throw() -> None:
    table = at([["X", "X"]], options={"xx_is_100": True}, dice=[None, {"slot": 5, "value": 76}])
    table.play(0, "throw")
    table.play(0, "place 1")
    assert dice(table) == [{"slot": 1, "value": 100}, None]
    table = at([[4, 2], ["X", "X"]], options={"xx_is_100": True})
    table.play(0, "throw")
    table.play(0, "throw")
    assert names(table)[-1] == "bust"


@pytest.mark.clause("EXXTRA-18")
def test_a_single_x_reads_0_with_the_option_too() -> None:
    table = at([[7, "X"]], options={"xx_is_100": True})
    table.play(0, "throw")
    table.play(0, "place 1")
    assert dice(table)[0] == {"slot": 1, "value": 70}


@pytest.mark.clause("EXXTRA-18")
def test_xx_is_the_weakest_without_the_option() -> None:
    table = Table("exxtra", seats=2, chance=[["X", "X"]])
    assert table.position.options == table.game.read_options({"xx_is_100": False})
    table.play(0, "throw")
    table.play(0, "place 1")
    assert dice(table)[0] == {"slot": 1, "value": 0}


def test_outcomes_have_a_json_form_and_back() -> None:
    assert [read_outcome(write_outcome(code)) for code in range(rules.THROWS)] == list(range(rules.THROWS))


@pytest.mark.parametrize("text", ["", "place", "place 6", "place -1", "place ²", "throw 1", "keep", "p 1 2"])
def test_words_that_are_no_move_are_refused(text: str) -> None:
    with pytest.raises(Unreadable) as refused:
        at([]).play(0, text)
    assert refused.value.code == "exxtra.notation"
