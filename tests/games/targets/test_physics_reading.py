"""Readings of dice at rest: each fact that the clauses need."""

import math

import msgspec
import pytest

from ludotheque.games.targets.physics.config import DEFAULT
from ludotheque.games.targets.physics.layout import Pose, Stand, set_discs, set_places, take_away
from ludotheque.games.targets.physics.reading import (
    Surfaces,
    distance_to,
    footprint,
    hits,
    hull,
)
from ludotheque.games.targets.physics.simulate import read, settle
from ludotheque.games.targets.rules.attacks import lies_on_pile
from tests.games.targets.physics_tables import FLAT, ON_DISC, SIZES, at_start, bare, base, disc, lying

EDGE = SIZES.die_edge


@pytest.mark.clause("ZOCH-8")
def test_a_die_on_a_target_hits_it() -> None:
    x, y = disc(1)
    die = read(bare("zoch", lying(0, x + 0.03, y, ON_DISC, 4))).of(0)
    assert die.up == 4
    assert die.touches == Surfaces(targets=(1,))
    assert hits(die) == (1,)
    assert not die.moved


def test_a_die_on_the_table_hits_nothing() -> None:
    die = read(bare("zoch", lying(0, 0.2, 0.2))).of(0)
    assert die.touches == Surfaces(table=True)
    assert hits(die) == ()
    assert not lies_on_pile(die, 0)


@pytest.mark.clause("ZOCH-8")
def test_a_die_that_leans_on_the_rim_touches_the_table_and_is_no_hit() -> None:
    x, y = disc(0)
    layout = settle(bare("zoch", lying(0, x, y + SIZES.disc_radius + 0.003, ON_DISC)), 0)
    die = read(layout).of(0)
    assert die.touches == Surfaces(table=True, targets=(0,))
    assert hits(die) == ()


@pytest.mark.clause("ZOCH-3")
def test_a_die_in_the_hole_is_dead_centre() -> None:
    x, y = disc(2)
    die = read(bare("zoch", lying(0, x, y, face=6, yaw=0.5))).of(0)
    assert die.dead_centre == 2
    assert die.touches.table
    assert hits(die) == ()


@pytest.mark.clause("BLACKROCK-3")
def test_a_die_touches_the_printed_centre_even_partly() -> None:
    x, y = disc(0)
    flat = EDGE / 2 - SIZES.die_radius
    near, far = (SIZES.printed_radius + flat + slack for slack in (-0.001, 0.001))
    layout = bare("blackrock", lying(0, x + near, y, ON_DISC), lying(1, x - far, y, ON_DISC))
    reading = read(layout)
    assert reading.of(0).centres == (0,)
    assert reading.of(1).centres == ()
    assert reading.of(0).dead_centre is None


@pytest.mark.clause("BLACKROCK-7")
def test_a_die_that_bridges_two_discs_counts_for_neither() -> None:
    a, b = disc(1), disc(2)
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    die = read(settle(bare("blackrock", lying(0, x, y, ON_DISC, yaw=math.pi / 4)), 0)).of(0)
    assert die.touches == Surfaces(targets=(1, 2))
    assert hits(die) == (1, 2)


@pytest.mark.clause("TARGETS-9")
def test_a_die_on_a_die_counts_for_the_disc_below() -> None:
    x, y = disc(0)
    on_ring = x + 0.03
    layout = bare("zoch", lying(0, on_ring, y, ON_DISC), lying(1, on_ring + 0.002, y, ON_DISC + EDGE - 1e-5))
    die = read(settle(layout, 0)).of(1)
    assert die.touches == Surfaces()
    assert die.lies_on == (0,)
    assert die.dice == (0,)
    assert hits(die) == (0,)


@pytest.mark.clause("TARGETS-9")
def test_it_does_not_matter_which_die_came_first() -> None:
    reading = read(settle(bare("zoch", lying(0, 0.2, 0.2, FLAT + EDGE), lying(1, 0.2, 0.2)), 0))
    assert reading.of(0).lies_on == (1,)
    assert reading.of(1).lies_on == ()


@pytest.mark.clause("TARGETS-9")
def test_dice_side_by_side_do_not_carry_each_other() -> None:
    reading = read(bare("zoch", lying(0, 0.2, 0.2), lying(1, 0.2 + EDGE - 1e-5, 0.2)))
    assert reading.of(0).dice == (1,)
    assert reading.of(0).lies_on == reading.of(1).lies_on == ()


