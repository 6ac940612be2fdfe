# mypyc: compile
"""The knowledge of Targi for a search: priors of moves and the evaluation of positions.

A position is evaluated by playing the round to its end with likely moves, and then by a weighted sum of
features that was fitted to games of the bots (`train/targi`): it predicts the margin of points.
"""

from math import exp
from typing import Final, NamedTuple

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from ludotheque.core.knowledge import Belief, Exploration, Knowledge
from ludotheque.core.policy import Policy, best, drawn
from ludotheque.core.state import CHANCE, OVER
from ludotheque.games.targi.bots.belief import UnseenCard
from ludotheque.games.targi.bots.heuristics import promise
from ludotheque.games.targi.bots.move_policy import MovePolicy
from ludotheque.games.targi.bots.placement_network import PlacementNetwork
from ludotheque.games.targi.bots.value_features import FEATURES, ROUNDS, WEIGHTS, features, rounds_left
from ludotheque.games.targi.rules.board import DRAW_TRIBE, FINISHED, PLACE, TURN_UP
from ludotheque.games.targi.rules.scoring import score
from ludotheque.games.targi.rules.state import Targi


class Value(NamedTuple):
    """A value function: weights of the features, and the standard deviation of its error in points."""

    weights: list[float]
    spread_at_end: float
    spread_per_round: float


STEEPNESS: Final = 1.7  # the logistic curve that is nearest to the normal one
SHARPNESS: Final = 2.0  # of the policy in the play to the end of a round: fewer errors, and less noise

EXPLORATION: Final = Exploration(promise=0.3, doubt=0.1, first_look=0.05)
"""The exploration of a search with a learned policy; `train.targi.duel --wide` compares."""


class TargiKnowledge(Knowledge[Targi]):
    """Heuristic priors and a linear value function; without weights only the score is compared."""

    def __init__(self, value: Value) -> None:
        super().__init__()
        self.weights: vec[float] = vec[float](value.weights)
        self.spread_at_end: float = value.spread_at_end
        self.spread_per_round: float = value.spread_per_round

    def priors(self, state: Targi, moves: vec[i64]) -> vec[float]:
        """Return the heuristic weight of each move."""
        return promise(state, moves)

    def outcome_key(self, state: Targi, outcome: i64) -> i64:
        """Return -1 for a card drawn with Tribal Expansion, since only its player sees it (TARGI-23)."""
        return -1 if state.phase == DRAW_TRIBE else outcome

    def rollout_move(self, state: Targi, rng: Random) -> i64:
        """Return a random move, weighted by the priors."""
        moves = state.moves()
        if len(moves) == 1:
            return moves[0]
        return moves[drawn(promise(state, moves), rng)]

    def judge(self, state: Targi, viewer: i64, rng: Random) -> vec[float]:
        """Play the round to its end, then return each seat's chance to win."""
        robber = state.robber
        begun = self.round_begun(state)
        while begun and state.robber == robber and state.phase != TURN_UP and state.phase != FINISHED:
            state.apply(state.sample(rng) if state.turn() == CHANCE else self.rollout_move(state, rng))
        if state.turn() == OVER:
            return vec[float]([state.payoff(0), state.payoff(1)])
        chance = self.winning_chance(state)
        return vec[float]([chance, 1.0 - chance])

    def round_begun(self, state: Targi) -> bool:
        """Return whether a Targi was placed in this round; before that the position is evaluated as it
        stands.
        """
        for owner in state.targis:
            if owner >= 0:
                return True
        return state.second == 1

    def winning_chance(self, state: Targi) -> float:
        """Return the first seat's chance to win."""
        spread = self.spread_at_end + self.spread_per_round * float(rounds_left(state))
        return 1.0 / (1.0 + exp(-STEEPNESS * self.margin(state) / spread))

    def margin(self, state: Targi) -> float:
        """Return the expected margin of the first seat, in points."""
        if len(self.weights) < WEIGHTS:
            return float(score(state, 0) - score(state, 1))
        own = features(state, 0)
        theirs = features(state, 1)
        left = float(rounds_left(state)) / float(ROUNDS)
        total: float = 0.0
        i: i64 = 0
        while i < FEATURES:
            total += (own[i] - theirs[i]) * (self.weights[i] + left * self.weights[FEATURES + i])
            i += 1
        return total


class LearnedKnowledge(TargiKnowledge):
    """The same with a learned policy in place of heuristics, and a better network for placements."""

    def __init__(self, value: Value, policy: MovePolicy, placement: PlacementNetwork | None) -> None:
        super().__init__(value)
        self.policy: MovePolicy = policy
        self.placement: PlacementNetwork | None = placement

    def priors(self, state: Targi, moves: vec[i64]) -> vec[float]:
        """Return the probability of each move to be chosen by a long search."""
        placement = self.placement
        if placement is not None and state.phase == PLACE:
            return placement.likely(state, moves)
        return self.policy.likely(state, moves)

    def belief(self, state: Targi, seat: i64) -> Belief[Targi]:
        """Return the belief that the unseen hand card of the opponent is one it would have kept
        (TARGI-23).
        """
        return UnseenCard(state, seat, self.policy)

    def rollout_move(self, state: Targi, rng: Random) -> i64:
        """Return a random move, weighted by the learned policy."""
        moves = state.moves()
        if len(moves) == 1:
            return moves[0]
        return moves[drawn(self.policy.likely(state, moves, SHARPNESS), rng)]


class LearnedPolicy(Policy[Targi]):
    """A policy that samples moves by the probability that a long search would choose them.

    With more sharpness it takes a worse move for a better one less often; 1 is the learned distribution.
    """

    def __init__(self, learned: LearnedKnowledge, sharpness: float) -> None:
        self.learned: LearnedKnowledge = learned
        self.sharpness: float = sharpness

    def move(self, state: Targi, rng: Random) -> i64:
        """Return a random move, likely ones more often."""
        moves = state.moves()
        if len(moves) == 1:
            return moves[0]
        weights = self.learned.priors(state, moves)
        i: i64 = 0
        while i < len(weights):
            weights[i] = weights[i] ** self.sharpness
            i += 1
        return moves[drawn(weights, rng)]


class Greedy(Policy[Targi]):
    """A policy that plays the move with the highest heuristic weight."""

    def move(self, state: Targi, rng: Random) -> i64:
        """Return the move with the highest heuristic weight."""
        moves = state.moves()
        return moves[best(promise(state, moves))]
