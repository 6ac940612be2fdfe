"""Touché clause by clause: sides, cards, turns, toppling, deals; as a player notices it."""

from collections import Counter
from typing import Any

import pytest

from ludotheque import NotAllowed, NotYourTurn, Table
from ludotheque.core.codec import Json
from ludotheque.core.moves import Move
from ludotheque.games.touche.layout import read_layout
from ludotheque.games.touche.moves import Exchange, Play
from ludotheque.games.touche.names import CARD_NAMES, cell_name, row_column
from ludotheque.games.touche.rules.board import JOKER
from tests.games.touche.setting import at, cells, last_cards, legal, names, position, seen


def pawns(table: Table, side: int) -> list[list[int]]:
    found: list[list[int]] = seen(table)["pawns"][side]
    return found


def refused(table: Table, seat: int, move: str) -> tuple[str, str | None]:
    """The sentence and the clause of a refusal; the position stays as it was."""
    before = table.position.to_json()
    with pytest.raises(NotAllowed) as found:
        table.play(seat, move)
    assert table.position.to_json() == before
    return found.value.code.removeprefix("touche."), found.value.clause


@pytest.mark.clause("TOUCHE-1")
@pytest.mark.clause("TOUCHE-2")
@pytest.mark.parametrize(
    ("seats", "teams", "seating"),
    [
        (2, 2, (0, 1)),
        (3, 2, (0, 1, 2)),
        (4, 3, (0, 1, 0, 1)),
        (6, 2, (0, 1, 0, 1, 0, 1)),
        (6, 3, (0, 1, 2, 0, 1, 2)),
    ],
)
def test_team_members_alternate_in_seating(seats: int, teams: int, seating: tuple[int, ...]) -> None:
    table = Table("touche", seats, seed=1, options={"teams": teams})
    assert table.position.teams == seating
    assert seen(table)["shown"]["sides"] == list(seating)


@pytest.mark.clause("TOUCHE-2")
def test_partners_place_pawns_of_one_colour() -> None:
    table = at(position("AS", "2S", "3S", "4S"), "KH", "QH", "JH", "9H")
    for seat, play in enumerate(("AS e1", "2S f1", "3S d2", "4S e2")):
        table.play(seat, play)
    assert seen(table)["pawns"] == [cells("e1 d2"), cells("f1 e2")]


@pytest.mark.clause("TOUCHE-1")
@pytest.mark.parametrize("seats", [1, 5, 7])
def test_touche_is_not_for_one_five_or_seven(seats: int) -> None:
    with pytest.raises(ValueError, match="can’t be played"):
        Table("touche", seats)


@pytest.mark.clause("TOUCHE-1")
def test_a_team_shares_its_colour_and_its_patterns() -> None:
    made = position("", "", "4S", "", pawns=("e1 d2", ""), turn=2)
    table = at(made)
    table.play(2, "4S e2")
    assert seen(table)["crowned"] == [["d1-e2"], []]
    assert cells("e2")[0] in pawns(table, 0)


@pytest.mark.clause("TOUCHE-3")
@pytest.mark.parametrize(("seats", "share"), [(2, 54), (3, 36), (4, 27), (6, 18)])
def test_all_108_cards_are_dealt_out_evenly_and_five_are_taken_up(seats: int, share: int) -> None:
    table = Table("touche", seats, seed=3)
    view = seen(table)
    assert view["held"] == [5] * seats
    assert view["stacks"] == [share - 5] * seats
    assert view["discard"] == []


@pytest.mark.clause("TOUCHE-3")
def test_the_pack_is_twice_52_cards_and_four_jokers() -> None:
    state = Table("touche", 2, chance=[]).position.state  # type: ignore[attr-defined]
    drawn = dict(zip((CARD_NAMES[card] for card in state.outcomes()), state.weights(), strict=True))
    assert drawn == dict.fromkeys(CARD_NAMES, 2) | {"**": 4}


