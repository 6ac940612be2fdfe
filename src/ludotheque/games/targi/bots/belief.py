# mypyc: compile
"""A model of the card that the other player keeps unseen: one that was worth keeping (TARGI-23).

All players know when it was kept, and what its player owned then. A player who draws a good card and can pay
lays it, and discards a useless one. So the probability of a card follows from the probability that the
learned policy would have kept it at that moment.
"""

from typing import Final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.core.knowledge import Belief
from ludotheque.core.policy import drawn
from ludotheque.core.state import State
from ludotheque.games.targi.bots.move_policy import MovePolicy
from ludotheque.games.targi.rules.board import (
    FROM_EXPANSION,
    KEPT,
    KEPT_COIN,
    KEPT_GOODS,
    KEPT_ROBBER,
    NO_CARD,
    TRIBE_CARD,
)
from ludotheque.games.targi.rules.cards import GOLD, KINDS
from ludotheque.games.targi.rules.codes import KEEP
from ludotheque.games.targi.rules.state import Targi

DOUBT: Final = (
    0.05  # the lowest probability of any card to be kept, since no player follows the policy exactly
)


def keeping(state: Targi, seat: i64) -> Targi:
    """Return the moment at which a seat decided on its unseen card, with the camps of today."""
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


def likelihood(policy: MovePolicy, moment: Targi, card: i64) -> float:
    """Return the probability that a card would have been kept at a moment, raised by `DOUBT`."""
    moment.card = card
    moves = moment.moves()
    likely = policy.likely(moment, moves)
    i: i64 = 0
    while moves[i] != KEEP:
        i += 1
    return likely[i] + DOUBT


def likelihoods(policy: MovePolicy, state: Targi, seat: i64) -> dict[int, float]:
    """Return, for each card the unseen card of a seat may be, the likelihood that it would have been kept."""
    moment = keeping(state, seat)
    return {card: likelihood(policy, moment, card) for card in state.may_hold(seat)}


class UnseenCard(Belief[Targi]):
    """The opponent's unseen hand card, sampled by the likelihood that it would have been kept (TARGI-23)."""

    def __init__(self, state: Targi, seat: i64, policy: MovePolicy) -> None:
        super().__init__(state, seat)
        self.cards: vec[i64] = vec[i64]()
        self.weights: vec[float] = vec[float]()
        if state.kept[(1 - seat) * KEPT + KEPT_ROBBER] > 0:
            for card, weight in likelihoods(policy, state, 1 - seat).items():
                self.cards = append(self.cards, card)
                self.weights = append(self.weights, weight)

    def world(self, rng: Random) -> State:
        """Return a copy with another card in that hand; all are equally likely if nothing is known of its
        keeping.
        """
        if len(self.cards) == 0:
            return self.state.reimagine(self.seat, rng)
        return self.state.imagined(self.seat, self.cards[drawn(self.weights, rng)], rng)
