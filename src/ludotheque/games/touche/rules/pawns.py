# mypyc: compile
"""The pawns and crowns of Touché on the board (TOUCHE-10, TOUCHE-15 to 17)."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.games.touche.rules.board import BIT, CELLS, NONE, WORD, Board
from ludotheque.games.touche.rules.cards import Cards
from ludotheque.games.touche.rules.crowns import completed, largest_sets

GOALS: Final = ((4, 3, 3), (3, 2, 2))  # squares, lines, crosses, for two and for three sides (TOUCHE-6)


class Pawns(Cards):
    """The pawns and crowns of all sides, as bitboards of two words per side."""

    def __init__(
        self,
        board: Board,
        sides: i64,
        pawns: vec[i64],
        crowns: vec[i64],
        counted: list[vec[i64]],
        sets: vec[i64],
        hands: vec[i64],
        stacks: vec[i64],
        pool: vec[i64],
        top: i64,
    ) -> None:
        super().__init__(hands, stacks, pool, top)
        self.board: Board = board
        self.sides: i64 = sides
        self.pawns: vec[i64] = pawns  # low and high word, by side
        self.crowns: vec[i64] = crowns  # low and high word, by side; claimed joker cells among them
        self.counted: list[vec[i64]] = counted  # the crowned patterns, by side; the lists are never modified
        self.sets: vec[i64] = sets  # the kind of pattern each side tries

    def is_open(self, side: i64, cell: i64) -> bool:
        """Return whether neither a pawn of the own side nor any crown is on a cell (TOUCHE-10, TOUCHE-16)."""
        word = WORD[cell]
        blocked = self.pawns[2 * side + word] | self.crowns[word] | self.crowns[2 + word]
        if self.sides == 3:
            blocked |= self.crowns[4 + word]
        return blocked & BIT[cell] == 0

    def is_taken(self, cell: i64) -> bool:
        """Return whether a pawn of any side is on a cell."""
        word = WORD[cell]
        pawns = self.pawns[word] | self.pawns[2 + word]
        if self.sides == 3:
            pawns |= self.pawns[4 + word]
        return pawns & BIT[cell] != 0

    def owner(self, cell: i64) -> i64:
        """Return the side whose pawn is on a cell, or NONE."""
        side: i64 = 0
        while side < self.sides:
            if self.pawns[2 * side + WORD[cell]] & BIT[cell]:
                return side
            side += 1
        return NONE

    def empty_cells(self, code: i64, moves: vec[i64]) -> vec[i64]:
        """Return the moves with every card cell without a pawn added, each offset by a code (TOUCHE-12)."""
        low = self.board.joker_low
        high = self.board.joker_high
        i: i64 = 0
        while i < len(self.pawns):
            low |= self.pawns[i]
            high |= self.pawns[i + 1]
            i += 2
        cell: i64 = 0
        while cell < CELLS:
            word = low if WORD[cell] == 0 else high
            if word & BIT[cell] == 0:
                moves = append(moves, code + cell)
            cell += 1
        return moves

    def put_pawn(self, side: i64, cell: i64) -> i64:
        """Place a pawn on a cell; return the side whose pawn it topples, or NONE (TOUCHE-9, TOUCHE-10)."""
        toppled = self.owner(cell)
        word = WORD[cell]
        if toppled != NONE:
            self.pawns[2 * toppled + word] ^= BIT[cell]
        self.pawns[2 * side + word] |= BIT[cell]
        return toppled

    def put_crowns(self, side: i64, patterns: vec[i64]) -> None:
        """Crown patterns: their cells are fixed, their joker cells the side's own (TOUCHE-15, TOUCHE-16)."""
        counted = self.counted[side][:]
        for pattern in patterns:
            counted = append(counted, pattern)
            self.crowns[2 * side] |= self.board.low[pattern]
            self.crowns[2 * side + 1] |= self.board.high[pattern]
        self.counted[side] = counted

    def usable(self, side: i64, word: i64) -> i64:
        """Return the cells that count for a side: its pawns, and joker cells no other claimed (TOUCHE-15)."""
        jokers = self.board.joker_low if word == 0 else self.board.joker_high
        other: i64 = 0
        while other < self.sides:
            if other != side:
                jokers &= ~self.crowns[2 * other + word]
            other += 1
        return self.pawns[2 * side + word] | jokers

    def completed_at(self, side: i64, cell: i64) -> vec[i64]:
        """Return the patterns that a pawn of a side on a cell completes and that may count (TOUCHE-16)."""
        kind = self.sets[side]
        low = self.usable(side, 0)
        high = self.usable(side, 1)
        if WORD[cell] == 0:
            low |= BIT[cell]
        else:
            high |= BIT[cell]
        return completed(self.board, kind, cell, low, high, self.counted[side])

    def largest_at(self, side: i64, cell: i64) -> list[vec[i64]]:
        """Return the sets of patterns that may be crowned for a pawn of a side on a cell (TOUCHE-17)."""
        found = self.completed_at(side, cell)
        return largest_sets(self.board, found) if len(found) > 0 else []

    def goal(self, side: i64) -> i64:
        """Return the number of patterns a side needs (TOUCHE-6)."""
        goals = GOALS[self.sides - 2]
        return goals[self.sets[side]]

    def lacks(self, side: i64) -> i64:
        """Return the number of patterns a side still needs; at least 0."""
        lacking = self.goal(side) - len(self.counted[side])
        return lacking if lacking > 0 else 0
