"""The share of luck in Touché: `expert` with the other hand even, guessed, reasoned, or shown.

It plays squares against `greedy`, the same deals in each way, with a given number of tries a decision. Shown
the other hand, it gives a bound that no fair player can reach; the last line is the share of the way from an
even score to the bound that the guessing player comes. Reasoned hands are those with which `greedy` would
have played as it did: a player who knows its opponent's program could do that, and hardly more. `--heat` is
the expected error of all players in the turns after a move.

    python -m bench.touche_luck --games 1000 --tries 1000
"""

import argparse
from collections import Counter
from dataclasses import dataclass
from typing import Final, NamedTuple

from bench.on_workers import add_arguments, workers_of
from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from ludotheque.bots.trials import Trials
from ludotheque.core.chance import seeded
from ludotheque.core.knowledge import Belief, Knowledge
from ludotheque.core.state import CHANCE, OVER, State
from ludotheque.games.touche.bots.greedy import greedy_move
from ludotheque.games.touche.bots.knowledge import ToucheKnowledge
from ludotheque.games.touche.bots.levels import TURNS, hand_model, move_scorer, value_networks
from ludotheque.games.touche.bots.move_scorer import HEAT
from ludotheque.games.touche.layout import read_layout
from ludotheque.games.touche.rules.board import SQUARES
from ludotheque.games.touche.rules.cards import EMPTY_HAND, HAND
from ludotheque.games.touche.rules.setup import new_game
from ludotheque.games.touche.rules.state import Touche
from ludotheque.lab.statistics import wilson
from ludotheque.lab.workers import Workers

BOARD: Final = read_layout("")
EVEN: Final = "even"
GUESSED: Final = "guessed"
SHOWN: Final = "shown"
REASONED: Final = "reasoned"
HANDS: Final = (EVEN, GUESSED, REASONED, SHOWN)

REMEMBERED: Final = 3
"""The number of the opponent's decisions that the hand has to explain."""
DRAWS: Final = 40
"""The number of hands drawn until one explains all of them; else the best one is taken."""


class Decision(NamedTuple):
    """A move of the other seat, and the position before it."""

    before: Touche
    move: int
    card: int
    """The card that left the hand."""


def hand_of(state: Touche, seat: int) -> list[int]:
    """Return the cards of a seat."""
    places = range(HAND * seat, HAND * seat + HAND)
    return [int(state.hands[place]) for place in places if state.hands[place] != EMPTY_HAND]


class Seen(Belief[Touche]):
    """The true position, with the hands of others."""

    def world(self, rng: Random) -> State:
        """Return the true position."""
        return self.state.copy()


class Reasoned(Belief[Touche]):
    """Hands with which `greedy` would have made its last decisions."""

    def __init__(self, state: Touche, seat: i64, past: list[Decision]) -> None:
        super().__init__(state, seat)
        told = [decision for decision in past if decision.before.deals == state.deals]
        self.past = told[: -REMEMBERED - 1 : -1]

    def world(self, rng: Random) -> State:
        """Return the position that explains the most decisions."""
        best, most = self.state, -1
        for _ in range(DRAWS):
            drawn = self.state.reimagine(self.seat, rng)
            explained = self.explained(hand_of(drawn, int(1 - self.seat)), rng)
            if explained > most:
                best, most = drawn, explained
            if most == len(self.past):
                break
        return best

    def explained(self, hand: list[int], rng: Random) -> int:
        """Return the number of decisions, from the last one back, that a hand explains."""
        seat = int(1 - self.seat)
        for number, decision in enumerate(self.past):
            drawn_since = len(hand) + 1 - len(hand_of(decision.before, seat))
            for _ in range(drawn_since):
                hand.pop(rng.randrange(len(hand)))
            hand = sorted([*hand, decision.card])
            then = decision.before.copy()
            for place, card in enumerate(hand):
                then.hands[HAND * seat + place] = card
            if greedy_move(then, rng) != decision.move:
                return number
        return len(self.past)


