"""The finger: its reach, its tremor, and how its impulse is shared."""

import math

import numpy as np
import pytest

from ludotheque.games.targets.physics.flick import (
    TREMORS,
    Flick,
    limits,
    push,
    shares,
    trembled,
)


@pytest.mark.clause("TARGETS-10")
def test_the_tremor_of_a_seed_is_always_the_same() -> None:
    flick = Flick(0, 3.0, 1.2, 0.1, 0.0, 5.0)
    one, two, other = (trembled(flick, 1.0, np.random.default_rng(seed)) for seed in (7, 7, 8))
    assert one == two != other
    assert one != flick


def test_a_natural_hand_trembles_more_than_a_steady_one() -> None:
    flick = Flick(0, 0.0, 1.0)
    spread = {
        name: np.std([trembled(flick, TREMORS[name], np.random.default_rng(k)).azimuth for k in range(200)])
        for name in ("steady", "natural")
    }
    assert 0.5 < spread["steady"] < 1.5
    assert spread["natural"] > 3 * spread["steady"]


def test_a_finger_reaches_no_further_than_the_die() -> None:
    for seed in range(50):
        shaken = trembled(Flick(0, 0.0, 1.0, 0.7, -0.7), 20.0, np.random.default_rng(seed))
        assert abs(shaken.height) <= 0.95
        assert abs(shaken.side) <= 0.95
        assert shaken.speed >= 0


def test_a_low_strike_meets_the_die_below_too() -> None:
    assert shares(Flick(0, 0, 1, -0.6), 3, golden=False) == [1.0, 0.0]
    top, below = shares(Flick(0, 0, 1, -0.7), 3, golden=False)
    assert top + below == pytest.approx(1)
    assert 0.1 < below < 0.4
    assert shares(Flick(0, 0, 1, -0.7), 1, golden=False) == [1.0, 0.0]


@pytest.mark.clause("BLACKROCK-12")
def test_golden_targets_shares_the_impulse_over_the_tower() -> None:
    assert shares(Flick(0, 0, 3), 3, golden=True) == pytest.approx([1 / 3] * 3)
    assert limits()["speed"][1] < 5 < limits(golden=True)["speed"][1]
    assert set(limits()) == {"azimuth", "speed", "height", "side", "elevation"}


def test_a_strike_above_the_middle_rolls_the_die_forward() -> None:
    high = push(Flick(0, 0, 1), math.pi / 2, 1.0, 0.5)
    assert high.velocity == pytest.approx((0, 1, 0), abs=1e-12)
    assert high.spin[0] < 0
    assert high.spin[1:] == pytest.approx((0, 0), abs=1e-9)


def test_a_strike_on_the_left_turns_the_die_to_the_right() -> None:
    assert push(Flick(0, 0, 1, 0, 0.5), 0.0, 1.0, 0.0).spin[2] < 0
