"""The spread of a flick, simulated many times with the tremor of the table (TARGETS-10)."""

from typing import Final

from librt.random import Random

from ludotheque.core.game import Position
from ludotheque.core.moves import Move
from ludotheque.core.tries import End, Ended
from ludotheque.games.targets.moves import Flick, meant
from ludotheque.games.targets.physics.flick import TREMORS
from ludotheque.games.targets.physics.reading import DieReading
from ludotheque.games.targets.physics.simulate import Job
from ludotheque.games.targets.reasons import in_centre, is_lost, stays
from ludotheque.games.targets.rules.position import TargetsPosition
from ludotheque.games.targets.simulation import SEEDS, try_out

DIGITS: Final = 4
"""Decimals of a position in metres: a tenth of a millimetre."""


def ends(position: Position, seat: int, move: Move, rng: Random, count: int) -> list[End]:
    """Simulate a flick `count` times and return the end of the top die in each; empty for Golden Targets."""
    assert isinstance(position, TargetsPosition)
    layout = position.board.layout
    if not isinstance(move, Flick) or layout.golden:
        return []
    tremor = TREMORS[position.options.tremor]
    top = layout.stands[seat].tower[-1].die
    jobs = [Job(meant(seat, move), rng.randrange(SEEDS), tremor) for _ in range(count)]
    found = []
    for result in try_out(layout, jobs):
        die = result.reading.of(top)
        falls = sum(one.fallen_from == seat for one in result.reading.dice) > 1
        found.append(End(round(die.pose.x, DIGITS), round(die.pose.y, DIGITS), ended(die), falls))
    return found


def ended(die: DieReading) -> Ended:
    """Return the kind of place where a flicked die ended (TARGETS-5, TARGETS-6, TARGETS-9)."""
    if is_lost(die):
        return "lost"
    if die.fallen_from is None:
        return "stays"
    if in_centre(die):
        return "centre"
    if stays(die):
        return "disc"
    return "pile" if die.support.piles and not die.support.table else "table"
