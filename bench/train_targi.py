"""Fit the value function of Targi to games of its own bots, in minutes.

The first games are played by instinct alone; from then on the search plays, with the weights fitted so far.
What is fitted is by how many points the first seat wins, from the features of the position at every end and
beginning of a round (ridge regression), and how far off that is for each round that is left.

    python -m bench.train_targi --games 2000 --searched 150 --iterations 100 --generations 2
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from bench.on_workers import Seeds, add_arguments, seeds_in_parts, workers_of
from librt.random import Random

from ludotheque.bots.search import Tree
from ludotheque.core.chance import seeded
from ludotheque.core.state import CHANCE, OVER
from ludotheque.games.targi import rules
from ludotheque.games.targi.board import PLACE, TURN_UP
from ludotheque.games.targi.features import feature_row, rounds_left
from ludotheque.games.targi.knowledge import TargiKnowledge, Value
from ludotheque.games.targi.rules import Targi
from ludotheque.games.targi.scoring import score
from ludotheque.lab.workers import Workers

OUT: Final = Path(__file__).parent.parent / "src/ludotheque/games/targi/data/value.json"
RIDGE: Final = 30.0
EXPLORATION: Final = 0.7
PART: Final = 10  # games that a worker plays before it reports


class Sample(NamedTuple):
    """The features of a position, how many rounds were left, and by how many points the first seat won."""

    features: list[float]
    left: int
    margin: int


def play(knowledge: TargiKnowledge, iterations: int, rng: Random) -> list[Sample]:
    """One game with itself; with no iterations by instinct alone."""
    state = rules.new_game(random_starter=False)
    seen: list[tuple[list[float], int]] = []
    robber = -1
    while (turn := state.turn()) != OVER:
        fresh = state.phase == PLACE and all(owner < 0 for owner in state.targis)
        if (fresh or state.phase == TURN_UP) and state.robber * 2 + fresh != robber:
            robber = state.robber * 2 + fresh
            seen.append((feature_row(state), int(rounds_left(state))))
        if turn == CHANCE:
            state.apply(state.sample(rng))
        else:
            state.apply(choose(state, turn, knowledge, iterations, rng))
    margin = int(score(state, 0) - score(state, 1))
    seen.append((feature_row(state), 0))
    return [Sample(features, left, margin) for features, left in seen]


def choose(state: Targi, seat: int, knowledge: TargiKnowledge, iterations: int, rng: Random) -> int:
    """The move most thought about, or one by instinct."""
    moves = list(state.moves())
    if len(moves) == 1 or not iterations:
        return knowledge.rollout_move(state, rng)
    tree = Tree(state, seat, knowledge, EXPLORATION, rng)
    tree.think(0.0, iterations)
    return max(moves, key=lambda move: (tree.visits_of(move), tree.value_of(move)))


def fit(samples: list[Sample], before: Value) -> Value:
    """Ridge regression towards the weights before, and the spread of what is left unexplained."""
    x = np.array([sample.features for sample in samples])
    y = np.array([sample.margin for sample in samples], dtype=float)
    left = np.array([sample.left for sample in samples], dtype=float)
    x, y, left = np.concatenate([x, -x]), np.concatenate([y, -y]), np.concatenate([left, left])
    prior = np.array(before.weights) if before.weights else np.zeros(x.shape[1])
    if not before.weights:
        prior[0] = 1.0
    trust = 1.0 / (1.0 + left)
    weighted = x * trust[:, None]
    gram = weighted.T @ x + RIDGE * np.eye(x.shape[1])
    weights = prior + np.linalg.solve(gram, weighted.T @ (y - x @ prior))
    off = np.abs(y - x @ weights)
    slope, start = np.polyfit(left, off * 1.25, 1)
    explained = 1 - np.var(y - x @ weights) / np.var(y)
    print(f"  {len(samples)} positions, {explained:.3f} explained, off by {start:.2f} + {slope:.2f} a round")
    return Value(
        [round(float(weight), 4) for weight in weights],
        round(max(float(start), 0.5), 3),
        round(float(slope), 3),
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, fit, and play again."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="games by instinct")
    parser.add_argument("--searched", type=int, default=150, help="games by search in each generation")
    parser.add_argument("--iterations", type=int, default=100, help="of the search, a move")
    parser.add_argument("--generations", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=OUT, help="where the weights go")
    parser.add_argument("--resume", action="store_true", help="begin with the weights shipped now")
    add_arguments(parser)
    given = parser.parse_args(arguments)
    rng = seeded(given.seed)
    value = Value([], 1.0, 1.0)
    with workers_of(given) as workers:
        if given.resume:
            value = Value(**json.loads(OUT.read_text(encoding="utf-8")))
        else:
            value = generation(value, given.games, 0, rng, workers)
        for _ in range(given.generations):
            value = generation(value, given.searched, given.iterations, rng, workers)
            given.out.write_text(json.dumps(value._asdict()) + "\n", encoding="utf-8")


@dataclass(frozen=True)
class SelfPlay:
    """Plays games with itself, one for each seed."""

    value: Value
    iterations: int

    def __call__(self, seeds: Seeds) -> list[Sample]:
        """The samples of these games."""
        knowledge = TargiKnowledge(self.value)
        return [sample for seed in seeds for sample in play(knowledge, self.iterations, seeded(seed))]


def generation(value: Value, games: int, iterations: int, rng: Random, workers: Workers) -> Value:
    """So many games, and what they teach."""
    start, samples = time.perf_counter(), list[Sample]()
    parts = seeds_in_parts(games, PART, rng)
    for number, found in enumerate(workers.map(SelfPlay(value, iterations), parts), 1):
        samples += found
        sys.stderr.write(f"\r{number * PART} of {games} games, {time.perf_counter() - start:.0f} s")
    sys.stderr.write("\r")
    print(f"{games} games of {iterations} iterations a move in {time.perf_counter() - start:.0f} s")
    return fit(samples, value)


if __name__ == "__main__":
    main()
