"""A position of Touché as JSON: all of it, or what one seat may know (TOUCHE-3)."""

from typing import Annotated, Final, Literal

import msgspec

from ludotheque.core.codec import Json, write
from ludotheque.core.moves import Options
from ludotheque.games.touche.layout import write_layout
from ludotheque.games.touche.moves import CARD_TYPES, Card, Place
from ludotheque.games.touche.names import pattern_name, row_column
from ludotheque.games.touche.rules import board as b
from ludotheque.games.touche.rules.board import Board
from ludotheque.games.touche.rules.cards import EMPTY_HAND, HAND, full_pack
from ludotheque.games.touche.rules.state import DEALS_AGAIN, Touche

Phase = Literal["draw_dealer", "deal", "play", "crown", "draw", "draw_exchange", "over"]
PHASES: Final[tuple[Phase, ...]] = (
    "draw_dealer",
    "deal",
    "play",
    "crown",
    "draw",
    "draw_exchange",
    "over",
)
SetName = Literal["squares", "lines", "crosses"]
SETS: Final[tuple[SetName, ...]] = ("squares", "lines", "crosses")
Seat = Annotated[int, msgspec.Meta(ge=0, le=5)]
MAX_LAYOUT: Final = 2000
"""The longest text of a board; a widely spaced one has some 600 characters."""
Count = Annotated[int, msgspec.Meta(ge=0, le=b.PACK)]


class ToucheOptions(Options, frozen=True):
    """The options of Touché (TOUCHE-1, TOUCHE-6, TOUCHE-19).

    `patterns` is the set, or a match of pros; `calls` says who says “Touché!”, and `call_seconds` how long a
    person has for it, 0 without limit; `teams` is the number of teams when six play; `layout` is the text of
    another board.
    """

    patterns: Literal["squares", "lines", "crosses", "pros"] = "squares"
    calls: Literal["auto", "spoken"] = "auto"
    call_seconds: Literal[5, 10, 20, 0] = 5
    teams: Literal[2, 3] = 2
    layout: Annotated[str, msgspec.Meta(max_length=MAX_LAYOUT)] = ""


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Derived data for drawings; optional in input."""

    board: list[str]
    """The rows of the board, twelve symbols each; `.` for no cell."""
    sides: list[int]
    """The side of each seat."""
    goals: list[int]
    """The number of patterns each side needs."""
    crowns: list[list[Place]]
    """The crowned cells of each side, claimed joker cells among them."""
    choices: list[list[list[Place]]]
    """The choice of patterns to crown, as the cells of each set, if there is a choice."""


class View(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Board, cards and turn. A hidden hand is null; `held` has its number of cards."""

    seats: Literal[2, 3, 4, 6]
    options: ToucheOptions = ToucheOptions()
    phase: Phase = "play"
    turn: Seat = 0
    dealer: Seat = 0
    game: Annotated[int, msgspec.Meta(ge=1)] = 1
    deals: Annotated[int, msgspec.Meta(ge=0, le=DEALS_AGAIN)] = 0
    exchanged: bool = False
    placed: Place | None = None
    winner: Annotated[int, msgspec.Meta(ge=0, le=2)] | None = None
    sets: list[SetName] | None = None
    pawns: list[list[Place]] | None = None
    crowned: list[list[str]] | None = None
    hands: list[list[Card] | None]
    held: list[Count] | None = None
    stacks: list[Count] | None = None
    discard: list[Card] | None = None
    top: Card | None = None
    shown: Shown | None = None


def sides_of(seats: int, options: ToucheOptions) -> int:
    """Return the number of sides: two, or three with three players or three teams of 2 (TOUCHE-1)."""
    return 3 if seats == 3 or (seats == 6 and options.teams == 3) else 2


def kind_of(options: ToucheOptions) -> int:
    """Return the kind of pattern all sides try, or NONE in a match of pros."""
    return b.NONE if options.patterns == "pros" else SETS.index(options.patterns)


def hand_of(state: Touche, seat: int) -> list[Card]:
    """Return the cards in a hand, sorted."""
    return [CARD_TYPES[card] for card in state.hands[HAND * seat : HAND * seat + state.holds(seat)]]


def discarded(state: Touche) -> list[int]:
    """Return the copies of each card on the discard pile: those neither in a hand nor in a stack."""
    left = [count - inside for count, inside in zip(full_pack(), state.pool, strict=True)]
    for card in state.hands:
        if card != EMPTY_HAND:
            left[card] -= 1
    return left


def write_view(state: Touche, options: ToucheOptions, seen: tuple[int, ...]) -> Json:
    """Return the JSON form of a position, with the hands of the seats in `seen` only."""
    board = state.board
    seats, sides = range(state.seats), range(state.sides)
    return write(
        View(
            seats=state.seats,  # type: ignore[arg-type]  # `read_seats` let no other number in
            options=options,
            phase=PHASES[state.phase],
            turn=state.seat,
            dealer=state.dealer,
            game=state.game,
            deals=state.deals,
            exchanged=state.exchanged,
            placed=None if state.placed == b.NONE else row_column(board, state.placed),
            winner=None if state.winner == b.NONE else state.winner,
            sets=[SETS[kind] for kind in state.sets],
            pawns=[_places(board, state.pawns[2 * side], state.pawns[2 * side + 1]) for side in sides],
            crowned=[[pattern_name(board, pattern) for pattern in state.counted[side]] for side in sides],
            hands=[hand_of(state, seat) if seat in seen else None for seat in seats],
            held=[state.holds(seat) for seat in seats],
            stacks=list(state.stacks),
            discard=[CARD_TYPES[card] for card, count in enumerate(discarded(state)) for _ in range(count)],
            top=None if state.top == b.NONE else CARD_TYPES[state.top],
            shown=shown(state),
        )
    )


def shown(state: Touche) -> Shown:
    """Return the derived data of a position, for drawings."""
    board, sides = state.board, range(state.sides)
    choices = state.choices() if PHASES[state.phase] == "crown" else []
    return Shown(
        board=write_layout(board),
        sides=[seat % state.sides for seat in range(state.seats)],
        goals=[state.goal(side) for side in sides],
        crowns=[_places(board, state.crowns[2 * side], state.crowns[2 * side + 1]) for side in sides],
        choices=[
            [_places(board, board.low[pattern], board.high[pattern]) for pattern in choice]
            for choice in choices
        ],
    )


def _places(board: Board, low: int, high: int) -> list[Place]:
    words = (low, high)
    cells = (cell for cell in range(b.CELLS) if words[b.WORD[cell]] & b.BIT[cell])
    return [row_column(board, cell) for cell in cells]
