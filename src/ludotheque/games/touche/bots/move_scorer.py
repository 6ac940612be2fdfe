# mypyc: compile
"""A fast score of Touché's moves from the patterns they touch, without looking ahead.

A move gains what it adds to the own patterns through its cell and takes from those of a toppled pawn, and
loses what its card could have done on its other cell. `train/touche/move_scorer.py` trains a weight for every
state of a pattern.
"""

from typing import Final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.core.policy import Policy, best, drawn, heated
from ludotheque.games.touche.bots.features import OTHERS, OWN, PATTERN_STATES, SeatView
from ludotheque.games.touche.rules.board import CELLS, COPIES, JOKER, NONE
from ludotheque.games.touche.rules.state import CROWN, DISCARD, EXCHANGE, SILENT_ON, Touche

# Offsets of the weights for a pattern, by the effect of the move.
GAINED: Final = 0  # an own pattern through the cell of the move
SPOILED: Final = PATTERN_STATES  # a pattern of the toppled pawn
MISSED: Final = 2 * PATTERN_STATES  # an own pattern through the other cell of the card
JOKER_PLAYED: Final = 3 * PATTERN_STATES
EXCHANGED: Final = JOKER_PLAYED + 1
DISCARDED: Final = JOKER_PLAYED + 2
SIZE: Final = JOKER_PLAYED + 3
HEAT: Final = 0.004  # of a player who hardly errs: a move that gains this much less is a third as likely
SILENCE: Final = -1.0  # leaving the call out is hardly ever useful


class MoveFeatures:
    """The features of the moves of a position, as indexes into the weights of `MoveScorer`."""

    def __init__(self, state: Touche) -> None:
        self.state: Touche = state
        self.side: i64 = state.seat % state.sides
        self.view: SeatView = SeatView(state, state.seat)
        self.places: list[vec[i64]] = []  # states of the cells for each side, computed on demand
        side: i64 = 0
        while side < state.sides:
            self.places.append(vec[i64]())
            side += 1

    def rows(self, move: i64) -> vec[i64]:
        """Return the features of a move; the choice of a crown and a silent play have none."""
        rows = vec[i64](capacity=16)
        if move >= CROWN or SILENT_ON <= move < EXCHANGE:
            return rows
        if move >= DISCARD:
            return append(rows, DISCARDED)
        if move >= EXCHANGE:
            return append(rows, EXCHANGED)
        state = self.state
        cell = move % CELLS
        card = move // CELLS
        rows = self.add(rows, self.side, cell, GAINED)
        toppled = state.owner(cell)
        if toppled != NONE:
            rows = self.add(rows, toppled, cell, SPOILED)
        if card == JOKER:
            return append(rows, JOKER_PLAYED)
        first = state.board.cells_of[COPIES * card]
        return self.add(
            rows, self.side, first if first != cell else state.board.cells_of[COPIES * card + 1], MISSED
        )

    def add(self, rows: vec[i64], side: i64, cell: i64, what: i64) -> vec[i64]:
        """Return the features with the patterns through a cell that a side may still crown added."""
        if len(self.places[side]) == 0:
            self.places[side] = self.view.standings(side, OWN if side == self.side else OTHERS)
        return self.view.add_pattern_states(rows, side, cell, self.places[side], what)


class MoveScorer:
    """The score of moves by trained weights; a search uses it to predict moves."""

    def __init__(self, numbers: list[float]) -> None:
        self.numbers: vec[float] = vec[float](numbers)

    def scores(self, state: Touche, moves: vec[i64]) -> vec[float]:
        """Return the score of each move, as a chance to win relative to the others."""
        touched = MoveFeatures(state)
        scores = vec[float](capacity=len(moves))
        for move in moves:
            score: float = SILENCE if SILENT_ON <= move < EXCHANGE else 0.0
            for row in touched.rows(move):
                score += self.numbers[row]
            scores = append(scores, score)
        return scores

    def weights(self, state: Touche, moves: vec[i64], heat: float) -> vec[float]:
        """Return the probability of each move; more heat favours worse ones."""
        return heated(self.scores(state, moves), heat)

    def likely(self, state: Touche, heat: float, rng: Random) -> i64:
        """Return a random move, better ones more often; of a joker's many cells only the best counts."""
        moves = state.moves()
        if len(moves) == 1:
            return moves[0]
        weights = self.weights(state, moves, heat)
        joker: i64 = NONE  # the best joker play so far
        i: i64 = 0
        while i < len(moves):
            if JOKER * CELLS <= moves[i] < (JOKER + 1) * CELLS:
                if joker == NONE or weights[i] > weights[joker]:
                    if joker != NONE:
                        weights[joker] = 0.0
                    joker = i
                else:
                    weights[i] = 0.0
            i += 1
        return moves[drawn(weights, rng)]

    def best(self, state: Touche) -> i64:
        """Return the move with the highest score, the first of equal ones."""
        moves = state.moves()
        return moves[best(self.scores(state, moves))]


class ScorerPolicy(Policy[Touche]):
    """A policy that does not look ahead; with more heat, it prefers a worse move more often."""

    def __init__(self, scorer: MoveScorer, heat: float) -> None:
        self.scorer: MoveScorer = scorer
        self.heat: float = heat

    def move(self, state: Touche, rng: Random) -> i64:
        """Return a random move, better ones more often."""
        return self.scorer.likely(state, self.heat, rng)
