"""Reasons for a move of Targets: the frequencies of its good and bad effects.

A flick is simulated many times, each time with the tremor of the table (TARGETS-10).
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from librt.random import Random

from ludotheque.core.game import Position
from ludotheque.core.moves import Move
from ludotheque.core.reasons import EVERY, Fact, Reason, error_of, of_hundred
from ludotheque.core.refusal import Param
from ludotheque.games.targets.moves import Call, Flick, meant
from ludotheque.games.targets.outcomes import Rolled, lean
from ludotheque.games.targets.physics.flick import TREMORS
from ludotheque.games.targets.physics.reading import DieReading, hits
from ludotheque.games.targets.physics.simulate import Job
from ludotheque.games.targets.rules.position import TargetsPosition
from ludotheque.games.targets.simulation import SEEDS, try_out

SAMPLES: Final = 50
MOST: Final = 2
"""Maximum number of flicks that are simulated, since simulation is slow."""
WORTH_A_WORD: Final = 3
"""Percentage below which an effect is left out."""
WORTH: Final = {"on_disc": 0.15, "centre": 0.35, "takes": 0.4, "topples": 0.1, "falls": -0.15, "lost": -0.12}
"""Approximate value of each effect, as a change of the win chance."""
CLAUSES: Final = {
    "on_disc": "TARGETS-9",
    "centre": "TARGETS-8",
    "takes": "TARGETS-8",
    "topples": "TARGETS-8",
    "falls": "TARGETS-8",
    "lost": "TARGETS-6",
}
TAKES: Final = ("targets.attack", "targets.steal")


class Made(msgspec.Struct):
    """Counts of the effects of a flick in a number of simulations."""

    samples: int
    on_disc: int = 0
    """Simulations in which the die lay on a disc and did not touch the table."""
    centre: int = 0
    """Simulations in which it lay in the hole, or touched the printed centre."""
    takes: int = 0
    """Simulations in which it took the discs under another player's base."""
    topples: int = 0
    """Simulations in which dice fell from another player's tower."""
    falls: int = 0
    """Simulations in which more than one die fell from the own tower."""
    lost: int = 0
    """Simulations in which the die slid, or left the table."""


def facts(
    position: Position, seat: int, moves: Sequence[Move], rng: Random, samples: int | None = None
) -> list[list[Fact]]:
    """Return the facts about each of some moves of a seat; only the first `MOST` flicks have any."""
    assert isinstance(position, TargetsPosition)
    found: list[list[Fact]] = []
    flicks = [move for move in moves if isinstance(move, Flick)][:MOST]
    for move in moves:
        if isinstance(move, Flick):
            known = move in flicks and not position.board.layout.golden
            found.append(_flicked(make(position, seat, move, rng, samples or SAMPLES)) if known else [])
        else:
            found.append(_called(position, move) if isinstance(move, Call) else [])
    return found


def make(position: TargetsPosition, seat: int, flick: Flick, rng: Random, samples: int) -> Made:
    """Simulate a flick `samples` times and count its effects."""
    tremor = TREMORS[position.options.tremor]
    jobs = [Job(meant(seat, flick), rng.randrange(SEEDS), tremor) for _ in range(samples)]
    made = Made(samples)
    for result in try_out(position.board.layout, jobs):
        dice = result.reading.dice
        after = position.copy()
        after.play(seat, flick)
        names = [event.name for event in after.resolve(lean(Rolled(dice)))]
        flicked = [die for die in dice if die.fallen_from == seat]
        others = [die for die in dice if die.fallen_from not in (seat, None)]
        made.on_disc += any(stays(die) for die in flicked)
        made.centre += any(in_centre(die) for die in flicked)
        made.takes += any(name in TAKES for name in names)
        made.topples += bool(others)
        made.falls += len(flicked) > 1
        made.lost += any(is_lost(die) for die in flicked)
    return made


def stays(die: DieReading) -> bool:
    """Return whether a die lies on a central disc and counts there (ZOCH-8, BLACKROCK-7)."""
    return bool(hits(die)) and not is_lost(die)


def in_centre(die: DieReading) -> bool:
    """Return whether a die lies dead centre or touches a printed centre (ZOCH-3, BLACKROCK-3)."""
    return not is_lost(die) and (die.dead_centre is not None or bool(die.centres))


def is_lost(die: DieReading) -> bool:
    """Return whether a flicked die slid or left the table (TARGETS-5, TARGETS-6)."""
    return die.off or (die.struck and die.slid)


def _flicked(made: Made) -> list[Fact]:
    found = []
    for name, worth in WORTH.items():
        count: int = getattr(made, name)
        told: dict[str, Param] = {"count": of_hundred(count, made.samples)}
        reason = Reason(f"targets.{name}", told, CLAUSES[name], error_of(count, made.samples))
        shown = name == "on_disc" or of_hundred(count, made.samples) >= WORTH_A_WORD
        doubt = abs(worth) * reason.error / EVERY
        found.append(Fact(reason, worth * count / made.samples, shown, doubt))
    return found


def _called(position: TargetsPosition, call: Call) -> list[Fact]:
    """Return the facts about the immediate effect of a call."""
    clause = position.clauses.get(call.what, "TARGETS-11")
    return [Fact(Reason(f"targets.call_{call.what}", clause=clause), WORTH["centre"])]
