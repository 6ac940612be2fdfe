# mypyc: compile
"""Targi as arrays: the table from a seat's own side, without what that seat can't see (TARGI-23)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludotheque.core.encoding import Encoding, clear, small
from ludotheque.games.targi.rules.action_ids import ACTIONS, id_of, move_of
from ludotheque.games.targi.rules.actions import brings_back
from ludotheque.games.targi.rules.board import (
    CAMP,
    DISCARDED,
    EARLIER,
    NO_CARD,
    PLACES,
    SWAP,
    TRADE,
    TRIBE_CARD,
)
from ludotheque.games.targi.rules.border import BIT, SLOTS
from ludotheque.games.targi.rules.cards import (
    BORDER_CARDS,
    GOODS,
    GOODS_KINDS,
    KINDS,
    SYMBOL,
    SYMBOLS,
    TRIBE_CARDS,
)
from ludotheque.games.targi.rules.codes import STARTER
from ludotheque.games.targi.rules.laying import is_secret
from ludotheque.games.targi.rules.scoring import score
from ludotheque.games.targi.rules.state import Targi

FACES: Final = 62  # of a central place: 45 tribe cards, 12 goods cards, five ways to see no card
NO_FACE: Final = 57
PHASES: Final = 18  # FINISHED + 1
SOURCES: Final = 14
ROUNDS: Final = 12
MOST: Final = 255
BOTH: Final = 2


class TargiEncoding(Encoding[Targi]):
    """The encoding of Targi; of two players' data the own seat's comes first."""

    def __init__(self) -> None:
        super().__init__(BOTH, ACTIONS, STARTER + BOTH)
        both = "own, then the opponent's"
        goods = "dates, salt, pepper"
        self.phase: i64 = self.part("phase", PHASES, 1, "what is to be done, in the order of the rules")
        self.turn: i64 = self.part("turn", BOTH, 1, "whose turn it is")
        self.amulet: i64 = self.part("amulet", BOTH, 1, "the start player of the round")
        self.second: i64 = self.part("second", 1, 1, "whether the start player has paid or acted")
        self.robber: i64 = self.part("robber", BORDER_CARDS, 1, "the border card of the Robber")
        self.round: i64 = self.part("round", 1, ROUNDS, "the number of the round")
        self.points: i64 = self.part("points", BOTH, MOST, f"the score if the game ended now, {both}")
        self.purses: i64 = self.part("purses", BOTH * KINDS, MOST, f"{goods}, gold, crosses, {both}")
        self.coins: i64 = self.part("coins", BOTH, 1, f"the gold on card 40, {both}")
        self.targis: i64 = self.part("targis", BOTH * BORDER_CARDS, 1, f"border cards with a Targi, {both}")
        self.markers: i64 = self.part("markers", BOTH * SLOTS, 1, f"central cards with a marker, {both}")
        self.fewer: i64 = self.part("fewer_targis", BOTH, 1, "who has two Targis in this round")
        self.fewer_next: i64 = self.part("fewer_targis_next", BOTH, 1, "and who in the next")
        self.centre: i64 = self.part(
            "centre",
            SLOTS * FACES,
            1,
            "what lies on each central place: 45 tribe cards, 12 goods cards, then face down tribe, goods, "
            "earlier tribe, earlier goods, and empty",
        )
        self.camps: i64 = self.part("camps", BOTH * TRIBE_CARDS, 1, f"tribe cards laid, {both}")
        self.symbols: i64 = self.part(
            "symbols", BOTH * PLACES * SYMBOLS, 1, f"the symbol on each place of a camp, {both}"
        )
        self.hands: i64 = self.part("hands", BOTH * TRIBE_CARDS, 1, f"the hand card if it is known, {both}")
        self.holding: i64 = self.part("holding", BOTH, 1, f"whether there is a hand card, {both}")
        self.secret: i64 = self.part("secret", BOTH, 1, f"whether the other has not seen it, {both}")
        self.card: i64 = self.part("card", TRIBE_CARDS, 1, "the tribe card in question, if it is known")
        self.source: i64 = self.part(
            "source",
            SOURCES,
            1,
            "where it comes from, or why goods are taken: a central place, caravan, expansion, noble, hand, "
            "advantage",
        )
        self.amount: i64 = self.part("amount", 1, MOST, "goods to take or to give back")
        self.fresh: i64 = self.part("hand_is_new", 1, 1, "whether the hand card came in this turn")
        self.got: i64 = self.part("goods_got", GOODS, 1, f"given by goods cards in this turn: {goods}")
        self.added: i64 = self.part("goods_added", GOODS, 1, "added to by cards 33 to 35")
        self.held: i64 = self.part(
            "held_before",
            GOODS * (GOODS - 1),
            1,
            "exchanges 1 for 1 that would bring back what was held before: dates for salt, dates for pepper, "
            "salt for dates, salt for pepper, pepper for dates, pepper for salt",
        )
        self.traded: i64 = self.part("traded", 1, 1, "whether the Trader may be left")
        self.discard: i64 = self.part("tribe_discard", TRIBE_CARDS, 1, "discarded tribe cards")
        self.earlier: i64 = self.part(
            "tribe_earlier", TRIBE_CARDS, 1, "tribe cards face down from the deck before, if they are known"
        )
        self.goods_gone: i64 = self.part("goods_discard", GOODS_KINDS, 3, "discarded goods cards by kind")
        self.goods_earlier: i64 = self.part(
            "goods_earlier", GOODS_KINDS, 3, "goods cards face down from the deck before, by kind"
        )

    def action_of(self, state: Targi, move: i64) -> i64:
        """Return the action id of a move."""
        return id_of(state, move)

    def move_of(self, state: Targi, action: i64) -> i64:
        """Return the move number of an action id."""
        return move_of(state, action)

    def observe(self, state: Targi, seat: i64, into: vec[u8], first: i64) -> None:
        """Write the table, both players and the action in progress."""
        clear(into, first, self.size)
        self.observe_round(state, seat, into, first)
        self.observe_table(state, seat, into, first)
        self.observe_cards(state, seat, into, first)
        self.observe_action(state, seat, into, first)
        i: i64 = 0
        while i < BOTH:
            self.observe_player(state, seat if i == 0 else 1 - seat, i, into, first)
            i += 1

    def observe_round(self, state: Targi, seat: i64, into: vec[u8], first: i64) -> None:
        """Write the phase and the round."""
        into[first + self.phase + state.phase] = 1
        into[first + self.turn + (0 if state.seat == seat else 1)] = 1
        into[first + self.amulet + (0 if state.amulet == seat else 1)] = 1
        into[first + self.second] = u8(state.second)
        into[first + self.round] = u8(state.round())
        if state.robber > 0:
            into[first + self.robber + state.robber - 1] = 1
        if state.fewer >= 0:
            into[first + self.fewer + (0 if state.fewer == seat else 1)] = 1
        if state.fewer_next >= 0:
            into[first + self.fewer_next + (0 if state.fewer_next == seat else 1)] = 1

    def observe_table(self, state: Targi, seat: i64, into: vec[u8], first: i64) -> None:
        """Write Targis, markers and the cards in the centre; a face-down card is no card yet."""
        i: i64 = 0
        while i < BORDER_CARDS:
            owner = state.targis[i + 1]
            if owner >= 0:
                into[first + self.targis + i + (0 if owner == seat else BORDER_CARDS)] = 1
            i += 1
        i = 0
        while i < SLOTS:
            owner = state.markers[i]
            if owner >= 0:
                into[first + self.markers + i + (0 if owner == seat else SLOTS)] = 1
            card = state.centre[i]
            into[first + self.centre + i * FACES + (card if card >= 0 else NO_FACE - 1 - card)] = 1
            i += 1

    def observe_player(self, state: Targi, seat: i64, place: i64, into: vec[u8], first: i64) -> None:
        """Write the public possessions and camp of a player."""
        into[first + self.points + place] = small(score(state, seat))
        into[first + self.coins + place] = u8(state.coins[seat])
        i: i64 = 0
        while i < KINDS:
            into[first + self.purses + place * KINDS + i] = small(state.purses[seat * KINDS + i])
            i += 1
        i = 0
        while i < PLACES:
            card = state.camps[seat * PLACES + i]
            if card != NO_CARD:
                into[first + self.symbols + (place * PLACES + i) * SYMBOLS + SYMBOL[card]] = 1
            i += 1

    def observe_cards(self, state: Targi, seat: i64, into: vec[u8], first: i64) -> None:
        """Write camps, hands and discard piles; a card the opponent drew from the deck stays hidden
        (TARGI-23).
        """
        own = CAMP + seat
        theirs = CAMP + 1 - seat
        # A hand card from before the last shuffle may be any of the earlier cards: who can't see it does
        # not know which of them lie face down.
        counted = state.secrets[1 - seat] == 2
        card: i64 = 0
        while card < TRIBE_CARDS:
            where = state.where[card]
            if where == own:
                into[first + self.camps + card] = 1
            elif where == theirs:
                into[first + self.camps + TRIBE_CARDS + card] = 1
            elif where == DISCARDED:
                into[first + self.discard + card] = 1
            elif where == EARLIER and not counted:
                into[first + self.earlier + card] = 1
            card += 1
        i: i64 = 0
        while i < BOTH:
            holder = seat if i == 0 else 1 - seat
            card = state.hands[holder]
            if card != NO_CARD:
                into[first + self.holding + i] = 1
                if state.secrets[holder] > 0:
                    into[first + self.secret + i] = 1
                if i == 0 or state.secrets[holder] == 0:
                    into[first + self.hands + i * TRIBE_CARDS + card] = 1
            i += 1
        i = 0
        while i < GOODS_KINDS:
            into[first + self.goods_gone + i] = u8(state.goods_gone[i])
            into[first + self.goods_earlier + i] = u8(state.goods_earlier[i])
            i += 1

    def observe_action(self, state: Targi, seat: i64, into: vec[u8], first: i64) -> None:
        """Write the action in progress; a card that only the opponent looks at is left out."""
        unseen = state.phase == TRIBE_CARD and seat != state.seat and is_secret(state)
        if state.card != NO_CARD and not unseen:
            into[first + self.card + state.card] = 1
        if TRIBE_CARD <= state.phase <= SWAP:
            into[first + self.source + state.source] = 1
        if state.phase == TRADE:
            into[first + self.traded] = u8(state.amount)
        else:
            into[first + self.amount] = small(state.amount)
        into[first + self.fresh] = u8(state.fresh)
        i: i64 = 0
        while i < GOODS:
            into[first + self.got + i] = 1 if state.got & BIT[i] else 0
            into[first + self.added + i] = 1 if state.rewarded & BIT[i] else 0
            j: i64 = 0
            while j < GOODS - 1:
                get = j if j < i else j + 1
                into[first + self.held + i * (GOODS - 1) + j] = 1 if brings_back(state, i, get) else 0
                j += 1
            i += 1


def encoding_of(_: Targi) -> Encoding[Targi]:
    """Return the encoding of a table."""
    return TargiEncoding()