@pytest.mark.clause("TOUCHE-3")
def test_a_hand_is_known_to_its_player_alone_even_in_a_team() -> None:
    table = Table("touche", 4, seed=3)
    for seat in range(4):
        hidden = [hand is None for hand in seen(table, seat)["hands"]]
        assert hidden == [other != seat for other in range(4)]
    assert seen(table, None)["hands"] == [None] * 4


@pytest.mark.clause("TOUCHE-3")
def test_a_drawn_card_is_told_to_its_player_alone() -> None:
    table = at(position("AS", ""), "KH")
    drawn = table.play(0, "AS e1")[-1]
    assert drawn.seen_by(0).text("en", "Ada") == "Ada draws K♥."
    assert drawn.seen_by(1).text("en", "Ada") == "Ada draws a card."
    assert "KH" not in str(drawn.seen_by(None))


@pytest.mark.clause("TOUCHE-3")
def test_the_discard_pile_lies_open() -> None:
    table = at(position("AS", ""), "KH")
    table.play(0, "AS e1")
    assert seen(table, None)["discard"] == ["AS"]
    assert seen(table, None)["top"] == "AS"


@pytest.mark.clause("TOUCHE-8")
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_player_to_the_dealers_left_begins_and_play_goes_clockwise(dealer: int) -> None:
    table = Table(
        "touche", 3, chance=[{"dealer": dealer}, *(["2S", "3S", "4S", "5S", "6S"] * 2), *FIVE, "AD"]
    )
    first = (dealer + 1) % 3
    assert table.actors == (first,)
    assert names(table)[:2] == ["dealer", "hand"]
    table.play(first, legal(table)[0])
    assert table.actors == ((first + 1) % 3,)


FIVE = ["7D", "8D", "9D", "TD", "JD"]


@pytest.mark.clause("TOUCHE-8")
def test_a_script_of_cards_alone_lets_seat_0_deal() -> None:
    table = Table("touche", 2, chance=["2S", "3S", "4S", "5S", "6S", *FIVE])
    assert seen(table, 0)["hands"] == [["2S", "3S", "4S", "5S", "6S"], None]
    assert seen(table)["dealer"] == 0
    assert table.actors == (1,)


@pytest.mark.clause("TOUCHE-8")
def test_every_seat_is_as_likely_to_deal_first() -> None:
    dealers = Counter(seen(Table("touche", 3, seed=seed))["dealer"] for seed in range(300))
    assert min(dealers.values()) > 70


@pytest.mark.clause("TOUCHE-9")
def test_a_card_puts_a_pawn_on_one_of_its_two_cells_and_a_new_card_is_drawn() -> None:
    for cell in ("e1", "f4"):
        table = at(position("AS", ""), "**")
        events = table.play(0, f"AS {cell}")
        assert pawns(table, 0) == cells(cell)
        assert seen(table, 0)["hands"][0] == ["AD", "AD", "2D", "2D", "**"]
        assert seen(table)["stacks"] == [48, 49]
        assert seen(table)["held"] == [5, 5]
        assert [event.name for event in events] == ["touche.play", "touche.draw"]
        assert table.actors == (1,)


@pytest.mark.clause("TOUCHE-9")
def test_the_last_card_of_a_stack_is_drawn_too() -> None:
    made = position("AS", "")
    played = [card for card in CARD_NAMES for _ in range(4 if card == "**" else 2)]
    for card in [*made["hands"][0], *made["hands"][1], "KH"]:
        played.remove(card)
    table = at(made | {"stacks": [1, 0], "discard": played}, "KH")
    table.play(0, "AS e1")
    assert "KH" in seen(table, 0)["hands"][0]
    assert (seen(table)["stacks"], seen(table)["held"]) == ([0, 0], [5, 5])


@pytest.mark.clause("TOUCHE-9")
@pytest.mark.parametrize(
    ("move", "code", "clause"),
    [
        ("KS e4", "not_in_hand", "TOUCHE-9"),
        ("AS e2", "wrong_cell", "TOUCHE-9"),
        ("AS d1", "wrong_cell", "TOUCHE-9"),
    ],
)
def test_only_a_card_in_hand_and_only_its_cells(move: str, code: str, clause: str) -> None:
    assert refused(at(position("AS", "")), 0, move) == (code, clause)


