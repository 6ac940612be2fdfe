"""How much of Touché is luck: a player who tries every move many times, with the other hand hidden or shown.

It plays squares against `greedy`. Every move is tried behind the same draws, a few turns by reflex on both
sides, and the network says what has come of it; after each round the worse half of the moves is left out.
Shown the other hand, which nobody may see, it tells what no fair player can hope for.

    python -m bench.touche_luck --games 200 --tries 1000
"""

import argparse
from dataclasses import dataclass

from bench.on_workers import add_arguments, workers_of
from bench.touche_fit import BOARD
from bench.touche_reflex import what_comes
from librt.random import Random

from ludotheque.core.chance import seeded
from ludotheque.core.state import CHANCE, OVER
from ludotheque.games.touche.board import SQUARES
from ludotheque.games.touche.bots import reflex
from ludotheque.games.touche.outlook import greedy_move
from ludotheque.games.touche.rules import Touche
from ludotheque.games.touche.rules_start import new_game
from ludotheque.lab.statistics import wilson
from ludotheque.lab.workers import Workers


def tried_best(state: Touche, tries: int, rng: Random, *, shown: bool) -> int:
    """The move behind which most is won, in so many tries of all moves together."""
    seat = state.turn()
    moves = list(state.moves())
    rounds = max(1, (len(moves) - 1).bit_length())
    won = dict.fromkeys(moves, 0.0)
    while len(moves) > 1:
        for _ in range(max(1, tries // (rounds * len(moves)))):
            world = state.copy() if shown else state.reimagine(seat, rng)
            luck = rng.randrange(2**40)
            for move in moves:
                won[move] += what_comes(world.copy(), move, seat, reflex(), seeded(luck))
        moves.sort(key=lambda move: -won[move])
        moves = moves[: (len(moves) + 1) // 2]
    return moves[0]


def play(game: int, tries: int, seed: int, *, shown: bool) -> float:
    """One game, each of two with the same luck on the other seat; 1 if it is won."""
    rng = seeded(seed + game // 2)
    state = new_game(BOARD, 2, 2, SQUARES, spoken=False)
    while (turn := state.turn()) != OVER:
        if turn == CHANCE:
            state.apply(state.sample(rng))
        elif turn == game % 2:
            state.apply(tried_best(state, tries, rng, shown=shown))
        else:
            state.apply(greedy_move(state, rng))
    return state.payoff(game % 2)


@dataclass(frozen=True)
class Play:
    """Plays the games of given numbers."""

    tries: int
    seed: int
    shown: bool

    def __call__(self, game: int) -> float:
        """1 if this game is won."""
        return play(game, self.tries, self.seed, shown=self.shown)


def main() -> None:
    """Play with the other hand hidden, then shown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--tries", type=int, default=1000, help="for each decision")
    parser.add_argument("--seed", type=int, default=1)
    add_arguments(parser)
    given = parser.parse_args()
    with workers_of(given) as workers:
        tell(given, workers)


def tell(given: argparse.Namespace, workers: Workers) -> None:
    """A line for each of the two."""
    for shown in (False, True):
        wins = sum(workers.map(Play(given.tries, given.seed, shown), range(given.games)))
        low, high = wilson(wins, given.games, 0.95)
        print(
            f"hand {'shown' if shown else 'hidden'}: {wins:g} of {given.games} = {wins / given.games:.1%} "
            f"[{low:.1%}, {high:.1%}]",
            flush=True,
        )


if __name__ == "__main__":
    main()
