"""The entry to the simulation: from a layout and flicks to a reading, a new layout and key frames."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from ludotheque.games.targets.physics.config import DEFAULT, Config
from ludotheque.games.targets.physics.flick import Flick, push, shares, trembled
from ludotheque.games.targets.physics.frames import INTERVAL_MS, Film, Key, encode, film_of
from ludotheque.games.targets.physics.geometry import angle_between, seat_angle
from ludotheque.games.targets.physics.layout import Layout, LooseDie, Pose, TowerDie
from ludotheque.games.targets.physics.reading import (
    DieReading,
    Reading,
    Surfaces,
    carried_by,
    centres_touched,
    gather,
    value_of,
)
from ludotheque.games.targets.physics.settling import settle_gently
from ludotheque.games.targets.physics.world import Motion, World, quaternion

with suppress(ImportError):  # NumPy comes with MuJoCo, without which nothing is simulated
    import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ludotheque.core.bot import Pool

TREMOR = 1  # random stream for the tremor; stacking has another


class FlickResult(msgspec.Struct, frozen=True):
    """The outcome of a flick: the reading for the rules, the table after it, the key frames for display."""

    reading: Reading
    layout: Layout
    film: str | None
    seconds: float
    settled: bool
    flicks: tuple[Flick, ...]


class Job(msgspec.Struct, frozen=True):
    """One flick to simulate."""

    flick: Flick
    seed: int
    tremor: float = 0.0


def simulate(
    layout: Layout,
    flicks: Flick | Sequence[Flick],
    seed: int,
    *,
    tremor: float = 0.0,
    film: bool = True,
    config: Config = DEFAULT,
) -> FlickResult:
    """Simulate a flick until all dice rest; Golden Targets has several flicks at once (BLACKROCK-12).

    Equal layout, flicks, seed and tremor give equal results, in every process and thread (TARGETS-10). Raise
    `ValueError` for a seat without dice.
    """
    meant = (flicks,) if isinstance(flicks, Flick) else tuple(flicks)
    for flick in meant:
        if not layout.stands[flick.seat].tower:
            raise ValueError(f"seat {flick.seat} has no die to flick")
    with World(layout, config) as world:
        world.place(seed)
        return _flick(world, meant, seed, tremor, film=film)


def simulate_many(
    layout: Layout,
    jobs: Sequence[Job],
    *,
    pool: Pool | None = None,
    parts: int = 8,
    verify: bool = True,
    config: Config = DEFAULT,
) -> list[FlickResult]:
    """Simulate many flicks on one table, without key frames; an optional pool of processes shares the work.

    Towers without poses are stacked once, with seed 0; otherwise each result is that of `simulate`. Without
    `verify`, dice at rest are not checked again: half the cost, wrong once in some 200 flicks.
    """
    layout = build(layout, 0, config=config)
    try_all = partial(_try_all, layout, config=config, verify=verify)
    if pool is None:
        return try_all(jobs)
    size = max(1, math.ceil(len(jobs) / parts))
    shared = pool.map(try_all, [jobs[at : at + size] for at in range(0, len(jobs), size)])
    return [result for results in shared for result in results]


def build(layout: Layout, seed: int, *, config: Config = DEFAULT) -> Layout:
    """Return the table with all towers stacked, or the same table if all stand (TARGETS-1)."""
    if all(member.pose is not None for stand in layout.stands for member in stand.tower):
        return layout
    with World(layout, config) as world:
        world.place(seed)
        return _with_poses(layout, {die: world.pose(die) for die in world.ids if _unplaced(layout, die)})


def settle(layout: Layout, seed: int, *, config: Config = DEFAULT) -> Layout:
    """Settle a table that the rules changed: towers are completed, no die stays in the air (TARGETS-9).

    Dice whose support was removed or raised settle in place with their faces; the others keep exactly their
    poses.
    """
    with World(_only_known(layout), config) as world:
        world.lay()
        before = world.poses.copy()
        settle_gently(world)
        stirred = {
            die: world.pose(die)
            for slot, die in enumerate(world.ids)
            if _shift(before[slot], world.poses[slot])[0] > config.rest.stirred
        }
    return build(_with_poses(layout, stirred), seed, config=config)


def _unplaced(layout: Layout, die: int) -> bool:
    """Return whether a die has still to be stacked."""
    return any(member.die == die and member.pose is None for stand in layout.stands for member in stand.tower)


def _only_known(layout: Layout) -> Layout:
    """Return the table without the dice that have still to be stacked."""
    stands = tuple(
        msgspec.structs.replace(stand, tower=tuple(member for member in stand.tower if member.pose))
        for stand in layout.stands
    )
    return msgspec.structs.replace(layout, stands=stands)


def _with_poses(layout: Layout, poses: dict[int, Pose]) -> Layout:
    """Return the table with new poses for some dice."""
    stands = tuple(
        msgspec.structs.replace(
            stand,
            tower=tuple(
                msgspec.structs.replace(member, pose=poses.get(member.die, member.pose))
                for member in stand.tower
            ),
        )
        for stand in layout.stands
    )
    dice = tuple(LooseDie(loose.die, poses.get(loose.die, loose.pose)) for loose in layout.dice)
    return msgspec.structs.replace(layout, stands=stands, dice=dice)


def read(layout: Layout, *, config: Config = DEFAULT) -> Reading:
    """Return the reading of a table at rest, without a flick."""
    with World(build(layout, 0, config=config), config) as world:
        world.place(0)
        return _read(world, world.poses.copy(), (), None)


def _try_all(layout: Layout, jobs: Sequence[Job], *, config: Config, verify: bool) -> list[FlickResult]:
    results = []
    with World(layout, config) as world:
        world.place(0)
        ready = world.keep()
        for job in jobs:
            world.put_back(ready)
            results.append(_flick(world, (job.flick,), job.seed, job.tremor, film=False, verify=verify))
    return results


def _flick(
    world: World, meant: tuple[Flick, ...], seed: int, tremor: float, *, film: bool, verify: bool = True
) -> FlickResult:
    """Apply the impulses of flicks, advance until rest, and return the result."""
    layout, config = world.layout, world.config
    rng = np.random.default_rng((seed, TREMOR)) if tremor else None
    done = tuple(trembled(flick, tremor, rng, config) for flick in meant) if rng else meant
    before = world.poses.copy()
    struck: list[int] = []
    for flick in done:
        struck += strike(world, flick)
    motion = world.run(tuple(struck), film=film, verify=verify)
    reading = _read(world, before, tuple(struck), motion)
    after = _layout_after(layout, reading)
    packed = encode(_film(world, motion, reading)) if film else None
    return FlickResult(reading, after, packed, round(motion.seconds, 3), motion.settled, done)


def strike(world: World, flick: Flick) -> list[int]:
    """Apply the impulse of a flick, and return the dice whose slide is judged.

    It acts on the top die and, if low, the one below; in Golden Targets on all dice.
    """
    layout, config = world.layout, world.config
    tower = layout.stands[flick.seat].tower
    heading = seat_angle(flick.seat, len(layout.stands)) + math.pi
    parts = shares(flick, len(tower), golden=layout.golden, config=config)
    flat = 1 - config.sizes.die_radius * 2 / config.sizes.die_edge
    for depth, (member, share) in enumerate(zip(reversed(tower), parts, strict=False)):
        if share > 0:
            low = depth > 0 and not layout.golden
            world.strike(member.die, push(flick, heading, share, flat if low else flick.height, config))
    return [member.die for member in tower] if layout.golden else [tower[-1].die]


def _read(
    world: World, before: NDArray[np.float64], struck: tuple[int, ...], motion: Motion | None
) -> Reading:
    """Return the reading of all dice."""
    layout, config = world.layout, world.config
    off = motion.off if motion else frozenset()
    facts = gather(world.contacts(), len(world.ids), layout, config)
    home = {member.die: seat for seat, stand in enumerate(layout.stands) for member in stand.tower}
    known = {loose.die: loose.pose for loose in layout.dice}
    known |= {m.die: m.pose for stand in layout.stands for m in stand.tower if m.pose}
    tilts = dict(zip(struck, motion.tilt, strict=True)) if motion else {}
    readings = []
    for slot, die in enumerate(world.ids):
        way, turn = _shift(before[slot], world.poses[slot])
        pose = world.pose(die) if way > config.rest.stirred else known.get(die) or world.pose(die)
        gone = slot in off
        carrier = None if gone else carried_by(facts.support[slot])
        left = die in home and carrier != home[die]
        moved = gone or left or way > config.rest.moved_distance or turn > config.rest.moved_angle
        slid = die in tilts and not layout.golden and left and float(tilts[die]) < config.rest.slid_angle
        plain = DieReading(
            die,
            pose,
            value_of(pose),
            moved=moved,
            struck=die in tilts,
            slid=slid,
            off=gone,
            fallen_from=home[die] if left else None,
            carried_by=carrier,
            touches=Surfaces() if gone else facts.touches[slot],
            dice=() if gone else tuple(world.ids[other] for other in facts.dice[slot]),
            lies_on=() if gone else tuple(world.ids[other] for other in facts.below[slot]),
            support=Surfaces() if gone else facts.support[slot],
            centres=() if gone else centres_touched(pose, facts.touches[slot], layout, config),
            dead_centre=None if gone else facts.holes[slot],
        )
        readings.append(plain)
    struck_seats = {home[die] for die in struck}
    stayed = not any(reading.fallen_from in struck_seats for reading in readings if reading.die in home)
    return Reading(tuple(readings), bool(struck) and stayed)


def _shift(before: NDArray[np.float64], after: NDArray[np.float64]) -> tuple[float, float]:
    """Return the distance and the angle between two poses of a die."""
    return math.dist(before[:3], after[:3]), angle_between(quaternion(before[3:]), quaternion(after[3:]))


def _layout_after(layout: Layout, reading: Reading) -> Layout:
    """Return the table after the flick: towers keep the dice that their base still carries."""
    now = {found.die: found.pose for found in reading.dice}
    stay = {found.die for found in reading.dice if found.fallen_from is None}
    stands = tuple(
        msgspec.structs.replace(
            stand,
            tower=tuple(
                sorted(
                    (
                        TowerDie(member.die, value_of(now[member.die]), now[member.die])
                        for member in stand.tower
                        if member.die in stay
                    ),
                    key=lambda member: now[member.die].z,
                )
            ),
        )
        for stand in layout.stands
    )
    in_towers = {member.die for stand in stands for member in stand.tower}
    dice = tuple(
        LooseDie(found.die, now[found.die])
        for found in reading.dice
        if not found.off and found.die not in in_towers
    )
    return msgspec.structs.replace(layout, stands=stands, dice=dice)


def _film(world: World, motion: Motion, reading: Reading) -> Film:
    """Return the key frames of the dice that moved; those of dice that left the table end at their fall."""
    last = motion.frames[-1][0]
    still = max(1, math.ceil(motion.seconds * 1000 / INTERVAL_MS))
    ways = []
    for slot, found in enumerate(reading.dice):
        if not found.moved:
            continue
        keys = []
        for frame, rows in motion.frames:
            row = rows[slot].tolist()
            if found.off and row[2] < -1e-1 - world.config.rest.off_depth:
                break
            if frame <= still or frame == last:
                keys.append(Key(min(frame, still), Pose(*row)))
        ways.append((found.die, _distinct(keys)))
    return film_of(ways, still, motion.impacts)


def _distinct(keys: list[Key]) -> list[Key]:
    """Return one key for each frame, the last of it."""
    return list({key.frame: key for key in keys}.values())
