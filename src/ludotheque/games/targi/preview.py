"""Previews for players: the gain of a placement, the open actions, and the score so far."""

import msgspec

from ludotheque.games.targi.moves import SLOT_LITERALS, Slot
from ludotheque.games.targi.rules import board as b
from ludotheque.games.targi.rules import codes
from ludotheque.games.targi.rules.advantages import row_value
from ludotheque.games.targi.rules.border import FACING, FREE, SLOT_NAMES, line
from ludotheque.games.targi.rules.cards import BORDER_CARDS, CROSSES
from ludotheque.games.targi.rules.scoring import end_advantage, printed_crosses, score
from ludotheque.games.targi.rules.state import Targi


class Preview(msgspec.Struct, frozen=True):
    """The effect of a Targi that a seat places on a border card (TARGI-6, TARGI-7)."""

    card: int
    allowed: bool
    line: tuple[Slot, ...]
    """The central cards of its line of influence."""
    facing: int
    """The card it would close to the opponent; 0 for a corner."""
    wins: tuple[Slot, ...]
    """The central cards that would get a marker and have none in view yet."""


class OpenAction(msgspec.Struct, frozen=True):
    """A Targi or marker that is not used yet, and whether it would change anything now (TARGI-8)."""

    card: int | Slot
    usable: bool


class Score(msgspec.Struct, frozen=True):
    """The score of a seat, part by part (TARGI-30)."""

    tokens: int
    """Crosses in front of the player."""
    printed: int
    """Crosses on the cards of the camp."""
    advantages: dict[int, int]
    """The crosses each card adds at the end, by its number; zeros are left out."""
    rows: tuple[int, int, int]
    total: int


def preview(state: Targi, seat: int, card: int) -> Preview:
    """Return the effect of a Targi of a seat on a border card; the position is not changed.

    >>> from ludotheque.games.targi.rules.state import new_game
    >>> preview(new_game(False), 0, 2).line
    ('b', 'e', 'h')
    """
    had = state.crossings(seat, 0)
    return Preview(
        card=card,
        allowed=state.obstacle(seat, card) == FREE,
        line=tuple(SLOT_LITERALS[slot] for slot in line(card)),
        facing=FACING[card],
        wins=tuple(SLOT_LITERALS[slot] for slot in state.crossings(seat, card) if slot not in had)
        if FACING[card]
        else (),
    )


def crossed(state: Targi, seat: int) -> tuple[Slot, ...]:
    """Return the central cards where the lines of a seat cross so far (TARGI-7)."""
    return tuple(SLOT_LITERALS[slot] for slot in state.crossings(seat, 0))


def open_actions(state: Targi, seat: int) -> list[OpenAction]:
    """Return the unused Targis and markers of a seat, in the order of the board."""
    may = list(state.open_actions()) if state.phase == b.ACT and state.seat == seat else []
    border = [card for card in range(1, BORDER_CARDS + 1) if state.targis[card] == seat]
    centre = [slot for slot in range(len(SLOT_NAMES)) if state.markers[slot] == seat]
    found = [OpenAction(card, codes.USE_BORDER + card in may) for card in border]
    return found + [OpenAction(SLOT_LITERALS[slot], codes.USE_SLOT + slot in may) for slot in centre]


def score_of(state: Targi, seat: int) -> Score:
    """Return the score of a seat if the game ended now, part by part (TARGI-30)."""
    camp = [card for card in state.camps[b.PLACES * seat : b.PLACES * seat + b.PLACES] if card != b.NO_CARD]
    worth = {int(card): int(end_advantage(state, seat, card)) for card in camp}
    first, middle, last = (int(row_value(state, seat, row)) for row in range(3))
    return Score(
        tokens=int(state.owns(seat, CROSSES)),
        printed=int(printed_crosses(state, seat)),
        advantages={card: crosses for card, crosses in sorted(worth.items()) if crosses},
        rows=(first, middle, last),
        total=int(score(state, seat)),
    )
