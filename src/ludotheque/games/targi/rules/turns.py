# mypyc: compile
"""The course of a round: Robber, raid, placing, actions, limits, new cards, end (TARGI-4 to 14, 24 to 29)."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.games.targi.rules import actions, advantages, laying, raids
from ludotheque.games.targi.rules.board import (
    ACT,
    CENTRE,
    EARLIER_GOODS,
    FINISHED,
    FROM_ADVANTAGE,
    FROM_EXPANSION,
    FROM_HAND,
    GOODS_CARD,
    LAY_OUT,
    NO_CARD,
    NOTE_AMULET,
    NOTE_DREW,
    NOTE_MARKER,
    NOTE_OVER,
    NOTE_PLACED,
    NOTE_RETURNED,
    NOTE_ROBBER,
    NOTE_STARTER,
    NOTE_SWAPPED,
    NOTE_TURN_UP,
    OPEN,
    PLACE,
    PLACES,
    RETURN,
    TURN_UP,
    Board,
)
from ludotheque.games.targi.rules.border import FACING, NO_SEAT, SLOTS, crossings
from ludotheque.games.targi.rules.bundles import UNIT, any_goods
from ludotheque.games.targi.rules.cards import BORDER_CARDS, CONSOLATION, DATES, GOLD, PEPPER, SALT
from ludotheque.games.targi.rules.codes import (
    DONE,
    EXCHANGE,
    FINISH,
    KEEP,
    LAY,
    PLAY_HAND,
    SKIP,
    SWAP_PLACES,
    USE_BORDER,
    USE_SLOT,
)

TARGIS: Final = 3
GOODS_LIMIT: Final = 10
LAST_CORNER: Final = 16


class Turns(Board):
    """A board on which a round is played; every step leads to the next decision or draw."""

    def open_actions(self) -> vec[i64]:
        """Return the own actions that would change something, card 38, and to finish (TARGI-8, TARGI-20)."""
        found = vec[i64](capacity=8)
        card: i64 = 1
        while card <= BORDER_CARDS:
            if self.targis[card] == self.seat and actions.usable(self, card):
                found = append(found, USE_BORDER + card)
            card += 1
        slot: i64 = 0
        while slot < SLOTS:
            if self.markers[slot] == self.seat:
                found = append(found, USE_SLOT + slot)
            slot += 1
        if actions.may_play_hand(self):
            found = append(found, PLAY_HAND)
        return append(found, FINISH)

    def surplus(self) -> vec[i64]:
        """Return all ways to give back exactly the goods above 10 (TARGI-27)."""
        seat = self.seat
        return any_goods(self.amount, self.owns(seat, DATES), self.owns(seat, SALT), self.owns(seat, PEPPER))

    def begin(self, starter: i64) -> None:
        """Set the start player and begin to lay out the centre (TARGI-2, TARGI-3)."""
        self.amulet = starter
        self.note(NOTE_STARTER, starter, 0, 0, 0)
        self.slot = 0
        self.phase = LAY_OUT

    def turn_up(self, card: i64) -> None:
        """Lay out or turn up a card, and go on to the next one (TARGI-2, TARGI-14)."""
        if card >= GOODS_CARD:
            if self.centre[self.slot] == EARLIER_GOODS:
                self.goods_earlier[card - GOODS_CARD] -= 1
            else:
                self.goods[card - GOODS_CARD] -= 1
        else:
            self.where[card] = CENTRE
        self.centre[self.slot] = card
        self.note(NOTE_TURN_UP, NO_SEAT, self.slot, card, self.phase)
        if self.phase == LAY_OUT:
            self.slot += 1
            if self.slot == SLOTS:
                self.begin_round()
        else:
            self.turn_up_next()

    def begin_round(self) -> None:
        """Move the Robber one card clockwise; on a corner he raids (TARGI-4, TARGI-24)."""
        self.robber += 1
        self.note(NOTE_ROBBER, NO_SEAT, self.robber, self.round(), 0)
        if FACING[self.robber] != 0:
            self.begin_placing()
        elif not raids.begin_raid(self):
            self.leave_corner()

    def leave_corner(self) -> None:
        """Move the Robber on after a raid; after the fourth the game ends (TARGI-24, TARGI-29)."""
        if self.robber == LAST_CORNER:
            self.finish_game()
            return
        self.robber += 1
        self.note(NOTE_ROBBER, NO_SEAT, self.robber, self.round(), 0)
        self.begin_placing()

    def begin_placing(self) -> None:
        """Begin the placements with the start player (TARGI-5); card 44 takes a Targi away (TARGI-22)."""
        self.fewer = self.fewer_next
        self.fewer_next = NO_SEAT
        self.second = 0
        self.seat = self.amulet
        self.phase = PLACE

    def place(self, card: i64) -> None:
        """Place a Targi; players alternate until all are placed (TARGI-5, TARGI-22)."""
        self.targis[card] = self.seat
        self.note(NOTE_PLACED, self.seat, card, 0, 0)
        other = 1 - self.seat
        if self.to_place(other) > 0:
            self.seat = other
        elif self.to_place(self.seat) == 0:
            self.mark_crossings()

    def to_place(self, seat: i64) -> i64:
        """Return the number of Targis a seat still has to place."""
        left: i64 = TARGIS - 1 if self.fewer == seat else TARGIS
        for owner in self.targis:
            if owner == seat:
                left -= 1
        return left

    def mark_crossings(self) -> None:
        """Put tribe markers on every card where two own lines cross (TARGI-7)."""
        for seat in (self.amulet, 1 - self.amulet):
            for slot in crossings(self.targis, seat):
                self.markers[slot] = seat
                self.note(NOTE_MARKER, seat, slot, self.centre[slot], 0)
        self.begin_turn(self.amulet)

    def begin_turn(self, seat: i64) -> None:
        """Begin the actions of a seat (TARGI-8)."""
        self.seat = seat
        self.got = 0
        self.rewarded = 0
        self.fresh = 0
        self.next_action()

    def next_action(self) -> None:
        """Ask for the next action; with none left the actions are over (TARGI-8)."""
        self.card = NO_CARD
        self.source = 0
        self.amount = 0
        if len(self.held) > 0:
            self.held = vec[i64]()
        self.phase = ACT
        if len(self.open_actions()) == 1:
            self.finish_actions()

    def go_on(self, choosing: bool) -> None:
        """Go on after an action; it is finished before the next one begins (TARGI-8)."""
        if not choosing:
            self.next_action()

    def act(self, move: i64) -> None:
        """Use an own Targi or marker, play the hand card, or finish."""
        if move == FINISH:
            self.finish_actions()
        elif move == PLAY_HAND:
            self.card = self.hands[self.seat]
            self.source = FROM_HAND
            self.go_on(laying.lay(self))
        elif move >= USE_SLOT:
            self.go_on(actions.use_slot(self, move - USE_SLOT))
        else:
            self.go_on(actions.use_border(self, move - USE_BORDER))

    def draw_tribe_card(self, card: i64) -> None:
        """Draw the top tribe card by Tribal Expansion, unseen by the opponent (TARGI-23)."""
        self.where[card] = OPEN
        self.note(NOTE_DREW, self.seat, card, 0, 0)
        laying.take_up(self, card, FROM_EXPANSION)

    def decide_card(self, move: i64) -> None:
        """Lay, keep or discard the card in question (TARGI-15)."""
        if move == LAY:
            self.go_on(laying.lay(self))
            return
        if move == KEEP:
            laying.keep(self)
        else:
            laying.throw_away(self)
        self.next_action()

    def trade(self, move: i64) -> None:
        """Exchange with the Trader, any number of times (TARGI-8)."""
        if move == DONE or not actions.trade(self, move - EXCHANGE):
            self.next_action()
        else:
            self.amount = 1

    def take(self, bundle: i64) -> None:
        """Take goods of choice; those of card 36 end the turn (TARGI-21)."""
        actions.take(self, bundle)
        if self.source == FROM_ADVANTAGE and self.card == CONSOLATION:
            self.keep_limits()
        else:
            self.next_action()

    def swap(self, move: i64) -> None:
        """Swap two places of the camp by card 43."""
        if move != SKIP:
            one = (move - SWAP_PLACES) // PLACES
            other = (move - SWAP_PLACES) % PLACES
            first = self.seat * PLACES
            moved = self.camps[first + one]
            self.camps[first + one] = self.camps[first + other]
            self.camps[first + other] = moved
            self.note(NOTE_SWAPPED, self.seat, one, other, 0)
        self.next_action()

    def finish_actions(self) -> None:
        """Take back unused Targis and markers; card 36 gives its consolation (TARGI-9, TARGI-21)."""
        seat = self.seat
        card: i64 = 1
        while card <= BORDER_CARDS:
            if self.targis[card] == seat:
                self.targis[card] = NO_SEAT
            card += 1
        slot: i64 = 0
        while slot < SLOTS:
            if self.markers[slot] == seat:
                self.markers[slot] = NO_SEAT
            slot += 1
        self.card = NO_CARD
        if self.got == 0 and self.has(seat, CONSOLATION):
            self.card = CONSOLATION
            advantages.take_goods(self, 1)
        else:
            self.keep_limits()

    def keep_limits(self) -> None:
        """Ask for the surplus above 10 goods, and return gold above 3 (TARGI-27)."""
        seat = self.seat
        self.card = NO_CARD
        self.source = 0
        self.amount = 0
        gold = self.excess_gold(seat)
        if gold > 0:
            self.purses[seat * 5 + GOLD] -= gold
            self.note(NOTE_RETURNED, seat, gold * UNIT[GOLD], 0, 0)
        if self.goods_of(seat) <= GOODS_LIMIT:
            self.end_turn()
            return
        self.amount = self.goods_of(seat) - GOODS_LIMIT
        self.phase = RETURN
        found = self.surplus()
        if len(found) == 1:
            self.give_back(found[0])

    def give_back(self, bundle: i64) -> None:
        """Return the surplus to the supply (TARGI-27)."""
        self.lose(self.seat, bundle)
        self.note(NOTE_RETURNED, self.seat, bundle, 0, 0)
        self.amount = 0
        self.end_turn()

    def end_turn(self) -> None:
        """End the turn: the other player acts, or the round is over (TARGI-8)."""
        if self.second == 0:
            self.second = 1
            self.begin_turn(1 - self.seat)
        elif self.laid(0) == PLACES or self.laid(1) == PLACES:
            self.finish_game()
        else:
            self.slot = -1
            self.phase = TURN_UP
            self.turn_up_next()

    def turn_up_next(self) -> None:
        """Turn up the face-down cards one by one, then pass on the amulet (TARGI-14)."""
        self.slot += 1
        while self.slot < SLOTS and self.centre[self.slot] >= 0:
            self.slot += 1
        if self.slot < SLOTS:
            return
        self.slot = 0
        for seat in (0, 1):
            if self.secrets[seat] == 2:  # nothing of the old deck lies face down any more
                self.secrets[seat] = 1
        self.amulet = 1 - self.amulet
        self.note(NOTE_AMULET, self.amulet, 0, 0, 0)
        self.begin_round()

    def finish_game(self) -> None:
        """End the game by a full camp or the fourth raid (TARGI-28, TARGI-29)."""
        self.phase = FINISHED
        self.note(NOTE_OVER, NO_SEAT, 1 if self.robber == LAST_CORNER else 0, 0, 0)
