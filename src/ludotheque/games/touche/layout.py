"""The layout of the board, read from a text and checked (TOUCHE-4)."""

from functools import lru_cache
from importlib.resources import files
from typing import Final

from ludotheque.core.refusal import Param, Unreadable
from ludotheque.games.touche.names import CARD, CARD_NAMES, place_name
from ludotheque.games.touche.rules import board as b
from ludotheque.games.touche.rules.board import Board

STANDARD: Final = (files(__package__) / "data" / "board.txt").read_text(encoding="utf-8")
"""The standard board: twelve rows of twelve, `.` for no cell, `**` for a joker cell."""

SYMBOLS: Final = CARD | {".": b.NONE}


@lru_cache(maxsize=64)
def read_layout(text: str) -> Board:
    """Return the board of a layout, the standard one for an empty text; an invalid one is refused."""
    rows = [line.split() for line in (text or STANDARD).splitlines() if line.strip()]
    if len(rows) != b.WIDTH or any(len(row) != b.WIDTH for row in rows):
        raise _broken("shape", {})
    for number, row in enumerate(rows):
        for column, symbol in enumerate(row):
            if symbol not in SYMBOLS:
                raise _broken("symbol", {"symbol": symbol[:10], "cell": place_name(number, column)})
    grid = [SYMBOLS[symbol] for row in rows for symbol in row]
    for card in range(b.CARDS):
        if grid.count(card) != b.COPIES:
            raise _broken("card", {"card": CARD_NAMES[card], "count": grid.count(card)})
    if grid.count(b.JOKER) != b.JOKER_CELLS:
        raise _broken("jokers", {"count": grid.count(b.JOKER)})
    return Board(grid)


def normal_layout(text: str) -> str:
    """Return the canonical text of a layout, with one blank between cells; empty for the standard one."""
    return "\n".join(write_layout(read_layout(text))) if text else ""


def write_layout(board: Board) -> list[str]:
    """Return the rows of a board as they are written in a layout."""
    symbols = [CARD_NAMES[card] if card != b.NONE else "." for card in board.grid]
    return [" ".join(symbols[start : start + b.WIDTH]) for start in range(0, len(symbols), b.WIDTH)]


def _broken(what: str, params: dict[str, Param]) -> Unreadable:
    return Unreadable(f"touche.layout_{what}", "TOUCHE-4", params)
