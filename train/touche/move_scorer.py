"""Training of Touché's move scores: the gain of a move by the patterns it touches.

At a decision of a game every move is tried: the hidden hands are resampled, the move is played, then a few
turns by the move scores so far, and the network evaluates the position. All moves have the same random
numbers. The gain of a move over the others of its decision is then fitted by least squares to the patterns it
touches; the luck of single decisions averages out. In the first round nothing is played after the move.

    python -m train.touche.move_scorer --rounds 2 --decisions 700000
"""

import argparse
import sys
import time
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from bench.on_workers import Seeds, add_arguments, endless_parts, workers_of
from librt.random import Random
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.linalg import LinearOperator, lsmr
from train.touche.value_network import BOARD, DATA, new_table

from ludotheque.core.chance import seeded
from ludotheque.core.state import CHANCE, OVER, random_move
from ludotheque.games.touche.bots.greedy import greedy_move
from ludotheque.games.touche.bots.levels import value_networks
from ludotheque.games.touche.bots.move_scorer import SIZE, MoveFeatures, MoveScorer
from ludotheque.games.touche.rules.board import SQUARES
from ludotheque.games.touche.rules.setup import new_game
from ludotheque.games.touche.rules.state import PLAY, Touche
from ludotheque.lab.workers import Workers

HEAT: Final = 0.02  # of the players it learns from: they err more than `expert` takes others to err
TURNS: Final = 10  # played by reflex behind a move that is tried
TRIED: Final = 0.3  # of the decisions of a game
STRAY: Final = 0.1  # how often a player strays, so that all kinds of positions occur
PAIR: Final = 0.7  # of the tables: two players who try squares; the others are of any kind
MOST: Final = 16  # moves of a decision that are tried; a joker has more, then any of them
PART: Final = 20  # games that a worker plays before it reports
DAMP: Final = 3.0  # how much evidence a number needs

Floats = NDArray[np.float64]


class Lessons(NamedTuple):
    """Moves that were tried: their features, the decision of each, and its value."""

    touched: sparse.csr_matrix
    decision: NDArray[np.int64]
    worth: Floats


def any_table(rng: Random) -> Touche:
    """A table of two players with squares, or of any kind."""
    if rng.random() < PAIR:
        return new_game(BOARD, 2, 2, SQUARES, spoken=False)
    return new_table(2 + rng.randrange(2), rng)


def what_comes(state: Touche, move: int, seat: int, scorer: MoveScorer | None, rng: Random) -> float:
    """Play a move and a few turns after it; return the chance of the seat's side to win then."""
    state.apply(move)
    turns = 0
    while (turn := state.turn()) != OVER:
        if turn == CHANCE:
            state.apply(state.sample(rng))
        elif scorer is None or turns >= TURNS:
            return value_networks()[state.sides - 2].chance(state, seat)
        else:
            state.apply(scorer.likely(state, HEAT, rng))
            turns += 1
    return state.payoff(seat)


def some(moves: list[int], rng: Random) -> list[int]:
    """Return the moves to try: all, or a random part of many."""
    while len(moves) > MOST:
        moves.pop(rng.randrange(len(moves)))
    return moves


@dataclass(frozen=True)
class Trials:
    """Tries the moves of games, one for each seed, with the scores so far."""

    numbers: list[float] | None

    def __call__(self, seeds: Seeds) -> Lessons:
        """Return the values of all moves of some decisions of these games."""
        return gather(seeds, MoveScorer(self.numbers) if self.numbers else None)


def trials(decisions: int, work: Trials, rng: Random, workers: Workers) -> Lessons:
    """Try all moves of a number of decisions."""
    parts: list[Lessons] = []
    done = 0
    for found in workers.map(work, endless_parts(PART, seeded(rng.randrange(1 << 62)))):
        parts.append(found._replace(decision=found.decision + done))
        done += int(found.decision[-1]) + 1 if len(found.decision) else 0
        if done >= decisions:
            break
    return Lessons(
        sparse.vstack([part.touched for part in parts]).tocsr(),
        np.concatenate([part.decision for part in parts]),
        np.concatenate([part.worth for part in parts]),
    )


