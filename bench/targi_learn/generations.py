"""Plays and fits, generation after generation; each is written to a file."""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
from bench.on_workers import add_arguments, workers_of
from bench.targi_learn.fit import fit
from bench.targi_learn.play import Games, joined, play_all
from bench.targi_learn.versions import BASELINE, Taught, read

from ludotheque.lab.workers import Workers

REMEMBERED = 2
"""Generations whose games are learned from."""


def main(arguments: Sequence[str]) -> None:
    """Begin with a version, and write the next ones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--start", default=BASELINE)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--games", type=int, default=960, help="in each generation")
    parser.add_argument("--generations", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sharpness", type=float, default=4.0, help="power of the visits' shares")
    add_arguments(parser)
    given = parser.parse_args(arguments)
    given.out.mkdir(parents=True, exist_ok=True)
    taught, kept = read(given.start), list[Games]()
    with workers_of(given) as workers:
        for number in range(given.generations):
            kept.append(played(taught, given, number, workers))
            taught = fit(joined(kept[-REMEMBERED:]), taught, given.sharpness)
            (given.out / f"generation_{number + 1}.json").write_bytes(msgspec.json.encode(taught))


def played(taught: Taught, given: argparse.Namespace, number: int, workers: Workers) -> Games:
    """The games of a generation, told in a line."""
    begun = time.monotonic()
    games = play_all(taught, given.iterations, given.games, given.seed + number, workers)
    print(
        f"generation {number + 1}: {len(games.scores)} games with {given.iterations} iterations in "
        f"{time.monotonic() - begun:.0f} s, {games.length.mean():.0f} decisions a game, "
        f"scores {games.scores.max(1).mean():.1f} to {games.scores.min(1).mean():.1f}",
        flush=True,
    )
    return games


if __name__ == "__main__":
    main(sys.argv[1:])
