"""`--jobs` and `--ray` for the scripts of this folder, and games in parts that carry their own seeds."""

import argparse
from collections.abc import Iterator
from typing import TypeAlias

from librt.random import Random

from ludotheque.lab.workers import Workers, open_workers

Seeds: TypeAlias = list[int]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where the games are played."""
    parser.add_argument("--jobs", type=int, help="processes; one for each processor if left out")
    parser.add_argument("--ray", action="store_true", help="play on a Ray cluster; LUDOTHEQUE_RAY says where")


def workers_of(asked: argparse.Namespace) -> Workers:
    """The workers that were asked for."""
    return open_workers(asked.jobs, ray=asked.ray)


def seeds_in_parts(games: int, size: int, rng: Random) -> list[Seeds]:
    """A seed for each game, so many in a part; who plays which part changes no game."""
    seeds = [rng.randrange(1 << 62) for _ in range(games)]
    return [seeds[first : first + size] for first in range(0, games, size)]


def endless_parts(size: int, rng: Random) -> Iterator[Seeds]:
    """Seeds for as many games as are wanted; more parts are begun than used, so the rng has to be its own."""
    while True:
        yield [rng.randrange(1 << 62) for _ in range(size)]
