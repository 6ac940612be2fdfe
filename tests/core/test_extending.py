"""Classes that are meant to be extended can be, by code that is not compiled."""

import copy
import pickle
from typing import Final

import pytest
from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from ludotheque.bots.search import Tree
from ludotheque.core.chance import seeded
from ludotheque.core.knowledge import WIDE, Knowledge
from ludotheque.core.policy import Policy, play_with
from ludotheque.core.state import OVER, State, play_out, random_move

STONES: Final = 7


class Nim(State):
    """Take one or two stones; who takes the last wins."""

    def __init__(self) -> None:
        super().__init__(2)
        self.left = STONES
        self.seat = 0
        self.taken: list[list[int]] = [[], []]
        self.worths = vec[float]([0.5])
        self.sizes = vec[i64]([STONES])

    def turn(self) -> i64:
        return self.seat if self.left else OVER

    def moves(self) -> vec[i64]:
        return vec[i64]([1, 2][: self.left])

    def outcomes(self) -> vec[i64]:
        return vec[i64]()

    def weights(self) -> vec[i64]:
        return vec[i64]()

    def apply(self, move: i64) -> None:
        self.left -= move
        self.taken[self.seat].append(move)
        self.note(0, self.seat, move)
        self.seat = 1 - self.seat

    def payoff(self, seat: i64) -> float:
        return float(seat == 1 - self.seat)


class Wise(Policy[Nim]):
    """Leaves a multiple of three."""

    def move(self, state: Nim, rng: Random) -> i64:
        return state.left % 3 or random_move(state, rng)


class Cheat(Policy):
    """Takes what is not allowed."""

    def move(self, state: State, rng: Random) -> i64:
        return 5


class Hopeful(Knowledge):
    """Likes to take two."""

    def priors(self, state: State, moves: vec[i64]) -> vec[float]:
        return vec[float]([float(move) for move in moves])


def test_a_state_of_ones_own_plays_copies_and_pickles() -> None:
    state = Nim()
    assert play_out(state, seeded(1)) > 3
    assert state.turn() == OVER
    for other in (state.copy(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert isinstance(other, Nim)
        assert (other.seats, other.left, other.seat, other.taken) == (2, 0, state.seat, state.taken)
        assert (list(other.worths), list(other.sizes), other.journal) == ([0.5], [STONES], None)
        other.taken[0].append(9)
        other.sizes[0] = 1
        assert state.sizes[0] == STONES
        assert 9 not in state.taken[0]


def test_notes_are_written_where_there_is_a_journal() -> None:
    state = Nim()
    state.apply(1)
    state.journal = []
    state.apply(2)
    assert state.journal == [(0, 1, 2, 0, 0)]


def test_a_policy_of_ones_own_plays_inside_the_compiled_loop() -> None:
    state = Nim()
    play_with(state, [Wise(), Policy()], seeded(1), seeded(2))
    assert state.payoff(0) == 1


@pytest.mark.parametrize("seat", [0, 1])
def test_a_move_that_is_not_allowed_stops_the_compiled_loop(seat: int) -> None:
    state = Nim()
    policies = [Policy(), Policy()]
    policies[seat] = Cheat()
    assert play_with(state, policies, seeded(1), seeded(2)) == seat
    assert state.turn() == seat


def test_knowledge_of_ones_own_guides_the_search() -> None:
    tree = Tree(Nim(), 0, Hopeful(), WIDE, seeded(1))
    tree.think(0, 400)
    assert tree.choice() == 1, "leaves six stones, whatever it likes"
