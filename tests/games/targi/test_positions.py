"""Positions written as JSON: what can't be is refused with the place."""

import pytest

from ludotheque import Table, Unreadable
from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.games import game
from tests.games.targi.helpers import CENTRE, OTHER_GOODS, may, position, state, table, truth, view

KEPT: dict[str, Json] = {"robber": 1, "dates": 2, "salt": 2, "pepper": 2, "gold": 1}
TRADERS: list[Json] = [{"camp": [[39], [], []]}, {}]
BROKEN: list[tuple[str, dict[str, Json]]] = [
    ("$.centre", {"centre": CENTRE[:8]}),
    ("$.centre", {"centre": ["1D", 0, "1S", 0, "1P", 6, "2D", 9, "2S"]}),
    ("$.centre", {"centre": ["empty", *CENTRE[1:]]}),
    ("$.centre[0]", {"centre": ["3D", *CENTRE[1:]]}),
    ("$.goods_discard", {"goods_discard": ["2D"]}),
    ("$.goods_discard", {"goods_discard": ["1VP", "1VP"]}),
    ("$.tribe_earlier", {"tribe_earlier": [44]}),
    ("$.goods_earlier", {"goods_earlier": ["1VP"]}),
    (
        "$.centre",
        {
            "tribe_discard": [card for card in range(45) if card not in (3, 6, 9)],
            "centre": ["1D", "tribe", "1S", 3, "1P", 6, "2D", 9, "2S"],
        },
    ),
    (
        "$.centre",
        {
            "centre": ["goods", 0, "goods", 3, "goods", 6, "goods", 9, "goods"],
            "goods_discard": [
                "1D",
                "1D",
                "1S",
                "1S",
                "1P",
                "1P",
                "2D",
                "2S",
                "2P",
                "D+S",
                "D+P",
                "S+P",
                "choice",
                "choice",
                "choice",
            ],
        },
    ),
    ("$.players[0].targis", {"players": [{"targis": [4]}, {}]}),
    ("$.players[0].targis", {"players": [{"targis": [1]}, {}]}),
    ("$.players[1].targis", {"players": [{"targis": [2]}, {"targis": [2]}]}),
    ("$.players[1].targis", {"players": [{"targis": [2]}, {"targis": [10]}]}),
    ("$.players[0].targis", {"players": [{"targis": [2, 3, 5, 6]}, {}]}),
    ("$.players[0].targis", {"players": [{"targis": [2, 3, 5]}, {}], "fewer_targis": 0}),
    ("$.players[0].targis[0]", {"players": [{"targis": [17]}, {}]}),
    ("$.players[0].markers", {"players": [{"markers": ["a", "b", "c"]}, {}], "phase": "act"}),
    ("$.players[1].markers", {"players": [{"markers": ["a"]}, {"markers": ["a"]}], "phase": "act"}),
    (
        "$.players[0].markers",
        {"players": [{"markers": ["a"]}, {}], "centre": ["tribe", *CENTRE[1:]], "phase": "act"},
    ),
    ("$.players.markers", {"players": [{"markers": ["a"]}, {}]}),
    ("$.players[0].camp[0]", {"players": [{"camp": [[1, 2, 4, 5, 7], [], []]}, {}]}),
    ("$.players[0].camp", {"players": [{"camp": [[1], []]}, {}]}),
    ("$.players[0].coin", {"players": [{"coin": 1}, {}]}),
    ("$.players[0].secret", {"players": [{"secret": True}, {}]}),
    ("$.players[0].counted", {"players": [{"hand": 20, "counted": True}, {}]}),
    ("$.players[0].kept", {"players": [{"hand": 20, "kept": KEPT}, {}]}),
    ("$.players[0].kept", {"players": [{"hand": 20, "secret": True, "kept": {**KEPT, "robber": 2}}, {}]}),
    ("$.players.hand", {"players": [{"hand": "unseen", "secret": True}, {}]}),
    ("$.card", {"phase": "tribe_card", "card": "unseen", "source": "expansion"}),
    ("$.card", {"phase": "tribe_card", "source": "expansion"}),
    ("$.card", {"phase": "tribe_card", "card": 0, "source": "expansion"}),
    ("$.card", {"phase": "tribe_card", "card": 3, "source": "b"}),
    ("$.card", {"phase": "tribe_card", "card": 20, "source": "noble"}),
    ("$.card", {"phase": "act", "card": 20}),
    ("$.card", {"phase": "take", "card": 37, "source": "advantage", "amount": 1}),
    ("$.card", {"phase": "take", "card": 37, "source": "a", "amount": 1}),
    ("$.card", {"phase": "swap", "card": 43, "source": "advantage"}),
    ("$.source", {"phase": "tribe_card", "card": 20}),
    ("$.source", {"phase": "act", "source": "b"}),
    ("$.source", {"phase": "pay", "card": 20, "source": "caravan"}),
    ("$.amount", {"phase": "take", "source": "a"}),
    ("$.amount", {"phase": "take", "source": "a", "amount": 7}),
    ("$.amount", {"phase": "return", "amount": 3}),
    ("$.amount", {"amount": 1}),
    ("$.traded", {"traded": True}),
    ("$.held_before", {"phase": "trade", "players": TRADERS, "held_before": [[3, 2, 1]]}),
    ("$.held_before", {"phase": "trade", "traded": True, "held_before": [[3, 2, 1]]}),
    (
        "$.held_before",
        {"phase": "trade", "traded": True, "players": TRADERS, "held_before": [[2, 2, 2], [3, 2, 1]]},
    ),
    (
        "$.held_before[1]",
        {
            "phase": "trade",
            "traded": True,
            "players": TRADERS,
            "held_before": [[4, 1, 1], [3, 1, 2], [3, 2, 2]],
        },
    ),
    ("$.held_before[0][0]", {"phase": "trade", "traded": True, "held_before": [[-1, 2, 5]]}),
    ("$.next_slot", {"next_slot": "a"}),
    ("$.next_slot", {"phase": "turn_up", "next_slot": "a", "centre": [*CENTRE[:8], "tribe"]}),
    ("$.robber", {"robber": 0}),
    ("$.robber", {"robber": 4}),
    ("$.robber", {"robber": 5, "phase": "raid"}),
    ("$.round", {"round": 2}),
    ("$.turn", {"players": [{"targis": [2, 3, 5]}, {}]}),
    ("$.phase", {"phase": "smith", "players": [{"dates": 0, "salt": 0, "pepper": 0, "gold": 0}, {}]}),
    ("$.phase", {"phase": "draw_goods", "goods_discard": OTHER_GOODS}),
    ("$.players.targis", {"phase": "act", "second": True, "players": [{}, {"targis": [3]}]}),
    ("$.options.starter", {"options": {"starter": "red"}}),
    ("$", {"seats": 2}),
]


