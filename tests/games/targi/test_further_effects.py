"""Further effects of clauses of Targi, each of which a mutant breaks."""

import pytest

from ludotheque.core.codec import Json
from ludotheque.games.targi.rules.border import NO_SEAT
from ludotheque.games.targi.rules.cards import GOODS_CARDS
from ludotheque.games.targi.rules.raids import begin_raid
from ludotheque.games.targi.rules.state import new_game
from tests.games.targi.helpers import (
    FULL_ROWS,
    POOR,
    RICH,
    acting,
    lay,
    may,
    owns,
    player,
    state,
    table,
    view,
    with_card,
)


@pytest.mark.clause("TARGI-2")
def test_the_goods_deck_holds_nineteen_cards() -> None:
    start = new_game(False)
    assert list(start.weights()) == [count for _, count, _ in GOODS_CARDS]
    assert sum(start.weights()) == 19


@pytest.mark.clause("TARGI-5")
def test_whoever_holds_the_amulet_places_first() -> None:
    for amulet in (0, 1):
        at = table(amulet=amulet)
        state(at).begin_placing()
        assert at.actors == (amulet,)


@pytest.mark.clause("TARGI-7")
@pytest.mark.clause("TARGI-8")
@pytest.mark.parametrize("amulet", [0, 1])
def test_both_get_their_markers_and_the_start_player_acts_first(amulet: int) -> None:
    blue, white = {"targis": [1, 15]}, {"targis": [2, 14]}
    at = table(blue, white, robber=3, amulet=amulet, turn=amulet)
    for seat in (amulet, 1 - amulet):
        at.play(seat, f"place {(7, 9)[seat]}")
    assert [player(at, seat)["markers"] for seat in (0, 1)] == [["a", "g"], ["e", "f"]]
    assert at.actors == (amulet,)


@pytest.mark.clause("TARGI-8")
def test_the_silversmith_is_not_offered_to_whom_he_is_of_no_use() -> None:
    assert "use 10" not in may(acting({**POOR, "targis": [10]}))
    assert "use 10" in may(acting({**POOR, "gold": 1, "targis": [10]}))


@pytest.mark.clause("TARGI-15")
def test_a_kept_card_is_in_the_hand() -> None:
    at = with_card(15)
    at.play(0, "use b")
    at.play(0, "keep")
    assert player(at)["hand"] == 15


@pytest.mark.clause("TARGI-16")
def test_a_card_kept_in_one_turn_may_be_laid_through_the_noble_in_the_next() -> None:
    at = acting({**RICH, "hand": 4, "targis": [1]}, hand_is_new=True, robber=3)
    state(at).begin_turn(0)
    assert view(at)["hand_is_new"] is False
    at.play(0, "use 1")
    assert "lay" in may(at)


@pytest.mark.clause("TARGI-17")
def test_a_row_is_filled_from_the_left() -> None:
    at = with_card(15, {"camp": [[4], [], []]})
    lay(at)
    assert list(state(at).camps[:4]) == [4, 15, -1, -1]


@pytest.mark.clause("TARGI-20")
def test_without_card_38_the_hand_card_waits_for_the_noble() -> None:
    assert may(acting({**RICH, "hand": 20})) == ["use 2", "finish"]


@pytest.mark.clause("TARGI-21")
def test_cards_33_to_35_add_to_goods_of_their_own_kind_only() -> None:
    at = acting({"camp": [[33, 34], [], []], "markers": ["a"]})
    at.play(0, "use a")
    assert owns(at)[:3] == (3, 2, 2)


@pytest.mark.clause("TARGI-21")
def test_card_33_remembers_salt_that_came_before_other_goods() -> None:
    at = with_card(33, {"markers": ["b", "c"], "targis": [13]}, chance=["1D"])
    at.play(0, "use c")
    at.play(0, "use 13")
    lay(at)
    assert owns(at)[:3] == (4, 3, 2)


@pytest.mark.clause("TARGI-21")
def test_goods_of_an_advantage_are_not_goods_of_a_goods_card() -> None:
    at = with_card(41, {"camp": [[35], [], []]})
    lay(at)
    at.play(0, "take 3D")
    assert owns(at)[:3] == (5, 2, 1)


@pytest.mark.clause("TARGI-22", "card 44")
def test_card_44_holds_for_one_round() -> None:
    at = state(table(fewer_targis_next=1))
    at.begin_placing()
    assert (at.fewer, at.to_place(1)) == (1, 2)
    at.begin_placing()
    assert (at.fewer, at.to_place(1)) == (NO_SEAT, 3)


@pytest.mark.clause("TARGI-24")
@pytest.mark.parametrize("amulet", [0, 1])
def test_the_start_player_is_the_first_whom_a_raid_asks(amulet: int) -> None:
    at = table({}, {}, robber=4, phase="raid", amulet=amulet, turn=amulet)
    assert begin_raid(state(at))
    assert at.actors == (amulet,)


@pytest.mark.clause("TARGI-28")
@pytest.mark.parametrize("full", [0, 1])
def test_the_twelfth_card_of_either_player_ends_the_game(full: int) -> None:
    camps: list[dict[str, Json]] = [{"camp": [[24], [], []]}, {"camp": [[25], [], []]}]
    camps[full] = {"camp": [*FULL_ROWS[:2], [2, 12, 13, 14]]}
    camps[1] |= {"targis": [3]}
    centre: list[Json] = ["1D", 33, "1S", 3, "1P", 6, "2D", 9, "2S"]
    at = table(*camps, phase="act", turn=1, amulet=0, second=True, centre=centre)
    at.play(1, "finish")
    assert at.result is not None
