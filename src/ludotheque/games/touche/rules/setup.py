# mypyc: compile
"""The first position of Touché, and any position from its parts."""

from librt.vecs import vec
from mypy_extensions import i64

from ludotheque.games.touche.rules.board import NONE, PACK, SQUARES, Board
from ludotheque.games.touche.rules.cards import EMPTY_HAND, HAND, full_pack
from ludotheque.games.touche.rules.state import DRAW_DEALER, Touche


def new_game(board: Board, seats: i64, sides: i64, kind: i64, spoken: bool) -> Touche:
    """Return an empty board, all cards in the stacks, no dealer yet; kind NONE is a match of pros."""
    pros = kind == NONE
    return Touche(
        board,
        sides,
        spoken,
        pros,
        DRAW_DEALER,
        0,
        0,
        NONE,
        False,
        0,
        1,
        NONE,
        NONE,
        vec[i64]([0] * (2 * sides)),
        vec[i64]([0] * (2 * sides)),
        [vec[i64]() for _ in range(sides)],
        vec[i64]([SQUARES if pros else kind] * sides),
        vec[i64]([EMPTY_HAND] * (HAND * seats)),
        vec[i64]([PACK // seats] * seats),
        full_pack(),
    )


def position(
    board: Board,
    sides: i64,
    spoken: bool,
    pros: bool,
    phase: i64,
    seat: i64,
    dealer: i64,
    placed: i64,
    exchanged: bool,
    deals: i64,
    game: i64,
    winner: i64,
    top: i64,
    pawns: list[int],
    counted: list[list[int]],
    sets: list[int],
    hands: list[int],
    stacks: list[int],
    pool: list[int],
) -> Touche:
    """Return a position from plain lists; a vec passed into compiled code from outside is never freed."""
    state = Touche(
        board,
        sides,
        spoken,
        pros,
        phase,
        seat,
        dealer,
        placed,
        exchanged,
        deals,
        game,
        winner,
        top,
        vec[i64](pawns),
        vec[i64]([0] * (2 * sides)),
        [vec[i64]() for _ in range(sides)],
        vec[i64](sets),
        vec[i64](hands),
        vec[i64](stacks),
        vec[i64](pool),
    )
    for side in range(sides):
        state.put_crowns(side, vec[i64](counted[side]))
    return state
