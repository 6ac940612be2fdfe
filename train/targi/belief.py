"""The gain of the search's belief about an unseen hand card of Targi over the uniform one (TARGI-23).

    python -m train.targi.belief --games 1000 --iterations 400

The shipped search plays itself. At every decision beside an unseen card it is asked how surprising the true
card is, in bits: if every card that it may be is as likely, and if it is drawn by `targi/bots/belief.py`. The
policy that belief rests on has learned from other games. The interval is a bootstrap over games.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from math import log2
from typing import NamedTuple

import numpy as np
from bench.on_workers import add_arguments, workers_of

from ludotheque.bots.search import Tree
from ludotheque.core.chance import seeded
from ludotheque.core.state import CHANCE, OVER
from ludotheque.games.targi.bots.belief import likelihoods
from ludotheque.games.targi.bots.knowledge import EXPLORATION
from ludotheque.games.targi.bots.levels import trained
from ludotheque.games.targi.rules import state as rules
from ludotheque.games.targi.rules.state import Targi

DRAWS = 1000


class Guesses(NamedTuple):
    """The log-losses of one game, summed."""

    decisions: int
    beside_secrets: int
    secrets: int
    even: float
    """Bits under the uniform distribution."""
    believed: float


@dataclass(frozen=True)
class SelfPlay:
    """One game for each seed."""

    iterations: int

    def __call__(self, seed: int) -> Guesses:
        """Play a game, and compare beliefs at every decision."""
        rng, state = seeded(seed), rules.new_game(random_starter=False)
        decisions, surprises, secrets = 0, list[tuple[float, float]](), 0
        while (turn := state.turn()) != OVER:
            if turn == CHANCE:
                state.apply(state.sample(rng))
                continue
            moves = list(state.moves())
            move = moves[0]
            if len(moves) > 1:
                decisions += 1
                if state.secrets[1 - turn]:
                    surprises.append(surprise(state, 1 - turn))
                tree = Tree(state, turn, trained(), EXPLORATION, rng)
                tree.decide(0.0, self.iterations, 0)
                move = tree.choice()
            before = state.secrets[turn]
            state.apply(move)
            secrets += state.secrets[turn] > before
        even, believed = (sum(pair[i] for pair in surprises) for i in (0, 1))
        return Guesses(decisions, len(surprises), secrets, even, believed)


def surprise(state: Targi, seat: int) -> tuple[float, float]:
    """Return the log-loss in bits of the unseen card of a seat, under the uniform and the learned belief."""
    likely = likelihoods(trained().policy, state, seat)
    return log2(len(likely)), log2(sum(likely.values()) / likely[state.hands[seat]])


def told(games: list[Guesses]) -> str:
    """Return all games in a few words."""
    counts = np.array(games, float)
    decisions, beside, secrets, even, believed = counts.sum(0)
    rng = np.random.default_rng(1)
    drawn = counts[rng.integers(len(games), size=(DRAWS, len(games)))].sum(1)
    low, high = np.percentile((drawn[:, 3] - drawn[:, 4]) / drawn[:, 1], (2.5, 97.5))
    return (
        f"{len(games)} games, {secrets:.0f} cards kept unseen, {beside:.0f} of {decisions:.0f} decisions "
        f"beside one ({beside / decisions:.1%}): {even / beside:.3f} bits evenly, "
        f"{believed / beside:.3f} believed, {(even - believed) / beside:.3f} [{low:.3f}, {high:.3f}] less"
    )


def main(arguments: Sequence[str]) -> None:
    """Print the log-losses of the true cards."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--iterations", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    add_arguments(parser)
    given = parser.parse_args(arguments)
    seeds = range(given.seed, given.seed + given.games)
    with workers_of(given) as workers:
        games = list(workers.map(SelfPlay(given.iterations), seeds))
    print(told(games), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
