# mypyc: compile
"""Touché as numbers: the board as planes of cells, the own hand, and the open cards (TOUCHE-3)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludotheque.core.encoding import Encoding, clear, small
from ludotheque.core.state import State
from ludotheque.games.touche.rules.board import CARDS, CELLS, COPIES, HALF, JOKER, JOKERS, KINDS, NONE
from ludotheque.games.touche.rules.cards import EMPTY_HAND, HAND
from ludotheque.games.touche.rules.state import (
    CHOOSE,
    CROWN,
    DEALER,
    DEALS_AGAIN,
    DISCARD,
    EXCHANGE,
    PLAY_ON,
    SILENT_ON,
    Touche,
)

# A cell shows one card, so a play is identified by its cell; a joker goes on any empty cell.
ON_CELL: Final = 0  # + cell
JOKER_ON: Final = 112  # + cell
SILENT: Final = 224  # + cell
EXCHANGED: Final = 336  # + card
DISCARDED: Final = 389  # + card
CROWNED: Final = 442  # + index of the set
CHOICES: Final = 256
"""The largest number of sets to choose from: a cell lies on lines of four directions, and in each at most
four of the five that run through it can be whole without two of them counting together; ten crosses through a
cell have at most 252 subsets of equal size; squares leave two (TOUCHE-17).
"""
ACTIONS: Final = 698  # CROWNED + CHOICES

CARD_KINDS: Final = 53
MOST_GOAL: Final = 4
MOST_STACK: Final = 54

POWERS: Final = [2**place % 59 for place in range(HALF)]
PLACE_OF_BIT: Final = vec[i64]([POWERS.index(left) if left in POWERS else 0 for left in range(59)])


class ToucheEncoding(Encoding[Touche]):
    """The encoding of Touché; sides and seats are numbered clockwise from the own one."""

    def __init__(self, seats: i64, sides: i64) -> None:
        super().__init__(seats, ACTIONS, DEALER + seats)
        self.sides: i64 = sides
        ours = "of the own side, then of each other, clockwise"
        around = "the own first, then clockwise"
        cards = "AS to KS, AH to KH, AD to KD, AC to KC, joker"
        self.hand: i64 = self.part("hand", CARD_KINDS, JOKERS, f"own cards by kind: {cards}")
        self.playable: i64 = self.part(
            "hand_on_board", CELLS, COPIES, "for each cell, own cards that show it"
        )
        self.pawns: i64 = self.part("pawns", sides * CELLS, 1, f"cells with a pawn {ours}")
        self.crowns: i64 = self.part("crowns", sides * CELLS, 1, f"crowned or claimed cells {ours}")
        self.placed: i64 = self.part("placed", CELLS, 1, "the pawn that leaves a choice of crowns")
        self.discard: i64 = self.part("discard", CARD_KINDS, JOKERS, f"cards on the discard pile: {cards}")
        self.top: i64 = self.part("top", CARD_KINDS, 1, "the card on top of it")
        self.lacks: i64 = self.part("lacks", sides, MOST_GOAL, f"patterns lacking to the goal {ours}")
        self.sets: i64 = self.part("sets", sides * KINDS, 1, f"squares, lines or crosses {ours}")
        self.held: i64 = self.part("held", seats, HAND, f"cards in each hand, {around}")
        self.stacks: i64 = self.part("stacks", seats, MOST_STACK, f"cards in each stack, {around}")
        self.turn: i64 = self.part("turn", seats, 1, f"whose turn it is, {around}")
        self.dealer: i64 = self.part("dealer", seats, 1, f"who dealt, {around}")
        self.choosing: i64 = self.part("choosing", 1, 1, "whether there is a choice of crowns")
        self.exchanged: i64 = self.part("exchanged", 1, 1, "whether a dead card was exchanged in this turn")
        self.deals: i64 = self.part("deals", 1, DEALS_AGAIN, "how often the cards were dealt again")
        self.game: i64 = self.part("game", 1, 255, "the number of the game in a match of pros")
        self.pros: i64 = self.part("pros", 1, 1, "whether it is a match of pros")
        self.spoken: i64 = self.part("spoken", 1, 1, "whether calls are spoken")

    def action_of(self, state: State, move: i64) -> i64:
        """Return the action: a play by its cell, an exchange or discard by its card, crowns by index."""
        if move < SILENT_ON:
            cell = move % CELLS
            return JOKER_ON + cell if move // CELLS == JOKER else ON_CELL + cell
        if move < EXCHANGE:
            return SILENT + move % CELLS
        if move < DISCARD:
            return EXCHANGED + move - EXCHANGE
        if move < CROWN:
            return DISCARDED + move - DISCARD
        return CROWNED + move - CROWN

    def move_of(self, state: Touche, action: i64) -> i64:
        """Return the move of an action; the card of a play is the one on its cell."""
        if action < JOKER_ON:
            return PLAY_ON + state.board.card_at[action] * CELLS + action
        if action < SILENT:
            return PLAY_ON + JOKER * CELLS + action - JOKER_ON
        if action < EXCHANGED:
            cell = action - SILENT
            return SILENT_ON + state.board.card_at[cell] * CELLS + cell
        if action < DISCARDED:
            return EXCHANGE + action - EXCHANGED
        if action < CROWNED:
            return DISCARD + action - DISCARDED
        return CROWN + action - CROWNED

    def observe(self, state: Touche, seat: i64, into: vec[u8], first: i64) -> None:
        """Write the own hand, the board, the discard pile, and the progress of the game."""
        clear(into, first, self.size)
        self.observe_cards(state, seat, into, first)
        self.observe_board(state, seat % self.sides, into, first)
        self.observe_seats(state, seat, into, first)
        if state.phase == CHOOSE:
            into[first + self.choosing] = 1
            into[first + self.placed + state.placed] = 1
        if state.exchanged:
            into[first + self.exchanged] = 1
        into[first + self.deals] = u8(state.deals)
        into[first + self.game] = small(state.game)
        if state.pros:
            into[first + self.pros] = 1
        if state.spoken:
            into[first + self.spoken] = 1

    def observe_cards(self, state: Touche, seat: i64, into: vec[u8], first: i64) -> None:
        """Write the open cards: those neither in a stack nor in a hand are on the discard pile (TOUCHE-3)."""
        pile = first + self.discard
        card: i64 = 0
        while card < CARDS:
            into[pile + card] = u8(COPIES - state.pool[card])
            card += 1
        into[pile + JOKER] = u8(JOKERS - state.pool[JOKER])
        own = HAND * seat
        i: i64 = 0
        while i < HAND * self.seats:
            card = state.hands[i]
            if card != EMPTY_HAND:
                into[pile + card] -= 1
                if own <= i < own + HAND:
                    into[first + self.hand + card] += 1
                    if card != JOKER:
                        into[first + self.playable + state.board.cells_of[COPIES * card]] += 1
                        into[first + self.playable + state.board.cells_of[COPIES * card + 1]] += 1
            i += 1
        if state.top != NONE:
            into[first + self.top + state.top] = 1

    def observe_board(self, state: Touche, own: i64, into: vec[u8], first: i64) -> None:
        """Write pawns and crowns as planes, and the patterns each side still needs."""
        side = own
        i: i64 = 0
        while i < self.sides:
            plane(state.pawns[2 * side], state.pawns[2 * side + 1], into, first + self.pawns + i * CELLS)
            plane(state.crowns[2 * side], state.crowns[2 * side + 1], into, first + self.crowns + i * CELLS)
            into[first + self.lacks + i] = u8(state.lacks(side))
            into[first + self.sets + i * KINDS + state.sets[side]] = 1
            side = side + 1 if side + 1 < self.sides else 0
            i += 1

    def observe_seats(self, state: Touche, seat: i64, into: vec[u8], first: i64) -> None:
        """Write the number of cards of each seat, the seat to act and the dealer."""
        other = seat
        i: i64 = 0
        while i < self.seats:
            into[first + self.held + i] = u8(state.holds(other))
            into[first + self.stacks + i] = u8(state.stacks[other])
            if other == state.seat:
                into[first + self.turn + i] = 1
            if other == state.dealer:
                into[first + self.dealer + i] = 1
            other = other + 1 if other + 1 < self.seats else 0
            i += 1


def plane(low: i64, high: i64, into: vec[u8], first: i64) -> None:
    """Write a 1 for each cell of a bitboard."""
    bits(low, into, first)
    bits(high, into, first + HALF)


def bits(word: i64, into: vec[u8], first: i64) -> None:
    """Write a 1 for each bit of a word, the lowest first; its remainder mod 59 identifies a power of two."""
    while word != 0:
        bit = word & -word
        into[first + PLACE_OF_BIT[bit % 59]] = 1
        word ^= bit


def encoding_of(start: Touche) -> Encoding[Touche]:
    """Return the encoding of a table."""
    return ToucheEncoding(start.seats, start.sides)