@pytest.mark.clause("TOUCHE-9")
def test_nobody_plays_out_of_turn() -> None:
    table = at(position("AS", "2S"))
    with pytest.raises(NotYourTurn):
        table.play(1, "2S f1")


@pytest.mark.clause("TOUCHE-10")
def test_another_sides_pawn_is_toppled_and_goes_back() -> None:
    table = at(position("AS", "", pawns=("", "e1 f4")), "KH")
    events = table.play(0, "AS e1")
    assert [event.name for event in events] == ["touche.play", "touche.topple", "touche.draw"]
    assert pawns(table, 0) == cells("e1")
    assert pawns(table, 1) == cells("f4")


@pytest.mark.clause("TOUCHE-10")
def test_the_pawn_of_a_team_mate_is_not_toppled() -> None:
    table = at(position("AS", "", "", "", pawns=("e1", "")))
    assert refused(table, 0, "AS e1") == ("own_pawn", "TOUCHE-10")


@pytest.mark.clause("TOUCHE-10")
@pytest.mark.clause("TOUCHE-16")
def test_a_crowned_pawn_stands_for_good() -> None:
    table = at(position("AS", "", pawns=("", "e1 d2 e2"), crowned=("", "d1-e2")))
    assert refused(table, 0, "AS e1") == ("crowned", "TOUCHE-16")
    assert "AS f4" in legal(table)


@pytest.mark.clause("TOUCHE-10")
def test_toppling_the_last_pawn_saves_from_a_nearly_finished_pattern() -> None:
    table = at(position("3S", "4S", pawns=("", "e1 d2")), "KH", "KC")
    table.play(0, "3S d2")
    table.play(1, "4S e2")
    assert seen(table)["crowned"] == [[], []]


@pytest.mark.clause("TOUCHE-11")
@pytest.mark.clause("TOUCHE-19")
def test_without_the_call_no_pawn_is_placed_and_the_other_stays() -> None:
    made = position("AS", "", pawns=("", "e1"), options={"calls": "spoken"})
    table = at(made, "KH")
    events = table.play(0, {"do": "play", "card": "AS", "cell": [0, 4]})
    assert [event.name for event in events] == ["touche.silent", "touche.draw"]
    assert (pawns(table, 0), pawns(table, 1)) == ([], cells("e1"))
    assert seen(table)["discard"] == ["AS"]
    assert table.actors == (1,)


@pytest.mark.clause("TOUCHE-11")
def test_with_the_call_the_pawn_is_toppled() -> None:
    made = position("AS", "", pawns=("", "e1"), options={"calls": "spoken"})
    table = at(made, "KH")
    table.play(0, {"do": "play", "card": "AS", "cell": [0, 4], "call": True})
    assert (pawns(table, 0), pawns(table, 1)) == (cells("e1"), [])


@pytest.mark.clause("TOUCHE-11")
@pytest.mark.parametrize("call", [True, False])
def test_on_an_empty_cell_a_call_has_no_effect(call: bool) -> None:
    table = at(position("AS", "", options={"calls": "spoken"}), "KH")
    table.play(0, {"do": "play", "card": "AS", "cell": [0, 4], "call": call})
    assert pawns(table, 0) == cells("e1")


@pytest.mark.clause("TOUCHE-11")
@pytest.mark.clause("TOUCHE-19")
def test_spoken_games_list_toppling_with_and_without_the_call() -> None:
    made = position("AS", "", pawns=("", "e1 f4"), options={"calls": "spoken"})
    listed = [move for move in legal(at(made)) if "AS" in move]
    assert listed == ["AS e1!", "AS e1", "AS f4!", "AS f4"]