@pytest.mark.clause("TARGETS-9")
def test_a_die_on_a_die_on_the_table_hits_nothing() -> None:
    die = read(settle(bare("zoch", lying(0, 0.2, 0.2), lying(1, 0.2, 0.2, FLAT + EDGE)), 0)).of(1)
    assert die.support == Surfaces(table=True)
    assert hits(die) == ()


@pytest.mark.clause("ZOCH-5")
def test_a_die_on_a_pile_lies_on_it() -> None:
    x, y = base(1)
    stands = (Stand(), Stand(discs=2))
    layout = bare("zoch", lying(0, x + 0.035, y, FLAT + 2 * SIZES.disc_height), stands=stands)
    die = read(layout).of(0)
    assert die.touches == Surfaces(piles=(1,))
    assert [lies_on_pile(die, seat) for seat in (0, 1)] == [False, True]
    assert hits(die) == ()


def test_a_die_on_a_base_is_carried_by_its_seat() -> None:
    x, y = base(0)
    die = read(bare("zoch", lying(5, x, y, FLAT + SIZES.base_height))).of(5)
    assert die.carried_by == 0
    assert not lies_on_pile(die, 0)


def test_towers_are_carried_by_their_bases() -> None:
    reading = read(at_start(seats=3))
    assert [die.carried_by for die in reading.dice] == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert not reading.nothing_left


@pytest.mark.clause("TARGETS-9")
def test_a_die_whose_disc_is_taken_stays_on_the_spot_with_its_face() -> None:
    x, y = disc(0)
    layout = settle(set_places(bare("blackrock", lying(0, x + 0.02, y, ON_DISC, 5, 0.4)), (1, 2)), 0)
    die = read(layout).of(0)
    assert die.up == 5
    assert die.touches == Surfaces(table=True)
    assert math.dist((die.pose.x, die.pose.y), (x + 0.02, y)) < 0.0005


@pytest.mark.clause("TARGETS-9")
@pytest.mark.parametrize("aside", [0.03, 0.047, 0.055])
def test_a_die_under_which_discs_are_pushed_keeps_its_spot_and_face(aside: float) -> None:
    x, y = base(1)
    layout = set_discs(bare("blackrock", lying(0, x + aside, y, face=3, yaw=0.3)), 1, 3)
    die = read(settle(layout, 0)).of(0)
    assert die.up == 3
    assert die.touches == (Surfaces(table=True) if aside > SIZES.disc_radius else Surfaces(piles=(1,)))
    assert math.dist((die.pose.x, die.pose.y), (x + aside, y)) < 0.006


@pytest.mark.clause("TARGETS-9")
def test_a_die_whose_die_is_taken_comes_down_with_its_face() -> None:
    layout = settle(bare("zoch", lying(0, 0.2, 0.2), lying(1, 0.2, 0.2, FLAT + EDGE, 2)), 0)
    die = read(settle(take_away(layout, 0), 0)).of(1)
    assert die.up == 2
    assert die.touches == Surfaces(table=True)


@pytest.mark.clause("TARGETS-9")
def test_a_leaning_die_keeps_its_face_when_its_hold_is_taken() -> None:
    tilt = math.radians(44)
    pose = Pose(0.2, 0.2, 0.012, math.cos(tilt / 2), math.sin(tilt / 2), 0, 0)
    leaning = msgspec.structs.replace(lying(0, 0, 0), pose=pose)
    assert read(settle(bare("zoch", leaning), 0)).of(0).up == 1


@pytest.mark.clause("TARGETS-9")
def test_a_die_that_tips_over_a_high_pile_keeps_its_face() -> None:
    x, y = base(1)
    edge = x + SIZES.disc_radius + 0.002
    stands = (Stand(), Stand(discs=6))
    layout = bare("blackrock", lying(0, edge, y, FLAT + 6 * SIZES.disc_height, 2), stands=stands)
    assert read(settle(layout, 0)).of(0).up == 2


def test_what_lies_well_keeps_its_pose_to_the_last_digit() -> None:
    layout = at_start()
    assert settle(layout, 5) == layout


def test_the_distance_from_a_footprint() -> None:
    square = hull([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.5, 0.5)])
    assert len(square) == 4
    assert distance_to(square, (0.5, 0.2)) == 0
    assert distance_to(square, (2.0, 0.5)) == 1
    assert distance_to([(0.0, 0.0), (1.0, 0.0)], (0.5, 2.0)) == 2
    assert distance_to([(0.0, 0.0)], (3.0, 4.0)) == 5
    assert distance_to([(1.0, 1.0), (1.0, 1.0)], (1.0, 2.0)) == 1
    assert distance_to([], (0.0, 0.0)) == math.inf
    assert footprint(Pose(0, 0, 1), 0.0, DEFAULT) == []
