"""Cards of other hands and of stacks stay hidden (TOUCHE-3)."""

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque import Table
from ludotheque.core.chance import seeded
from ludotheque.core.coded import CodedPosition
from ludotheque.games.touche.names import CARD_NAMES
from ludotheque.games.touche.rules.state import Touche
from ludotheque.table.check import random_choice
from tests.games.touche.setting import at, last_cards, position, seen


def wander(table: Table, steps: int, seed: int) -> None:
    rng = seeded(seed)
    for _ in range(steps):
        if table.result is not None:
            return
        seat = table.actors[0]
        table.play(seat, random_choice(table.position, seat, rng))


def state_of(table: Table) -> Touche:
    state = table.position.state  # type: ignore[attr-defined]
    assert isinstance(state, Touche)
    return state


@pytest.mark.clause("TOUCHE-3")
@given(
    st.integers(0, 2**40),
    st.integers(0, 140),
    st.sampled_from([2, 3, 4, 6]),
    st.sampled_from(["auto", "spoken"]),
)
@settings(max_examples=40, deadline=None)
def test_no_view_and_no_event_holds_a_card_of_another_hand_or_stack(
    seed: int, steps: int, seats: int, calls: str
) -> None:
    table = Table("touche", seats, seed=seed, options={"calls": calls})
    wander(table, steps, seed)
    truth: dict[str, Any] = table.position.to_json()  # type: ignore[assignment]
    for seat in [None, *range(seats)]:
        view = seen(table, seat)
        assert [hand for other, hand in enumerate(view["hands"]) if other != seat] == [None] * len(
            [other for other in range(seats) if other != seat]
        )
        assert view == truth | {
            "hands": [hand if s == seat else None for s, hand in enumerate(truth["hands"])]
        }
        for event in table.events:
            if event.name in ("touche.draw", "touche.hand") and event.seat != seat:
                told = json.dumps([event.seen_by(seat).params, event.seen_by(seat).text("en", "Ada")])
                assert not any(f'"{name}"' in told for name in CARD_NAMES)


@pytest.mark.clause("TOUCHE-3")
@given(st.integers(0, 2**40), st.integers(0, 120), st.sampled_from([2, 3, 4, 6]))
@settings(max_examples=30, deadline=None)
def test_hands_drawn_anew_leave_the_view_as_it_is_and_lose_no_card(seed: int, steps: int, seats: int) -> None:
    table = Table("touche", seats, seed=seed)
    wander(table, steps, seed)
    state, rng = state_of(table), seeded(seed)
    for seat in range(seats):
        other = state.reimagine(seat, rng)
        options = table.position.options
        assert table.game.write_view(other, options, seat) == table.position.view(seat)  # type: ignore[attr-defined]
        assert table.game.violations(other) == []  # type: ignore[attr-defined]


@pytest.mark.clause("TOUCHE-3")
def test_what_is_imagined_depends_on_the_view_alone() -> None:
    """Two truths that look the same to seat 0 are imagined alike, card for card."""
    one = state_of(at(position("AS", "2S 3S 4S 5S 6S")))
    other = state_of(at(position("AS", "KH QH JH TH 9H")))
    for seed in range(5):
        hands = [list(state.reimagine(0, seeded(seed)).hands) for state in (one, other)]
        assert hands[0] == hands[1]


def assert_as_often_as_left(drawn: Counter[str], times: int, held: int, unseen: dict[str, int]) -> None:
    """Every card was drawn as often as it is left among those that can't be seen."""
    expected = times * held / sum(unseen.values())
    for name, left in unseen.items():
        assert abs(drawn[name] - left * expected) < 6 * (left * expected) ** 0.5 + 1, name


@pytest.mark.clause("TOUCHE-3")
def test_every_unseen_card_is_imagined_as_often_as_it_is_left() -> None:
    state, rng = state_of(at(position("AS", "2S 3S 4S 5S 6S"))), seeded(5)
    drawn: Counter[str] = Counter()
    for _ in range(4000):
        drawn.update(CARD_NAMES[card] for card in state.reimagine(0, rng).hands[5:])
    unseen = dict.fromkeys(CARD_NAMES, 2) | {"AS": 1, "AD": 0, "2D": 0, "**": 4}
    assert_as_often_as_left(drawn, 4000, 5, unseen)


@pytest.mark.clause("TOUCHE-3")
def test_every_unseen_card_is_guessed_from_a_view_as_often_as_it_is_left() -> None:
    others = [[f"{rank}{suit}" for rank in range(3, 8)] for suit in "SHD"]
    made = position(*["AS"] * 4) | {"hands": [["AS", "2S", "KH", "9C", "**"], *others]}
    drawn, rng = Counter[str](), seeded(6)
    found = at(made).position
    for _ in range(2000):
        guessed = found.seen_by(0, rng)
        assert isinstance(guessed, CodedPosition)
        drawn.update(CARD_NAMES[card] for card in list(guessed.state.hands)[5:])
    state = state_of(at(made))
    unseen = Counter({name: state.pool[card] for card, name in enumerate(CARD_NAMES)})
    unseen.update(name for hand in others for name in hand)
    assert_as_often_as_left(drawn, 2000, 15, unseen)


def test_empty_hands_stay_empty_when_imagined() -> None:
    state = state_of(at(last_cards("AS 2S", "KH", "", deals=2)))
    other = state.reimagine(0, seeded(1))
    assert [other.holds(seat) for seat in range(3)] == [2, 1, 0]
    assert list(other.stacks) == [0, 0, 0]