@pytest.mark.clause("TOUCHE-19")
@pytest.mark.parametrize(
    ("option", "seconds"), [({}, 5), ({"call_seconds": 20}, 20), ({"call_seconds": 0}, None)]
)
def test_whoever_topples_has_some_time_to_call(option: dict[str, Json], seconds: int | None) -> None:
    made = position("AS", "", pawns=("", "e1"), options={"calls": "spoken", **option})
    window = at(made).position.call_window(0, Play("AS", (0, 4)))
    assert window is not None
    assert (window.called, window.missed, window.seconds) == (
        Play("AS", (0, 4), call=True), Play("AS", (0, 4)), seconds,
    )  # fmt: skip
    assert window.event.text("en", "Ada") == "Ada attacks the pawn on e1 with A♠."


@pytest.mark.clause("TOUCHE-19")
@pytest.mark.parametrize(
    ("calls", "move"),
    [
        ("auto", Play("AS", (0, 4))),
        ("spoken", Play("AS", (3, 5))),
        ("spoken", Play("AS", (0, 4), call=True)),
        ("spoken", Exchange("AS")),
    ],
)
def test_nothing_has_to_be_called_where_nothing_is_toppled_or_the_call_is_made(
    calls: str, move: Move
) -> None:
    table = at(position("AS", "", pawns=("", "e1"), options={"calls": calls}))
    assert table.position.call_window(0, move) is None


@pytest.mark.clause("TOUCHE-19")
def test_where_calls_are_made_for_the_player_toppling_is_one_move() -> None:
    listed = [move for move in legal(at(position("AS", "", pawns=("", "e1 f4")))) if "AS" in move]
    assert listed == ["AS e1", "AS f4"]


@pytest.mark.clause("TOUCHE-19")
@pytest.mark.parametrize("call", [True, False])
def test_where_calls_are_made_for_the_player_nobody_can_forget_one(call: bool) -> None:
    table = at(position("AS", "", pawns=("", "e1")), "KH")
    table.play(0, {"do": "play", "card": "AS", "cell": [0, 4], "call": call})
    assert (pawns(table, 0), pawns(table, 1)) == (cells("e1"), [])


@pytest.mark.clause("TOUCHE-12")
def test_a_joker_goes_on_any_empty_card_cell() -> None:
    table = at(position("**", "", pawns=("e1", "f1")), "KH")
    listed = [move for move in table.moves(0) if "**" in str(move)]
    assert len(listed) == 112 - 8 - 2
    table.play(0, "** h6")
    assert cells("h6")[0] in pawns(table, 0)


@pytest.mark.clause("TOUCHE-12")
@pytest.mark.parametrize(
    ("cell", "code"),
    [("f1", "joker_taken"), ("e1", "joker_taken"), ("h9", "joker_taken"), ("d1", "joker_cell")],
)
def test_a_joker_never_topples_and_takes_no_joker_cell(cell: str, code: str) -> None:
    table = at(position("**", "", pawns=("e1", "f1 h9")))
    assert refused(table, 0, f"** {cell}") == (code, "TOUCHE-12")


@pytest.mark.clause("TOUCHE-12")
def test_a_pawn_placed_by_a_joker_is_toppled_by_the_card_of_its_cell() -> None:
    table = at(position("**", "7H"), "KH", "KC")
    table.play(0, "** h6")
    table.play(1, "7H h6")
    assert (pawns(table, 0), pawns(table, 1)) == ([], cells("h6"))


@pytest.mark.clause("TOUCHE-13")
def test_a_dead_card_is_exchanged_and_the_new_one_may_be_played() -> None:
    table = at(position("AS", "", pawns=("e1 f4", "")), "KH", "KC")
    events = table.play(0, "exchange AS")
    assert [event.name for event in events] == ["touche.exchange", "touche.draw"]
    assert seen(table)["discard"] == ["AS"]
    assert table.actors == (0,)
    table.play(0, "KH g6")
    assert seen(table)["stacks"] == [47, 49]
    assert table.actors == (1,)


@pytest.mark.clause("TOUCHE-13")
def test_one_dead_card_a_turn_is_exchanged_and_the_next_turn_another() -> None:
    table = at(position("AS 2S", "", pawns=("e1 f4 f1 a5", "")), "KH", "KC", "3C")
    table.play(0, "exchange AS")
    assert refused(table, 0, "exchange 2S") == ("exchanged", "TOUCHE-13")
    table.play(0, "KH g6")
    table.play(1, legal(table)[0])
    assert table.why_not(0, "exchange 2S") is None


