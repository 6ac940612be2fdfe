"""How strong the bots of Targets are, in both editions: duels, larger tables, and how often each level hits.

`python -m bench.targets_arena [--games 100] [--ladder 0] [--flicks 0] [--tables 0] [edition ...]`; the bar is
that the expert wins 75 % of 100 games against casual. `--ladder` lets each level play the one below,
`--tables` seats an expert among casuals at larger tables, `--flicks` counts the hits of first flicks.
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
from ludotheque.games.targets.position import TargetsPosition
from ludotheque.lab.arena import Contest, run
from ludotheque.lab.workers import Workers

BAR: Final = 0.75
EDITIONS: Final = ("zoch", "blackrock")
TABLES: Final[dict[str, tuple[tuple[int, dict[str, Json]], ...]]] = {
    "zoch": ((4, {}),),
    "blackrock": ((3, {}), (4, {}), (4, {"teams": True})),
}
"""Larger tables of each edition: how many seats, and the variant."""


def duel(game: str, better: str, worse: str, games: int, workers: Workers) -> None:
    """Two levels, on both seats equally often."""
    standing = run(Contest(game, [better, worse]), games=games, seed=11, workers=workers)
    line = standing.lines[0]
    verdict = ""
    if (better, worse) == ("expert", "casual"):
        verdict = f"; {BAR:.0%} is {'reached' if line.share >= BAR else 'missed'}"
    print(
        f"{game}: {better} wins {line.share:.0%} of {standing.games} games against {worse}"
        f" ({line.low:.0%} to {line.high:.0%}){verdict}; {standing.length:.0f} moves a game",
        flush=True,
    )


def gathering(game: str, seats: int, options: dict[str, Json], games: int, workers: Workers) -> None:
    """One side of experts at a larger table of casuals, on every side equally often."""
    start = Table(game, seats, seed=0, options=options).position
    sides = sorted(set(start.teams))
    line_ups = [tuple(int(team != side) for team in start.teams) for side in sides]
    match = Contest(game, ["expert", "casual"], seats=seats, options=options, line_ups=line_ups)
    standing = run(match, games=games, seed=11, workers=workers)
    line = standing.lines[0]
    print(
        f"{game}, {seats} seats {options or ''}: expert wins {line.share:.0%} of {standing.games} games"
        f" among casuals, fair is {1 / len(sides):.0%}; {standing.length:.0f} moves a game",
        flush=True,
    )


def rates(game: str, flicks: int) -> None:
    """How often the first flick of a game, from a full tower, hits a disc, and how often its centre."""
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
    """What was asked for, edition by edition."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=100, help="expert against casual")
    asked.add_argument("--ladder", type=int, default=0, help="each level against the one below")
    asked.add_argument("--tables", type=int, default=0, help="an expert at larger tables")
    asked.add_argument("--flicks", type=int, default=0, help="first flicks of each level")
    asked.add_argument("edition", nargs="*", help="zoch, blackrock or both")
    add_arguments(asked)
    given = asked.parse_args()
    with workers_of(given) as workers:
        for game in given.edition or EDITIONS:
            tell(game, given, workers)


def tell(game: str, given: argparse.Namespace, workers: Workers) -> None:
    """What was asked for of one edition."""
    if given.flicks:
        rates(game, given.flicks)
    if given.games:
        duel(game, "expert", "casual", given.games, workers)
    if given.ladder:
        for worse, better in pairwise(levels(game)):
            duel(game, better, worse, given.ladder, workers)
    if given.tables:
        for seats, options in TABLES[game]:
            gathering(game, seats, options, given.tables, workers)


if __name__ == "__main__":
    main()
