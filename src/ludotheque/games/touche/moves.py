"""The moves of Touché in the public contract: structs, JSON, notation, and their numbers in the rules."""

from typing import Annotated, Literal, TypeAlias, get_args

import msgspec

from ludotheque.core.codec import Json
from ludotheque.core.moves import Move
from ludotheque.core.refusal import Unreadable
from ludotheque.games.touche.names import (
    CARD,
    CARD_NAMES,
    cell_at,
    pattern_name,
    place_name,
    read_card,
    read_pattern,
    read_place,
    row_column,
)
from ludotheque.games.touche.rules import state as rules
from ludotheque.games.touche.rules.board import CELLS, NONE, WIDTH
from ludotheque.games.touche.rules.state import Touche

Card: TypeAlias = Literal[
    "AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS",
    "AH", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH", "JH", "QH", "KH",
    "AD", "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "TD", "JD", "QD", "KD",
    "AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC",
    "**",
]  # fmt: skip
"""Rank and suit, `T` for the ten; `**` is the joker (TOUCHE-4)."""
CARD_TYPES: tuple[Card, ...] = get_args(Card)
Index: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=WIDTH)]
Place: TypeAlias = tuple[Index, Index]
"""Row and column of a cell, from 0 at the top left (TOUCHE-4)."""


class Play(Move, frozen=True, tag="play", omit_defaults=True):
    """Play a hand card and place a pawn; `call` says “Touché!” where calls are spoken (TOUCHE-9 to 12)."""

    card: Card
    cell: Place
    call: bool = False


class Exchange(Move, frozen=True, tag="exchange"):
    """Exchange a dead card before playing (TOUCHE-13)."""

    card: Card


class Discard(Move, frozen=True, tag="discard"):
    """Discard a card when all are dead (TOUCHE-13)."""

    card: Card


class Crown(Move, frozen=True, tag="crown"):
    """Choose which of the patterns just completed are crowned (TOUCHE-17)."""

    patterns: tuple[str, ...]


def encode(state: Touche, move: Move) -> int:
    """Return the number of a move in the rules; NONE for patterns that are not among the choices."""
    if isinstance(move, Play):
        return _encode_play(state, move)
    if isinstance(move, Exchange):
        return rules.EXCHANGE + CARD[move.card]
    if isinstance(move, Discard):
        return rules.DISCARD + CARD[move.card]
    assert isinstance(move, Crown)  # the only other kind
    wanted = sorted(read_pattern(state.board, name) for name in move.patterns)
    if state.phase == rules.CHOOSE:
        for number, choice in enumerate(state.choices()):
            if sorted(choice) == wanted:
                return rules.CROWN + number
    return NONE


def _encode_play(state: Touche, move: Play) -> int:
    """Return the number of a play; a call matters only for toppling (TOUCHE-11)."""
    cell = cell_at(state.board, move.cell)
    silent = state.spoken and not move.call and state.is_taken(cell)
    return (rules.SILENT_ON if silent else rules.PLAY_ON) + CARD[move.card] * CELLS + cell


def decode(state: Touche, code: int) -> Move:
    """Return the move of a number."""
    if code >= rules.CROWN:
        chosen = state.choices()[code - rules.CROWN]
        return Crown(tuple(pattern_name(state.board, pattern) for pattern in chosen))
    if code >= rules.DISCARD:
        return Discard(CARD_TYPES[code - rules.DISCARD])
    if code >= rules.EXCHANGE:
        return Exchange(CARD_TYPES[code - rules.EXCHANGE])
    card, cell = divmod(code % rules.SILENT_ON, CELLS)
    call = state.spoken and code < rules.SILENT_ON and state.is_taken(cell)
    return Play(CARD_TYPES[card], row_column(state.board, cell), call)


def notation(move: Move) -> str:
    """Return a move as `AS e1`, with the call `AS e1!`; `exchange AS`, `discard AS`, `crown d1-e2 e2-f3`."""
    if isinstance(move, Play):
        return f"{move.card} {place_name(*move.cell)}{'!' if move.call else ''}"
    if isinstance(move, Exchange):
        return f"exchange {move.card}"
    if isinstance(move, Discard):
        return f"discard {move.card}"
    assert isinstance(move, Crown)  # the only other kind
    return " ".join(("crown", *move.patterns))


def parse(text: str) -> Move:
    """Return the move of a line; a cell is `e1` or row and column from 0, and a verb may be its first letter.

    >>> parse("AS e1") == parse("play as 0,4"), parse("AS e1!"), parse("x **"), parse("crown d1-e2")
    (True, Play(card='AS', cell=(0, 4), call=True), Exchange(card='**'), Crown(patterns=('d1-e2',)))
    """
    words = text.split()
    verb = words[0].lower() if words else ""
    if verb in ("crown", "c") and len(words) > 1:
        return Crown(tuple(word.lower() for word in words[1:]))
    if verb in ("exchange", "x", "discard", "d") and len(words) == 2:
        card = read_card(words[1])
        if card is not None:
            return Exchange(CARD_TYPES[card]) if verb in ("exchange", "x") else Discard(CARD_TYPES[card])
    elif len(words) >= 2:
        first, *rest = words[1:] if verb in ("play", "p") else words
        where = "".join(rest)
        card, place = read_card(first), read_place(where.removesuffix("!"))
        if card is not None and place is not None:
            return Play(CARD_TYPES[card], place, where.endswith("!"))
    raise Unreadable("touche.notation", params={"text": text[:40]})


def read_outcome(outcome: Json) -> int:
    """Return the number of a drawn card `"AS"`."""
    if isinstance(outcome, str) and outcome in CARD:
        return CARD[outcome]
    raise Unreadable("touche.outcome", "TOUCHE-3", {"outcome": str(outcome)[:40]})


def write_outcome(code: int) -> Json:
    """Return the JSON form of a card."""
    return CARD_NAMES[code]
