# mypyc: compile
"""What a search knows of a game beyond its rules; a game subclasses it in its own folder."""

from typing import Final, NamedTuple

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ludotheque.core.state import CHANCE, OVER, State, payoffs, random_move


class Exploration(NamedTuple):
    """How a search shares its thought among the moves of a position, in parts of a win."""

    promise: float = 0.7
    """How much a move gains by looking good beforehand, as long as it was tried little."""
    doubt: float = 0.7
    """How much every move of the root gains by being tried little, whatever it promises."""
    first_look: float = 0.1
    """How much worse than its neighbours a move is taken to be before it was tried."""


WIDE: Final = Exploration()
"""For a search that knows little of its moves beforehand."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Belief:
    """What a seat makes of what it can't see in one position: by the rules alone all is equally likely.

    A game that reads the moves of others draws what is likelier more often. Whatever may be hidden keeps a
    chance, and what can't be has none.
    """

    def __init__(self, state: State, seat: i64) -> None:
        self.state: State = state
        self.seat: i64 = seat

    def world(self, rng: Random) -> State:
        """A copy of the position in which what the seat can't see is drawn anew."""
        return self.state.reimagine(self.seat, rng)


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge:
    """Nothing but the rules: all moves are equal, and a position is judged by playing it out at random."""

    def priors(self, state: State, moves: vec[i64]) -> vec[float]:  # noqa: ARG002 - knows nothing
        """How promising each of the moves looks, as weights above 0."""
        weights = vec[float](capacity=len(moves))
        for _ in moves:
            weights = append(weights, 1.0)
        return weights

    def reply(self, state: State, rng: Random) -> i64:
        """The move that the seat to act is expected to make, from what it sees itself."""
        return random_move(state, rng)

    def belief(self, state: State, seat: i64) -> Belief:
        """What a seat makes of what it can't see."""
        return Belief(state, seat)

    def outcome_key(self, state: State, outcome: i64) -> i64:  # noqa: ARG002 - all is open as a rule
        """By what number a search tells the positions behind an outcome of chance apart.

        The outcome itself as a rule; -1 for one that not everybody sees, such as a card drawn into a hand:
        what follows is then thought about as a whole.
        """
        return outcome

    def rollout_move(self, state: State, rng: Random) -> i64:
        """A move to play a position out with."""
        return random_move(state, rng)

    def judge(self, state: State, viewer: i64, rng: Random) -> vec[float]:  # noqa: ARG002 - sees all alike
        """What a position is worth to each seat, from 0 to 1; the position is used up.

        Here it is played out; a game that can judge without playing overrides this. The viewer is the seat
        that searches: what is hidden from it was drawn at random and may be left out of account.
        """
        turn = state.turn()
        while turn != OVER:
            state.apply(state.sample(rng) if turn == CHANCE else self.rollout_move(state, rng))
            turn = state.turn()
        return payoffs(state)
