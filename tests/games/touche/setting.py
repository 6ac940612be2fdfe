"""Positions of Touché written the short way, for the tests beside it."""

from collections.abc import Iterable
from typing import Any

from ludotheque import Move, Table
from ludotheque.games.touche.names import CARD_NAMES, read_place

FILLER = [name for name in CARD_NAMES if name[1] in "DC" for _ in (0, 1)]
"""Cards for hands that do not matter: the lower half of the board."""


def cells(text: str) -> list[list[int]]:
    """`e1 d2` as rows and columns."""
    places = [read_place(name) for name in text.split()]
    assert None not in places
    return [list(place) for place in places if place is not None]


def hands_of(texts: Iterable[str]) -> list[list[str]]:
    """Hands as given, filled up to five cards with cards that do not matter."""
    named = [text.split() for text in texts]
    filler = list(FILLER)
    for card in (card for hand in named for card in hand if card in filler):
        filler.remove(card)
    return [hand + [filler.pop(0) for _ in range(5 - len(hand))] for hand in named]


def position(
    *hands: str, pawns: Iterable[str] = (), crowned: Iterable[str] = (), **parts: Any
) -> dict[str, Any]:
    """A position in mid-game with seat 0 to play; hands, pawns by side and crowned patterns as texts."""
    made: dict[str, Any] = {"seats": len(hands), "hands": hands_of(hands)}
    if pawns:
        made["pawns"] = [cells(text) for text in pawns]
    if crowned:
        made["crowned"] = [text.split() for text in crowned]
    return made | parts


def last_cards(*hands: str, **parts: Any) -> dict[str, Any]:
    """A position at the end of a deal: no stacks, only the hands as given."""
    made = position(*hands, **parts)
    return made | {"hands": [hand.split() for hand in hands], "stacks": [0] * len(hands)}


def at(made: dict[str, Any], *chance: Any) -> Table:
    """A table at a position; chance gives what is listed and then waits."""
    return Table.at("touche", made, chance=chance)


def seen(table: Table, seat: int | None = None) -> dict[str, Any]:
    """The position as a seat sees it."""
    found: dict[str, Any] = table.view(seat)["position"]
    return found


def names(table: Table) -> list[str]:
    return [event.name.removeprefix("touche.") for event in table.events]


def legal(table: Table) -> list[str]:
    """Return the legal moves of the seat to act, as a person would type them."""
    return [table.game.notation(move) for move in table.moves(table.actors[0]) if isinstance(move, Move)]
