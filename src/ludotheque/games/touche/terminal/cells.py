"""Which cells of Touché are open to a card, and where a pawn would complete something, from a view."""

from collections.abc import Iterator

from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.games.touche.board import CELLS, JOKER
from ludotheque.games.touche.game import GAME
from ludotheque.games.touche.moves import Place
from ludotheque.games.touche.names import CARD_NAMES, cell_name, pattern_name
from ludotheque.games.touche.rules import Touche
from ludotheque.games.touche.views import Shown, View

JOKER_NAME = CARD_NAMES[JOKER]


def imagined(view: Json, seat: int) -> Touche:
    """A position as a seat sees it; what is hidden has no part in what the board shows."""
    return GAME.guess(view, seat, seeded(0)).state


def near(state: Touche, side: int) -> Iterator[tuple[str, list[str]]]:
    """The cells where one more pawn of a side would complete something, with every set that could count."""
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
    """What follows from a position: a view that the game wrote has it."""
    assert view.shown is not None
    return view.shown


def card_at(view: View, place: Place) -> str:
    """The card of a cell; empty where no cell is."""
    row, column = place
    symbol = shown_of(view).board[row].split()[column]
    return "" if symbol == "." else symbol


def cells_of(view: View, card: str) -> list[Place]:
    """The two cells of a card; for a joker all cells with a card on them (TOUCHE-9, TOUCHE-12)."""
    return [
        (row, column)
        for row, line in enumerate(shown_of(view).board)
        for column, symbol in enumerate(line.split())
        if symbol == card or (card == JOKER_NAME and symbol not in (".", JOKER_NAME))
    ]


def open_cells(view: View, card: str) -> list[Place]:
    """Where a card of the seat to act may go: empty cells, and but for a joker foreign pawns (TOUCHE-10)."""
    side = shown_of(view).sides[view.turn]
    pawns = view.pawns or []
    crowns = {place for cells in shown_of(view).crowns for place in cells}
    taken = {place for own, cells in enumerate(pawns) for place in cells if own == side or card == JOKER_NAME}
    return [place for place in cells_of(view, card) if place not in taken | crowns]
