"""Strength of the bots of Targets, in both editions: the ladder, larger tables, and rates of hits.

`python -m bench.targets_strength --ladder 100 --tables 60 [edition ...]` prints shares of games with Wilson's
intervals at 95 %. `--ladder` plays each level against the one below on two seats, `--tables` one of each
level among copies of the one below on four and six seats and in teams; `--at six` plays at one of these
tables alone, `--only expert` one level of the ladder. `--duel WORD WORD` plays any two bots: a level or
`module:bot` (see `lab.entrants`). `--pool` rates all levels in one pool, like `ludotheque league`, for a
number of rounds. `--flicks` counts the hits of first flicks.
"""

import argparse
from itertools import pairwise
from typing import Final

from bench.on_workers import add_arguments, workers_of

from ludotheque import Table
from ludotheque.bots import bot, levels
from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.games.targets.physics.reading import hits
from ludotheque.games.targets.rules.position import TargetsPosition
from ludotheque.lab.arena import Contest, run
from ludotheque.lab.entrants import name_of
from ludotheque.lab.league import League, play
from ludotheque.lab.workers import Workers

EDITIONS: Final = ("zoch", "blackrock")
TABLES: Final[dict[str, dict[str, tuple[int, dict[str, Json]]]]] = {
    "zoch": {"four": (4, {}), "six": (6, {})},
    "blackrock": {"four": (4, {}), "teams": (4, {"teams": True})},
}
"""Larger tables of each edition: the number of seats, and the variant."""


def meet(
    game: str,
    better: str,
    worse: str,
    asked: argparse.Namespace,
    games: int,
    workers: Workers,
    seats: int = 2,
    options: dict[str, Json] | None = None,
) -> None:
    """Play one side of the better against copies of the worse, on every side equally often."""
    start = Table(game, seats, seed=0, options=options or {}).position
    sides = sorted(set(start.teams))
    line_ups = [tuple(int(team != side) for team in start.teams) for side in sides]
    names = [name_of(better), name_of(worse)]
    match = Contest(game, [better, worse], seats=seats, options=options, line_ups=line_ups, names=names)
    standing = run(match, games=games, seed=asked.seed, workers=workers)
    line = standing.lines[0]
    variant = "".join(f", {name}" for name in options or {})
    print(
        f"{game}, {seats} seats{variant}: {names[0]} wins {line.share:.1%} of {standing.games} games against"
        f" {names[1]} ({line.low:.1%} to {line.high:.1%}), fair is {line.fair:.0%};"
        f" {standing.length:.0f} moves a game; seed {asked.seed}",
        flush=True,
    )


def pool(game: str, rounds: int, seed: int, workers: Workers) -> None:
    """Rate all levels in one league."""
    ladder = play(League(game, levels(game), rounds=rounds, seats=2, seed=seed), workers=workers)
    for row in ladder.rows:
        met = ", ".join(f"{other} {meeting.share:.0%}" for other, meeting in row.against.items())
        print(
            f"{game}, pool of {ladder.games}: {row.bot} {row.rating:.0f}"
            f" ({row.low:.0f} to {row.high:.0f}); {met}",
            flush=True,
        )


def rates(game: str, flicks: int) -> None:
    """Count how often the first flick of a game, from a full tower, hits a disc, and its centre."""
    for level in levels(game):
        player, rng, hit, centre = bot(game, level), seeded(3), 0, 0
        for seed in range(flicks):
            table = Table(game, 2, seed=seed)
            seat = table.actors[0]
            told = table.play(seat, player.choose(table.position, seat, rng))
            assert isinstance(table.position, TargetsPosition)
            lucky = any(event.name in ("targets.dead_centre", "targets.targets") for event in told)
            hit += lucky or any(hits(rest) for rest in table.position.board.rests)
            centre += lucky
        print(
            f"{game}: {level} hits with {hit / flicks:.0%} of {flicks}, centres {centre / flicks:.0%}",
            flush=True,
        )


def main() -> None:
    """Measure the options, edition by edition."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=100, help="games of --duel")
    asked.add_argument("--duel", nargs=2, action="append", default=[], metavar="WORD", help="any two bots")
    asked.add_argument("--ladder", type=int, default=0, help="each level against the one below, two seats")
    asked.add_argument(
        "--tables", type=int, default=0, help="one of each level among those below, larger tables"
    )
    asked.add_argument("--at", action="append", choices=("four", "six", "teams"), help="a larger table")
    asked.add_argument("--only", action="append", choices=levels(EDITIONS[0]), help="a level")
    asked.add_argument("--pool", type=int, default=0, help="rounds in which everybody meets everybody")
    asked.add_argument("--flicks", type=int, default=0, help="first flicks of each level")
    asked.add_argument("--seed", type=int, default=11)
    asked.add_argument("edition", nargs="*", help="zoch, blackrock or both")
    add_arguments(asked)
    given = asked.parse_args()
    if not set(given.edition) <= set(EDITIONS):
        asked.error(f"the editions are {' and '.join(EDITIONS)}")
    with workers_of(given) as workers:
        for game in given.edition or EDITIONS:
            tell(game, given, workers)


def tell(game: str, given: argparse.Namespace, workers: Workers) -> None:
    """Measure the options of one edition."""
    steps = [
        (better, worse) for worse, better in pairwise(levels(game)) if better in (given.only or levels(game))
    ][::-1]
    if given.flicks:
        rates(game, given.flicks)
    for better, worse in given.duel:
        meet(game, better, worse, given, given.games, workers)
    if given.ladder:
        for better, worse in steps:
            meet(game, better, worse, given, given.ladder, workers)
    if given.pool:
        pool(game, given.pool, given.seed, workers)
    if given.tables:
        for table, (seats, options) in TABLES[game].items():
            if table in (given.at or TABLES[game]):
                for better, worse in steps:
                    meet(game, better, worse, given, given.tables, workers, seats, options)


if __name__ == "__main__":
    main()
