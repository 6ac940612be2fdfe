"""Training of Touché's value network by self-play.

The first games are greedy ones. From then on the network plays, one move ahead, and its targets are its own
estimates of later positions and the final result (temporal differences). The games are of all kinds of
patterns and of matches in which the sides try different ones; of two sides, in teams too, or of three. The
result is written into the data of the bots.

    python -m train.touche.value_network --sides 2 --generations 12 --games 6000
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from bench.on_workers import Seeds, add_arguments, seeds_in_parts, workers_of
from librt.random import Random
from numpy.typing import NDArray
from scipy import sparse

from ludotheque.core.chance import seeded
from ludotheque.core.state import CHANCE, OVER, random_move
from ludotheque.games.touche.bots.features import ROWS, NetworkInput
from ludotheque.games.touche.bots.greedy import greedy_move
from ludotheque.games.touche.bots.value_network import HIDDEN, INPUTS, WIDTH, ValueNetwork, ValuePolicy
from ludotheque.games.touche.layout import read_layout
from ludotheque.games.touche.rules.board import KINDS
from ludotheque.games.touche.rules.setup import new_game
from ludotheque.games.touche.rules.state import PLAY, Touche
from ludotheque.lab.workers import Workers

DATA: Final = Path(__file__).parents[2] / "src/ludotheque/games/touche/bots/data"
BOARD: Final = read_layout("")
SEATS: Final = {2: (2, 2, 2, 4, 6), 3: (3, 3, 6)}
"""The number of seats at tables of two and of three sides, frequent ones more often."""
MIXED: Final = 0.15  # of the games: every side tries a kind of its own, as in a match of pros
STRAY: Final = 0.03  # how often a player strays, so that all kinds of positions occur
LOOKED_AT: Final = 0.35  # of the positions of a game
TRUST: Final = 0.9  # how much more the end of the game counts than what was thought one position later
KEPT: Final = 5  # generations whose games are learned from
PART: Final = 50  # games that a worker plays before it reports
OWN: Final = ROWS // 2  # the rows of the own side come first

Floats: TypeAlias = NDArray[np.float32]
Mover: TypeAlias = Callable[[Touche, Random], int]


class Lessons(NamedTuple):
    """Positions: counts of their pattern rows, plain inputs, and values learned from the games."""

    rows: sparse.csr_matrix
    plain: Floats
    worth: Floats


class Network(NamedTuple):
    """The parameters of `ValueNetwork`, part by part."""

    ways: Floats
    hidden: Floats
    bias: Floats
    out: Floats
    direct: Floats
    start: Floats

    def numbers(self) -> Floats:
        """Return all numbers in the order of `ValueNetwork`."""
        return np.concatenate([part.ravel() for part in self])


def fresh(seed: int) -> Network:
    """Return a random initial network."""
    rng = np.random.default_rng(seed)
    parts = (
        rng.normal(0, 0.05, (ROWS, WIDTH)),
        rng.normal(0, 0.2, (HIDDEN, INPUTS)),
        np.zeros(HIDDEN),
        rng.normal(0, 0.2, HIDDEN),
        np.zeros(INPUTS),
        np.zeros(1),
    )
    return Network(*(part.astype(np.float32) for part in parts))


def new_table(sides: int, rng: Random) -> Touche:
    """Return a random table with a number of sides."""
    seats = SEATS[sides][rng.randrange(len(SEATS[sides]))]
    state = new_game(BOARD, seats, sides, rng.randrange(KINDS), spoken=False)
    if rng.random() < MIXED:
        for side in range(sides):
            state.sets[side] = rng.randrange(KINDS)
    return state


def play(
    state: Touche, mover: Mover, value_network: ValueNetwork | None, rng: Random
) -> Iterator[tuple[NetworkInput, float]]:
    """Play a game to its end; yield inputs of some seats and moments, with their targets."""
    seen: list[list[tuple[int, NetworkInput]]] = [[] for _ in range(state.seats)]
    thought: list[list[float]] = [[] for _ in range(state.seats)]
    while (turn := state.turn()) != OVER:
        if turn == CHANCE:
            state.apply(state.sample(rng))
            continue
        if state.phase == PLAY:
            for seat in range(state.seats):
                if rng.random() < LOOKED_AT:
                    seen[seat].append((len(thought[seat]), NetworkInput(state, seat)))
                thought[seat].append(value_network.chance(state, seat) if value_network else 0.0)
        state.apply(random_move(state, rng) if rng.random() < STRAY else mover(state, rng))
    for seat in range(state.seats):
        worth = turned_out(thought[seat], state.payoff(seat), TRUST if value_network else 1.0)
        yield from ((inputs, worth[moment]) for moment, inputs in seen[seat])


def turned_out(thought: list[float], end: float, trust: float) -> list[float]:
    """Return the target of each position, from all later estimates and the result."""
    worth = [end] * len(thought)
    for moment in range(len(thought) - 2, -1, -1):
        worth[moment] = (1 - trust) * thought[moment + 1] + trust * worth[moment + 1]
    return worth


@dataclass(frozen=True)
class SelfPlay:
    """Plays games with itself, one for each seed: greedy ones as long as there is no network."""

    sides: int
    network: list[float] | None

    def __call__(self, seeds: Seeds) -> Lessons:
        """Return the data of these games."""
        value_network = ValueNetwork(self.network) if self.network else None
        mover = ValuePolicy(value_network).move if value_network else greedy_move
        return gather(self.sides, seeds, mover, value_network)


def generation(work: SelfPlay, games: int, rng: Random, workers: Workers) -> Lessons:
    """Return the data of a number of games, in the order of their seeds."""
    lessons = list(workers.map(work, seeds_in_parts(games, PART, rng)))
    return Lessons(
        sparse.vstack([lesson.rows for lesson in lessons]).tocsr(),
        np.concatenate([lesson.plain for lesson in lessons]),
        np.concatenate([lesson.worth for lesson in lessons]),
    )


def gather(sides: int, seeds: Seeds, mover: Mover, value_network: ValueNetwork | None) -> Lessons:
    """Return the data of the games of these seeds."""
    rows: list[NDArray[np.int32]] = []
    plain: list[Floats] = []
    worth: list[float] = []
    for seed in seeds:
        rng = seeded(seed)
        for inputs, value in play(new_table(sides, rng), mover, value_network, rng):
            rows.append(np.array(list(inputs.rows), dtype=np.int32))
            plain.append(np.array(list(inputs.plain), dtype=np.float32))
            worth.append(value)
    ends = np.concatenate([[0], np.cumsum([len(row) for row in rows])])
    found = np.concatenate(rows)
    matrix = sparse.csr_matrix((np.ones(len(found), np.float32), found, ends), shape=(len(rows), ROWS))
    matrix.sum_duplicates()
    return Lessons(matrix, np.stack(plain), np.array(worth, np.float32))


def together(lessons: list[Lessons], seed: int) -> Lessons:
    """Return all data in random order."""
    order = np.random.default_rng(seed).permutation(sum(len(lesson.worth) for lesson in lessons))
    return Lessons(
        sparse.vstack([lesson.rows for lesson in lessons]).tocsr()[order],
        np.concatenate([lesson.plain for lesson in lessons])[order],
        np.concatenate([lesson.worth for lesson in lessons])[order],
    )


class Thought(NamedTuple):
    """The intermediate results of the network."""

    inputs: Floats
    hidden: Floats
    chance: Floats


def think(network: Network, rows: sparse.csr_matrix, plain: Floats) -> Thought:
    """Return the chances in many positions, as `ValueNetwork.chance` computes them one by one."""
    own, others = rows[:, :OWN] @ network.ways[:OWN], rows[:, OWN:] @ network.ways[OWN:]
    inputs = np.concatenate([own, others, plain], axis=1)
    hidden = np.maximum(inputs @ network.hidden.T + network.bias, 0)
    score = hidden @ network.out + inputs @ network.direct + network.start[0]
    return Thought(inputs, hidden, 1 / (1 + np.exp(-score)))


def slopes(network: Network, rows: sparse.csr_matrix, plain: Floats, worth: Floats) -> Network:
    """Return the gradient of the log-loss."""
    thought = think(network, rows, plain)
    off = ((thought.chance - worth) / len(worth)).astype(np.float32)
    hidden = np.outer(off, network.out) * (thought.hidden > 0)
    inputs = hidden @ network.hidden + np.outer(off, network.direct)
    ways = np.concatenate(
        [rows[:, :OWN].T @ inputs[:, :WIDTH], rows[:, OWN:].T @ inputs[:, WIDTH : 2 * WIDTH]]
    )
    return Network(
        ways,
        hidden.T @ thought.inputs,
        hidden.sum(axis=0),
        thought.hidden.T @ off,
        thought.inputs.T @ off,
        np.array([off.sum()]),
    )


def learn(network: Network, lessons: Lessons, rate: float, rounds: int = 2, batch: int = 1024) -> None:
    """Update the parameters step by step (Adam, with a falling rate)."""
    mean = [np.zeros_like(part) for part in network]
    square = [np.zeros_like(part) for part in network]
    starts = [start for _ in range(rounds) for start in range(0, len(lessons.worth), batch)]
    for step, start in enumerate(starts, 1):
        part = slice(start, start + batch)
        found = slopes(network, lessons.rows[part], lessons.plain[part], lessons.worth[part])
        size = rate * max(0.02, 1 - step / len(starts))
        for number, slope in enumerate(found):
            pull = slope + 1e-5 * network[number]
            mean[number] += 0.1 * (pull - mean[number])
            square[number] += 0.01 * (pull**2 - square[number])
            steady = np.sqrt(square[number] / (1 - 0.99**step)) + 1e-8
            network[number][...] -= size * (mean[number] / (1 - 0.9**step)) / steady


def surprise(network: Network, lessons: Lessons) -> float:
    """Return the mean log-loss in bits; 1 is no knowledge with two sides."""
    chance = np.clip(think(network, lessons.rows, lessons.plain).chance, 1e-6, 1 - 1e-6)
    worth = lessons.worth
    return float(-(worth * np.log2(chance) + (1 - worth) * np.log2(1 - chance)).mean())


def against_greedy(value_network: ValueNetwork, sides: int, games: int, rng: Random) -> float:
    """Return the share of wins, one move ahead, of one side against greedy ones, in games of squares."""
    won, mover = 0.0, ValuePolicy(value_network).move
    for game in range(games):
        state = new_game(BOARD, sides, sides, 0, spoken=False)
        while (turn := state.turn()) != OVER:
            if turn == CHANCE:
                state.apply(state.sample(rng))
            else:
                state.apply(mover(state, rng) if turn == game % sides else greedy_move(state, rng))
        won += state.payoff(game % sides)
    return won / games


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, train, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sides", type=int, choices=SEATS, default=2)
    parser.add_argument("--generations", type=int, default=12)
    parser.add_argument("--games", type=int, default=6000, help="of each generation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=DATA, help="the folder into which the network goes")
    add_arguments(parser)
    given = parser.parse_args(arguments)
    with workers_of(given) as workers:
        fit(given, workers)


def fit(given: argparse.Namespace, workers: Workers) -> None:
    """Train generation by generation; the network is written after each."""
    rng, begun = seeded(given.seed), time.perf_counter()
    network, work = fresh(given.seed), SelfPlay(given.sides, None)
    bank: list[Lessons] = []
    for number in range(given.generations + 1):
        new = generation(work, given.games, rng, workers)
        before = surprise(network, new)
        bank = [*bank[1 - KEPT :], new] if work.network else [new]
        learn(network, together(bank, number), 2e-3 if number < given.generations * 2 / 3 else 7e-4)
        numbers = [float(one) for one in network.numbers()]
        work = SelfPlay(given.sides, numbers)
        won = against_greedy(ValueNetwork(numbers), given.sides, 300, rng)
        print(
            f"generation {number}: {len(new.worth)} positions, {before:.4f} bits before learning, "
            f"wins {won:.1%} against greedy, {time.perf_counter() - begun:.0f} s",
            file=sys.stderr,
            flush=True,
        )
        (given.out / f"value_network_{given.sides}.f16").write_bytes(
            network.numbers().astype("<f2").tobytes()
        )


if __name__ == "__main__":
    main()
