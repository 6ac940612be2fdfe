"""Guessing the hands of others: what they would have played they hardly hold, and all else stays possible."""

from collections import Counter

import pytest

from ludotheque.core.chance import seeded
from ludotheque.games.touche.bots.hand_model import (
    FRESH,
    JOKERS,
    OPEN_CELLS,
    SIZE,
    TOPPLES,
    CardFeatures,
    HandBelief,
    HandModel,
)
from ludotheque.games.touche.bots.levels import hand_model
from ludotheque.games.touche.names import CARD_NAMES
from ludotheque.games.touche.rules.board import JOKER
from ludotheque.games.touche.rules.state import Touche
from tests.games.touche.setting import at, last_cards, position

CARD = {name: number for number, name in enumerate(CARD_NAMES)}


def state_of(made: dict[str, object]) -> Touche:
    state = at(made).position.state  # type: ignore[attr-defined]
    assert isinstance(state, Touche)
    return state


def weights(state: Touche, seat: int = 1, viewer: int = 0) -> list[float]:
    return list(hand_model().weights(CardFeatures(state, viewer), seat))


def rows(state: Touche, card: str, seat: int = 1, viewer: int = 0) -> list[int]:
    return sorted(CardFeatures(state, viewer).rows(seat, CARD[card]))


def test_a_card_that_would_have_completed_a_square_is_hardly_held() -> None:
    """Square e1-f2 (AS 2S 4S 5S): seat 1 has three pawns of it and its last card went elsewhere."""
    begun = state_of(position("", "", pawns=("", "e1 f1 e2"), discard=["QC", "KC"]))
    found = weights(begun)
    assert found[CARD["5S"]] < 0.7 * found[CARD["8S"]]


def test_a_card_for_the_square_just_begun_is_likelier_than_for_one_that_lay_there() -> None:
    stale = state_of(position("", "", pawns=("", "e1 f1 e2"), discard=["QC", "KC"]))
    fresh = state_of(position("", "", pawns=("", "e1 f1 e2"), discard=["QC", "4S"]))
    assert any(FRESH <= row < TOPPLES for row in rows(fresh, "5S"))
    assert not any(FRESH <= row < TOPPLES for row in rows(stale, "5S"))
    assert weights(fresh)[CARD["5S"]] > weights(stale)[CARD["5S"]]


def test_a_pawn_on_the_lower_half_is_fresh_as_well() -> None:
    fresh = state_of(position("", "", pawns=("", "g12 h12"), discard=["QC", "AC"]))
    assert any(FRESH <= row < TOPPLES for row in rows(fresh, "5C"))


@pytest.mark.parametrize("discard", [[], ["QC", "**"]])
def test_without_a_card_on_the_pile_or_with_a_joker_there_nothing_is_fresh(discard: list[str]) -> None:
    state = state_of(position("", "", pawns=("", "e1 f1 e2"), discard=discard))
    assert not any(FRESH <= row < TOPPLES for row in rows(state, "5S"))


def test_a_card_tells_which_of_its_cells_are_open_and_whom_it_topples() -> None:
    state = state_of(position("", "", pawns=("e1 f1 e2", "d5")))
    assert rows(state, "**") == [JOKERS]
    assert OPEN_CELLS + 1 in rows(state, "5S")
    assert OPEN_CELLS + 2 in rows(state, "AS")
    assert any(TOPPLES <= row < JOKERS for row in rows(state, "AS"))
    assert not any(TOPPLES <= row < JOKERS for row in rows(state, "KH"))


def test_cards_that_are_not_out_have_no_weight_of_their_own() -> None:
    state = state_of(position("AS AS", ""))
    assert weights(state)[CARD["AS"]] == 1.0


def test_hands_are_drawn_by_weight_and_all_that_may_be_held_is_held_sometimes() -> None:
    state = state_of(position("AS AS", "2S 3S 4S 5S 6S"))
    numbers = [0.0] * SIZE
    numbers[JOKERS] = 2.0
    belief, rng = HandBelief(state, 0, HandModel(numbers)), seeded(3)
    drawn: Counter[int] = Counter()
    for _ in range(3000):
        world = belief.world(rng)
        assert isinstance(world, Touche)
        drawn.update(world.hands[5:])
    assert drawn[CARD["AS"]] == 0
    assert all(drawn[card] for card, count in enumerate(CardFeatures(state, 0).out) if count)
    jokers, threes = drawn[JOKER] / 4, drawn[CARD["3H"]] / 2
    assert 5.0 < jokers / threes < 8.5  # e ** 2 is 7.4; a joker that is drawn is gone


@pytest.mark.clause("TOUCHE-3")
def test_a_guessed_world_looks_the_same_to_the_seat_and_keeps_every_card() -> None:
    table = at(position("AS KC", "2S 3S", "4S", "5S", pawns=("e1", "f1")))
    state, game = table.position.state, table.game  # type: ignore[attr-defined]
    for seat in range(4):
        world = HandBelief(state, seat, hand_model()).world(seeded(seat))
        assert game.write_view(world, table.position.options, seat) == table.position.view(seat)  # type: ignore[attr-defined]
        assert game.violations(world) == []  # type: ignore[attr-defined]


def test_empty_hands_stay_empty_when_guessed() -> None:
    state = state_of(last_cards("AS 2S", "KH", "", deals=2))
    world = HandBelief(state, 0, hand_model()).world(seeded(1))
    assert isinstance(world, Touche)
    assert [world.holds(seat) for seat in range(3)] == [2, 1, 0]
    assert list(world.hands[5:6]) == [CARD["KH"]]


def test_the_guess_depends_on_the_view_alone() -> None:
    one = state_of(position("AS", "2S 3S 4S 5S 6S", pawns=("e1", "e2 f2")))
    other = state_of(position("AS", "KH QH JH TH 9H", pawns=("e1", "e2 f2")))
    assert weights(one) == weights(other)
