# mypyc: compile
"""The compiled rules of Targi: legal moves, their effects, and the outcomes of chance."""

from collections.abc import Callable
from typing import Any

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.core.state import CHANCE, OVER, weighted
from ludotheque.games.targi.rules import actions, advantages, laying, raids
from ludotheque.games.targi.rules.board import (
    ACT,
    CHOOSE_ROW,
    DECK,
    DOWN_GOODS,
    DRAW_GOODS,
    DRAW_STARTER,
    DRAW_TRIBE,
    EARLIER,
    EARLIER_GOODS,
    EARLIER_TRIBE,
    EMPTY,
    FINISHED,
    FROM_EXPANSION,
    GOODS_CARD,
    KEPT,
    LAY_OUT,
    MIRAGE,
    NO_CARD,
    PAY,
    PLACE,
    PLACES,
    RAID,
    RETURN,
    SMITH,
    SWAP,
    TAKE,
    TRADE,
    TRIBE_CARD,
    TURN_UP,
)
from ludotheque.games.targi.rules.border import FREE, NO_SEAT, SLOTS
from ludotheque.games.targi.rules.bundles import packed, rank, ranked, unpacked
from ludotheque.games.targi.rules.cards import BORDER_CARDS, GOODS_CARDS, GOODS_KINDS, TRIBE_CARDS
from ludotheque.games.targi.rules.codes import (
    DISCARD,
    DONE,
    EXCHANGE,
    INTO_ROW,
    KEEP,
    LAY,
    PAYING,
    PLACE_ON,
    RETURNING,
    SHIFT,
    SKIP,
    STARTER,
    SWAP_PLACES,
    TAKING,
)
from ludotheque.games.targi.rules.payments import payments
from ludotheque.games.targi.rules.scoring import standing
from ludotheque.games.targi.rules.turns import Turns


