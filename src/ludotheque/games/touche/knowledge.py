# mypyc: compile
"""What a search knows of Touché: how good a position is, and which moves look promising."""

from math import exp

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.core.knowledge import Knowledge
from ludotheque.core.state import CHANCE, OVER, State
from ludotheque.games.touche.board import CROSSES
from ludotheque.games.touche.features import features
from ludotheque.games.touche.outlook import Outlook, greedy_move
from ludotheque.games.touche.rules import Touche


class Plain(Knowledge):
    """The rules alone; but a card drawn into a hand is not seen by all."""

    def outcome_key(self, state: State, outcome: i64) -> i64:  # noqa: ARG002 - every card is drawn in secret
        """Nobody tells drawn cards apart."""
        return -1


class ToucheKnowledge(Plain):
    """Plays a few moves as a greedy player would, then judges by weighed features of the position."""

    def __init__(self, weights: list[float], sharpness: float, depth: i64) -> None:
        self.weights: vec[float] = vec[float](weights)  # by feature
        self.sharpness: float = sharpness  # how much the first sight of a move counts
        self.depth: i64 = depth  # moves that are played before judging

    def priors(self, state: State, moves: vec[i64]) -> vec[float]:
        """A move looks better the more it completes, extends or spoils."""
        assert isinstance(state, Touche)  # what else
        weights = vec[float](capacity=len(moves))
        outlook = Outlook(state)
        for move in moves:
            weights = append(weights, exp(self.sharpness * outlook.promise(move)))
        return weights

    def rollout_move(self, state: State, rng: Random) -> i64:
        """Complete, else block, else extend."""
        assert isinstance(state, Touche)  # what else
        return greedy_move(state, rng)

    def judge(self, state: State, rng: Random) -> vec[float]:
        """The chance of each seat's side to win, after a few moves that nobody thinks about."""
        assert isinstance(state, Touche)  # what else
        left = self.depth
        turn = state.turn()
        while turn != OVER and (left > 0 or turn == CHANCE):
            if turn == CHANCE:
                state.apply(state.sample(rng))
            else:
                state.apply(self.rollout_move(state, rng))
                left -= 1
            turn = state.turn()
        worth = vec[float](capacity=state.seats)
        chances = self.chances(state)
        seat: i64 = 0
        while seat < state.seats:
            side = seat % state.sides
            if turn == OVER:
                worth = append(worth, state.payoff(seat))
            elif state.pros:
                worth = append(worth, self.match_chance(state, chances, side))
            else:
                worth = append(worth, chances[side])
            seat += 1
        return worth

    def chances(self, state: Touche) -> vec[float]:
        """Each side's chance to win the game."""
        chances = vec[float](capacity=state.sides)
        total: float = 0.0
        side: i64 = 0
        while side < state.sides:
            score: float = 0.0
            for feature in features(state, side):
                score += self.weights[feature]
            chance: float = exp(score)
            total += chance
            chances = append(chances, chance)
            side += 1
        side = 0
        while side < state.sides:
            chances[side] /= total
            side += 1
        return chances

    def match_chance(self, state: Touche, chances: vec[float], side: i64) -> float:
        """A side's chance to win the match, if all games behind this one are even (TOUCHE-7)."""
        worth: float = 0.0
        winner: i64 = 0
        while winner < state.sides:
            stages = state.sets[:]
            stages[winner] += 1
            worth += chances[winner] * even_match(stages, side)
            winner += 1
        return worth


def even_match(stages: vec[i64], side: i64) -> float:
    """The chance to win a match when everybody wins each game as often."""
    worth: float = 0.0
    winner: i64 = 0
    while winner < len(stages):
        if stages[winner] > CROSSES:
            return 1.0 if winner == side else 0.0
        winner += 1
    winner = 0
    while winner < len(stages):
        ahead = stages[:]
        ahead[winner] += 1
        worth += even_match(ahead, side)
        winner += 1
    return worth / float(len(stages))
