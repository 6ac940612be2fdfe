# mypyc: compile
"""A network that estimates a side's chance to win a game of Touché, from what one seat sees.

Its input does not depend on the hands of others, so its output is the same for all positions that look the
same to the seat. `train/touche/value_network.py` trains it.
"""

from math import exp
from typing import Final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.core.policy import Policy, best
from ludotheque.core.state import CHANCE, OVER
from ludotheque.games.touche.bots.features import PLAIN_INPUTS, ROWS, NetworkInput
from ludotheque.games.touche.rules.board import JOKER
from ludotheque.games.touche.rules.state import DRAW, DRAW_EXCHANGE, Touche

WIDTH: Final = 12  # numbers per state of a pattern
HIDDEN: Final = 24  # units of the hidden layer
INPUTS: Final = 2 * WIDTH + PLAIN_INPUTS
SIZE: Final = ROWS * WIDTH + HIDDEN * (INPUTS + 2) + INPUTS + 1
"""The number of weights: rows, hidden layer with biases, output layer of both, and the output bias."""


class ValueNetwork:
    """The network: it sums the rows of all patterns by side, and adds the other inputs."""

    def __init__(self, numbers: list[float]) -> None:
        self.numbers: vec[float] = vec[float](numbers)

    def chance(self, state: Touche, seat: i64) -> float:
        """Return the chance of a seat's side to win the game."""
        inputs = NetworkInput(state, seat)
        numbers = self.numbers
        told = vec[float]([0.0] * (2 * WIDTH))
        i: i64 = 0
        while i < len(inputs.rows):
            at = inputs.rows[i] * WIDTH
            to: i64 = 0 if i < inputs.others_from else WIDTH
            i += 1
            end = to + WIDTH
            while to < end:
                told[to] += numbers[at]
                to += 1
                at += 1
        for value in inputs.plain:
            told = append(told, value)
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
        """Return the chance to win with each of the moves, drawing the same card after each of them."""
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


class ValuePolicy(Policy[Touche]):
    """A policy that plays the move its network rates highest, without looking further."""

    def __init__(self, value_network: ValueNetwork) -> None:
        self.network: ValueNetwork = value_network

    def move(self, state: Touche, rng: Random) -> i64:
        """Return the move with the highest chance to win."""
        return state.moves()[best(self.network.worth(state, rng))]