@pytest.mark.parametrize(("where", "wrong"), BROKEN, ids=lambda value: str(value)[:60])
def test_a_position_that_can_not_be_is_refused_with_the_place(where: str, wrong: dict[str, Json]) -> None:
    with pytest.raises(Unreadable) as refused:
        Table.at("targi", {**position(), **wrong})
    assert refused.value.code == "core.position"
    assert refused.value.params["where"] == where


def test_a_position_may_leave_out_what_is_as_usual() -> None:
    at = table()
    assert (view(at)["phase"], view(at)["round"], at.actors) == ("place", 1, (0,))
    assert Table.at("targi", truth(at)).position.to_json() == truth(at)


@pytest.mark.clause("TARGI-30")
def test_a_view_shows_what_each_would_score_now() -> None:
    oases: list[Json] = [0, 1, 2, 15]
    at = table(
        {"camp": [oases, [6, 7], []]}, {"crosses": 7}, centre=["1D", 10, "1S", 3, "1P", 11, "2D", 9, "2S"]
    )
    shown = {"tokens": 4, "printed": 14, "advantages": 1, "rows": [4, 0, 0], "total": 23}
    bare = {"tokens": 7, "printed": 0, "advantages": 0, "rows": [0, 0, 0], "total": 7}
    assert view(at)["shown"]["points"] == [shown, bare]
    richer = truth(at) | {"players": [truth(at)["players"][0] | {"crosses": 9}, truth(at)["players"][1]]}
    assert view(Table.at("targi", richer))["shown"]["points"][0]["total"] == 28


@pytest.mark.clause("TARGI-13")
def test_a_view_tells_how_many_cards_lie_in_the_decks() -> None:
    centre = ["1D", 10, "1S", 3, "1P", 11, "2D", 9, "2S"]
    at = table(
        {"camp": [[0, 1], [], []], "hand": 5}, {}, centre=centre, tribe_discard=[6], goods_discard=["1G"]
    )
    assert view(at)["shown"]["decks"] == [45 - 4 - 2 - 1 - 1, 19 - 5 - 1]


def test_a_position_before_the_first_card_waits_for_chance() -> None:
    at = Table.at(
        "targi",
        {"phase": "draw_starter", "robber": 0, "centre": ["empty"] * 9, "players": [{}, {}]},
        chance=[],
    )
    assert at.awaits_chance
    other = Table.at(
        "targi",
        {
            "phase": "lay_out",
            "robber": 0,
            "centre": ["1D", *["empty"] * 8],
            "players": [{}, {}],
            "next_slot": "b",
        },
        chance=[{"tribe": 5}],
    )
    assert view(other)["centre"][:3] == ["1D", 5, "empty"]


def test_a_view_in_which_no_card_is_left_to_guess_is_refused() -> None:
    gone: list[Json] = [card for card in range(45) if card not in (0, 3, 6, 9)]
    seen = position({"hand": "unseen", "secret": True, "counted": True}, tribe_discard=gone)
    with pytest.raises(Unreadable):
        game("targi").guess(seen, 1, seeded(1))


def test_a_position_that_is_over_has_a_result() -> None:
    at = table({"crosses": 5}, phase="over", robber=16)
    assert at.result is not None
    assert at.result.scores == (5, 4)
    assert state(at).moves() == state(at).outcomes() == state(table({}, phase="over", robber=15)).outcomes()


def test_outcomes_have_the_weights_of_the_cards_that_are_left() -> None:
    at = table({"targis": [13]}, phase="draw_goods", goods_discard=["choice", "choice"])
    found = dict(zip(state(at).outcomes(), state(at).weights(), strict=True))
    assert sum(found.values()) == 19 - 5 - 2
    assert found[45] == 1
    drawn = table({"targis": [14]}, phase="draw_tribe")
    assert set(state(drawn).weights()) == {1}
    assert len(state(drawn).outcomes()) == 41
    waiting = Table.at(
        "targi",
        {"phase": "draw_starter", "robber": 0, "centre": ["empty"] * 9, "players": [{}, {}]},
        chance=[{"starter": 1}],
    )
    assert list(state(waiting).outcomes())[:1] == [45]
    assert list(state(table()).outcomes()) == []


def test_a_position_tells_what_card_39_may_not_bring_back() -> None:
    at = table({"camp": [[39], [], []]}, phase="trade", traded=True, held_before=[[3, 2, 1]])
    assert "trade P D" not in may(at)
    assert "trade P S" in may(at)
    assert Table.at("targi", truth(at)).position.to_json() == truth(at)


def test_the_trader_asks_again_where_a_position_says_so() -> None:
    at = table({"dates": 6}, phase="trade", traded=True)
    assert "done" in may(at)
