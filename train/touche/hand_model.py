"""Training of the model of other players' hands in Touché, on games with known hands.

Some decisions of each game are recorded from the seat to move: for every other seat the unseen cards, their
features for that seat, and the cards it holds. The log of a card's relative probability is the sum of the
weights of its features, in proportion to its unseen copies; the weights are fitted by maximum likelihood. The
games are played by the levels: by move scores with more or less heat, and greedily.

    python -m train.touche.hand_model --games 20000

prints the log-loss of a card in bits, under the uniform distribution and the model, in games left out.
"""

import argparse
import sys
import time
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from bench.on_workers import Seeds, add_arguments, seeds_in_parts, workers_of
from librt.random import Random
from numpy.typing import NDArray
from scipy import sparse
from train.touche.value_network import BOARD, DATA, new_table

from ludotheque.core.chance import seeded
from ludotheque.core.state import CHANCE, OVER
from ludotheque.games.touche.bots.greedy import greedy_move
from ludotheque.games.touche.bots.hand_model import SIZE, CardFeatures
from ludotheque.games.touche.bots.levels import move_scorer
from ludotheque.games.touche.rules.board import SQUARES
from ludotheque.games.touche.rules.cards import EMPTY_HAND, HAND
from ludotheque.games.touche.rules.setup import new_game
from ludotheque.games.touche.rules.state import PLAY, Touche
from ludotheque.lab.workers import Workers

LOOKED_AT: Final = 0.2  # of the decisions of a game
PAIR: Final = 0.4  # of the tables: two players who try squares; the others are of any kind
HEATS: Final = (0.01, 0.016, 0.045)
GREEDY: Final = 0.35  # of the seats
PART: Final = 50  # games that a worker plays before it reports
HELD_OUT: Final = 0.1  # of the parts: the numbers are judged by them and do not learn from them
DAMP: Final = 2e-6  # how much evidence a number needs

Floats: TypeAlias = NDArray[np.float64]


class Lessons(NamedTuple):
    """Cards that may be in a hand: their features, the hand, the unseen copies, and the copies held."""

    clues: sparse.csr_matrix
    hand: NDArray[np.int64]
    out: Floats
    held: Floats


def any_table(rng: Random) -> Touche:
    """A table of two players with squares, or of any kind."""
    if rng.random() < PAIR:
        return new_game(BOARD, 2, 2, SQUARES, spoken=False)
    return new_table(2 + rng.randrange(2), rng)


def any_player(rng: Random) -> Callable[[Touche, Random], int]:
    """Return a random player of the levels."""
    if rng.random() < GREEDY:
        return greedy_move
    heat = HEATS[rng.randrange(len(HEATS))]
    return lambda state, luck: move_scorer().likely(state, heat, luck)


@dataclass(frozen=True)
class Watch:
    """Watches the games of given seeds."""

    def __call__(self, seeds: Seeds) -> Lessons:
        """Return unseen and held cards of some of their positions."""
        return gather(seeds)


def gather(seeds: Seeds) -> Lessons:
    """Play the games of these seeds and record the hands of others."""
    rows, ends = array("h"), array("l", [0])
    hand, out, held = array("l"), array("d"), array("d")
    looked_at = 0
    for seed in seeds:
        rng = seeded(seed)
        state = any_table(rng)
        players = [any_player(rng) for _ in range(state.seats)]
        while (turn := state.turn()) != OVER:
            if turn == CHANCE:
                state.apply(state.sample(rng))
                continue
            if state.phase == PLAY and rng.random() < LOOKED_AT:
                clues = CardFeatures(state, turn)
                for seat in range(state.seats):
                    first = HAND * seat
                    cards = [card for card in state.hands[first : first + HAND] if card != EMPTY_HAND]
                    if seat == turn or not cards:
                        continue
                    for card, count in enumerate(clues.out):
                        if count:
                            rows.extend(clues.rows(seat, card))
                            ends.append(len(rows))
                            hand.append(looked_at)
                            out.append(float(count))
                            held.append(float(cards.count(card)))
                    looked_at += 1
            state.apply(players[turn](state, rng))
    found = sparse.csr_matrix((np.ones(len(rows)), np.array(rows), np.array(ends)), shape=(len(out), SIZE))
    found.sum_duplicates()
    return Lessons(found, np.array(hand), np.array(out), np.array(held))


def together(parts: list[Lessons]) -> Lessons:
    """Join some parts."""
    hands = np.cumsum([0, *(int(part.hand[-1]) + 1 for part in parts)])
    return Lessons(
        sparse.vstack([part.clues for part in parts]).tocsr(),
        np.concatenate([part.hand + first for part, first in zip(parts, hands, strict=False)]),
        np.concatenate([part.out for part in parts]),
        np.concatenate([part.held for part in parts]),
    )


def chances(lessons: Lessons, numbers: Floats) -> Floats:
    """Return the probability of each card to be one of its hand."""
    weight = lessons.out * np.exp(lessons.clues @ numbers)
    found: Floats = weight / np.bincount(lessons.hand, weight)[lessons.hand]
    return found


def surprise(lessons: Lessons, numbers: Floats) -> float:
    """Return the mean log-loss of a card of a hand, in bits."""
    return float(-(lessons.held * np.log2(chances(lessons, numbers))).sum() / lessons.held.sum())


def explain(parts: list[Lessons], epochs: int, seed: int) -> Floats:
    """Return the weights of maximum likelihood, by Adam with a falling rate."""
    numbers, mean, square = np.zeros(SIZE), np.zeros(SIZE), np.zeros(SIZE)
    order = np.random.default_rng(seed)
    steps, step = epochs * len(parts), 0
    for _ in range(epochs):
        for number in order.permutation(len(parts)):
            part = parts[number]
            step += 1
            cards = np.bincount(part.hand, part.held)[part.hand]
            slope = part.clues.T @ (cards * chances(part, numbers) - part.held) / part.held.sum()
            slope += DAMP * numbers
            mean += 0.1 * (slope - mean)
            square += 0.01 * (slope**2 - square)
            size = 0.03 * max(0.02, 1 - step / steps)
            numbers -= size * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return numbers


def main() -> None:
    """Play, fit, print and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=DATA, help="the folder into which the numbers go")
    add_arguments(parser)
    given = parser.parse_args()
    with workers_of(given) as workers:
        teach(given, workers)


def teach(given: argparse.Namespace, workers: Workers) -> None:
    """Fit the weights to most of the games, and print their log-loss in the rest."""
    begun = time.perf_counter()
    parts = list(workers.map(Watch(), seeds_in_parts(given.games, PART, seeded(given.seed))))
    kept = max(1, round(HELD_OUT * len(parts)))
    numbers = explain(parts[kept:], given.epochs, given.seed)
    judged = together(parts[:kept])
    print(
        f"{given.games} games, {sum(int(part.hand[-1]) + 1 for part in parts)} hands, "
        f"{surprise(judged, np.zeros(SIZE)):.4f} bits a card drawn evenly, "
        f"{surprise(judged, numbers):.4f} bits guessed, {time.perf_counter() - begun:.0f} s",
        file=sys.stderr,
        flush=True,
    )
    (given.out / "hand_model.f16").write_bytes(numbers.astype("<f2").tobytes())


if __name__ == "__main__":
    main()
