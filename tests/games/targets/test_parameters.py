"""Targets in numbers: every point between the bounds is a move, and the table comes from the own side."""

import math

import numpy as np
import pytest

from ludotheque import Refusal
from ludotheque.core.chance import seeded
from ludotheque.core.moves import Move
from ludotheque.games import game, part
from ludotheque.games.targets import parameters
from ludotheque.games.targets.moves import Flick, Pass, Stack
from ludotheque.games.targets.parameters import (
    DIE,
    HIGH,
    LOW,
    NAMES,
    STAND,
    from_move,
    observe,
    shapes,
    to_move,
)
from ludotheque.games.targets.rules.position import TargetsPosition
from tests.games.targets.physics_tables import lying


def begun(name: str, seats: int, flicks: int = 0) -> TargetsPosition:
    """A game after some flicks, by parameters alone."""
    rules, rng = game(name), np.random.default_rng(3)
    position = rules.start(seats, rules.read_options({}))
    assert isinstance(position, TargetsPosition)
    chance = seeded(1)
    while True:
        while position.awaits_chance:
            position.resolve(position.draw(chance))
        if flicks == 0:
            return position
        seat = position.actors[0]
        move = to_move(position, seat, rng.uniform(LOW, HIGH))
        assert position.refusal(seat, move) is None
        position.play(seat, move)
        flicks -= isinstance(move, Flick)


@pytest.mark.clause("TARGETS-2")
@pytest.mark.parametrize("name", ["zoch", "blackrock"])
def test_every_point_between_the_bounds_is_a_move_and_leads_back(name: str) -> None:
    position, rng = begun(name, 2), np.random.default_rng(1)
    seat = position.actors[0]
    for _ in range(20):
        move = to_move(position, seat, rng.uniform(LOW, HIGH))
        assert position.refusal(seat, move) is None
        assert to_move(position, seat, from_move(position, seat, move)) == move
    far = to_move(position, seat, HIGH * 9)
    assert isinstance(far, Flick)
    assert far.speed == 2.5
    assert len(NAMES) == len(LOW) == 6
    numbers = part(name, "parameters")
    assert numbers is not None
    assert numbers.to_move is to_move


@pytest.mark.parametrize(("name", "seats"), [("zoch", 2), ("blackrock", 3)])
def test_the_table_comes_as_arrays_from_the_own_side(name: str, seats: int) -> None:
    position = begun(name, seats, flicks=2)
    for seat in range(seats):
        seen = observe(position, seat)
        assert {key: array.shape for key, array in seen.items()} == shapes(seats)
        where = seen["dice"][:, : DIE.index("x")].sum(axis=1)
        assert set(where) <= {0.0, 1.0}
        assert seen["phase"].sum() == 1
        poses = seen["dice"][seen["dice"][:, 0] + seen["dice"][:, 2] == 1][
            :, DIE.index("qw") : DIE.index("face")
        ]
        assert np.allclose((poses**2).sum(axis=1), 1, atol=1e-3)
    first, last = observe(position, 0), observe(position, seats - 1)
    assert (np.roll(first["seats"], 1, axis=0) == last["seats"]).all()
    assert first["seats"].shape == (seats, len(STAND))


def test_the_own_tower_stands_on_the_near_side_for_every_seat() -> None:
    position = begun("zoch", 4)
    place = [DIE.index("x"), DIE.index("y")]
    towers = [observe(position, seat)["dice"][:3, place] for seat in range(4)]
    for tower in towers:
        assert np.allclose(tower[:, 0], 0, atol=0.01)
        assert (tower[:, 1] < -0.1).all()


def test_dice_under_a_base_or_off_the_table_lie_nowhere() -> None:
    position = begun("zoch", 2)
    position.board.put_under(0)
    rows = observe(position, 0)["dice"]
    assert list(rows[0]) == [0, 1, *[0] * (len(DIE) - 2)]
    stands = position.board.layout.stands
    bare = tuple(type(stand)(stand.tower[:-1], stand.under, stand.discs) for stand in stands)
    position.board.layout = type(position.board.layout)("zoch", bare, (), position.board.layout.places)
    assert not observe(position, 1)["dice"][2].any()


@pytest.mark.clause("TARGETS-1")
def test_a_choice_that_is_no_flick_is_told_by_its_place_among_the_moves() -> None:
    rules = game("zoch")
    position = rules.start(2, rules.read_options({"faces": "chosen"}))
    assert isinstance(position, TargetsPosition)
    position.resolve({"starter": 0})
    offered = position.moves(0)
    assert len(offered) == 6
    for place, move in enumerate(offered):
        assert isinstance(move, Stack)
        assert to_move(position, 0, from_move(position, 0, move)) == move
        assert from_move(position, 0, move)[0] == pytest.approx((place + 0.5) / 6)


def test_a_die_that_lies_on_the_table_is_shown_with_its_pose() -> None:
    position = begun("zoch", 2)
    layout = position.board.layout
    loose = lying(0, 0.05, 0.02)
    position.board.layout = type(layout)("zoch", (type(layout.stands[0])(), layout.stands[1]), (loose,))
    near, far = observe(position, 0)["dice"][0], observe(position, 1)["dice"][3]
    assert list(near[:3]) == list(far[:3]) == [0, 0, 1]
    assert near[3:5] == pytest.approx([0.05, 0.02])
    assert far[3:5] == pytest.approx([-0.05, -0.02])


def test_what_is_not_at_hand_is_refused() -> None:
    position = begun("zoch", 2)
    (seat,) = position.actors
    with pytest.raises(Refusal):
        to_move(position, 1 - seat, LOW)
    for move in (Pass(), Stack((0, 1, 2))):
        with pytest.raises(Refusal):
            from_move(position, seat, move)
    assert isinstance(to_move(position, seat, (LOW + HIGH) / 2), Move)
    assert math.isclose(parameters.LOW[0], 0.0)
