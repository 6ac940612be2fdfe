"""The cells of Touché open to a card, and those where a pawn completes something, from a view."""

from collections.abc import Iterator

from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.games.touche.game import GAME
from ludotheque.games.touche.moves import Place
from ludotheque.games.touche.names import CARD_NAMES, cell_name, pattern_name
from ludotheque.games.touche.rules.board import CELLS, JOKER
from ludotheque.games.touche.rules.state import Touche
from ludotheque.games.touche.views import Shown, View

JOKER_NAME = CARD_NAMES[JOKER]


def imagined(view: Json, seat: int) -> Touche:
    """Return a position consistent with a view; the hidden cards do not affect the drawing."""
    return GAME.guess(view, seat, seeded(0)).state


def near(state: Touche, side: int) -> Iterator[tuple[str, list[str]]]:
    """Yield the cells where one more pawn of a side completes something, with every set that could count."""
    board = state.board
    for cell in range(CELLS):
        if state.is_open(side, cell) and board.card_at[cell] != JOKER:
            sets = [
                " + ".join(pattern_name(board, pattern) for pattern in chosen)
                for chosen in state.largest_at(side, cell)
            ]
            if sets:
                yield cell_name(board, cell), sets


def shown_of(view: View) -> Shown:
    """Return the derived data of a view; a view the game wrote has it already."""
    assert view.shown is not None
    return view.shown


def card_at(view: View, place: Place) -> str:
    """Return the card of a cell; empty for a place without a cell."""
    row, column = place
    symbol = shown_of(view).board[row].split()[column]
    return "" if symbol == "." else symbol


def cells_of(view: View, card: str) -> list[Place]:
    """Return the two cells of a card; for a joker all cells with a card on them (TOUCHE-9, TOUCHE-12)."""
    return [
        (row, column)
        for row, line in enumerate(shown_of(view).board)
        for column, symbol in enumerate(line.split())
        if symbol == card or (card == JOKER_NAME and symbol not in (".", JOKER_NAME))
    ]


def open_cells(view: View, card: str) -> list[Place]:
    """Return the cells open to a card: empty ones and, except for a joker, foreign pawns (TOUCHE-10)."""
    side = shown_of(view).sides[view.turn]
    pawns = view.pawns or []
    crowns = {place for cells in shown_of(view).crowns for place in cells}
    taken = {place for own, cells in enumerate(pawns) for place in cells if own == side or card == JOKER_NAME}
    return [place for place in cells_of(view, card) if place not in taken | crowns]