def gather(seeds: Seeds, scorer: MoveScorer | None) -> Lessons:
    """Try all moves of some decisions of the games of these seeds."""
    rows, ends, worth, decision = array("h"), array("l", [0]), array("d"), array("l")
    done = 0
    for seed in seeds:
        rng = seeded(seed)
        state = any_table(rng)
        while (turn := state.turn()) != OVER:
            if turn == CHANCE:
                state.apply(state.sample(rng))
                continue
            moves = list(state.moves())
            if state.phase == PLAY and len(moves) > 1 and rng.random() < TRIED:
                touched = MoveFeatures(state)
                world, luck = state.reimagine(turn, rng), rng.randrange(2**40)
                for move in some(moves, rng):
                    rows.extend(touched.rows(move))
                    ends.append(len(rows))
                    decision.append(done)
                    worth.append(what_comes(world.copy(), move, turn, scorer, seeded(luck)))
                done += 1
            if rng.random() < STRAY:
                state.apply(random_move(state, rng))
            else:
                state.apply(scorer.likely(state, HEAT, rng) if scorer else greedy_move(state, rng))
    found = sparse.csr_matrix((np.ones(len(rows)), np.array(rows), np.array(ends)), shape=(len(worth), SIZE))
    return Lessons(found, np.array(decision), np.array(worth))


def explain(lessons: Lessons) -> Floats:
    """Return the weights that fit the gains of moves over the others of their decision best."""
    touched, decision, worth = lessons
    sizes = np.bincount(decision)

    def gains(values: Floats) -> Floats:
        return values - (np.bincount(decision, values) / sizes)[decision]

    operator = LinearOperator(
        touched.shape,
        matvec=lambda numbers: gains(touched @ numbers.ravel()),
        rmatvec=lambda values: touched.T @ gains(values.ravel()),
        dtype=np.float64,
    )
    numbers: Floats = lsmr(operator, gains(worth), damp=DAMP**0.5, maxiter=200)[0]
    return numbers


def against_greedy(scorer: MoveScorer, games: int, rng: Random) -> float:
    """Return the share of wins of move scores alone against a greedy player, in games of squares."""
    won = 0.0
    for game in range(games):
        state = new_game(BOARD, 2, 2, SQUARES, spoken=False)
        while (turn := state.turn()) != OVER:
            if turn == CHANCE:
                state.apply(state.sample(rng))
            else:
                state.apply(scorer.best(state) if turn == game % 2 else greedy_move(state, rng))
        won += state.payoff(game % 2)
    return won / games


def main(arguments: Sequence[str] | None = None) -> None:
    """Try, fit, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--decisions", type=int, default=700_000, help="of each round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=DATA, help="the folder into which they go")
    add_arguments(parser)
    given = parser.parse_args(arguments)
    with workers_of(given) as workers:
        teach(given, workers)


def teach(given: argparse.Namespace, workers: Workers) -> None:
    """Train round by round; the weights are written after each."""
    rng, begun = seeded(given.seed), time.perf_counter()
    work = Trials(None)
    for number in range(given.rounds):
        lessons = trials(given.decisions, work, rng, workers)
        numbers = explain(lessons).astype("<f2")
        work = Trials([float(value) for value in numbers])
        won = against_greedy(MoveScorer([float(value) for value in numbers]), 2000, rng)
        print(
            f"round {number}: {len(lessons.worth)} moves tried, wins {won:.1%} by reflex alone, "
            f"{time.perf_counter() - begun:.0f} s",
            file=sys.stderr,
            flush=True,
        )
        (given.out / "move_scorer.f16").write_bytes(numbers.tobytes())


if __name__ == "__main__":
    main()