@pytest.mark.clause("TOUCHE-13")
def test_a_live_card_is_not_exchanged_and_one_must_be_played() -> None:
    table = at(position("AS", "", pawns=("e1", "")))
    assert refused(table, 0, "exchange AS") == ("live_card", "TOUCHE-13")
    assert refused(table, 0, "discard AS") == ("must_play", "TOUCHE-13")
    assert refused(table, 0, "exchange KS") == ("not_in_hand", "TOUCHE-9")


@pytest.mark.clause("TOUCHE-13")
def test_with_an_empty_stack_there_is_no_exchange() -> None:
    table = at(last_cards("AS KH", "2S", pawns=("e1 f4", "")))
    assert refused(table, 0, "exchange AS") == ("empty_stack", "TOUCHE-13")


@pytest.mark.clause("TOUCHE-13")
def test_with_only_dead_cards_one_is_discarded_one_drawn_and_the_turn_ends() -> None:
    hand = "AS AS 2S 2S 3S"
    table = at(position(hand, "", pawns=("e1 f4 f1 a5 d2 b5", "")), "KH")
    assert legal(table) == [
        f"{verb} {card}" for verb in ("exchange", "discard") for card in ("AS", "2S", "3S")
    ]
    events = table.play(0, "discard AS")
    assert [event.name for event in events] == ["touche.discard", "touche.draw"]
    assert seen(table, 0)["hands"][0] == ["AS", "2S", "2S", "3S", "KH"]
    assert table.actors == (1,)


@pytest.mark.clause("TOUCHE-13")
def test_a_cell_with_a_foreign_pawn_is_open_and_a_crowned_one_is_not() -> None:
    crowned = position("AS", "", pawns=("f4", "e1 d2 e2"), crowned=("", "d1-e2"))
    assert at(crowned).why_not(0, "exchange AS") is None
    standing = position("AS", "", pawns=("f4", "e1"))
    assert refused(at(standing), 0, "exchange AS") == ("live_card", "TOUCHE-13")


@pytest.mark.clause("TOUCHE-13")
def test_a_joker_is_dead_when_no_card_cell_is_empty() -> None:
    board = read_layout("")
    free: list[list[str]] = [[], []]
    for cell in range(112):
        if board.card_at[cell] != JOKER:
            free[sum(row_column(board, cell)) % 2].append(cell_name(board, cell))
    made = position("**", "", pawns=(" ".join(free[0]), " ".join(free[1])))
    table = at(made, "KH")
    assert table.why_not(0, "exchange **") is None
    made = position("**", "", pawns=(" ".join(free[0]), " ".join(free[1][:-1])))
    assert refused(at(made), 0, "exchange **") == ("live_card", "TOUCHE-13")


@pytest.mark.clause("TOUCHE-14")
def test_with_an_empty_stack_the_hand_is_played_down_and_empty_hands_are_skipped() -> None:
    table = at(last_cards("AS 2S 3S", "KH", ""))
    table.play(0, "AS e1")
    assert names(table)[-1] == "play"
    assert seen(table)["held"] == [2, 1, 0]
    table.play(1, "KH g6")
    assert table.actors == (0,)
    table.play(0, "2S f1")
    assert table.actors == (0,)


@pytest.mark.clause("TOUCHE-14")
def test_when_all_cards_are_played_they_are_dealt_again_and_the_board_stays() -> None:
    script = ["2S", "3S", "4S", "5S", "6S", *FIVE, "2H", "3H", "4H", "5H", "6H"]
    table = at(last_cards("AS", "", "", pawns=("d2", "h3", "e12")), *script)
    table.play(0, "AS e1")
    view = seen(table, 1)
    assert names(table) == ["play", "deal_again", "hand", "hand", "hand"]
    assert view["hands"][1] == FIVE
    assert (view["stacks"], view["discard"], view["top"]) == ([31] * 3, [], None)
    assert view["pawns"] == [cells("e1 d2"), cells("h3"), cells("e12")]
    assert view["deals"] == 1
    assert table.actors == (1,)


