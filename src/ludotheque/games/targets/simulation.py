"""The interface of rules and bots to the simulation; no other module of theirs imports it."""

from collections.abc import Iterable, Sequence
from typing import Final, Literal

import msgspec

from ludotheque.core.bot import Pool
from ludotheque.core.codec import Json
from ludotheque.core.extras import install
from ludotheque.core.refusal import NotAllowed, Refusal
from ludotheque.games.targets.outcomes import Rolled, Settled, lean, lie_plainly, on_table
from ludotheque.games.targets.physics.flick import TREMORS, Flick
from ludotheque.games.targets.physics.layout import Layout
from ludotheque.games.targets.physics.reading import DieReading
from ludotheque.games.targets.physics.simulate import FlickResult, Job, read, settle, simulate, simulate_many

Tremor = Literal["off", "steady", "natural"]
SEEDS: Final = 1 << 31


def missing() -> Refusal | None:
    """Return the refusal on a machine without MuJoCo; None if it is installed (TARGETS-3)."""
    try:
        import mujoco  # noqa: F401 - only to check that it is installed
    except ImportError:
        return NotAllowed("targets.no_simulation", "TARGETS-3", {"install": install("targets")})
    return None


def roll(layout: Layout, flicks: tuple[Flick, ...], seed: int, tremor: Tremor) -> Json:
    """Simulate a flick, or those of Golden Targets together, and return the outcome as JSON (TARGETS-3)."""
    _demand()
    result = simulate(layout, flicks, seed, tremor=TREMORS[tremor])
    return lean(Rolled(result.reading.dice, result.film, result.seconds, result.flicks))


def try_out(layout: Layout, jobs: Sequence[Job], pool: Pool | None = None) -> list[FlickResult]:
    """Simulate flicks without playing them: faster than `roll`, but wrong once in some 200 flicks.

    An optional pool of processes shares the work, with the same results.
    """
    _demand()
    return simulate_many(layout, jobs, pool=pool, verify=False)


def settle_down(layout: Layout, rests: Iterable[DieReading], seed: int) -> Json:
    """Settle dice whose support was removed or raised; return the outcome, with equal faces (TARGETS-9).

    A die that would fall off the table stays as it was.
    """
    plain = {found.die: found for found in lie_plainly(rests, layout).settled}
    _demand()
    calm = read(settle(layout, seed)).dice
    lying = [
        msgspec.structs.replace(found, up=plain[found.die].up) if on_table(found.pose) else plain[found.die]
        for found in calm
        if found.die in plain
    ]
    return lean(Settled(tuple(lying)))


def _demand() -> None:
    refusal = missing()
    if refusal is not None:
        raise refusal
