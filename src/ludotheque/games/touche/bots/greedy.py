# mypyc: compile
"""A greedy player of Touché: it completes, else blocks, else extends."""

from typing import Final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.core.policy import Policy
from ludotheque.games.touche.rules.board import CELLS, NONE
from ludotheque.games.touche.rules.crowns import fits
from ludotheque.games.touche.rules.state import CROWN, EXCHANGE, SILENT_ON, Touche

EXTEND: Final = vec[float]([0.0, 6.0, 1.6, 0.5, 0.1, 0.0])  # by the cells the pattern lacked before
BLOCK: Final = vec[float]([0.0, 1.0, 0.0, 0.0, 0.0, 0.0])  # only patterns the other side could complete next
DEAD_CARD: Final = 2.0  # exchanging a dead card costs nothing
SILENCE: Final = -3.0


class GreedyScores:
    """Data shared by all moves of a position, computed once."""

    def __init__(self, state: Touche) -> None:
        self.state: Touche = state
        self.side: i64 = state.seat % state.sides
        self.own: vec[i64] = vec[i64]()  # cells that count as a side's own, low and high word, by side
        self.closed: vec[i64] = vec[i64]()  # cells crowned by other sides
        side: i64 = 0
        while side < state.sides:
            word: i64 = 0
            while word < 2:
                self.own = append(self.own, state.usable(side, word))
                closed: i64 = 0
                other: i64 = 0
                while other < state.sides:
                    if other != side:
                        closed |= state.crowns[2 * other + word]
                    other += 1
                self.closed = append(self.closed, closed)
                word += 1
            side += 1

    def near(self, side: i64, cell: i64, worth: vec[float]) -> float:
        """Return the total value of a side's open patterns through a cell, by the cells they lack."""
        board = self.state.board
        first = self.state.sets[side] * CELLS + cell
        i: i64 = board.through_first[first]
        end: i64 = board.through_first[first + 1]
        total: float = 0.0
        while i < end:
            pattern = board.through[i]
            i += 1
            low = board.low[pattern]
            high = board.high[pattern]
            if low & self.closed[2 * side] or high & self.closed[2 * side + 1]:
                continue
            missing = count(low & ~self.own[2 * side]) + count(high & ~self.own[2 * side + 1])
            if worth[missing] > 0.0 and fits(board, pattern, self.state.counted[side]):
                total += worth[missing]
        return total

    def score(self, move: i64) -> float:
        """Return the value of a move: completing comes before blocking, and blocking before extending."""
        if move >= EXCHANGE:
            return DEAD_CARD if move < CROWN else 0.0
        if move >= SILENT_ON:
            return SILENCE
        cell = move % CELLS
        crowned: i64 = len(self.state.completed_at(self.side, cell))
        blocked: float = 0.0
        toppled = self.state.owner(cell)
        if toppled != NONE:
            blocked = self.near(toppled, cell, BLOCK)
        return 10000.0 * float(crowned) + 100.0 * blocked + self.near(self.side, cell, EXTEND)


def greedy_move(state: Touche, rng: Random) -> i64:
    """Return a move that completes, else blocks, else extends; ties are broken at random."""
    scores = GreedyScores(state)
    best: i64 = NONE
    most: float = 0.0
    equal: i64 = 0
    for move in state.moves():
        score = scores.score(move)
        if best == NONE or score > most:
            best = move
            most = score
            equal = 1
        elif score == most:
            equal += 1
            if rng.randrange(equal) == 0:
                best = move
    return best


def count(bits: i64) -> i64:
    """Return the number of bits set, which are few."""
    found: i64 = 0
    while bits:
        bits &= bits - 1
        found += 1
    return found


class Greedy(Policy[Touche]):
    """A policy that completes, else blocks, else extends."""

    def move(self, state: Touche, rng: Random) -> i64:
        """Return the move a greedy player rates best."""
        return greedy_move(state, rng)
