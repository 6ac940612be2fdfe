# mypyc: compile
"""The knowledge of Touché for a search: the evaluation of positions, and promising moves."""

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.core.knowledge import Belief, Knowledge
from ludotheque.core.state import State
from ludotheque.games.touche.bots.hand_model import HandBelief, HandModel
from ludotheque.games.touche.bots.move_scorer import HEAT, MoveScorer
from ludotheque.games.touche.bots.value_network import ValueNetwork
from ludotheque.games.touche.rules.board import CROSSES
from ludotheque.games.touche.rules.state import Touche


class Plain(Knowledge[Touche]):
    """The rules alone; only a card drawn into a hand is hidden from the others."""

    def outcome_key(self, state: State, outcome: i64) -> i64:
        """Return -1, since drawn cards are secret."""
        return -1


class ToucheKnowledge(Plain):
    """Evaluates a position from what the searching seat sees; moves are predicted by `MoveScorer`."""

    def __init__(self, networks: list[ValueNetwork], scorer: MoveScorer, hand_model: HandModel) -> None:
        self.networks: list[ValueNetwork] = networks  # for two sides and for three
        self.scorer: MoveScorer = scorer
        self.hand_model: HandModel = hand_model

    def belief(self, state: Touche, seat: i64) -> Belief[Touche]:
        """Return the probabilities of others' hands, judging by the cards they have played."""
        return HandBelief(state, seat, self.hand_model)

    def priors(self, state: Touche, moves: vec[i64]) -> vec[float]:
        """Return the weights of the moves, higher for a higher score by `MoveScorer`."""
        return self.scorer.weights(state, moves, HEAT)

    def reply(self, state: Touche, rng: Random) -> i64:
        """Return a random move by the scores of `MoveScorer`."""
        return self.scorer.likely(state, HEAT, rng)

    def judge(self, state: Touche, viewer: i64, rng: Random) -> vec[float]:
        """Return the chance of each seat's side to win."""
        chances = self.chances(state, viewer)
        worth = vec[float](capacity=state.seats)
        seat: i64 = 0
        while seat < state.seats:
            side = seat % state.sides
            worth = append(worth, self.match_chance(state, chances, side) if state.pros else chances[side])
            seat += 1
        return worth

    def chances(self, state: Touche, viewer: i64) -> vec[float]:
        """Return each side's chance to win the game; the others share the rest of the viewer's."""
        own = self.networks[state.sides - 2].chance(state, viewer)
        others = (1.0 - own) / float(state.sides - 1)
        chances = vec[float](capacity=state.sides)
        side: i64 = 0
        while side < state.sides:
            chances = append(chances, own if side == viewer % state.sides else others)
            side += 1
        return chances

    def match_chance(self, state: Touche, chances: vec[float], side: i64) -> float:
        """Return a side's chance to win the match, if all games after this one are even (TOUCHE-7)."""
        worth: float = 0.0
        winner: i64 = 0
        while winner < state.sides:
            stages = state.sets[:]
            stages[winner] += 1
            worth += chances[winner] * even_match(stages, side)
            winner += 1
        return worth


def even_match(stages: vec[i64], side: i64) -> float:
    """Return the chance to win a match in which all sides win each game equally often."""
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
