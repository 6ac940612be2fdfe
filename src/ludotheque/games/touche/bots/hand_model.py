# mypyc: compile
"""A model of the hands of other players of Touché: the likely cards, judging by what they have played.

A player who holds a card that completes a pattern plays it, so a hand that could have played it hardly has
it; a player who has just begun a pattern more likely holds the cards for it. `train/touche/hand_model.py`
trains a weight for every state of a pattern.
"""

from math import exp
from typing import Final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.core.knowledge import Belief
from ludotheque.core.state import State
from ludotheque.games.touche.bots.features import OTHERS, OWN, PATTERN_STATES, SeatView
from ludotheque.games.touche.rules.board import BIT, CARDS, COPIES, JOKER, NONE, WORD
from ludotheque.games.touche.rules.state import Touche

# Offsets of the weights, by the effect of a card for the seat that may hold it: first for patterns of the
# viewer's side, then for those of others.
HELPS: Final = 0  # an own pattern of the seat's side
FRESH: Final = 2 * PATTERN_STATES  # such a pattern with the pawn that was placed last
TOPPLES: Final = 4 * PATTERN_STATES  # a pattern of another side, whose pawn is toppled
JOKERS: Final = 6 * PATTERN_STATES
OPEN_CELLS: Final = JOKERS + 1  # 0, 1 or 2 cells of the card are open to the seat
SIZE: Final = OPEN_CELLS + 3


class CardFeatures(SeatView):
    """The features of unseen cards for the seats that may hold them, as indexes of weights of `HandModel`."""

    def __init__(self, state: Touche, viewer: i64) -> None:
        super().__init__(state, viewer)
        self.places: list[vec[i64]] = []  # states of the cells for each side
        self.last_low: i64 = 0  # cells of the card that was played last
        self.last_high: i64 = 0
        side: i64 = 0
        while side < state.sides:
            self.places.append(self.standings(side, OWN if side == self.side else OTHERS))
            side += 1
        if state.top != NONE and state.top != JOKER:
            self.mark(state.board.cells_of[COPIES * state.top])
            self.mark(state.board.cells_of[COPIES * state.top + 1])

    def mark(self, cell: i64) -> None:
        """Mark a cell where a pawn may have been placed last."""
        if WORD[cell] == 0:
            self.last_low |= BIT[cell]
        else:
            self.last_high |= BIT[cell]

    def rows(self, seat: i64, card: i64) -> vec[i64]:
        """Return the features of a card for a seat."""
        rows = vec[i64](capacity=16)
        if card == JOKER:
            return append(rows, JOKERS)
        state = self.state
        side = seat % state.sides
        fresh_low = self.last_low & state.pawns[2 * side]
        fresh_high = self.last_high & state.pawns[2 * side + 1]
        open_cells: i64 = 0
        copy: i64 = 0
        while copy < COPIES:
            cell = state.board.cells_of[COPIES * card + copy]
            copy += 1
            if state.is_open(side, cell):
                open_cells += 1
                whose = self.whose(side)
                rows = self.add_pattern_states(
                    rows,
                    side,
                    cell,
                    self.places[side],
                    HELPS + whose,
                    fresh_low,
                    fresh_high,
                    FRESH + whose,
                )
                toppled = state.owner(cell)
                if toppled != NONE:
                    rows = self.add_pattern_states(
                        rows, toppled, cell, self.places[toppled], TOPPLES + self.whose(toppled)
                    )
        return append(rows, OPEN_CELLS + open_cells)

    def whose(self, side: i64) -> i64:
        """Return the offset of a side's patterns: those of the viewer's side have weights of their own."""
        return 0 if side == self.side else PATTERN_STATES


class HandModel:
    """The relative probability that a seat holds a card: a log-linear model of the clues."""

    def __init__(self, numbers: list[float]) -> None:
        self.numbers: vec[float] = vec[float](numbers)

    def weights(self, clues: CardFeatures, seat: i64) -> vec[float]:
        """Return the relative probability of every card in a seat's hand, per unseen copy."""
        weights = vec[float](capacity=CARDS + 1)
        card: i64 = 0
        while card <= JOKER:
            score: float = 0.0
            if clues.out[card] > 0:
                for row in clues.rows(seat, card):
                    score += self.numbers[row]
            weights = append(weights, exp(score))
            card += 1
        return weights


class HandBelief(Belief[Touche]):
    """The other players' hands, weighted by the model."""

    def __init__(self, state: Touche, seat: i64, hand_model: HandModel) -> None:
        super().__init__(state, seat)
        self.weights: list[vec[float]] = []  # by seat and card; the own row is unused
        clues = CardFeatures(state, seat)
        other: i64 = 0
        while other < state.seats:
            self.weights.append(hand_model.weights(clues, other))
            other += 1

    def world(self, rng: Random) -> State:
        """Return a copy with the hands of all others resampled, likely cards more often."""
        world = self.state.copy()
        world.guess_hands(self.seat, self.weights, rng)
        return world
