"""Where a flick becomes an outcome: the one place of the rules that calls the simulated table."""

from typing import Final, Literal

import msgspec

from ludotheque.core.codec import Json
from ludotheque.games.targets.outcomes import Rolled, Settled, lean
from ludotheque.games.targets.physics.flick import TREMORS, Flick
from ludotheque.games.targets.physics.layout import Layout

Tremor = Literal["off", "steady", "natural"]
SEEDS: Final = 1 << 31


def roll(layout: Layout, flicks: tuple[Flick, ...], seed: int, tremor: Tremor) -> Json:
    """Simulate a flick, or those of Golden Targets together (TARGETS-3, TARGETS-10, BLACKROCK-12)."""
    from ludotheque.games.targets.physics.simulate import simulate

    result = simulate(layout, flicks, seed, tremor=TREMORS[tremor])
    return lean(Rolled(result.reading.dice, result.film, result.seconds, result.flicks))


def settle_down(layout: Layout, faces: dict[int, int], seed: int) -> Json:
    """Let dice lie down whose ground was taken away or raised; `faces` is what they show (TARGETS-9)."""
    from ludotheque.games.targets.physics.simulate import read, settle

    calm = read(settle(layout, seed)).dice
    lying = [msgspec.structs.replace(found, up=faces[found.die]) for found in calm if found.die in faces]
    return lean(Settled(tuple(lying)))