class Sees(Knowledge[Touche]):
    """The knowledge of `expert` with another belief about hidden hands, and another expected error."""

    def __init__(self, hand: str, heat: float = HEAT) -> None:
        self.hand = hand
        self.heat = heat
        self.past: list[Decision] = []
        self.knowledge = ToucheKnowledge(value_networks(), move_scorer(), hand_model())

    def belief(self, state: Touche, seat: i64) -> Belief[Touche]:
        """Return the belief: even, guessed, reasoned, or the truth."""
        if self.hand == GUESSED:
            return self.knowledge.belief(state, seat)
        if self.hand == REASONED:
            return Reasoned(state, seat, self.past)
        return Seen(state, seat) if self.hand == SHOWN else Belief(state, seat)

    def priors(self, state: Touche, moves: vec[i64]) -> vec[float]:
        """Return the priors of `expert`."""
        return self.knowledge.priors(state, moves)

    def reply(self, state: Touche, rng: Random) -> i64:
        """Return a move by move scores."""
        return self.knowledge.scorer.likely(state, self.heat, rng)

    def judge(self, state: Touche, viewer: i64, rng: Random) -> vec[float]:
        """Return the evaluation of `expert`."""
        return self.knowledge.judge(state, viewer, rng)


@dataclass(frozen=True)
class Play:
    """Plays games by their numbers."""

    hand: str
    tries: int
    turns: int
    heat: float
    seed: int

    def __call__(self, game: int) -> float:
        """Play one game, each of two with the same random numbers on the other seat; return 1 for a win."""
        knowledge = Sees(self.hand, self.heat)
        rng, thought = seeded(self.seed + game // 2), seeded(self.seed + game)
        state = new_game(BOARD, 2, 2, SQUARES, spoken=False)
        while (turn := state.turn()) != OVER:
            if turn == CHANCE:
                state.apply(state.sample(rng))
            elif turn == game % 2:
                trials = Trials(state, turn, knowledge, self.turns, thought)
                trials.decide(0.0, self.tries, 0)
                state.apply(trials.choice())
            else:
                before, move = state.copy(), greedy_move(state, rng)
                state.apply(move)
                left = Counter(hand_of(before, int(turn))) - Counter(hand_of(state, int(turn)))
                knowledge.past += [Decision(before, int(move), card) for card in left]
        return state.payoff(game % 2)


def main() -> None:
    """Play with the other hand drawn evenly, guessed, reasoned and shown."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--tries", type=int, default=1000, help="for each decision")
    parser.add_argument("--turns", type=int, default=TURNS, help="played behind a move")
    parser.add_argument("--heat", type=float, default=HEAT, help="of all players after a move")
    parser.add_argument("--hands", nargs="*", default=HANDS, choices=HANDS)
    parser.add_argument("--seed", type=int, default=1)
    add_arguments(parser)
    given = parser.parse_args()
    with workers_of(given) as workers:
        tell(given, workers)


def tell(given: argparse.Namespace, workers: Workers) -> None:
    """Print a line for each kind of knowledge, and the share of the gain by the model."""
    share: dict[str, float] = {}
    for hand in given.hands:
        work = Play(hand, given.tries, given.turns, given.heat, given.seed)
        wins = sum(workers.map(work, range(given.games)))
        share[hand] = wins / given.games
        low, high = wilson(wins, given.games, 0.95)
        print(
            f"hand {hand}: {wins:g} of {given.games} = {share[hand]:.1%} [{low:.1%}, {high:.1%}]", flush=True
        )
    if GUESSED in share and share.get(SHOWN, 0.5) > 0.5:
        print(f"the way from even to shown: {(share[GUESSED] - 0.5) / (share[SHOWN] - 0.5):.0%}", flush=True)


if __name__ == "__main__":
    main()
