"""How much of Touché is luck: `expert` with the other hand drawn evenly, guessed as it does, or shown.

It plays squares against `greedy`, the same deals in each of the three ways, with a given number of tries a
decision. Shown the other hand, which nobody may see, it tells what no fair player can hope for; the last line
says how far the guessing player comes from an even score to there.

    python -m bench.touche_luck --games 1000 --tries 1000
"""

import argparse
from dataclasses import dataclass
from typing import Final

from bench.on_workers import add_arguments, workers_of
from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from ludotheque.bots.trials import Trials
from ludotheque.core.chance import seeded
from ludotheque.core.knowledge import Belief, Knowledge
from ludotheque.core.state import CHANCE, OVER, State
from ludotheque.games.touche.board import SQUARES
from ludotheque.games.touche.bots import TURNS, guess, learned, reflex
from ludotheque.games.touche.knowledge import ToucheKnowledge
from ludotheque.games.touche.layout import read_layout
from ludotheque.games.touche.outlook import greedy_move
from ludotheque.games.touche.rules_start import new_game
from ludotheque.lab.statistics import wilson
from ludotheque.lab.workers import Workers

BOARD: Final = read_layout("")
EVEN: Final = "drawn evenly"
GUESSED: Final = "guessed"
SHOWN: Final = "shown"


class Seen(Belief):
    """The position as it is, hands of others included."""

    def world(self, rng: Random) -> State:  # noqa: ARG002 - nothing is drawn
        """The true position."""
        return self.state.copy()


class Sees(Knowledge):
    """What `expert` knows, with another belief about hidden hands."""

    def __init__(self, hand: str) -> None:
        self.hand = hand
        self.knowledge = ToucheKnowledge(learned(), reflex(), guess())

    def belief(self, state: State, seat: i64) -> Belief:
        """Even, guessed, or the truth."""
        if self.hand == GUESSED:
            return self.knowledge.belief(state, seat)
        return Seen(state, seat) if self.hand == SHOWN else Belief(state, seat)

    def priors(self, state: State, moves: vec[i64]) -> vec[float]:
        """As `expert` does."""
        return self.knowledge.priors(state, moves)

    def reply(self, state: State, rng: Random) -> i64:
        """As `expert` does."""
        return self.knowledge.reply(state, rng)

    def judge(self, state: State, viewer: i64, rng: Random) -> vec[float]:
        """As `expert` does."""
        return self.knowledge.judge(state, viewer, rng)


@dataclass(frozen=True)
class Play:
    """Plays games by their numbers."""

    hand: str
    tries: int
    turns: int
    seed: int

    def __call__(self, game: int) -> float:
        """One game, each of two with the same luck on the other seat; 1 if it is won."""
        knowledge, rng, thought = Sees(self.hand), seeded(self.seed + game // 2), seeded(self.seed + game)
        state = new_game(BOARD, 2, 2, SQUARES, spoken=False)
        while (turn := state.turn()) != OVER:
            if turn == CHANCE:
                state.apply(state.sample(rng))
            elif turn == game % 2:
                trials = Trials(state, turn, knowledge, self.turns, thought)
                trials.decide(0.0, self.tries, 0)
                state.apply(trials.choice())
            else:
                state.apply(greedy_move(state, rng))
        return state.payoff(game % 2)


def main() -> None:
    """Play with the other hand drawn evenly, guessed and shown."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--tries", type=int, default=1000, help="for each decision")
    parser.add_argument("--turns", type=int, default=TURNS, help="played behind a move")
    parser.add_argument("--hands", nargs="*", default=[EVEN, GUESSED, SHOWN])
    parser.add_argument("--seed", type=int, default=1)
    add_arguments(parser)
    given = parser.parse_args()
    with workers_of(given) as workers:
        tell(given, workers)


def tell(given: argparse.Namespace, workers: Workers) -> None:
    """A line for each way, and how far the guessing player comes."""
    share: dict[str, float] = {}
    for hand in given.hands:
        wins = sum(workers.map(Play(hand, given.tries, given.turns, given.seed), range(given.games)))
        share[hand] = wins / given.games
        low, high = wilson(wins, given.games, 0.95)
        print(
            f"hand {hand}: {wins:g} of {given.games} = {share[hand]:.1%} [{low:.1%}, {high:.1%}]", flush=True
        )
    if GUESSED in share and share.get(SHOWN, 0.5) > 0.5:
        print(f"the way from even to shown: {(share[GUESSED] - 0.5) / (share[SHOWN] - 0.5):.0%}", flush=True)


if __name__ == "__main__":
    main()