class Targi(Turns):
    """A position of Targi."""

    def copy(self) -> "Targi":
        """Return an independent copy, without the journal."""
        return Targi(
            self.phase,
            self.seat,
            self.amulet,
            self.robber,
            self.fewer,
            self.fewer_next,
            self.second,
            self.card,
            self.source,
            self.amount,
            self.got,
            self.rewarded,
            self.fresh,
            self.slot,
            self.purses[:],
            self.coins[:],
            self.hands[:],
            self.secrets[:],
            self.kept[:],
            self.camps[:],
            self.targis[:],
            self.markers[:],
            self.centre[:],
            self.where[:],
            self.goods[:],
            self.goods_gone[:],
            self.goods_earlier[:],
            self.held[:],
        )

    def __reduce__(self) -> tuple[Callable[..., "Targi"], tuple[Any, ...]]:
        numbers = [
            *(self.phase, self.seat, self.amulet, self.robber, self.fewer, self.fewer_next, self.second),
            *(self.card, self.source, self.amount, self.got, self.rewarded, self.fresh),
            self.slot,
        ]
        arrays = [
            *(list(self.purses), list(self.coins), list(self.hands), list(self.secrets), list(self.kept)),
            *(list(self.camps), list(self.targis), list(self.markers), list(self.centre), list(self.where)),
            *(list(self.goods), list(self.goods_gone), list(self.goods_earlier), list(self.held)),
        ]
        return position, (numbers, arrays)

    def turn(self) -> i64:
        """Return the seat to act, `CHANCE` or `OVER`."""
        if RAID <= self.phase <= RETURN:
            return self.seat
        if self.phase == FINISHED:
            return OVER
        return CHANCE

    def moves(self) -> vec[i64]:
        """Return every move of the seat to act, each once, in a fixed order."""
        phase = self.phase
        if phase == PLACE:
            return self.placings()
        if phase == ACT:
            return self.open_actions()
        if phase == TRIBE_CARD:
            return self.card_moves()
        if phase == TRADE:
            return self.trade_moves()
        if phase == SWAP:
            return self.swaps()
        if phase == PAY:
            return packed_all(payments(self, self.seat, self.card, self.source), PAYING)
        if phase == CHOOSE_ROW:
            return shifted(laying.open_rows(self, self.seat), INTO_ROW)
        if phase == TAKE:
            return packed_all(advantages.bundles_to_take(self), TAKING)
        if phase == MIRAGE:
            return shifted(actions.mirages(self), SHIFT)
        if phase == SMITH:
            return packed_all(actions.smith_payments(self), PAYING)
        if phase == RAID:
            return packed_all(raids.tributes(self, self.seat), PAYING)
        if phase == RETURN:
            return self.returns()
        return vec[i64]()

    def placings(self) -> vec[i64]:
        """Return the placements of a Targi on the border (TARGI-6)."""
        found = vec[i64](capacity=BORDER_CARDS)
        card: i64 = 1
        while card <= BORDER_CARDS:
            if self.obstacle(self.seat, card) == FREE:
                found = append(found, PLACE_ON + card)
            card += 1
        return found

    def card_moves(self) -> vec[i64]:
        """Return the decisions on a card: lay, keep or discard (TARGI-15)."""
        found = vec[i64](capacity=3)
        if laying.may_lay(self):
            found = append(found, LAY)
        if laying.may_keep(self):
            found = append(found, KEEP)
        return append(found, DISCARD)

    def returns(self) -> vec[i64]:
        """Return all ways to give back the surplus (TARGI-27)."""
        found = vec[i64](capacity=16)
        for bundle in self.surplus():
            found = append(found, RETURNING + rank(bundle))
        return found

    def trade_moves(self) -> vec[i64]:
        """Return the exchanges, and to stop after at least one of them (TARGI-8)."""
        found = shifted(actions.exchanges(self), EXCHANGE)
        return append(found, DONE) if self.amount == 1 else found

    def swaps(self) -> vec[i64]:
        """Return the swaps of any two cards of the camp, and none (card 43, TARGI-22)."""
        found = vec[i64](capacity=16)
        one: i64 = 0
        while one < PLACES:
            other = one + 1
            while other < PLACES:
                if (
                    self.camps[self.seat * PLACES + one] != NO_CARD
                    and self.camps[self.seat * PLACES + other] != NO_CARD
                ):
                    found = append(found, SWAP_PLACES + PLACES * one + other)
                other += 1
            one += 1
        return append(found, SKIP)

    def apply(self, move: i64) -> None:
        """Play a move of the seat to act, or an outcome when chance is to act."""
        phase = self.phase
        if phase == PLACE:
            self.place(move - PLACE_ON)
        elif phase == ACT:
            self.act(move)
        elif phase == TRIBE_CARD:
            self.decide_card(move)
        elif phase == PAY:
            self.go_on(laying.pay(self, unpacked(move - PAYING)))
        elif phase == CHOOSE_ROW:
            self.go_on(laying.put(self, move - INTO_ROW))
        elif phase == TAKE:
            self.take(unpacked(move - TAKING))
        elif phase == TURN_UP or phase == LAY_OUT:
            self.turn_up(move)
        elif phase == TRADE:
            self.trade(move)
        elif phase == SMITH:
            self.go_on(actions.forge(self, unpacked(move - PAYING)))
        elif phase == MIRAGE:
            actions.shift(self, move - SHIFT)
            self.next_action()
        elif phase == SWAP:
            self.swap(move)
        elif phase == RAID:
            if not raids.pay_tribute(self, unpacked(move - PAYING)):
                self.leave_corner()
        elif phase == RETURN:
            self.give_back(ranked(move - RETURNING))
        elif phase == DRAW_GOODS:
            self.go_on(actions.open_caravan(self, move - GOODS_CARD))
        elif phase == DRAW_TRIBE:
            self.draw_tribe_card(move)
        else:
            self.begin(move - STARTER)

    # Chance and what a seat can't see

    def outcomes(self) -> vec[i64]:
        """Return the cards that may be drawn, or both seats if the starter is drawn."""
        found = vec[i64](capacity=TRIBE_CARDS)
        if self.phase == DRAW_STARTER:
            return append(append(found, STARTER), STARTER + 1)
        if self.phase == FINISHED or RAID <= self.phase <= RETURN:
            return found
        if self.draws_goods():
            kinds = self.drawn_goods()
            kind: i64 = 0
            while kind < GOODS_KINDS:
                if kinds[kind] > 0:
                    found = append(found, GOODS_CARD + kind)
                kind += 1
            return found
        deck: i64 = EARLIER if self.phase == TURN_UP and self.centre[self.slot] == EARLIER_TRIBE else DECK
        card: i64 = 0
        while card < TRIBE_CARDS:
            if self.where[card] == deck:
                found = append(found, card)
            card += 1
        return found

    def weights(self) -> vec[i64]:
        """Return the weights of the outcomes: the number of unseen copies of each card."""
        found = vec[i64](capacity=TRIBE_CARDS)
        for outcome in self.outcomes():
            if GOODS_CARD <= outcome < STARTER:
                found = append(found, self.drawn_goods()[outcome - GOODS_CARD])
            else:
                found = append(found, 1)
        return found

    def draws_goods(self) -> bool:
        """Return whether the next card drawn is a goods card (TARGI-2, TARGI-10)."""
        if self.phase == LAY_OUT:
            return self.slot % 2 == 0
        if self.phase == TURN_UP:
            return self.centre[self.slot] == DOWN_GOODS or self.centre[self.slot] == EARLIER_GOODS
        return self.phase == DRAW_GOODS

    def drawn_goods(self) -> vec[i64]:
        """Return the goods cards that may be drawn."""
        if self.phase == TURN_UP and self.centre[self.slot] == EARLIER_GOODS:
            return self.goods_earlier
        return self.goods

    def sample(self, rng: Random) -> i64:
        """Draw a card, or the seat that starts."""
        if self.phase == DRAW_STARTER:
            return STARTER + rng.randrange(2)
        if not self.draws_goods():
            found = self.outcomes()
            return found[rng.randrange(len(found))]
        return GOODS_CARD + weighted(self.drawn_goods(), rng)

    def reimagine(self, seat: i64, rng: Random) -> "Targi":
        """Return a copy with the unseen cards resampled from all that the seat can't see (TARGI-23)."""
        cards = self.may_hold(1 - seat)
        return self.imagined(seat, cards[rng.randrange(len(cards))] if len(cards) > 0 else NO_CARD, rng)

    def may_hold(self, seat: i64) -> vec[i64]:
        """Return the cards that the unseen hand card of a seat may be for the other; none if none is unseen.

        A card kept before the deck was reshuffled may be any that lies nowhere open (TARGI-23).
        """
        if self.secrets[seat] == 0:
            return vec[i64]()
        return self.unseen_beside(self.hands[seat], EARLIER if self.secrets[seat] == 2 else DECK)

    def unseen_beside(self, card: i64, deck: i64) -> vec[i64]:
        """Return an unseen card and all cards of a deck that it may be instead."""
        found = vec[i64](capacity=TRIBE_CARDS)
        other: i64 = 0
        while other < TRIBE_CARDS:
            if other == card or self.where[other] == DECK or self.where[other] == deck:
                found = append(found, other)
            other += 1
        return found

    def imagined(self, seat: i64, hand: i64, rng: Random) -> "Targi":
        """Return a copy with the given unseen hand card of the opponent, if any; a secret card in question is
        drawn.
        """
        state = self.copy()
        other = 1 - seat
        if hand != NO_CARD:
            state.change_places(state.hands[other], hand)
            state.hands[other] = hand
        if state.phase == TRIBE_CARD and state.seat == other and laying.is_secret(state):
            card = state.hands[other]
            if state.source == FROM_EXPANSION:
                cards = state.unseen_beside(state.card, DECK)
                card = cards[rng.randrange(len(cards))]
                state.change_places(state.card, card)
            state.card = card
        return state

    def change_places(self, one: i64, other: i64) -> None:
        """Exchange the identities of two unseen cards."""
        place = self.where[one]
        self.where[one] = self.where[other]
        self.where[other] = place

    def payoff(self, seat: i64) -> float:
        """Return 1 for a win, 0 for a loss, a half for a draw (TARGI-31)."""
        own = standing(self, seat)
        theirs = standing(self, 1 - seat)
        if own == theirs:
            return 0.5
        return 1.0 if own > theirs else 0.0


