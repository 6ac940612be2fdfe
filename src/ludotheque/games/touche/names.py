"""The notation of Touché's cards, cells and patterns: `AS`, `e1`, `d1-e2`, `+e5`, `xe5`."""

import re
from typing import Final

from ludotheque.core.refusal import Unreadable
from ludotheque.core.words import COURT
from ludotheque.games.touche.rules import board as b
from ludotheque.games.touche.rules.board import Board

SUIT_SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
CARD_NAMES: Final = (*(rank + suit for suit in b.SUITS for rank in b.RANKS), "**")
"""The 52 cards and the joker, in the order of their numbers."""
CARD: Final = {name: number for number, name in enumerate(CARD_NAMES)}
COURT_LETTERS: Final = {local: rank for letters in COURT.values() for rank, local in letters.items()}
"""Jack, queen and king by the letters of any language, none of which is another rank."""
COLUMNS: Final = "abcdefghijkl"


def shown(card: int) -> str:
    """Return a card for display: `10♥`; the joker by its word.

    >>> shown(CARD["TH"]), shown(CARD["**"])
    ('10♥', '@touche_joker')
    """
    if card == b.JOKER:
        return "@touche_joker"
    name = CARD_NAMES[card]
    return name[0].replace("T", "10") + SUIT_SIGNS[name[1]]


def read_card(text: str) -> int | None:
    """Return the card a user typed: `AS`, `as`, `10h`, `joker`; court cards also by letters of any language.

    >>> [CARD_NAMES[read_card(text)] for text in ("qh", "DH", "vs", "BS", "rd")]
    ['QH', 'QH', 'JS', 'JS', 'KD']
    """
    name = text.upper().replace("10", "T")
    return b.JOKER if name == "JOKER" else CARD.get(COURT_LETTERS.get(name[:1], name[:1]) + name[1:])


def place_name(row: int, column: int) -> str:
    """Return the name of a place: columns are letters from the left, rows numbers from the top.

    >>> place_name(0, 4)
    'e1'
    """
    return f"{COLUMNS[column]}{row + 1}"


def row_column(board: Board, cell: int) -> tuple[int, int]:
    """Return the row and column of a cell, from 0 at the top left (TOUCHE-4)."""
    row, column = divmod(board.place_of[cell], b.WIDTH)
    return row, column


def cell_name(board: Board, cell: int) -> str:
    """Return the name of a cell: the letter of the column and the number of the row."""
    return place_name(*row_column(board, cell))


def read_place(text: str) -> tuple[int, int] | None:
    """Return row and column of `e1` or `0,4`, even if there is no cell."""
    if match := re.fullmatch(r"([a-l])(\d{1,2})", text.lower(), re.ASCII):
        row, column = int(match[2]) - 1, COLUMNS.index(match[1])
    elif match := re.fullmatch(r"(\d{1,2}),(\d{1,2})", text, re.ASCII):
        row, column = int(match[1]), int(match[2])
    else:
        return None
    return (row, column) if 0 <= row < b.WIDTH and column < b.WIDTH else None


def cell_at(board: Board, place: tuple[int, int]) -> int:
    """Return the cell at a row and a column; a place without a cell is refused (TOUCHE-4)."""
    cell = board.at(*place)
    if cell == b.NONE:
        raise Unreadable("touche.no_cell", "TOUCHE-4", {"cell": place_name(*place)})
    return cell


def pattern_cells(board: Board, pattern: int) -> list[int]:
    """Return the cells of a pattern."""
    return [cell for cell in board.cells[5 * pattern : 5 * pattern + 5] if cell != b.NONE]


def pattern_name(board: Board, pattern: int) -> str:
    """Return the name of a pattern: squares and lines by their ends, `d1-e2`; crosses as `+e5` or `xe5`."""
    cells = pattern_cells(board, pattern)
    first = cell_name(board, cells[0])
    if board.kind_of(pattern) == b.CROSSES:
        return f"{'+x'[board.shape[pattern]]}{first}"
    return f"{first}-{cell_name(board, cells[-1])}"


def read_pattern(board: Board, name: str) -> int:
    """Return the pattern of a name; an unknown one is refused."""
    for pattern in range(len(board.low)):
        if pattern_name(board, pattern) == name:
            return pattern
    raise Unreadable("touche.no_pattern", "TOUCHE-5", {"pattern": name[:20]})
