"""Play and fit, generation after generation; each is written to a file, with its games.

    python -m train.targi.generations --out DIR --games 960 --iterations 1000 --generations 3
    python -m train.targi.generations --out DIR --start DIR/generation_3.json --learn DIR/games_3.npz

`--learn` takes games that were played before as well.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
from bench.on_workers import add_arguments, workers_of
from train.targi.fit import fit
from train.targi.play import Games, joined, play_all
from train.targi.versions import BASELINE, Trained, read

from ludotheque.lab.workers import Workers

REMEMBERED = 2
"""Generations whose games are used for fitting."""


def main(arguments: Sequence[str]) -> None:
    """Begin with a version, and write the next ones."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--start", default=BASELINE)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--games", type=int, default=960, help="in each generation; 0 only learns")
    parser.add_argument("--generations", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--learn", type=Path, nargs="*", default=[], help="games to learn from besides")
    parser.add_argument(
        "--sharpness", type=float, default=2.0, help="of the policy: the power of the visits' shares"
    )
    add_arguments(parser)
    given = parser.parse_args(arguments)
    if not given.games and not given.learn:
        parser.error("--games 0 learns from games that were played before: name them with --learn")
    given.out.mkdir(parents=True, exist_ok=True)
    trained, earlier, kept = read(given.start), [read_games(path) for path in given.learn], list[Games]()
    with workers_of(given) as workers:
        for _ in range(given.generations):
            if given.games:
                kept.append(played(trained, given, workers))
                np.savez_compressed(given.out / f"games_{trained.generation + 1}.npz", **kept[-1]._asdict())
            trained = fit(joined(earlier + kept[-REMEMBERED:]), trained, given.sharpness)
            path = given.out / f"generation_{trained.generation}.json"
            path.write_bytes(msgspec.json.encode(trained))


def read_games(path: Path) -> Games:
    """Read games of an earlier run."""
    with np.load(path) as arrays:
        return Games(**arrays)


def played(trained: Trained, given: argparse.Namespace, workers: Workers) -> Games:
    """Play the games of a generation, and print a line about them."""
    begun = time.monotonic()
    games = play_all(trained, given.iterations, given.games, given.seed + trained.generation, workers)
    print(
        f"generation {trained.generation + 1}: "
        f"{len(games.scores)} games with {given.iterations} iterations in "
        f"{time.monotonic() - begun:.0f} s, {games.length.mean():.0f} decisions a game, "
        f"scores {games.scores.max(1).mean():.1f} to {games.scores.min(1).mean():.1f}",
        flush=True,
    )
    return games


if __name__ == "__main__":
    main(sys.argv[1:])
