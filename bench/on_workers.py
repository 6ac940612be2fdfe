"""The options `--jobs` and `--ray` of scripts, and games in parts with their own seeds."""

import argparse
from collections.abc import Iterator
from typing import TypeAlias

from librt.random import Random

from ludotheque.lab.workers import Workers, open_workers

Seeds: TypeAlias = list[int]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options for workers."""
    parser.add_argument("--jobs", type=int, help="processes; one for each processor if left out")
    parser.add_argument("--ray", action="store_true", help="play on a Ray cluster; LUDOTHEQUE_RAY says where")


def workers_of(asked: argparse.Namespace) -> Workers:
    """Return the workers of the options."""
    return open_workers(asked.jobs, ray=asked.ray)


def seeds_in_parts(games: int, size: int, rng: Random) -> list[Seeds]:
    """Return a seed for each game, in parts of a size; the result does not depend on the worker of a part."""
    seeds = [rng.randrange(1 << 62) for _ in range(games)]
    return [seeds[first : first + size] for first in range(0, games, size)]


def endless_parts(size: int, rng: Random) -> Iterator[Seeds]:
    """Yield parts of seeds without end; more parts are begun than used, so the rng must not be shared."""
    while True:
        yield [rng.randrange(1 << 62) for _ in range(size)]