@pytest.mark.clause("TOUCHE-14")
def test_after_the_fifth_such_deal_the_side_that_lacks_least_wins() -> None:
    made = last_cards("AS", "", "", pawns=("", "e1 d2 e2", ""), crowned=("", "d1-e2", ""), deals=5)
    table = at(made)
    table.play(0, "AS f4")
    assert table.result is not None
    assert table.result.ranks == (2, 1, 2)
    assert table.result.scores == (0, 1, 0)
    assert (table.result.reason, table.result.clause) == ("touche.lead", "TOUCHE-14")
    assert names(table)[-1] == "lead"
    again = at(made | {"deals": 4}, *FIVE)
    again.play(0, "AS f4")
    assert again.result is None


@pytest.mark.clause("TOUCHE-14")
def test_equal_leaders_draw() -> None:
    crowned = ("d1-e2", "h1-i2", "")
    made = last_cards("AS", "", "", pawns=("e1 d2 e2", "h1 h2 i2", ""), crowned=crowned, deals=5)
    table = at(made)
    table.play(0, "AS f4")
    assert table.result is not None
    assert table.result.ranks == (1, 1, 3)
    assert table.result.reason == "touche.drawn"
    state = table.position.state  # type: ignore[attr-defined]
    assert [state.payoff(seat) for seat in range(3)] == [0.5, 0.5, 0.0]


@pytest.mark.clause("TOUCHE-14")
def test_sides_with_different_goals_are_compared_by_what_they_lack() -> None:
    made = last_cards(
        "AS",
        "",
        pawns=("e1 d2 e2", ""),
        crowned=("d1-e2", ""),
        deals=5,
        game=2,
        sets=["squares", "lines"],
        options={"patterns": "pros"},
    )
    table = at(made, *FIVE)
    table.play(0, "AS f4")
    assert "drawn" in names(table)
    assert seen(table)["sets"] == ["squares", "lines"]


@pytest.mark.clause("TOUCHE-18")
@pytest.mark.clause("TOUCHE-14")
def test_the_goal_is_reached_before_anything_is_drawn_or_dealt() -> None:
    pattern = ("e1 d2 h1 h2 i2 b4 b5 a5 k4 k5 l5", "")
    crowned = ("h1-i2 a4-b5 k4-l5", "")
    for made in (
        position("4S", "", pawns=pattern, crowned=crowned),
        last_cards("4S", "", pawns=pattern, crowned=crowned, deals=5),
    ):
        table = at(made)
        events = table.play(0, "4S e2")
        assert [event.name for event in events] == ["touche.play", "touche.crown", "touche.goal"]
        assert table.result is not None
        assert (table.result.reason, table.result.clause) == ("touche.goal", "TOUCHE-18")
        assert table.result.ranks == (1, 2)
        with pytest.raises(NotYourTurn):
            table.play(1, "AD a8")


@pytest.mark.clause("TOUCHE-18")
def test_a_team_wins_and_loses_together() -> None:
    made = position(
        "4S", "", "", "", pawns=("e1 d2 h1 h2 i2 b4 b5 a5 k4 k5 l5", ""), crowned=("h1-i2 a4-b5 k4-l5", "")
    )
    table = at(made)
    table.play(0, "4S e2")
    assert table.result is not None
    assert table.result.ranks == (1, 3, 1, 3)
    state = table.position.state  # type: ignore[attr-defined]
    assert [state.payoff(seat) for seat in range(4)] == [1.0, 0.0, 1.0, 0.0]


def pros(hands: tuple[str, ...], **parts: Any) -> dict[str, Any]:
    return position(*hands, **({"options": {"patterns": "pros"}} | parts))


THREE_SQUARES = ("e1 d2 h1 h2 i2 b4 b5 a5 k4 k5 l5", "")
NEW_DEAL = ["2S", "3S", "4S", "5S", "6S", *FIVE]


