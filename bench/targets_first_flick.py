"""Measure the flick that is proposed to people first: the tower stands, and the die reaches a disc.

`python -m bench.targets_first_flick [--positions 200] [zoch blackrock]` plays games of two to six with flicks
of all kinds on the simulated table, takes positions out of them in which a seat is to flick, and makes the
flick that `aiming.first_flick` proposes there, once in each, with each steadiness of the hand. Towers are of
one to three dice, new and left over, bases raised by discs and dice, discs gone and dice in the way, as it
comes.
Intervals are Wilson’s at 95 %.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from bench.on_workers import add_arguments, workers_of
from librt.random import Random

from ludotheque import Table
from ludotheque.core.chance import seeded
from ludotheque.core.codec import write
from ludotheque.core.moves import Move, MoveRange
from ludotheque.games import game
from ludotheque.games.targets.bots.aiming import shaken
from ludotheque.games.targets.bots.proposals import first_flick, tower_risk
from ludotheque.games.targets.moves import meant
from ludotheque.games.targets.physics.flick import TREMORS
from ludotheque.games.targets.physics.layout import Layout
from ludotheque.games.targets.physics.reading import hits
from ludotheque.games.targets.physics.simulate import simulate
from ludotheque.games.targets.rules.position import TargetsPosition
from ludotheque.games.targets.simulation import Tremor
from ludotheque.lab.statistics import wilson

EXAMPLES: Final = Path(__file__).parent.parent / "web" / "tests" / "first_flicks.json"
EDITIONS: Final = ("zoch", "blackrock")
EVERY: Final = 3
"""A position of so many is taken, so that few come from one round."""
MANY: Final = 60
"""Flicks of a game, at most."""
WIDE: Final = 6.0
"""The unrest of the flicks that lead to the positions."""


class Taken(NamedTuple):
    """A position: the table and who is to flick."""

    layout: Layout
    seat: int


class Came(NamedTuple):
    """The outcome of a flick, and the risk that was displayed."""

    dice: int
    stands: bool
    on_disc: bool
    """In its hole, too."""
    touches: bool
    lost: bool
    risk: float


def positions(edition: str, count: int, seed: int) -> list[Taken]:
    """Positions of games with all numbers of players in turn."""
    rng = seeded(seed)
    seats = game(edition).seat_counts
    found: list[Taken] = []
    number = 0
    while len(found) < count:
        found += of_game(edition, seats[number % len(seats)], rng)
        number += 1
    return found[:count]


def of_game(edition: str, seats: int, rng: Random) -> list[Taken]:
    """Some positions of one game; choices and calls are made at random."""
    table = Table(edition, seats=seats, seed=rng.randrange(1 << 30))
    taken, flicks, skip = [], 0, rng.randrange(EVERY)
    while table.result is None and flicks < MANY:
        position = table.position
        assert isinstance(position, TargetsPosition)
        seat = position.actors[rng.randrange(len(position.actors))]
        offered = position.moves(seat)
        chosen = offered[rng.randrange(len(offered))]
        if isinstance(chosen, Move):
            table.play(seat, chosen)
            continue
        assert isinstance(chosen, MoveRange)
        layout = position.board.layout
        flicks += 1
        if not layout.golden and (flicks + skip) % EVERY == 0:
            taken.append(Taken(layout, seat))
        table.play(seat, shaken(first_flick(layout, seat), WIDE, rng, golden=layout.golden))
    return taken


class Work(NamedTuple):
    """A first flick to be made."""

    taken: Taken
    seed: int
    tremor: Tremor


def flicked(work: Work) -> Came:
    """Make the flick that is proposed."""
    (layout, seat), seed, tremor = work
    flick = first_flick(layout, seat)
    result = simulate(layout, meant(seat, flick), seed, tremor=TREMORS[tremor], film=False)
    tower = layout.stands[seat].tower
    die = result.reading.of(tower[-1].die)
    lost = die.off or die.slid
    fell = sum(one.fallen_from == seat for one in result.reading.dice)
    risk = tower_risk(len(tower), tremor, flick)
    return Came(
        len(tower),
        fell <= 1,
        bool(hits(die) or die.dead_centre is not None) and not lost,
        bool(die.touches.targets),
        lost,
        risk,
    )


def examples(count: int, seed: int) -> str:
    """Some positions with the flick that is proposed and its risks: what the pages are checked by."""
    taken = [one for edition in EDITIONS for one in positions(edition, count, seed)]
    rows = []
    for layout, seat in taken:
        flick = first_flick(layout, seat)
        dice = len(layout.stands[seat].tower)
        risks = {tremor: tower_risk(dice, tremor, flick) for tremor in TREMORS}
        row = {"layout": write(layout), "seat": seat, "flick": write(flick), "risks": risks}
        rows.append(msgspec.json.encode(row).decode())
    return "[\n" + ",\n".join(rows) + "\n]\n"


def told(name: str, count: int, of: int) -> str:
    """A share with its interval."""
    low, high = wilson(count, of)
    return f"{name} {count}/{of} = {count / of:.1%} ({low:.1%} - {high:.1%})"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print both editions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(EDITIONS), help="zoch, blackrock")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--examples", type=int, help="only write so many for the tests of the pages")
    parser.add_argument("--seed", type=int, default=1)
    add_arguments(parser)
    asked = parser.parse_args(arguments)
    if asked.examples:
        EXAMPLES.write_text(examples(asked.examples, asked.seed))
        return
    begun = time.perf_counter()
    with workers_of(asked) as workers:
        for edition in asked.games:
            taken = positions(edition, asked.positions, asked.seed)
            towers = [
                sum(len(one.layout.stands[one.seat].tower) == dice for one in taken) for dice in (1, 2, 3)
            ]
            print(f"{edition}: {len(taken)} positions, towers of 1, 2, 3 dice: {towers}", flush=True)
            for tremor in TREMORS:
                works = [Work(one, number, tremor) for number, one in enumerate(taken)]
                came = list(workers.map(flicked, works))
                risk = sum(one.risk for one in came) / len(came)
                print(
                    f"  {tremor}: "
                    + "; ".join(
                        [
                            told("tower stands", sum(one.stands for one in came), len(came)),
                            told("on a disc", sum(one.on_disc for one in came), len(came)),
                            told("touches a disc", sum(one.touches for one in came), len(came)),
                            f"lost {sum(one.lost for one in came)}",
                            f"risk told {risk:.1%}",
                        ]
                    ),
                    flush=True,
                )
    print(f"{time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()
