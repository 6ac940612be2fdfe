"""Positions of Touché as JSON: what can't be in a game is refused, with the place."""

from typing import Any

import pytest

from ludotheque import Table, Unreadable
from ludotheque.games.touche.game import GAME
from tests.games.touche.setting import at, cells, last_cards, position, seen

SQUARE = {"pawns": ("e1 d2 e2", ""), "crowned": ("d1-e2", "")}
DONE = {
    "pawns": ("e1 d2 e2 h1 h2 i2 b4 b5 a5 k4 k5 l5", ""),
    "crowned": ("h1-i2 a4-b5 k4-l5 d1-e2", ""),
}
EIGHT = "c4 d4 e4 c5 d5 e5 c6 d6 e6"
PROS = {"options": {"patterns": "pros"}}


def drawing(*hands: str, **parts: Any) -> dict[str, Any]:
    """Seat 0 has played and is about to draw."""
    made = position(*hands, **parts)
    made["discard"] = [made["hands"][0].pop()]
    return {"phase": "draw", "stacks": [49] * len(hands)} | made


def over(**parts: Any) -> dict[str, Any]:
    return drawing("", "", **({"phase": "over", "winner": 0} | DONE | parts))


POSSIBLE = {
    "the beginning": {"seats": 2, "hands": [[], []], "phase": "draw_dealer"},
    "a deal": {
        "seats": 3,
        "hands": [["AS", "2S", "3S", "4S", "5S"], ["6S"], []],
        "phase": "deal",
        "stacks": [31, 35, 36],
    },
    "a turn": position("AS", ""),
    "a turn with a crown": position("AS", "", **SQUARE),
    "a draw": drawing("AS", ""),
    "an exchange": drawing("AS", "", phase="draw_exchange", exchanged=True),
    "a choice": drawing("AS", "", pawns=(EIGHT, ""), phase="crown", placed=[4, 3]),
    "the last cards": last_cards("AS", "2S", deals=3),
    "the end": over(),
    "a lead": last_cards("", "", phase="over", winner=0, deals=5, **SQUARE),
    "a drawn game": last_cards("", "", phase="over", deals=5),
    "a match": position("AS", "", game=4, sets=["crosses", "lines"], **PROS),
    "the end of a match": last_cards(
        "",
        "",
        phase="over",
        winner=1,
        deals=5,
        game=4,
        sets=["squares", "crosses"],
        pawns=("", "e2 e1 d2 f2 e3"),
        crowned=("", "+e2"),
        **PROS,
    ),
}


@pytest.mark.parametrize("case", POSSIBLE)
def test_a_position_reads_back_as_it_is(case: str) -> None:
    read = GAME.at(POSSIBLE[case])
    assert GAME.at(read.to_json()).to_json() == read.to_json()
    assert read.violations() == []


