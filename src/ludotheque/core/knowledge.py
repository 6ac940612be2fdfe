# mypyc: compile
"""The knowledge of a game that a search uses beyond the rules; games subclass it in their folders."""

from typing import Final, Generic, NamedTuple

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ludotheque.core.state import CHANCE, OVER, S, State, payoffs, random_move


class Exploration(NamedTuple):
    """The division of a search among the moves of a position, in fractions of a win."""

    promise: float = 0.7
    """Bonus of a move that looks good beforehand, as long as it was tried little."""
    doubt: float = 0.7
    """Bonus of each move of the root that was tried little, however good it looks."""
    first_look: float = 0.1
    """Penalty of a move that was never tried, relative to its neighbours."""


WIDE: Final = Exploration()
"""For a search that knows little of its moves beforehand."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Belief(Generic[S]):
    """The probabilities of what a seat can't see in one position; uniform unless a game overrides it.

    A game that reads the moves of other players draws the likelier cards more often. Whatever may be hidden
    keeps a probability above 0, and whatever can't be hidden has 0.
    """

    def __init__(self, state: S, seat: i64) -> None:
        self.state: S = state
        self.seat: i64 = seat

    def world(self, rng: Random) -> State:
        """Return a copy of the position in which what the seat can't see is resampled."""
        return self.state.reimagine(self.seat, rng)


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge(Generic[S]):
    """Knowledge of the rules alone: all moves are equal, and positions are rated by random playouts."""

    def priors(self, state: S, moves: vec[i64]) -> vec[float]:
        """Return how promising each of the moves looks, as weights above 0."""
        weights = vec[float](capacity=len(moves))
        for _ in moves:
            weights = append(weights, 1.0)
        return weights

    def reply(self, state: S, rng: Random) -> i64:
        """Return the move the seat to act is expected to make, from what it sees itself."""
        return random_move(state, rng)

    def belief(self, state: S, seat: i64) -> Belief[S]:
        """Return the probabilities of what a seat can't see."""
        return Belief(state, seat)

    def outcome_key(self, state: S, outcome: i64) -> i64:
        """Return the key by which a search separates the positions after an outcome of chance.

        It is the outcome itself unless overridden; -1 for an outcome that not all players see, such as a card
        drawn into a hand: the positions after it then share one node.
        """
        return outcome

    def rollout_move(self, state: S, rng: Random) -> i64:
        """Return a move for a playout."""
        return random_move(state, rng)

    def judge(self, state: S, viewer: i64, rng: Random) -> vec[float]:
        """Return the value of a position for each seat, from 0 to 1; the position is used up.

        By default it is played out; a game that can evaluate a position overrides this. The viewer is the
        seat that searches: what is hidden from it was drawn at random and may be ignored.
        """
        turn = state.turn()
        while turn != OVER:
            state.apply(state.sample(rng) if turn == CHANCE else self.rollout_move(state, rng))
            turn = state.turn()
        return payoffs(state)
