"""The effect of a move before it is made: for hints on the board, a hand or a screen reader."""

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from ludotheque.games.touche.moves import Place
from ludotheque.games.touche.names import pattern_cells, pattern_name, row_column
from ludotheque.games.touche.rules import state as rules
from ludotheque.games.touche.rules.board import CELLS
from ludotheque.games.touche.rules.state import Touche


class Completed(msgspec.Struct, frozen=True):
    """A pattern that would be completed, by its name and its cells."""

    pattern: str
    cells: list[Place]


class Preview(msgspec.Struct, frozen=True):
    """The pawn that would be toppled and its side, the patterns to crown, and whether they win the game.

    `crowns` holds every set of patterns that may be crowned: usually one, several where the player will
    have to choose (TOUCHE-17).
    """

    toppled: Place | None = None
    side: int | None = None
    crowns: list[list[Completed]] = []
    wins: bool = False


def preview(state: Touche, code: int) -> Preview:
    """Return the effect of a move of the seat to act; the position is not changed."""
    if code >= rules.CROWN:
        chosen = [state.choices()[code - rules.CROWN]]
        return Preview(None, None, _named(state, chosen), _wins(state, chosen))
    if code >= rules.SILENT_ON:
        return Preview()
    cell = code % CELLS
    topples = state.is_taken(cell)
    sets = state.largest_at(state.seat % state.sides, cell)
    return Preview(
        row_column(state.board, cell) if topples else None,
        state.owner(cell) if topples else None,
        _named(state, sets),
        _wins(state, sets),
    )


def _named(state: Touche, sets: list[vec[i64]]) -> list[list[Completed]]:
    board = state.board
    return [
        [
            Completed(
                pattern_name(board, pattern),
                [row_column(board, cell) for cell in pattern_cells(board, pattern)],
            )
            for pattern in chosen
        ]
        for chosen in sets
    ]


def _wins(state: Touche, sets: list[vec[i64]]) -> bool:
    return bool(sets) and len(sets[0]) >= state.lacks(state.seat % state.sides)