IMPOSSIBLE: dict[str, tuple[str, dict[str, Any]]] = {
    "a seat too many": ("$.hands", position("", "") | {"seats": 3}),
    "an unknown card": ("$.hands[0][0]", position("", "") | {"hands": [["1S"], []]}),
    "six cards in hand": ("$.hands[0]", position("AS 2S 3S 4S 5S 6S", "")),
    "a card three times": ("$.hands[1]", position("AS AS", "AS")),
    "a card three times, once discarded": (
        "$.discard",
        position("AS AS", "", discard=["AS"], stacks=[49, 48]),
    ),
    "a hidden hand": ("$.hands[1]", position("", "") | {"hands": [["AS", "2S", "3S", "4S", "5S"], None]}),
    "other counts of cards": ("$.held", position("", "", held=[5, 4])),
    "counts for other seats": ("$.held", position("", "", held=[5])),
    "stacks for other seats": ("$.stacks", position("", "", stacks=[98])),
    "stacks too small": ("$.stacks", position("", "", stacks=[49, 48], discard=[])),
    "stacks that can't be shared": ("$.stacks", position("", "", discard=["AS"])),
    "a discard pile that can't be told": ("$.discard", position("", "", stacks=[48, 48])),
    "a top that was not discarded": ("$.top", position("", "", top="AS")),
    "another top": ("$.top", position("", "", discard=["AS", "2S"], top="3S")),
    "a seat that is not there": ("$.turn", position("", "", turn=2)),
    "a dealer who is not there": ("$.dealer", position("", "", dealer=2)),
    "a set too many": ("$.sets", position("", "", sets=["squares"] * 3)),
    "another set": ("$.sets", position("", "", sets=["squares", "lines"])),
    "a match that nobody won so fast": ("$.sets", position("", "", sets=["squares", "lines"], **PROS)),
    "a second game without a match": ("$.game", position("", "", game=2)),
    "pawns of three sides": ("$.pawns", position("", "", pawns=("", "", ""))),
    "two pawns on a cell": ("$.pawns[1]", position("", "", pawns=("e1", "e1"))),
    "a pawn told twice": ("$.pawns[0]", position("", "", pawns=("e1 e1", ""))),
    "a pawn on a joker cell": ("$.pawns[0]", position("", "", pawns=("d1", ""))),
    "a crown without pawns": ("$.crowned[0]", position("", "", pawns=("e1 d2", ""), crowned=("d1-e2", ""))),
    "a crown of another set": (
        "$.crowned[0]",
        position("", "", pawns=("e2 e1 d2 f2 e3", ""), crowned=("+e2", "")),
    ),
    "crowns that overlap": (
        "$.crowned[0]",
        position("", "", pawns=("e1 f1 d2 e2 f2", ""), crowned=("d1-e2 e1-f2", "")),
    ),
    "a joker cell crowned twice": (
        "$.crowned[0]",
        position(
            "",
            "",
            pawns=("e1 f1 g1 h1", "d2 d3 d4 d5"),
            crowned=("d1-h1", "d1-d5"),
            options={"patterns": "lines"},
        ),
    ),
    "crowns of three sides": ("$.crowned", position("", "", crowned=("", "", ""))),
    "a hand too small": ("$.hands[0]", {"seats": 2, "hands": [["AS"], ["2S"]], "stacks": [53, 53]}),
    "a stack too big": ("$.stacks[0]", position("", "", stacks=[50, 48])),
    "a hand too big after a play": ("$.hands[0]", position("", "", phase="draw")),
    "nothing to play": ("$.phase", last_cards("", "AS")),
    "nothing to draw": ("$.phase", last_cards("", "AS", phase="draw")),
    "a deal that is over": ("$.phase", position("", "", phase="deal")),
    "cards before the dealer": (
        "$.phase",
        {"seats": 2, "hands": [["AS"], []], "phase": "draw_dealer", "stacks": [53, 54]},
    ),
    "a deal out of order": (
        "$.hands[1]",
        {"seats": 2, "hands": [["AS"], ["2S"]], "phase": "deal", "stacks": [53, 53]},
    ),
    "an uneven deal": (
        "$.stacks[0]",
        {"seats": 2, "hands": [["AS"], []], "phase": "deal", "stacks": [54, 53]},
    ),
    "pawns before the dealer": (
        "$.phase",
        {"seats": 2, "hands": [[], []], "phase": "draw_dealer", "pawns": [[[0, 4]], []]},
    ),
    "an exchange while dealing": (
        "$.exchanged",
        {"seats": 2, "hands": [[], []], "phase": "deal", "exchanged": True},
    ),
    "a draw for an exchange without one": ("$.exchanged", drawing("", "", phase="draw_exchange")),
    "a choice where none is": ("$.placed", drawing("", "", pawns=("e1", ""), phase="crown", placed=[0, 4])),
    "a choice at a crowned cell": (
        "$.placed",
        drawing("", "", pawns=(EIGHT, ""), crowned=("c4-d5", ""), phase="crown", placed=[4, 3]),
    ),
    "a choice without a pawn": ("$.placed", drawing("", "", pawns=(EIGHT, ""), phase="crown")),
    "a placed pawn without a choice": ("$.placed", position("", "", pawns=("e1", ""), placed=[0, 4])),
    "a goal that ended nothing": ("$.phase", position("", "", **DONE)),
    "a winner in mid-game": ("$.winner", position("", "", winner=0)),
    "an end without a reason": ("$.phase", drawing("", "", phase="over", winner=0)),
    "another winner": ("$.winner", over(winner=1)),
    "no winner": ("$.winner", over(winner=None)),
    "a match over too early": ("$.winner", over(**PROS)),
    "a board that does not fit": (
        "$.shown",
        position(
            "", "", shown={"board": [], "sides": [0, 1], "goals": [4, 4], "crowns": [[], []], "choices": []}
        ),
    ),
}


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_a_position_that_cannot_be_is_refused_with_the_place(case: str) -> None:
    where, made = IMPOSSIBLE[case]
    with pytest.raises(Unreadable) as refused:
        Table.at("touche", made)
    assert (refused.value.code, refused.value.params["where"]) == ("core.position", where)


