# mypyc: compile
"""Players inside the compiled rules: each takes a `State` and returns the number of a move."""

from math import exp
from typing import Generic

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ludotheque.core.state import CHANCE, OVER, S, State, random_move


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy(Generic[S]):
    """A uniformly random player; a better one overrides `move`, and `worth` if it rates moves.

    `Policy[Pig]` gets a position of Pig alone; compiled code raises a `TypeError` for any other.
    """

    def move(self, state: S, rng: Random) -> i64:
        """Return the move of the seat to act."""
        return random_move(state, rng)

    def worth(self, state: S, rng: Random) -> vec[float]:
        """Return the chance to win with each of `State.moves`, in their order; equal for a random player."""
        count = len(state.moves())
        worth = vec[float](capacity=count)
        i: i64 = 0
        while i < count:
            worth = append(worth, 1.0 / float(state.seats))
            i += 1
        return worth


def best(worth: vec[float]) -> i64:
    """Return the index of the highest number, the first of equal ones."""
    found: i64 = 0
    i: i64 = 1
    while i < len(worth):
        if worth[i] > worth[found]:
            found = i
        i += 1
    return found


def heated(worth: vec[float], heat: float) -> vec[float]:
    """Return the weights of the moves for an imperfect player: worse by `heat` is a third as likely."""
    most = worth[best(worth)]
    weights = vec[float](capacity=len(worth))
    for one in worth:
        weights = append(weights, exp((one - most) / heat))
    return weights


def drawn(weights: vec[float], rng: Random) -> i64:
    """Return an index drawn by the weights."""
    total: float = 0.0
    for weight in weights:
        total += weight
    left = rng.random() * total
    last: i64 = len(weights) - 1
    i: i64 = 0
    while i < last and left >= weights[i]:
        left -= weights[i]
        i += 1
    return i


def allows(state: State, move: i64) -> bool:
    """Return whether a move is legal for the seat to act."""
    for allowed in state.moves():  # noqa: SIM110 - a generator is slower, compiled
        if allowed == move:
            return True
    return False


def play_with(state: State, policies: list[Policy], chance: Random, thought: Random) -> i64:
    """Play a position to its end with one policy per seat; return the number of moves the seats made.

    An illegal move is not played: the game stops there, with its seat still to act. Chance and the policies
    have separate random number generators, so the dice are the same for any policies.
    """
    decisions: i64 = 0
    turn = state.turn()
    while turn != OVER:
        if turn == CHANCE:
            state.apply(state.sample(chance))
        else:
            policy = policies[turn]
            move = policy.move(state, thought)
            if not allows(state, move):
                return decisions
            state.apply(move)
            decisions += 1
        turn = state.turn()
    return decisions
