"""The cost of a flick beside the bare steps, and the gain of sleeping."""

import math
import time
from collections.abc import Callable
from functools import partial

import mujoco
from bench.physics.bars import Bar, motions, random_flicks, start

from ludotheque.games.targets.physics.config import DEFAULT
from ludotheque.games.targets.physics.flick import Flick
from ludotheque.games.targets.physics.layout import Layout
from ludotheque.games.targets.physics.simulate import Job, simulate, simulate_many, strike
from ludotheque.games.targets.physics.world import Motion, World


def cost(*, full: bool) -> list[Bar]:
    """Measure the cost of a flick beside the bare steps, and the gain of sleeping."""
    bars = []
    for seats, gain in ((2, 3.0), (6, 6.0)):
        layout = start(seats=seats)
        flicks = random_flicks(25 if full else 10, 29)
        made = motions(layout, flicks)
        whole = bare = awake = 0.0
        for k, (flick, motion) in enumerate(zip(flicks, made, strict=True)):
            whole += _quickest(partial(simulate, layout, flick, k))
            bare += _quickest(partial(_bare, layout, flick, motion, sleep=True))
            awake += _quickest(partial(_bare, layout, flick, motion, sleep=False))
        jobs = [Job(flick, k) for k, flick in enumerate(flicks)]
        batch = _quickest(partial(simulate_many, layout, jobs))
        hasty = _quickest(partial(simulate_many, layout, jobs, verify=False))
        n = len(flicks)
        text = f"{whole / bare:.2f} x; {whole / n * 1e3:.1f} ms"
        text += f", in a batch {batch / n * 1e3:.1f}, unverified {hasty / n * 1e3:.1f}"
        bars.append(Bar(f"cost, {seats} seats", "<= 1.3 x the steps", text, whole / bare <= 1.3))
        bars.append(
            Bar(f"sleep, {seats} seats", f">= {gain:.0f} x", f"{awake / bare:.1f} x", awake / bare >= gain)
        )
    return bars


def _quickest(work: Callable[[], object]) -> float:
    """Return the least processor time of several runs, or the time that the work returns."""
    best = math.inf
    for _ in range(5):
        begin = time.process_time()
        told = work()
        spent = told if isinstance(told, float) else time.process_time() - begin
        best = min(best, spent)
    return best


def _bare(layout: Layout, flick: Flick, motion: Motion, *, sleep: bool) -> float:
    """Return the time of the same steps, with nothing between them."""
    verify = round(DEFAULT.rest.verify / DEFAULT.solver.timestep)
    with World(layout, DEFAULT) as world:
        model = world.scene.model if sleep else world.scene.sleepless
        world.lay()
        begin = time.process_time()
        mujoco.mj_step(model, world.data, nstep=DEFAULT.rest.chunk * 2)
        spent = time.process_time() - begin
        strike(world, flick)
        begin = time.process_time()
        mujoco.mj_step(model, world.data, nstep=max(1, motion.steps - verify))
        if sleep:
            world.wake(motion.moved)
            model = world.scene.watchful
        mujoco.mj_step(model, world.data, nstep=verify)
        return spent + time.process_time() - begin
