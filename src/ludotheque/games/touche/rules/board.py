# mypyc: compile
"""The board of Touché: its cells, the cards on them, and every pattern as bits (TOUCHE-4, TOUCHE-5)."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

WIDTH: Final = 12  # the grid is 12 x 12, without its corners
CELLS: Final = 112
HALF: Final = 56  # cells in each of the two words of a bitboard
SUITS: Final = "SHDC"
RANKS: Final = "A23456789TJQK"
CARDS: Final = 52  # kinds of cards; each is twice in the pack and twice on the board
JOKER: Final = 52
COPIES: Final = 2
JOKERS: Final = 4  # joker cards in the pack (TOUCHE-3)
JOKER_CELLS: Final = 8
PACK: Final = 108
NONE: Final = -1  # no cell, no card, no side

SQUARES: Final = 0
LINES: Final = 1
CROSSES: Final = 2
KINDS: Final = 3

BIT: Final = vec[i64]([2 ** (cell % 56) for cell in range(112)])
WORD: Final = vec[i64]([cell // 56 for cell in range(112)])
"""The word that holds each cell; `BIT` has its bit there. They are tables, as i64 shifts are not safe."""

Steps = tuple[tuple[int, int], ...]

SHAPES: Final[tuple[tuple[Steps, ...], ...]] = (
    (((0, 0), (0, 1), (1, 0), (1, 1)),),
    (
        ((0, 0), (0, 1), (0, 2), (0, 3), (0, 4)),
        ((0, 0), (1, 0), (2, 0), (3, 0), (4, 0)),
        ((0, 0), (1, 1), (2, 2), (3, 3), (4, 4)),
        ((0, 0), (1, -1), (2, -2), (3, -3), (4, -4)),
    ),
    (
        ((0, 0), (-1, 0), (0, -1), (0, 1), (1, 0)),
        ((0, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)),
    ),
)
"""Every form of a square, a line and a cross, as steps (rows, columns) from its first cell (TOUCHE-5)."""


class Board:
    """An immutable board, shared by all positions of a match.

    `grid` has the card of each of the 144 places, row by row, or `JOKER`, or `NONE` for a place without a
    cell.
    """

    def __init__(self, grid: list[int]) -> None:
        self.grid: vec[i64] = vec[i64](grid)
        self.cell_at: vec[i64] = vec[i64]()  # by place of the grid; NONE for a place without a cell
        self.place_of: vec[i64] = vec[i64]()  # the place of each cell in the grid
        self.card_at: vec[i64] = vec[i64]()
        self.cells_of: vec[i64] = vec[i64](
            [NONE] * (COPIES * CARDS)
        )  # the two cells of card c: 2c and 2c + 1
        self.joker_low: i64 = 0  # the joker cells, as bits of the two words
        self.joker_high: i64 = 0
        self.low: vec[i64] = vec[i64]()  # each pattern as bits of the two words
        self.high: vec[i64] = vec[i64]()
        self.cells: vec[i64] = vec[i64]()  # five per pattern, the first as in SHAPES; a square ends in NONE
        self.shape: vec[i64] = vec[i64]()  # the form of a pattern among those of its kind
        self.first: vec[i64] = vec[i64]()  # the first pattern of each kind, and the end
        self.through: vec[i64] = vec[i64]()  # the patterns through each cell, consecutively
        self.through_first: vec[i64] = vec[i64]()  # the first of those of (kind, cell): kind * CELLS + cell
        self._number_cells()
        for kind in range(KINDS):
            self.first = append(self.first, len(self.low))
            for form in range(len(SHAPES[kind])):
                self._find_patterns(kind, form)
        self.first = append(self.first, len(self.low))
        self._index_cells()

    def __reduce__(self) -> tuple[Callable[[tuple[int, ...]], "Board"], tuple[tuple[int, ...]]]:
        return board_of, (tuple(self.grid),)

    def __deepcopy__(self, memo: object) -> "Board":
        return self

    def _number_cells(self) -> None:
        """Number the cells from the top left, row by row."""
        for place in range(WIDTH * WIDTH):
            card = self.grid[place]
            if card == NONE:
                self.cell_at = append(self.cell_at, NONE)
                continue
            cell: i64 = len(self.card_at)
            self.cell_at = append(self.cell_at, cell)
            self.place_of = append(self.place_of, place)
            self.card_at = append(self.card_at, card)
            if card != JOKER:
                twin: i64 = 0 if self.cells_of[COPIES * card] == NONE else 1
                self.cells_of[COPIES * card + twin] = cell
            elif WORD[cell] == 0:
                self.joker_low |= BIT[cell]
            else:
                self.joker_high |= BIT[cell]

    def _find_patterns(self, kind: int, form: int) -> None:
        """Add the patterns of a form; all their cells must exist on the board (TOUCHE-5)."""
        steps = SHAPES[kind][form]
        for row in range(WIDTH):
            for column in range(WIDTH):
                found = [self.at(row + down, column + right) for down, right in steps]
                if NONE not in found:
                    self._add_pattern(found, form)

    def _add_pattern(self, found: list[i64], form: int) -> None:
        low: i64 = 0
        high: i64 = 0
        for cell in found:
            self.cells = append(self.cells, cell)
            if WORD[cell] == 0:
                low |= BIT[cell]
            else:
                high |= BIT[cell]
        if len(found) == 4:
            self.cells = append(self.cells, NONE)
        self.low = append(self.low, low)
        self.high = append(self.high, high)
        self.shape = append(self.shape, form)

    def _index_cells(self) -> None:
        """Index, for each kind and cell, the patterns that a pawn there may complete."""
        for kind in range(KINDS):
            for cell in range(CELLS):
                self.through_first = append(self.through_first, len(self.through))
                for pattern in range(self.first[kind], self.first[kind + 1]):
                    word = self.low[pattern] if WORD[cell] == 0 else self.high[pattern]
                    if word & BIT[cell]:
                        self.through = append(self.through, pattern)
        self.through_first = append(self.through_first, len(self.through))

    def at(self, row: int, column: int) -> i64:
        """Return the cell at a row and a column, or NONE."""
        if row < 0 or column < 0 or row >= WIDTH or column >= WIDTH:
            return NONE
        return self.cell_at[row * WIDTH + column]

    def overlap_allowed(self, a: i64, b: i64) -> bool:
        """Return whether two patterns of a side have at most one cell in common (TOUCHE-17)."""
        low = self.low[a] & self.low[b]
        high = self.high[a] & self.high[b]
        if low and high:
            return False
        return low & (low - 1) == 0 and high & (high - 1) == 0

    def kind_of(self, pattern: i64) -> i64:
        """Return the kind of a pattern: square, line or cross."""
        if pattern < self.first[LINES]:
            return SQUARES
        return LINES if pattern < self.first[CROSSES] else CROSSES


@lru_cache(maxsize=64)
def board_of(grid: tuple[int, ...]) -> Board:
    """Return the board of a grid, cached: all unpickled positions share it."""
    return Board(list(grid))
