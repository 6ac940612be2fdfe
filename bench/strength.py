"""Strength of the characters: every level against the next weaker one offered to people.

    python -m bench.strength exxtra --games 400
    python -m bench.strength targi --only expert --games 20 --share 0.5

It writes `data/strength.json` in the game's folder, shown beside each character in the pages and the
terminal. Levels that search by the clock get their limit of iterations, times `--share`, so that the same
command gives the same row on any machine. With `--only` one level is measured, and the rows of the others
stay in the file. A row names the command that repeats it.
"""

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import msgspec
from bench.on_workers import add_arguments

from ludotheque.bots import bot
from ludotheque.bots.characters import STRENGTH, Strength, offered
from ludotheque.bots.searching import SearchBot
from ludotheque.core.bot import Bot
from ludotheque.games import REGISTRY
from ludotheque.lab.arena import Contest, run
from ludotheque.lab.workers import Workers, open_workers


class Asked(msgspec.Struct, frozen=True):
    """The options of the command line."""

    game: str
    only: str | None
    games: int
    share: float
    seed: int
    jobs: int | None = None
    ray: bool = False

    def command(self, level: str) -> str:
        """Return the command that repeats the row of one level."""
        share = "" if self.share == 1.0 else f" --share {self.share:g}"
        return (
            f"python -m bench.strength {self.game} --only {level} --games {self.games}{share}"
            f" --seed {self.seed}"
        )


def read(arguments: Sequence[str] | None = None) -> Asked:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=REGISTRY)
    parser.add_argument("--only", help="a level; all if left out")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--share", type=float, default=1.0, help="of the iterations that are enough")
    parser.add_argument("--seed", type=int, default=1)
    add_arguments(parser)
    return msgspec.convert(vars(parser.parse_args(arguments)), Asked)


def player(game: str, level: str, share: float) -> Bot:
    """Return the bot of a level; one that searches by the clock gets iterations, the same on any machine."""
    found = bot(game, level)
    if not isinstance(found, SearchBot) or found.search.iterations:
        return found
    return found.thinking(found.search.seconds, max(1, round(share * found.search.enough)))


def duel(asked: Asked, stronger: str, weaker: str, workers: Workers | int = 1) -> Strength:
    """Play a level against another one, on both seats equally often."""
    bots = [partial(player, asked.game, level, asked.share) for level in (stronger, weaker)]
    match = Contest(asked.game, bots, seats=2, names=(stronger, weaker))
    standing = run(match, asked.games, asked.seed, workers=workers)
    row = next(line for line in standing.lines if line.bot == stronger)
    interval = round(row.low, 3), round(row.high, 3)
    return Strength(stronger, weaker, row.games, row.wins, interval, asked.command(stronger))


def keep(game: str, row: Strength) -> None:
    """Write a row into the file of its game, in place of the earlier one."""
    path = Path(str(import_module(REGISTRY[game]).__file__)).parent / "data" / STRENGTH
    rows = msgspec.json.decode(path.read_bytes(), type=list[Strength]) if path.is_file() else []
    rows = [*(other for other in rows if other.level != row.level), row]
    rows.sort(key=lambda one: offered(game).index(one.level))
    path.write_bytes(msgspec.json.format(msgspec.json.encode(rows), indent=2) + b"\n")


def main() -> int:
    """Measure a game, level by level, and write each row when it is known."""
    asked = read()
    with open_workers(asked.jobs, ray=asked.ray) as workers:
        for weaker, stronger in pairwise(offered(asked.game)):
            if asked.only in (None, stronger):
                row = duel(asked, stronger, weaker, workers)
                keep(asked.game, row)
                print(
                    f"{asked.game}: {stronger} wins {row.wins:g} of {row.games} against {weaker}"
                    f" ({row.interval[0]:.0%} to {row.interval[1]:.0%})",
                    flush=True,
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
