# mypyc: compile
"""The cards of Touché: stacks, hands and the pool of unseen cards (TOUCHE-3)."""

from typing import Final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.core.state import State
from ludotheque.games.touche.rules.board import CARDS, COPIES, JOKER, JOKERS, NONE

HAND: Final = 5
EMPTY_HAND: Final = 99  # a place of a hand without a card; sorts behind every card


class Cards(State):
    """The cards of all seats. The stacks are one pool of unseen cards: a card is chosen when it is drawn."""

    def __init__(self, hands: vec[i64], stacks: vec[i64], pool: vec[i64], top: i64) -> None:
        super().__init__(len(stacks))
        self.hands: vec[i64] = hands  # HAND entries per seat, sorted
        self.stacks: vec[i64] = stacks  # cards in each stack
        self.pool: vec[i64] = pool  # number of copies of each card in the stacks
        self.top: i64 = top  # card on top of the discard pile

    def pick(self, rng: Random) -> i64:
        """Return a uniformly random card of the stacks."""
        total: i64 = 0
        for count in self.stacks:
            total += count
        left: i64 = rng.randrange(total)
        card: i64 = 0
        while left >= self.pool[card]:
            left -= self.pool[card]
            card += 1
        return card

    def dealt_to(self) -> i64:
        """Return the seat that gets the next card of a deal: the first whose hand is not full."""
        seat: i64 = 0
        while self.hands[HAND * seat + HAND - 1] != EMPTY_HAND:
            seat += 1
        return seat

    def take_card(self, seat: i64, card: i64) -> None:
        """Move a card from the stack to the hand, which stays sorted."""
        self.pool[card] -= 1
        self.stacks[seat] -= 1
        first = HAND * seat
        i = first + HAND - 1
        while i > first and self.hands[i - 1] > card:
            self.hands[i] = self.hands[i - 1]
            i -= 1
        self.hands[i] = card

    def drop_card(self, seat: i64, card: i64) -> None:
        """Move a card of a player to the discard pile."""
        i = HAND * seat
        last = i + HAND - 1
        while self.hands[i] != card:
            i += 1
        while i < last:
            self.hands[i] = self.hands[i + 1]
            i += 1
        self.hands[last] = EMPTY_HAND
        self.top = card

    def holds(self, seat: i64) -> i64:
        """Return the number of cards in a seat's hand."""
        count: i64 = 0
        while count < HAND and self.hands[HAND * seat + count] != EMPTY_HAND:
            count += 1
        return count

    def imagine_hands(self, seat: i64, rng: Random) -> None:
        """Resample the hands of all others, team mates too, from the cards the seat can't see (TOUCHE-3)."""
        sizes = self.give_all_back(seat)
        other: i64 = 0
        while other < self.seats:
            size = sizes[other]
            while size > 0:
                self.take_card(other, self.pick(rng))
                size -= 1
            other += 1

    def guess_hands(self, seat: i64, weights: list[vec[float]], rng: Random) -> None:
        """Resample the hands of all others with a weight for each card in each hand."""
        sizes = self.give_all_back(seat)
        other: i64 = 0
        while other < self.seats:
            size = sizes[other]
            while size > 0:
                self.take_card(other, self.pick_by(weights[other], rng))
                size -= 1
            other += 1

    def pick_by(self, weights: vec[float], rng: Random) -> i64:
        """Return a random card of the stacks, each copy weighted."""
        total: float = 0.0
        card: i64 = 0
        last: i64 = NONE
        while card <= JOKER:
            if self.pool[card] > 0:
                total += float(self.pool[card]) * weights[card]
                last = card
            card += 1
        left: float = rng.random() * total
        card = 0
        while card < last:
            if self.pool[card] > 0:
                left -= float(self.pool[card]) * weights[card]
                if left < 0.0:
                    return card
            card += 1
        return last

    def give_all_back(self, seat: i64) -> vec[i64]:
        """Return the cards of all hands except one to the pool; return the former size of each hand."""
        sizes = vec[i64](capacity=self.seats)
        other: i64 = 0
        while other < self.seats:
            size: i64 = 0
            if other != seat:
                size = self.holds(other)
                self.give_back(other, size)
            sizes = append(sizes, size)
            other += 1
        return sizes

    def give_back(self, seat: i64, count: i64) -> None:
        """Return all cards of a hand to the pool."""
        i = HAND * seat
        end = i + count
        while i < end:
            self.pool[self.hands[i]] += 1
            self.hands[i] = EMPTY_HAND
            i += 1
        self.stacks[seat] += count


def full_pack() -> vec[i64]:
    """Return the full pack: two packs of 52 cards and four jokers (TOUCHE-3)."""
    pack = vec[i64]([COPIES] * (CARDS + 1))
    pack[JOKER] = JOKERS
    return pack
