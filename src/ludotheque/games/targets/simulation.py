"""The only access of rules and bots to the simulated table."""

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
    """Return the refusal on a machine without the simulation, where MuJoCo is not installed (TARGETS-3)."""
    try:
        import mujoco  # noqa: F401 - only whether it is there
    except ImportError:
        return NotAllowed("targets.no_simulation", "TARGETS-3", {"install": install("targets")})
    return None


def roll(layout: Layout, flicks: tuple[Flick, ...], seed: int, tremor: Tremor) -> Json:
    """Simulate a flick, or those of Golden Targets together (TARGETS-3, TARGETS-10, BLACKROCK-12)."""
    _demand()
    result = simulate(layout, flicks, seed, tremor=TREMORS[tremor])
    return lean(Rolled(result.reading.dice, result.film, result.seconds, result.flicks))


def try_out(layout: Layout, jobs: Sequence[Job], pool: Pool | None = None) -> list[FlickResult]:
    """Try flicks on one table without playing them, as a bot does: fast, and rarely a little wrong.

    An optional pool of processes shares the work; that changes no result.
    """
    _demand()
    return simulate_many(layout, jobs, pool=pool, verify=False)


def settle_down(layout: Layout, rests: Iterable[DieReading], seed: int) -> Json:
    """Settle dice whose support was taken away or raised, with their faces (TARGETS-9).

    They stay on the spot: one that would leave the table lies as it did.
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