@pytest.mark.clause("TOUCHE-7")
@pytest.mark.clause("TOUCHE-8")
def test_the_winner_goes_on_to_the_next_set_and_the_others_try_theirs_again() -> None:
    table = at(pros(("4S", ""), pawns=THREE_SQUARES, crowned=("h1-i2 a4-b5 k4-l5", "")), *NEW_DEAL)
    table.play(0, "4S e2")
    view = seen(table)
    assert table.result is None
    assert view["sets"] == ["lines", "squares"]
    assert view["shown"]["goals"] == [3, 4]
    assert (view["game"], view["pawns"], view["crowned"]) == (2, [[], []], [[], []])
    assert (view["held"], view["stacks"], view["discard"]) == ([5, 5], [49, 49], [])
    assert view["dealer"] == 1
    assert table.actors == (0,)
    assert names(table)[-6:] == ["crown", "goal", "advance", "next_game", "hand", "hand"]


@pytest.mark.clause("TOUCHE-7")
def test_sides_chase_different_sets_in_one_game() -> None:
    made = pros(("KS 4S", "5S"), sets=["lines", "squares"], game=2, pawns=("b4 c4 d4 e1 d2", "e2 d3 e3"))
    table = at(made, "KH", "KC")
    table.play(0, "KS e4")
    assert seen(table)["crowned"] == [["a4-e4"], []]
    made = pros(("3S", ""), sets=["squares", "lines"], game=2, pawns=("e1 e2", ""))
    table = at(made, "KH")
    table.play(0, "3S d2")
    assert seen(table)["crowned"] == [["d1-e2"], []]


@pytest.mark.clause("TOUCHE-7")
def test_after_a_draw_nobody_goes_on_and_a_lead_at_the_end_does() -> None:
    table = at(last_cards("AS", "", deals=5, options={"patterns": "pros"}), *NEW_DEAL)
    table.play(0, "AS e1")
    assert (seen(table)["sets"], seen(table)["game"]) == (["squares", "squares"], 2)
    lead = {"pawns": ("", "h1 h2 i2"), "crowned": ("", "h1-i2")}
    table = at(last_cards("AS", "", deals=5, options={"patterns": "pros"}, **lead), *NEW_DEAL)
    table.play(0, "AS e1")
    assert (seen(table)["sets"], seen(table)["game"]) == (["squares", "lines"], 2)


@pytest.mark.clause("TOUCHE-7")
def test_a_match_is_won_from_behind_with_the_crosses() -> None:
    """Seat 1 stands at crosses; seat 0 wins with squares, lines and crosses in a row."""
    table = at(
        pros(
            ("4S", ""),
            pawns=THREE_SQUARES,
            crowned=("h1-i2 a4-b5 k4-l5", ""),
            sets=["squares", "crosses"],
            game=3,
        ),
        *NEW_DEAL,
    )
    table.play(0, "4S e2")
    assert seen(table)["sets"] == ["lines", "crosses"]
    lines = ("b4 c4 d4 h4 i4 j4 k4 b9 c9 d9 e9", "")
    made = pros(("KS", ""), pawns=lines, crowned=("h4-l4 a9-e9", ""), sets=["lines", "crosses"], game=4)
    table = at(made, *NEW_DEAL)
    table.play(0, "KS e4")
    assert seen(table)["sets"] == ["crosses", "crosses"]
    crosses = ("e2 e1 d2 f2 h2 h1 g2 i2 h3 e6 e5 d6 f6 e7", "")
    made = pros(("8S", ""), pawns=crosses, crowned=("+h2 +e6", ""), sets=["crosses", "crosses"], game=5)
    table = at(made)
    events = table.play(0, "8S e3")
    assert events[-1].name == "touche.match"
    assert table.result is not None
    assert (table.result.ranks, table.result.scores) == ((1, 2), (3, 2))
    assert table.result.reason == "touche.match"


@pytest.mark.clause("TOUCHE-7")
def test_in_a_match_of_three_each_game_needs_one_pattern_less() -> None:
    table = Table("touche", 3, seed=1, options={"patterns": "pros"})
    assert seen(table)["shown"]["goals"] == [3, 3, 3]