def shifted(codes: vec[i64], base: i64) -> vec[i64]:
    """Return move numbers: codes plus a base."""
    found = vec[i64](capacity=len(codes))
    for code in codes:
        found = append(found, base + code)
    return found


def packed_all(bundles: vec[i64], base: i64) -> vec[i64]:
    """Return move numbers of bundles."""
    found = vec[i64](capacity=len(bundles))
    for bundle in bundles:
        found = append(found, base + packed(bundle))
    return found


def position(numbers: list[int], lists: list[list[int]]) -> Targi:
    """Return a position from plain lists; a vec passed into compiled code from outside is never freed."""
    return Targi(
        numbers[0],
        numbers[1],
        numbers[2],
        numbers[3],
        numbers[4],
        numbers[5],
        numbers[6],
        numbers[7],
        numbers[8],
        numbers[9],
        numbers[10],
        numbers[11],
        numbers[12],
        numbers[13],
        vec[i64](lists[0]),
        vec[i64](lists[1]),
        vec[i64](lists[2]),
        vec[i64](lists[3]),
        vec[i64](lists[4]),
        vec[i64](lists[5]),
        vec[i64](lists[6]),
        vec[i64](lists[7]),
        vec[i64](lists[8]),
        vec[i64](lists[9]),
        vec[i64](lists[10]),
        vec[i64](lists[11]),
        vec[i64](lists[12]),
        vec[i64](lists[13]),
    )


def new_game(random_starter: bool) -> Targi:
    """Return the set-up: each player has 2 of each good, 1 gold and 4 crosses; the centre is empty (TARGI-1
    to 3).
    """
    purse = [2, 2, 2, 1, 4]
    state = position(
        [DRAW_STARTER, 0, 0, 0, NO_SEAT, NO_SEAT, 0, NO_CARD, 0, 0, 0, 0, 0, 0],
        [
            purse + purse,
            [0, 0],
            [NO_CARD, NO_CARD],
            [0, 0],
            [0] * (2 * KEPT),
            [NO_CARD] * (2 * PLACES),
            [NO_SEAT] * (BORDER_CARDS + 1),
            [NO_SEAT] * SLOTS,
            [EMPTY] * SLOTS,
            [DECK] * TRIBE_CARDS,
            [count for _, count, _ in GOODS_CARDS],
            [0] * GOODS_KINDS,
            [0] * GOODS_KINDS,
            [],
        ],
    )
    if not random_starter:
        state.begin(0)
    return state
