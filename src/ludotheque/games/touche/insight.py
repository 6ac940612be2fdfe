# mypyc: compile
"""The chance of a side to win a game of Touché, as one seat can tell it from what it sees.

A small network judges by the look of a position and never by the hands of others, so that it says the same
of all positions that look the same to the seat. `bench/touche_fit.py` teaches it.
"""

from math import exp
from typing import Final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.core.policy import Policy, best
from ludotheque.core.state import CHANCE, OVER, State
from ludotheque.games.touche.board import JOKER
from ludotheque.games.touche.look import ROWS, SIGNS, Look
from ludotheque.games.touche.rules import DRAW, DRAW_EXCHANGE, Touche

WIDTH: Final = 12  # numbers that stand for a way in which a pattern can be
HIDDEN: Final = 24  # cells of the hidden layer
INPUTS: Final = 2 * WIDTH + SIGNS
SIZE: Final = ROWS * WIDTH + HIDDEN * (INPUTS + 2) + INPUTS + 1
"""Its numbers: rows, hidden cells and their biases, what comes from those and from the inputs, a start."""


class Insight:
    """The network: sums the numbers of all rows by side, and weighs them with the signs."""

    def __init__(self, numbers: list[float]) -> None:
        self.numbers: vec[float] = vec[float](numbers)

    def chance(self, state: Touche, seat: i64) -> float:
        """The chance of a seat's side to win the game."""
        look = Look(state, seat)
        numbers = self.numbers
        told = vec[float]([0.0] * (2 * WIDTH))
        i: i64 = 0
        while i < len(look.rows):
            at = look.rows[i] * WIDTH
            to: i64 = 0 if i < look.others_from else WIDTH
            i += 1
            end = to + WIDTH
            while to < end:
                told[to] += numbers[at]
                to += 1
                at += 1
        for sign in look.signs:
            told = append(told, sign)
        score: float = numbers[len(numbers) - 1]
        bias: i64 = ROWS * WIDTH + HIDDEN * INPUTS
        weight: i64 = ROWS * WIDTH
        hidden: i64 = 0
        while hidden < HIDDEN:
            total: float = numbers[bias + hidden]
            i = 0
            while i < INPUTS:
                total += told[i] * numbers[weight]
                weight += 1
                i += 1
            if total > 0.0:
                score += total * numbers[bias + HIDDEN + hidden]
            hidden += 1
        i = 0
        while i < INPUTS:
            score += told[i] * numbers[bias + 2 * HIDDEN + i]
            i += 1
        return 1.0 / (1.0 + exp(-score))

    def worth(self, state: Touche, rng: Random) -> vec[float]:
        """The chance to win with each of the moves, with the same card drawn behind every one of them."""
        seat = state.turn()
        drawn: i64 = state.pick(rng) if state.stacks[seat] > 0 else JOKER
        worth = vec[float]()
        for move in state.moves():
            after = state.copy()
            after.apply(move)
            if after.phase == DRAW or after.phase == DRAW_EXCHANGE:
                after.apply(drawn)
            while after.turn() == CHANCE:
                after.apply(after.sample(rng))
            worth = append(worth, after.payoff(seat) if after.turn() == OVER else self.chance(after, seat))
        return worth


class ByInsight(Policy):
    """Plays what its insight holds for best, without looking further."""

    def __init__(self, insight: Insight) -> None:
        self.insight: Insight = insight

    def move(self, state: State, rng: Random) -> i64:
        """The move behind which the chance to win is highest."""
        assert isinstance(state, Touche)  # what else
        return state.moves()[best(self.insight.worth(state, rng))]
