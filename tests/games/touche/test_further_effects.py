"""Further effects of clauses of Touché, each of which a mutant breaks."""

import pytest

from ludotheque import Table
from ludotheque.core.coded import CodedPosition
from tests.games.touche.setting import at, cells, last_cards, legal, position, seen
from tests.games.touche.test_rules import NEW_DEAL

THREE_SQUARES = {"pawns": ("e1 d2 h1 h2 i2 b4 b5 a5 k4 k5 l5", ""), "crowned": ("h1-i2 a4-b5 k4-l5", "")}


def payoffs(table: Table) -> list[float]:
    assert isinstance(table.position, CodedPosition)
    return [table.position.state.payoff(seat) for seat in range(table.position.seats)]


@pytest.mark.clause("TOUCHE-2")
def test_every_member_of_a_team_is_paid_for_its_win() -> None:
    table = at(position("4S", "", "", "", **THREE_SQUARES))
    table.play(0, "4S e2")
    assert payoffs(table) == [1.0, 0.0, 1.0, 0.0]


@pytest.mark.clause("TOUCHE-7")
def test_a_new_game_of_a_match_begins_without_a_deal_played() -> None:
    table = at(last_cards("AS", "", deals=5, options={"patterns": "pros"}), *NEW_DEAL)
    table.play(0, "AS e1")
    assert (seen(table)["game"], seen(table)["deals"]) == (2, 0)


@pytest.mark.clause("TOUCHE-9")
def test_the_played_card_lies_on_top_of_the_discard_pile() -> None:
    table = at(position("AS", ""), "KH")
    table.play(0, "AS e1")
    assert seen(table)["top"] == "AS"


@pytest.mark.clause("TOUCHE-13")
def test_beside_a_live_card_a_dead_one_can_be_exchanged_but_not_discarded() -> None:
    listed = legal(at(position("AS 2S", "", pawns=("e1 f4", ""))))
    assert "exchange AS" in listed
    assert not [move for move in listed if move.startswith("discard")]


@pytest.mark.clause("TOUCHE-16")
def test_a_pattern_in_the_lower_half_is_crowned_for_good() -> None:
    table = at(position("4D", "2D", pawns=("a7 b7 a8", "")), "KH")
    table.play(0, "4D b8")
    assert seen(table)["shown"]["crowns"][0] == cells("a7 b7 a8 b8")
    assert table.why_not(1, "2D a7") is not None


@pytest.mark.clause("TOUCHE-16")
def test_nobody_plays_on_the_crowns_of_a_third_side() -> None:
    table = at(position("AS", "", "", pawns=("", "", "e1 d2 e2"), crowned=("", "", "d1-e2")))
    assert [move for move in legal(table) if "AS" in move] == ["AS f4"]


@pytest.mark.clause("TOUCHE-19")
def test_toppling_a_third_side_needs_the_call_too() -> None:
    table = at(position("AS", "", "", pawns=("", "", "e1"), options={"calls": "spoken"}))
    assert [move for move in legal(table) if "AS" in move] == ["AS e1!", "AS e1", "AS f4"]
