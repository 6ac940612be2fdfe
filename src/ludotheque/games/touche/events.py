"""The events of the journal of Touché's rules."""

from collections.abc import Callable
from typing import Final

from ludotheque.core.events import Event
from ludotheque.core.refusal import Param
from ludotheque.core.state import Note
from ludotheque.games.touche.names import CARD_NAMES, cell_name, pattern_name, row_column, shown
from ludotheque.games.touche.rules import state as rules
from ludotheque.games.touche.rules.board import Board

KIND_NAMES: Final = ("squares", "lines", "crosses")


def dealer(_board: Board, seat: int, *_: int) -> Event:
    """The first dealer is drawn."""
    return Event(name="touche.dealer", seat=seat, clause="TOUCHE-8")


def hand(_board: Board, seat: int, *cards: int) -> Event:
    """A hand is taken up; only its player sees it."""
    names = [CARD_NAMES[card] for card in cards]
    faces = [shown(card) for card in cards]
    return Event(
        name="touche.hand",
        seat=seat,
        clause="TOUCHE-3",
        secret={"cards": names, "shown": faces},
        secret_to=(seat,),
    )


def play(board: Board, seat: int, card: int, cell: int, *_: int) -> Event:
    """A card is played and a pawn placed."""
    params = _card(card) | _cell(board, cell)
    return Event(name="touche.play", seat=seat, clause="TOUCHE-9", params=params, reveals=True)


def topple(board: Board, seat: int, cell: int, side: int, *_: int) -> Event:
    """Another side's pawn is toppled, with the call."""
    return Event(
        name="touche.topple", seat=seat, clause="TOUCHE-10", params=_cell(board, cell) | {"side": side}
    )


def attack(board: Board, seat: int, card: int, cell: int) -> Event:
    """A card is laid against a pawn, and the call is waited for."""
    params = _card(card) | _cell(board, cell)
    return Event(name="touche.attack", seat=seat, clause="TOUCHE-19", params=params, reveals=True)


def silent(board: Board, seat: int, card: int, cell: int, *_: int) -> Event:
    """The call was left out: nothing is toppled and no pawn is placed."""
    params = _card(card) | _cell(board, cell)
    return Event(name="touche.silent", seat=seat, clause="TOUCHE-11", params=params, reveals=True)


def exchange(_board: Board, seat: int, card: int, *_: int) -> Event:
    """A dead card is exchanged."""
    return Event(name="touche.exchange", seat=seat, clause="TOUCHE-13", params=_card(card), reveals=True)


def discard(_board: Board, seat: int, card: int, *_: int) -> Event:
    """A dead card is discarded and the turn ends."""
    return Event(name="touche.discard", seat=seat, clause="TOUCHE-13", params=_card(card), reveals=True)


def crown(board: Board, seat: int, pattern: int, *_: int) -> Event:
    """A pattern is crowned."""
    params = {
        "pattern": pattern_name(board, pattern),
        "kind": f"@touche_a_{KIND_NAMES[board.kind_of(pattern)]}",
    }
    return Event(name="touche.crown", seat=seat, clause="TOUCHE-16", params={**params})


def draw(_board: Board, seat: int, card: int, *_: int) -> Event:
    """A card is drawn; only its player sees it."""
    return Event(name="touche.draw", seat=seat, clause="TOUCHE-9", secret=_card(card), secret_to=(seat,))


def deal_again(_board: Board, _seat: int, number: int, *_: int) -> Event:
    """The discard pile is shuffled and dealt out."""
    return Event(name="touche.deal_again", clause="TOUCHE-14", params={"number": number})


def goal(_board: Board, seat: int, side: int, *_: int) -> Event:
    """A side has all its patterns."""
    return Event(name="touche.goal", seat=seat, clause="TOUCHE-18", params={"side": side})


def lead(_board: Board, _seat: int, side: int, *_: int) -> Event:
    """The last deal is over and one side leads; the event names its first seat."""
    return Event(name="touche.lead", seat=side, clause="TOUCHE-14", params={"side": side})


def drawn(_board: Board, _seat: int, *_: int) -> Event:
    """The last deal is over and no side leads alone."""
    return Event(name="touche.drawn", clause="TOUCHE-14")


def advance(_board: Board, _seat: int, side: int, kind: int, *_: int) -> Event:
    """The winner of a game goes on to the next set."""
    params: dict[str, Param] = {"side": side, "set": f"@touche_set_{KIND_NAMES[kind]}"}
    return Event(name="touche.advance", seat=side, clause="TOUCHE-7", params=params)


def next_game(_board: Board, seat: int, number: int, *_: int) -> Event:
    """The next game of a match begins."""
    return Event(name="touche.next_game", seat=seat, clause="TOUCHE-7", params={"number": number})


def match(_board: Board, _seat: int, side: int, *_: int) -> Event:
    """A match of pros is won."""
    return Event(name="touche.match", seat=side, clause="TOUCHE-7", params={"side": side})


TELL: Final[dict[int, Callable[..., Event]]] = {
    rules.NOTE_DEALER: dealer,
    rules.NOTE_HAND: hand,
    rules.NOTE_PLAY: play,
    rules.NOTE_TOPPLE: topple,
    rules.NOTE_SILENT: silent,
    rules.NOTE_EXCHANGE: exchange,
    rules.NOTE_DISCARD: discard,
    rules.NOTE_CROWN: crown,
    rules.NOTE_DRAW: draw,
    rules.NOTE_DEAL_AGAIN: deal_again,
    rules.NOTE_GOAL: goal,
    rules.NOTE_LEAD: lead,
    rules.NOTE_DRAWN: drawn,
    rules.NOTE_ADVANCE: advance,
    rules.NOTE_NEXT_GAME: next_game,
    rules.NOTE_MATCH: match,
}


def tell(board: Board, note: Note) -> Event:
    """The event of a journal line."""
    code, seat, *numbers = note
    return TELL[code](board, seat, *numbers)


def _card(card: int) -> dict[str, Param]:
    return {"card": CARD_NAMES[card], "shown": shown(card)}


def _cell(board: Board, cell: int) -> dict[str, Param]:
    row, column = row_column(board, cell)
    return {"cell": cell_name(board, cell), "row": row, "column": column}
