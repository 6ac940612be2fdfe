# mypyc: compile
"""Everything on the table, and its basic operations: take, pay, draw, discard, note.

`where` holds the place of each card; centre, camps and hands hold the cards of each place, so that both
look-ups are fast. Nothing is shuffled: a face-down card is one of the unseen cards, and it becomes a certain
card when it is turned up.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ludotheque.core.state import State
from ludotheque.games.targi.rules.border import NO_SEAT, SLOTS, crossings, obstacle
from ludotheque.games.targi.rules.bundles import COIN, UNIT, part
from ludotheque.games.targi.rules.cards import (
    BESIDE_ROBBER,
    DATES,
    GOLD,
    GOODS_KINDS,
    KINDS,
    PEPPER,
    SALT,
    TRIBE_CARDS,
)

# Where a tribe card is. To HAND and CAMP the seat is added.
DECK: Final = 0
EARLIER: Final = 1  # face down in the centre since before the deck was reshuffled
DISCARDED: Final = 2
CENTRE: Final = 3
OPEN: Final = 4  # just taken, not yet laid, kept or discarded
HAND: Final = 5
CAMP: Final = 7

# What lies on a central place: a tribe card by its number, GOODS_CARD + kind of a goods card, or face down.
GOODS_CARD: Final = 45
DOWN_TRIBE: Final = -1
DOWN_GOODS: Final = -2
EARLIER_TRIBE: Final = -3  # face down since before the deck was reshuffled
EARLIER_GOODS: Final = -4
EMPTY: Final = -5  # before the first cards are laid out

NO_CARD: Final = -1

# The public record of an unseen card: the Robber's card when it was kept, then what the seat owned.
KEPT_ROBBER: Final = 0
KEPT_GOODS: Final = 1  # dates, salt, pepper and gold
KEPT_COIN: Final = 5
KEPT: Final = 6

PLACES: Final = 12  # of a camp: 3 rows of 4 (TARGI-17)
ROW_LENGTH: Final = 4

# Phases. A seat is asked in those from RAID to RETURN.
DRAW_STARTER: Final = 0
LAY_OUT: Final = 1
RAID: Final = 2
PLACE: Final = 3
ACT: Final = 4
TRADE: Final = 5
SMITH: Final = 6
MIRAGE: Final = 7
TRIBE_CARD: Final = 8
PAY: Final = 9
CHOOSE_ROW: Final = 10
TAKE: Final = 11
SWAP: Final = 12
RETURN: Final = 13
DRAW_GOODS: Final = 14
DRAW_TRIBE: Final = 15
TURN_UP: Final = 16
FINISHED: Final = 17

# Where the card being decided on comes from, or why goods are taken: a central place 0 to 8, or these.
FROM_CARAVAN: Final = 9
FROM_EXPANSION: Final = 10
FROM_NOBLE: Final = 11
FROM_HAND: Final = 12  # through card 38
FROM_ADVANTAGE: Final = 13

# What the journal notes: see `events.py`.
NOTE_STARTER: Final = 0
NOTE_TURN_UP: Final = 1
NOTE_ROBBER: Final = 2
NOTE_RAID: Final = 3
NOTE_RAID_PAID: Final = 4
NOTE_RAID_SPARED: Final = 5
NOTE_RAID_FAILED: Final = 6
NOTE_RAID_BONUS: Final = 7
NOTE_PLACED: Final = 8
NOTE_MARKER: Final = 9
NOTE_BORDER: Final = 10
NOTE_GOODS: Final = 11
NOTE_CARAVAN: Final = 12
NOTE_TOOK: Final = 13
NOTE_BONUS: Final = 14
NOTE_TRADED: Final = 15
NOTE_SMITH: Final = 16
NOTE_MIRAGE: Final = 17
NOTE_DREW: Final = 18
NOTE_SHOWN: Final = 19
NOTE_PAID: Final = 20
NOTE_LAID: Final = 21
NOTE_KEPT: Final = 22
NOTE_DISCARDED: Final = 23
NOTE_REPLACED: Final = 24
NOTE_SHUFFLED: Final = 25
NOTE_COIN: Final = 26
NOTE_FEWER: Final = 27
NOTE_SWAPPED: Final = 28
NOTE_RETURNED: Final = 29
NOTE_AMULET: Final = 30
NOTE_OVER: Final = 31


class Board(State):
    """The table of Targi; the constructor takes all its parts, which makes copies for a search cheap."""

    def __init__(
        self,
        phase: i64,
        seat: i64,
        amulet: i64,
        robber: i64,
        fewer: i64,
        fewer_next: i64,
        second: i64,
        card: i64,
        source: i64,
        amount: i64,
        got: i64,
        rewarded: i64,
        fresh: i64,
        slot: i64,
        purses: vec[i64],
        coins: vec[i64],
        hands: vec[i64],
        secrets: vec[i64],
        kept: vec[i64],
        camps: vec[i64],
        targis: vec[i64],
        markers: vec[i64],
        centre: vec[i64],
        where: vec[i64],
        goods: vec[i64],
        goods_gone: vec[i64],
        goods_earlier: vec[i64],
        held: vec[i64],
    ) -> None:
        super().__init__(2)
        self.phase: i64 = phase
        self.seat: i64 = seat  # whose turn it is
        self.amulet: i64 = amulet  # the start player of the round
        self.robber: i64 = robber  # the border card the Robber stands on, 0 before the first round
        self.fewer: i64 = fewer  # the seat that has only two Targis in this round, or NO_SEAT (card 44)
        self.fewer_next: i64 = fewer_next
        self.second: i64 = second  # 1 when the start player has paid the raid, or done all actions
        self.card: i64 = card  # the tribe card that is being decided on, or NO_CARD
        self.source: i64 = source  # where it comes from, or why goods are taken
        self.amount: i64 = amount  # number of goods to take or to give back
        self.got: i64 = got  # bits of the goods that goods cards gave in this turn
        self.rewarded: i64 = rewarded  # bits of the goods that cards 33-35 have added to in this turn
        self.fresh: i64 = fresh  # 1 when the hand card was taken in this turn
        self.slot: i64 = slot  # the central place that is laid out or turned up next
        self.purses: vec[i64] = purses  # by seat, what it owns of the five kinds
        self.coins: vec[i64] = coins  # by seat, the gold on card 40
        self.hands: vec[i64] = hands  # by seat, the hand card or NO_CARD
        self.secrets: vec[i64] = secrets  # by seat: 1 the opponent has not seen it, 2 and the deck is newer
        self.kept: vec[i64] = kept  # by seat, `KEPT` numbers on the moment it kept its unseen card, or zeros
        self.camps: vec[i64] = camps  # by seat, twelve places, each a card or NO_CARD
        self.targis: vec[i64] = targis  # by border card 1-16, the seat whose Targi stands there, or NO_SEAT
        self.markers: vec[i64] = markers  # by central place, the seat whose marker lies there, or NO_SEAT
        self.centre: vec[i64] = centre
        self.where: vec[i64] = where  # by tribe card
        self.goods: vec[i64] = goods  # unseen cards by kind of goods card
        self.goods_gone: vec[i64] = goods_gone  # the discard pile
        self.goods_earlier: vec[i64] = goods_earlier  # face down since before the last shuffle
        self.held: vec[i64] = held  # goods held before each exchange 1 for 1 since the last of another price

    def round(self) -> i64:
        """Return the number of the round, from 1 to 12."""
        return round_of(self.robber)

    def owns(self, seat: i64, kind: i64) -> i64:
        """Return how much of a kind a seat owns."""
        return self.purses[seat * KINDS + kind]

    def goods_of(self, seat: i64) -> i64:
        """Return the number of goods of a seat; gold is not one of them."""
        first = seat * KINDS
        return self.purses[first + DATES] + self.purses[first + SALT] + self.purses[first + PEPPER]

    def goods_held(self) -> i64:
        """Return the goods of the seat to act, as a bundle."""
        first = self.seat * KINDS
        return (
            self.purses[first + DATES] * UNIT[DATES]
            + self.purses[first + SALT] * UNIT[SALT]
            + self.purses[first + PEPPER] * UNIT[PEPPER]
        )

    def can_pay(self, seat: i64, bundle: i64) -> bool:
        """Return whether a seat owns everything in a bundle."""
        kind: i64 = 0
        while kind < KINDS:
            if part(bundle, kind) > self.purses[seat * KINDS + kind]:
                return False
            kind += 1
        return part(bundle, COIN) <= self.coins[seat]

    def obstacle(self, seat: i64, card: i64) -> i64:
        """Return the obstacle to a Targi of a seat on a card; with card 32 the Robber is none (TARGI-6,
        TARGI-22).
        """
        robber: i64 = 0 if self.has(seat, BESIDE_ROBBER) else self.robber
        return obstacle(self.targis, robber, seat, card)

    def crossings(self, seat: i64, extra: i64) -> list[int]:
        """Return the crossings of a seat's lines, with a further Targi on border card `extra` if not 0
        (TARGI-7).
        """
        targis = self.targis[:]
        if extra != 0:
            targis[extra] = seat
        return list(crossings(targis, seat))

    def gain(self, seat: i64, bundle: i64) -> None:
        """Give a seat a bundle from the supply, which never runs out (TARGI-1)."""
        kind: i64 = 0
        while kind < KINDS:
            self.purses[seat * KINDS + kind] += part(bundle, kind)
            kind += 1

    def lose(self, seat: i64, bundle: i64) -> None:
        """Return a bundle of a seat to the supply."""
        kind: i64 = 0
        while kind < KINDS:
            self.purses[seat * KINDS + kind] -= part(bundle, kind)
            kind += 1
        self.coins[seat] -= part(bundle, COIN)

    def has(self, seat: i64, card: i64) -> bool:
        """Return whether a tribe card lies in a seat's camp and so gives its advantage (TARGI-18)."""
        return self.where[card] == CAMP + seat

    def laid(self, seat: i64) -> i64:
        """Return the number of cards in a camp."""
        count: i64 = 0
        place: i64 = seat * PLACES
        while place < seat * PLACES + PLACES:
            if self.camps[place] != NO_CARD:
                count += 1
            place += 1
        return count

    def filled(self, seat: i64, row: i64) -> i64:
        """Return the number of cards in a row of a camp; it is filled from left to right (TARGI-17)."""
        first = seat * PLACES + row * ROW_LENGTH
        count: i64 = 0
        while count < ROW_LENGTH and self.camps[first + count] != NO_CARD:
            count += 1
        return count

    def face_down(self, what: i64) -> i64:
        """Return the number of cards of a sort that lie face down in the centre."""
        count: i64 = 0
        slot: i64 = 0
        while slot < SLOTS:
            if self.centre[slot] == what:
                count += 1
            slot += 1
        return count

    def tribe_deck(self) -> i64:
        """Return the size of the tribe deck, without the cards that lie face down in the centre."""
        count = -self.face_down(DOWN_TRIBE)
        card: i64 = 0
        while card < TRIBE_CARDS:
            if self.where[card] == DECK:
                count += 1
            card += 1
        return count

    def goods_deck(self) -> i64:
        """Return the size of the goods deck."""
        count = -self.face_down(DOWN_GOODS)
        kind: i64 = 0
        while kind < GOODS_KINDS:
            count += self.goods[kind]
            kind += 1
        return count

    def need_tribe_card(self) -> None:
        """Make a new deck from the discard pile if the deck is empty before a draw (TARGI-13)."""
        if self.tribe_deck() > 0:
            return
        card: i64 = 0
        while card < TRIBE_CARDS:
            if self.where[card] == DECK:
                self.where[card] = EARLIER
            elif self.where[card] == DISCARDED:
                self.where[card] = DECK
            card += 1
        self.age(DOWN_TRIBE, EARLIER_TRIBE)
        seat: i64 = 0
        while seat < 2:
            if self.secrets[seat] == 1:
                self.secrets[seat] = 2
            seat += 1
        self.note(NOTE_SHUFFLED, NO_SEAT, 0, 0, 0)

    def need_goods_card(self) -> None:
        """Make a new deck from the discard pile if the deck is empty before a draw (TARGI-13)."""
        if self.goods_deck() > 0:
            return
        kind: i64 = 0
        while kind < GOODS_KINDS:
            self.goods_earlier[kind] = self.goods[kind]
            self.goods[kind] = self.goods_gone[kind]
            self.goods_gone[kind] = 0
            kind += 1
        self.age(DOWN_GOODS, EARLIER_GOODS)
        self.note(NOTE_SHUFFLED, NO_SEAT, 1, 0, 0)

    def age(self, young: i64, old: i64) -> None:
        """Mark the cards that lie face down as not in the new deck."""
        slot: i64 = 0
        while slot < SLOTS:
            if self.centre[slot] == young:
                self.centre[slot] = old
            slot += 1

    def replace(self, slot: i64) -> None:
        """Replace a used central card at once, face down, by a card of the other kind (TARGI-10)."""
        used = self.centre[slot]
        self.markers[slot] = NO_SEAT
        self.centre[slot] = EMPTY
        if used >= GOODS_CARD:
            self.goods_gone[used - GOODS_CARD] += 1
            self.need_tribe_card()
            self.centre[slot] = DOWN_TRIBE
        else:
            self.need_goods_card()
            self.centre[slot] = DOWN_GOODS
        self.note(NOTE_REPLACED, NO_SEAT, slot, self.centre[slot], 0)

    def remember_keeping(self, seat: i64) -> None:
        """Record publicly when a seat keeps a card unseen, and what it owned then (TARGI-23)."""
        first = seat * KEPT
        self.kept[first + KEPT_ROBBER] = self.robber
        kind: i64 = 0
        while kind <= GOLD:
            self.kept[first + KEPT_GOODS + kind] = self.purses[seat * KINDS + kind]
            kind += 1
        self.kept[first + KEPT_COIN] = self.coins[seat]

    def forget_keeping(self, seat: i64) -> None:
        """Clear the record of a kept card that has left the hand."""
        i: i64 = seat * KEPT
        while i < seat * KEPT + KEPT:
            self.kept[i] = 0
            i += 1

    def discard(self, card: i64) -> None:
        """Put a tribe card on the open discard pile (TARGI-13)."""
        self.where[card] = DISCARDED

    def excess_gold(self, seat: i64) -> i64:
        """Return the amount of gold above the limit of 3 (TARGI-27)."""
        gold = self.purses[seat * KINDS + GOLD]
        return gold - 3 if gold > 3 else 0


def round_of(robber: i64) -> i64:
    """Return the round of the Robber's card; a raid still belongs to the round before (TARGI-24)."""
    return robber - robber // 4