def test_a_broken_layout_or_pattern_in_a_position_is_refused_by_its_own_sentence() -> None:
    with pytest.raises(Unreadable, match="twelve rows"):
        at(position("", "", options={"layout": "AS"}))
    with pytest.raises(Unreadable, match="no pattern"):
        at(position("", "", crowned=("a1-b2", "")))
    with pytest.raises(Unreadable, match="no cell"):
        at(position("", "", placed=[0, 0]))


def test_stacks_discard_and_top_may_be_left_out() -> None:
    view = seen(at(position("AS", "", discard=["2S", "3S"])))
    assert (view["stacks"], view["top"]) == ([48, 48], "3S")
    view = seen(at(last_cards("AS", "KH")))
    assert len(view["discard"]) == 106
    assert view["discard"].count("AS") == view["discard"].count("KH") == 1


def test_violations_are_told() -> None:
    position_ = GAME.at(position("AS", "", **SQUARE))
    state = position_.state
    state.pawns[2] |= state.pawns[0]
    state.crowns[3] |= 1
    state.pool[0] = 5
    assert position_.violations() == [
        "a card too many",
        "stacks and unseen cards differ",
        "two pawns on a cell",
        "a crown on a foreign cell",
    ]
    assert cells("e1") == [[0, 4]]


@pytest.mark.clause("TOUCHE-16")
def test_a_complete_pattern_that_nobody_crowned_can_not_be() -> None:
    square = [[1, 3], [1, 4], [2, 3], [2, 4]]
    made = position("AH", "", pawns=("", ""))
    refused = {**made, "pawns": [square, []]}
    with pytest.raises(Unreadable) as found:
        Table.at("touche", refused)
    assert found.value.params["where"] == "$.crowned[0]"
    assert Table.at("touche", {**refused, "crowned": [["d2-e3"], []]}).actors == (0,)
    assert Table.at("touche", {**refused, "options": {"patterns": "lines"}}).actors == (0,)


@pytest.mark.clause("TOUCHE-16")
def test_a_joker_cell_completes_what_then_has_to_be_crowned() -> None:
    made = position("AH", "", pawns=("e1 d2 e2", ""))
    with pytest.raises(Unreadable) as found:
        Table.at("touche", made)
    assert found.value.params["where"] == "$.crowned[0]"


@pytest.mark.clause("TOUCHE-17")
def test_a_complete_pattern_that_does_not_count_may_lie_uncrowned() -> None:
    cells = [[1, 3], [1, 4], [1, 5], [2, 3], [2, 4], [2, 5]]
    made = {**position("AH", "", pawns=("", "")), "pawns": [cells, []], "crowned": [["d2-e3"], []]}
    assert Table.at("touche", made).actors == (0,)
