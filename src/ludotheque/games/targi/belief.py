# mypyc: compile
"""What a seat believes of the card that the other keeps unseen: it is one to be kept (TARGI-23).

Everybody saw when it was kept, and what its player owned then. Who draws a good card that can be paid lays
it, and who draws a useless one discards it; so a card is the more likely, the more likely the learned policy
would have kept it at that moment.
"""

from typing import Final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from ludotheque.games.targi.board import (
    FROM_EXPANSION,
    KEPT,
    KEPT_COIN,
    KEPT_GOODS,
    KEPT_ROBBER,
    NO_CARD,
    TRIBE_CARD,
)
from ludotheque.games.targi.cards import GOLD, KINDS
from ludotheque.games.targi.codes import KEEP
from ludotheque.games.targi.habits import Habits
from ludotheque.games.targi.rules import Targi

DOUBT: Final = 0.05  # nobody plays quite by the policy: so likely, at least, is any card kept


def keeping(state: Targi, seat: i64) -> Targi:
    """The moment at which a seat decided on its unseen card, with the camps of today."""
    moment = state.copy()
    first = seat * KEPT
    moment.phase = TRIBE_CARD
    moment.source = FROM_EXPANSION
    moment.seat = seat
    moment.hands[seat] = NO_CARD
    moment.robber = state.kept[first + KEPT_ROBBER]
    kind: i64 = 0
    while kind <= GOLD:
        moment.purses[seat * KINDS + kind] = state.kept[first + KEPT_GOODS + kind]
        kind += 1
    moment.coins[seat] = state.kept[first + KEPT_COIN]
    return moment


def likelihood(habits: Habits, moment: Targi, card: i64) -> float:
    """How likely a card would have been kept at a moment, from `DOUBT` on; a little above 1 at most."""
    moment.card = card
    moves = moment.moves()
    likely = habits.likely(moment, moves)
    i: i64 = 0
    while moves[i] != KEEP:
        i += 1
    return likely[i] + DOUBT


def believed(habits: Habits, state: Targi, seat: i64, cards: vec[i64], rng: Random) -> i64:
    """One of the cards that the unseen card of a seat may be, drawn by how likely it would have been kept.

    A card is drawn evenly and put back as often as it would not have been kept.
    """
    card = cards[rng.randrange(len(cards))]
    if state.kept[seat * KEPT + KEPT_ROBBER] == 0:
        return card
    moment = keeping(state, seat)
    while rng.random() * (1.0 + DOUBT) >= likelihood(habits, moment, card):
        card = cards[rng.randrange(len(cards))]
    return card


def likelihoods(habits: Habits, state: Targi, seat: i64) -> dict[int, float]:
    """By card that the unseen card of a seat may be: how likely it would have been kept."""
    moment = keeping(state, seat)
    return {card: likelihood(habits, moment, card) for card in state.may_hold(seat)}
