# mypyc: compile
"""What a search knows of Targi: which moves look good, and what a position is worth.

A position is judged by playing the round to its end with moves that look good, and then by a weighted sum of
features that was fitted to games of the bots themselves (`train/targi`): it foretells by how many
points the game will be won.
"""

from math import exp
from typing import Final, NamedTuple

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from ludotheque.core.knowledge import Belief, Exploration, Knowledge
from ludotheque.core.policy import Policy, best, drawn
from ludotheque.core.state import CHANCE, OVER, State
from ludotheque.games.targi.bots.belief import UnseenCard
from ludotheque.games.targi.bots.heuristics import promise
from ludotheque.games.targi.bots.move_policy import MovePolicy
from ludotheque.games.targi.bots.placement_network import PlacementNetwork
from ludotheque.games.targi.bots.value_features import FEATURES, ROUNDS, WEIGHTS, features, rounds_left
from ludotheque.games.targi.rules.board import DRAW_TRIBE, FINISHED, PLACE, TURN_UP
from ludotheque.games.targi.rules.scoring import score
from ludotheque.games.targi.rules.state import Targi


class Value(NamedTuple):
    """A value function: weights of the features, and by how many points it is off."""

    weights: list[float]
    spread_at_end: float
    spread_per_round: float


STEEPNESS: Final = 1.7  # the logistic curve that is nearest to the normal one
SHARPNESS: Final = 2.0  # of the policy in the play to the end of a round: fewer errors, and less noise

EXPLORATION: Final = Exploration(promise=0.3, doubt=0.1, first_look=0.05)
"""How a search with a learned policy shares its thought; `train.targi.duel --wide` compares."""


class TargiKnowledge(Knowledge):
    """Instinct for moves and weights for positions; with no weights the score alone is foretold."""

    def __init__(self, value: Value) -> None:
        super().__init__()
        self.weights: vec[float] = vec[float](value.weights)
        self.spread_at_end: float = value.spread_at_end
        self.spread_per_round: float = value.spread_per_round

    def priors(self, state: State, moves: vec[i64]) -> vec[float]:
        """How promising each of the moves looks."""
        assert isinstance(state, Targi)
        return promise(state, moves)

    def outcome_key(self, state: State, outcome: i64) -> i64:
        """A card drawn with Tribal Expansion is seen by its player alone (TARGI-23)."""
        assert isinstance(state, Targi)
        return -1 if state.phase == DRAW_TRIBE else outcome

    def rollout_move(self, state: State, rng: Random) -> i64:
        """A move drawn by how promising it looks."""
        assert isinstance(state, Targi)
        moves = state.moves()
        if len(moves) == 1:
            return moves[0]
        return moves[drawn(promise(state, moves), rng)]

    def judge(self, state: State, viewer: i64, rng: Random) -> vec[float]:  # noqa: ARG002 - tells nobody apart
        """Play the round to its end, then foretell who wins."""
        assert isinstance(state, Targi)
        robber = state.robber
        begun = self.round_begun(state)
        while begun and state.robber == robber and state.phase != TURN_UP and state.phase != FINISHED:
            state.apply(state.sample(rng) if state.turn() == CHANCE else self.rollout_move(state, rng))
        if state.turn() == OVER:
            return vec[float]([state.payoff(0), state.payoff(1)])
        chance = self.winning_chance(state)
        return vec[float]([chance, 1.0 - chance])

    def round_begun(self, state: Targi) -> bool:
        """Whether anybody has placed in this round; before that the position is judged as it stands."""
        for owner in state.targis:
            if owner >= 0:
                return True
        return state.second == 1

    def winning_chance(self, state: Targi) -> float:
        """The chance of the first seat to win."""
        spread = self.spread_at_end + self.spread_per_round * float(rounds_left(state))
        return 1.0 / (1.0 + exp(-STEEPNESS * self.margin(state) / spread))

    def margin(self, state: Targi) -> float:
        """By how many points the first seat is expected to win."""
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
    """The same with a learned policy in place of instinct, and a network that knows better where to place."""

    def __init__(self, value: Value, policy: MovePolicy, placement: PlacementNetwork | None) -> None:
        super().__init__(value)
        self.policy: MovePolicy = policy
        self.placement: PlacementNetwork | None = placement

    def priors(self, state: State, moves: vec[i64]) -> vec[float]:
        """How likely each of the moves is to be the choice of a long search."""
        assert isinstance(state, Targi)
        placement = self.placement
        if placement is not None and state.phase == PLACE:
            return placement.likely(state, moves)
        return self.policy.likely(state, moves)

    def belief(self, state: State, seat: i64) -> Belief:
        """The opponent's unseen hand card is one that it would have kept (TARGI-23)."""
        assert isinstance(state, Targi)
        return UnseenCard(state, seat, self.policy)

    def rollout_move(self, state: State, rng: Random) -> i64:
        """A move drawn by how likely it is."""
        assert isinstance(state, Targi)
        moves = state.moves()
        if len(moves) == 1:
            return moves[0]
        return moves[drawn(self.policy.likely(state, moves, SHARPNESS), rng)]


class LearnedPolicy(Policy):
    """Draws a move by how likely it is that a long search would choose it.

    The sharper, the less often it takes a worse move for a better one; 1 is as it was learned.
    """

    def __init__(self, learned: LearnedKnowledge, sharpness: float) -> None:
        self.learned: LearnedKnowledge = learned
        self.sharpness: float = sharpness

    def move(self, state: State, rng: Random) -> i64:
        """A move, the likely ones more often."""
        assert isinstance(state, Targi)
        moves = state.moves()
        if len(moves) == 1:
            return moves[0]
        weights = self.learned.priors(state, moves)
        i: i64 = 0
        while i < len(weights):
            weights[i] = weights[i] ** self.sharpness
            i += 1
        return moves[drawn(weights, rng)]


class Greedy(Policy):
    """Plays what looks best at first sight."""

    def move(self, state: State, rng: Random) -> i64:  # noqa: ARG002 - leaves nothing to chance
        """The most promising move."""
        assert isinstance(state, Targi)
        moves = state.moves()
        return moves[best(promise(state, moves))]
