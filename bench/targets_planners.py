"""Comparison of plans: flicks chosen by each planner at the same tables, then tried many times.

`python -m bench.targets_planners [--tables 32] [--proofs 100] [edition ...]` lets bots play to tables of both
editions and lets each planner of `PLANNERS` choose a flick there. It prints the mean chance to win after
those flicks, with common random numbers and the tremor of the expert's hand, the gain over the first planner,
its standard error over the tables, and the time of a plan. It detects much smaller differences than games do,
as far as `bots/evaluation.py` is right.
"""

import argparse
import math
import time
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from bench.on_workers import add_arguments, workers_of
from train.targets.evaluation import quick_draw

from ludotheque.core.bot import Bot
from ludotheque.core.chance import seeded
from ludotheque.core.moves import MoveRange
from ludotheque.games import load_game
from ludotheque.games.targets.bots.aiming import HANDS, Hand, Round
from ludotheque.games.targets.bots.planner import Planner
from ludotheque.games.targets.moves import Flick
from ludotheque.games.targets.rules.position import TargetsPosition

QUICK: Final = Hand(tremor=1.0, rounds=(Round(5, 1),), drilled=True)


def steady(*rounds: Round, drilled: bool = True) -> Hand:
    """Return the expert's hand with another plan."""
    return Hand(tremor=HANDS["expert"].tremor, rounds=rounds, drilled=drilled)


PLANNERS: Final[dict[str, Hand]] = {
    "undrilled": steady(Round(36, 1), Round(12, 2), Round(5, 1, 3), Round(8, 4), Round(4, 14), drilled=False),
    "few": steady(Round(18, 1), Round(6, 3), Round(3, 8)),
    "search_120": steady(Round(24, 1), Round(10, 2), Round(4, 1, 3), Round(6, 3), Round(3, 14)),
    "expert": HANDS["expert"],
    "halving": steady(Round(32, 1), Round(16, 2), Round(8, 4), Round(4, 8), Round(2, 16)),
    "search_300": steady(Round(48, 1), Round(20, 3), Round(8, 2, 2), Round(12, 4), Round(5, 18)),
}


def few() -> Bot:
    """For `bench.targets_strength --duel bench.targets_planners:few expert`."""
    return Planner(PLANNERS["few"])


def search_120() -> Bot:
    """Return the same with more tries."""
    return Planner(PLANNERS["search_120"])


def search_300() -> Bot:
    """Return the same with many tries."""
    return Planner(PLANNERS["search_300"])


class Job(NamedTuple):
    """A table, by the seed of the game and the number of flicks before it."""

    edition: str
    seats: int
    seed: int
    flicks: int


class Found(NamedTuple):
    """The choice of a planner at a table: the chance after it, and the time."""

    chance: float
    seconds: float


@dataclass(frozen=True)
class Compare:
    """Lets planners choose at a table."""

    names: tuple[str, ...]
    proofs: int

    def __call__(self, job: Job) -> list[Found]:
        """Return the choice of each of them."""
        position, seat = reached(job)
        judge = Planner(HANDS["expert"])
        luck = [9_000_000 + number for number in range(self.proofs)]
        found = []
        for name in self.names:
            hand = PLANNERS[name]
            player = Planner(hand)
            began = time.process_time()
            move = player.consider(position, seat, seeded(job.seed))[0].move
            took = time.process_time() - began
            assert isinstance(move, Flick)
            worth = judge.tried(position, seat, [move] * self.proofs, luck)
            found.append(Found(sum(worth) / len(worth), took))
        return found


def reached(job: Job) -> tuple[TargetsPosition, int]:
    """Return a table at which a seat has to flick and can call nothing."""
    rng, rules, player = seeded(job.seed), load_game(job.edition), Planner(QUICK)
    position = rules.start(job.seats, rules.read_options({}))
    assert isinstance(position, TargetsPosition)
    flicks = 0
    while True:
        if position.awaits_chance:
            flicked = position.board.aim is not None
            flicks += flicked
            position.resolve(quick_draw(position, rng) if flicked else position.draw(rng))
        else:
            seat = position.actors[0]
            offered = position.moves(seat)
            if flicks >= job.flicks and len(offered) == 1 and isinstance(offered[0], MoveRange):
                return position, seat
            position.play(seat, player.choose(position, seat, rng))
        if position.result is not None or position.board.layout.golden:
            position = rules.start(job.seats, rules.read_options({}))
            assert isinstance(position, TargetsPosition)


def main() -> None:
    """Compare, edition by edition."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=32, help="of each edition")
    parser.add_argument("--proofs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--planners", nargs="*", default=list(PLANNERS))
    parser.add_argument("edition", nargs="*", default=["zoch", "blackrock"])
    add_arguments(parser)
    asked = parser.parse_args()
    names = tuple(asked.planners)
    with workers_of(asked) as workers:
        for edition in asked.edition:
            jobs = [
                Job(edition, 2 if number % 3 else 4, asked.seed + number, 2 + 5 * number % 19)
                for number in range(asked.tables)
            ]
            found = np.array(list(workers.map(Compare(names, asked.proofs), jobs)))
            for number, name in enumerate(names):
                more = found[:, number, 0] - found[:, 0, 0]
                print(
                    f"{edition}: {name:12} {found[:, number, 0].mean():.4f},"
                    f" {more.mean():+.4f} ± {more.std() / math.sqrt(len(more)):.4f} of {len(jobs)} tables;"
                    f" {found[:, number, 1].mean():.2f} s a flick",
                    flush=True,
                )


if __name__ == "__main__":
    main()
