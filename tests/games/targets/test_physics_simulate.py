"""A flick from the layout to the reading: the same every time, and nothing is lost on the way."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import msgspec
import pytest

from ludotheque.games.targets.outcomes import read_rolled
from ludotheque.games.targets.physics.config import DEFAULT
from ludotheque.games.targets.physics.flick import Flick
from ludotheque.games.targets.physics.layout import (
    Layout,
    LooseDie,
    Pose,
    Stand,
    TowerDie,
    put_under,
    stack,
    where,
)
from ludotheque.games.targets.physics.reading import Reading
from ludotheque.games.targets.physics.simulate import FlickResult, Job, build, settle, simulate, simulate_many
from ludotheque.games.targets.physics.world import World
from ludotheque.games.targets.simulation import roll
from tests.games.targets.physics_tables import at_start, bare, lying

GOOD = Flick(0, -4.0, 1.2, 0.2, 0.0, 8.0)


@pytest.mark.clause("TARGETS-2")
def test_the_top_die_leaves_the_tower_and_stays_where_it_stops() -> None:
    result = simulate(at_start(), GOOD, 1)
    top = result.reading.of(2)
    assert top.struck
    assert top.moved
    assert top.fallen_from == 0
    assert where(result.layout, 2) == ("loose", None)
    assert [member.die for member in result.layout.stands[0].tower] == [0, 1]
    assert result.settled
    assert not result.reading.nothing_left


def test_dice_far_away_keep_their_poses_exactly() -> None:
    layout = at_start()
    after = simulate(layout, GOOD, 1).layout
    assert after.stands[1] == layout.stands[1]


@pytest.mark.clause("TARGETS-10")
def test_the_same_seed_and_input_give_the_same_result() -> None:
    layout = at_start()
    jobs = [Job(msgspec.structs.replace(GOOD, azimuth=float(k)), k, 1.0) for k in range(6)]
    alone = [simulate(layout, job.flick, job.seed, tremor=job.tremor, film=False) for job in jobs]
    assert simulate_many(layout, jobs) == alone
    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(lambda job: simulate_many(layout, [job])[0], jobs)) == alone
    assert simulate(layout, GOOD, 1, tremor=1.0) != simulate(layout, GOOD, 2, tremor=1.0)


def test_unverified_results_are_mostly_the_same() -> None:
    layout = at_start()
    jobs = [Job(GOOD, seed, 3.0) for seed in range(12)]
    slow, quick = simulate_many(layout, jobs), simulate_many(layout, jobs, verify=False)
    assert sum(a.reading.of(2).up == b.reading.of(2).up for a, b in zip(slow, quick, strict=True)) >= 11
    assert all(result.settled for result in quick)


def test_a_pool_of_processes_gives_the_same_results() -> None:
    layout = at_start()
    jobs = [Job(GOOD, seed, 1.0) for seed in range(4)]
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert simulate_many(layout, jobs, pool=pool, parts=2) == simulate_many(layout, jobs)


def test_a_result_survives_json() -> None:
    result = simulate(at_start("blackrock"), GOOD, 4)
    assert msgspec.json.decode(msgspec.json.encode(result), type=FlickResult) == result


@pytest.mark.clause("TARGETS-7")
def test_a_touch_too_weak_leaves_the_tower_as_it_is() -> None:
    reading = simulate(at_start(), Flick(0, 0.0, 0.05), 0).reading
    assert reading.nothing_left
    assert reading.of(2).fallen_from is None


@pytest.mark.clause("TARGETS-5")
def test_a_die_flicked_hard_outwards_leaves_the_table() -> None:
    layout = at_start()
    result = simulate(layout, Flick(0, 180.0, 2.5, 0.3, 0.0, 30.0), 0)
    top = result.reading.of(2)
    assert top.off
    assert where(result.layout, 2) == ("away", None)
    lost = settle(put_under(result.layout, 2, 0), 0)
    assert simulate(lost, GOOD, 1).reading.of(1).fallen_from == 0


@pytest.mark.clause("TARGETS-6")
def test_a_die_pushed_off_the_tower_without_a_quarter_turn_slid() -> None:
    low = [Flick(0, 0.0, 2.0, -0.5, 0.0, 20.0 + k) for k in range(12)]
    results = simulate_many(at_start(), [Job(flick, 0) for flick in low])
    slid = [result.reading.of(2) for result in results if result.reading.of(2).slid]
    for die in slid:
        assert die.up == 5
    rolled = simulate(at_start(), GOOD, 1).reading.of(2)
    assert not rolled.slid


@pytest.mark.clause("ZOCH-6")
def test_a_hard_flick_at_a_tower_topples_it() -> None:
    jobs = [Job(Flick(0, a / 4, 2.5, 0.0, 0.0, 2.0 + e), 0) for a in range(-4, 5) for e in range(0, 8, 2)]
    fallen = [
        die
        for result in simulate_many(at_start(), jobs)
        for die in result.reading.dice
        if die.fallen_from == 1
    ]
    assert fallen
    assert all(die.moved and die.carried_by != 1 and not die.struck for die in fallen)


@pytest.mark.clause("ZOCH-2")
def test_a_very_low_strike_takes_the_die_below_along() -> None:
    reading = simulate(at_start(), Flick(0, 0.0, 2.0, -0.7), 0).reading
    assert [die.die for die in reading.dice if die.fallen_from == 0] == [1, 2]


@pytest.mark.clause("BLACKROCK-12")
def test_golden_targets_flicks_whole_towers_at_the_same_time() -> None:
    layout = at_start("blackrock", golden=True)
    result = simulate(layout, [Flick(0, 0.0, 4.0, 0.1), Flick(1, 0.0, 4.0, 0.1)], 0, tremor=1.0)
    assert all(die.struck and not die.slid and die.fallen_from is not None for die in result.reading.dice)
    assert len(result.flicks) == 2
    assert result.reading.of(0).centres == ()


def test_an_empty_tower_can_not_be_flicked() -> None:
    with pytest.raises(ValueError, match="seat 1 has no die"):
        simulate(bare("zoch", lying(0, 0, 0)), Flick(1, 0.0, 1.0), 0)


def test_a_returned_die_is_stacked_on_the_tower() -> None:
    result = simulate(at_start(), GOOD, 1)
    back = settle(stack(result.layout, 2, 0, 4), 3)
    top = back.stands[0].tower[-1]
    assert (top.die, top.up) == (2, 4)
    assert top.pose is not None
    assert top.pose.z == pytest.approx(0.049, abs=0.0002)
    assert build(back, 0) is back


def test_a_die_is_stacked_above_a_stranger_on_the_base() -> None:
    layout = at_start()
    alone = msgspec.structs.replace(layout.stands[0], tower=())
    pose = layout.stands[0].tower[0].pose
    assert pose is not None
    stranger = msgspec.structs.replace(layout, stands=(alone, layout.stands[1]), dice=(LooseDie(9, pose),))
    top = settle(stack(stranger, 0, 0, 1), 0).stands[0].tower[0].pose
    assert top is not None
    assert top.z > pose.z + 0.015


def test_a_tower_that_can_not_stand_is_told_of() -> None:
    layout = at_start()
    pose = layout.stands[0].tower[0].pose
    assert pose is not None
    aside = Pose(pose.x + 0.02, pose.y, pose.z, pose.qw, pose.qx, pose.qy, pose.qz)
    first = msgspec.structs.replace(layout.stands[0].tower[0], pose=aside)
    stand = msgspec.structs.replace(layout.stands[0], tower=(first,))
    crooked = stack(msgspec.structs.replace(layout, stands=(stand, layout.stands[1])), 2, 0, 1)
    assert not World(crooked, DEFAULT).place(0)
    assert World(layout, DEFAULT).place(0)


def _all_dice(layout: Layout, reading: Reading) -> list[int]:
    here = [loose.die for loose in layout.dice]
    here += [member.die for stand in layout.stands for member in stand.tower]
    return sorted(here + [die.die for die in reading.dice if die.off])


def test_no_die_is_lost_or_doubled_over_a_whole_round() -> None:
    for edition in ("zoch", "blackrock"):
        layout = at_start(edition, 3)
        for turn in range(9):
            seat = turn % 3
            if not layout.stands[seat].tower:
                continue
            before = sum(len(stand.tower) for stand in layout.stands) + len(layout.dice)
            result = simulate(layout, Flick(seat, 6.0 - turn, 1.5, 0.1), turn, tremor=5.0, film=False)
            assert len(_all_dice(result.layout, result.reading)) == before
            assert len(set(_all_dice(result.layout, result.reading))) == before
            layout = result.layout


@pytest.mark.clause("TARGETS-5")
def test_dice_that_overlap_fly_apart_and_what_flies_away_is_off_the_table() -> None:
    heap = tuple(LooseDie(number, Pose(0.0, 0.0, 0.008)) for number in range(1, 18))
    layout = Layout("zoch", (Stand((TowerDie(0, 1),)), *(Stand(),) * 5), heap)
    outcome = roll(layout, (Flick(0, 0.0, 1.2),), 1, "off")
    rolled = read_rolled(outcome, layout)
    assert sum(found.off for found in rolled.dice) > 9
