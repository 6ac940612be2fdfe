"""Set-up, the Robber, placing Targis and where their lines cross."""

import pytest

from ludotheque import Table
from ludotheque.games.targi.preview import crossed, open_actions, preview
from tests.games.targi.helpers import CENTRE, drawn, may, names, owns, player, state, table, truth, view, why

CARDS = [drawn(card) for card in CENTRE]


@pytest.mark.clause("TARGI-1")
def test_each_player_starts_with_two_of_each_good_one_gold_and_four_crosses() -> None:
    at = Table("targi", seed=1)
    for seat in (0, 1):
        assert owns(at, seat) == (2, 2, 2, 1, 4)
        assert player(at, seat)["camp"] == [[], [], []]
        assert state(at).to_place(seat) == 3


@pytest.mark.clause("TARGI-2")
def test_the_centre_is_laid_out_face_up_goods_cards_on_a_c_e_g_i() -> None:
    at = Table("targi", chance=CARDS)
    assert view(at)["centre"] == CENTRE
    assert at.actors == (0,)
    assert names(list(at.events)) == [*["turn_up"] * 9, "robber"]


@pytest.mark.clause("TARGI-2")
def test_a_tribe_card_does_not_come_where_a_goods_card_belongs() -> None:
    at = Table("targi", chance=[])
    assert at.awaits_chance
    for wrong in ({"tribe": 3}, {"goods": "3D"}, {"tribe": 45}, "2D", {"starter": 0}, None):
        with pytest.raises(ValueError, match=r"."):
            at.feed(wrong)
    at.feed({"goods": "choice"})
    assert view(at)["centre"][0] == "choice"


@pytest.mark.clause("TARGI-2")
def test_a_card_that_lies_there_does_not_come_again() -> None:
    at = Table("targi", chance=[drawn("2D"), drawn(7), drawn("1S")])
    with pytest.raises(ValueError, match="can’t give"):
        at.feed(drawn(7))
    at.feed(drawn(8))
    with pytest.raises(ValueError, match="can’t give"):
        at.feed(drawn("2D"))


@pytest.mark.clause("TARGI-3")
def test_blue_starts_unless_chance_is_asked() -> None:
    assert view(Table("targi", chance=CARDS))["amulet"] == 0
    at = Table("targi", options={"starter": "random"}, chance=[{"starter": 1}, *CARDS])
    assert at.actors == (1,)
    assert view(at)["amulet"] == 1
    assert Table("targi", options={"starter": "random"}, chance=CARDS).actors == (0,)
    starters = {Table("targi", options={"starter": "random"}, seed=seed).actors[0] for seed in range(20)}
    assert starters == {0, 1}


@pytest.mark.clause("TARGI-4")
def test_the_robber_enters_on_card_1() -> None:
    at = Table("targi", chance=CARDS)
    assert (view(at)["robber"], view(at)["round"]) == (1, 1)


@pytest.mark.clause("TARGI-5")
def test_players_place_alternately_three_each_and_must() -> None:
    at = table()
    order = []
    for card in (2, 3, 5, 6, 7, 9):
        order.append(at.actors[0])
        assert set(may(at, at.actors[0])) <= {f"place {number}" for number in range(1, 17)}
        at.play(at.actors[0], f"place {card}")
    assert order == [0, 1, 0, 1, 0, 1]
    assert view(at)["phase"] == "act"
    assert why(table(), "finish") == ("not_now", "TARGI-5")


@pytest.mark.clause("TARGI-6")
@pytest.mark.parametrize(
    ("card", "reason"),
    [
        (4, "corner"),
        (8, "corner"),
        (12, "corner"),
        (16, "corner"),
        (1, "robber"),
        (3, "taken"),
        (7, "taken"),
        (9, "opposed"),
    ],
)
def test_where_no_targi_may_go(card: int, reason: str) -> None:
    at = table({"targis": [7]}, {"targis": [3]})
    assert why(at, f"place {card}") == (reason, "TARGI-6")
    assert f"place {card}" not in may(at)


@pytest.mark.clause("TARGI-6")
def test_opposite_the_own_targi_or_the_robber_is_allowed() -> None:
    at = table({"targis": [7]}, {"targis": [3]})
    assert {"place 13", "place 11"} <= set(may(at))


@pytest.mark.clause("TARGI-7")
@pytest.mark.parametrize(
    ("targis", "white", "robber", "markers"),
    [
        ([2, 5, 14], [1, 3, 7], 13, ["b", "e"]),
        ([1, 3, 6], [2, 5, 7], 13, ["d", "f"]),
        ([2, 10, 6], [1, 3, 7], 13, ["e"]),
        ([5, 15, 2], [1, 3, 7], 13, ["b"]),
        ([2, 10, 3], [1, 6, 7], 13, []),
        ([1, 2, 3], [5, 6, 7], 13, []),
        ([13, 14, 15], [1, 2, 3], 10, []),
        ([11, 9, 13], [2, 5, 6], 1, ["g", "i"]),
    ],
)
def test_markers_go_where_two_own_lines_cross(
    targis: list[int], white: list[int], robber: int, markers: list[str]
) -> None:
    at = table({"targis": targis[:2]}, {"targis": white[:2]}, robber=robber)
    at.play(0, f"place {targis[2]}")
    assert list(crossed(state(at), 0)) == markers
    at.play(1, f"place {white[2]}")
    assert player(at)["markers"] == markers


@pytest.mark.clause("TARGI-7")
def test_a_preview_tells_line_and_cards_won_without_placing() -> None:
    at = table({"targis": [2]}, {"targis": [3]})
    before = truth(at)
    won = preview(state(at), 0, 5)
    assert (won.allowed, won.line, won.facing, won.wins) == (True, ("a", "b", "c"), 15, ("b",))
    assert preview(state(at), 0, 10).wins == ()
    assert not preview(state(at), 0, 9).allowed
    corner = preview(state(at), 0, 4)
    assert (corner.allowed, corner.line, corner.facing, corner.wins) == (False, (), 0, ())
    assert truth(at) == before


@pytest.mark.clause("TARGI-7")
def test_a_preview_names_only_cards_that_were_not_won_before() -> None:
    at = table({"targis": [2, 5]}, {"targis": [3, 6]}, robber=9)
    assert crossed(state(at), 0) == ("b",)
    assert preview(state(at), 0, 7).wins == ("h",)


@pytest.mark.clause("TARGI-8")
def test_the_open_actions_of_a_seat_are_listed() -> None:
    at = table({"targis": [1, 2], "markers": ["b"]}, {"targis": [3]}, phase="act", robber=13)
    own = [(action.card, action.usable) for action in open_actions(state(at), 0)]
    assert own == [(1, False), (2, True), ("b", True)]
    assert [(action.card, action.usable) for action in open_actions(state(at), 1)] == [(3, False)]
