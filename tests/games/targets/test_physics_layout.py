"""The table between two flicks is plain data that the rules change."""

import math

import msgspec
import pytest

from ludotheque.games.targets.physics.geometry import (
    FACE_AXES,
    angle_between,
    base_foot,
    base_place,
    disc_places,
    rotate,
    turned,
    up_face,
    yaw_of,
)
from ludotheque.games.targets.physics.layout import (
    Layout,
    LooseDie,
    Pose,
    Stand,
    TowerDie,
    new_layout,
    put_under,
    set_discs,
    set_places,
    stack,
    take_away,
    where,
)
from tests.games.targets.physics_tables import SIZES


def table() -> Layout:
    tower = tuple(TowerDie(k, k + 1, Pose(0, 0, 0.017 + 0.016 * k)) for k in range(3))
    return Layout("zoch", (Stand(tower=tower), Stand()), (LooseDie(3, Pose(0.1, 0.1, 0.008)),))


@pytest.mark.clause("TARGETS-1")
def test_bases_stand_two_hundred_millimetres_from_the_nearest_disc() -> None:
    for seats in range(2, 7):
        for seat in range(seats):
            place = base_place(SIZES, seat, seats, golden=False)
            rims = [
                math.dist(place, d) - SIZES.disc_radius - SIZES.base_radius
                for d in disc_places(SIZES, golden=False)
            ]
            assert min(rims) == pytest.approx(0.2, abs=1e-9)


@pytest.mark.clause("TARGETS-1")
def test_discs_lie_one_die_width_apart() -> None:
    a, b, c = disc_places(SIZES, golden=False)
    for one, two in ((a, b), (b, c), (a, c)):
        assert math.dist(one, two) - 2 * SIZES.disc_radius == pytest.approx(SIZES.die_edge, abs=0.0001)


def test_a_layout_survives_json() -> None:
    layout = table()
    assert msgspec.json.decode(msgspec.json.encode(layout), type=Layout) == layout


def test_a_new_layout_stacks_what_it_is_told() -> None:
    layout = new_layout("blackrock", (((0, 6), (1, 2)), ((5, 1),)), places=(0, 2))
    assert [member.die for member in layout.stands[0].tower] == [0, 1]
    assert layout.places == (0, 2)
    assert new_layout("blackrock", ((), ()), golden=True).places == (0,)


def test_where_a_die_is() -> None:
    layout = put_under(table(), 2, 1)
    assert where(layout, 0) == ("tower", 0)
    assert where(layout, 2) == ("under", 1)
    assert where(layout, 3) == ("loose", None)
    assert where(layout, 9) == ("away", None)


def test_dice_and_discs_under_a_base_raise_its_tower() -> None:
    layout = put_under(table(), 3, 0)
    first = layout.stands[0].tower[0].pose
    assert first is not None
    assert first.z == pytest.approx(0.033)
    assert layout.dice == ()
    higher = set_discs(layout, 0, 2).stands[0].tower[0].pose
    assert higher is not None
    assert higher.z == pytest.approx(0.038)
    lower = take_away(set_discs(layout, 0, 2), 3).stands[0].tower[0].pose
    assert lower is not None
    assert lower.z == pytest.approx(0.022)


def test_three_dice_lie_under_a_base_side_by_side() -> None:
    assert [base_foot(SIZES, 0, n) for n in (0, 1, 3, 4)] == [0.0, 0.016, 0.016, 0.032]


def test_a_die_that_waits_to_be_stacked_is_not_raised() -> None:
    layout = set_discs(stack(table(), 3, 0, 5), 0, 1)
    assert layout.stands[0].tower[-1] == TowerDie(3, 5)


def test_dice_above_a_die_that_is_taken_are_stacked_afresh() -> None:
    tower = take_away(table(), 1).stands[0].tower
    assert [member.die for member in tower] == [0, 2]
    assert tower[0].pose is not None
    assert tower[1].pose is None


def test_central_discs_are_kept_in_order() -> None:
    assert set_places(table(), (2, 0)).places == (0, 2)


@pytest.mark.clause("TARGETS-9")
def test_every_face_can_be_on_top() -> None:
    for face, axis in FACE_AXES.items():
        q = turned(face, 0.7)
        assert up_face(q) == face
        assert rotate(q, axis)[2] == pytest.approx(1)
        assert angle_between(turned(face, yaw_of(q)), q) == pytest.approx(0, abs=1e-6)
