# mypyc: compile
"""The rules of Touché, compiled: cards, pawns, crowns, deals and the match of pros (TOUCHE-1 to 19)."""

from collections.abc import Callable
from typing import Any, Final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.core.state import CHANCE, OVER
from ludotheque.games.touche.rules.board import (
    CARDS,
    CELLS,
    COPIES,
    CROSSES,
    JOKER,
    NONE,
    PACK,
    Board,
)
from ludotheque.games.touche.rules.cards import EMPTY_HAND, HAND, full_pack
from ludotheque.games.touche.rules.pawns import Pawns

DEALS_AGAIN: Final = 5  # times the discard pile is dealt out (TOUCHE-14)

# Phases of a turn.
DRAW_DEALER: Final = 0
DEAL: Final = 1
PLAY: Final = 2
CHOOSE: Final = 3
DRAW: Final = 4
DRAW_EXCHANGE: Final = 5
FINISHED: Final = 6

# Moves. A silent play leaves the call out although it would topple.
PLAY_ON: Final = 0  # + card * CELLS + cell
SILENT_ON: Final = 53 * 112  # + card * CELLS + cell
EXCHANGE: Final = 2 * 53 * 112  # + card
DISCARD: Final = EXCHANGE + 53  # + card
CROWN: Final = DISCARD + 53  # + index of the set

# Outcomes: a card, or the seat that deals.
DEALER: Final = 53  # + seat

# Journal lines, each with its seat, and their numbers.
NOTE_DEALER: Final = 0
NOTE_HAND: Final = 1  # five cards
NOTE_PLAY: Final = 2  # card, cell
NOTE_TOPPLE: Final = 3  # cell, side that loses the pawn
NOTE_SILENT: Final = 4  # card, cell
NOTE_EXCHANGE: Final = 5  # card
NOTE_DISCARD: Final = 6  # card
NOTE_CROWN: Final = 7  # pattern
NOTE_DRAW: Final = 8  # card
NOTE_DEAL_AGAIN: Final = 9  # number of the deal
NOTE_GOAL: Final = 10  # side
NOTE_LEAD: Final = 11  # side
NOTE_DRAWN: Final = 12
NOTE_ADVANCE: Final = 13  # side, its next set
NOTE_NEXT_GAME: Final = 14  # number of the game
NOTE_MATCH: Final = 15  # side


class Touche(Pawns):
    """A position of Touché. The constructor takes all its parts, so copies are cheap in a search.

    A side is a player or a team; seat s plays for side s % sides (TOUCHE-2).
    """

    def __init__(
        self,
        board: Board,
        sides: i64,
        spoken: bool,
        pros: bool,
        phase: i64,
        seat: i64,
        dealer: i64,
        placed: i64,
        exchanged: bool,
        deals: i64,
        game: i64,
        winner: i64,
        top: i64,
        pawns: vec[i64],
        crowns: vec[i64],
        counted: list[vec[i64]],
        sets: vec[i64],
        hands: vec[i64],
        stacks: vec[i64],
        pool: vec[i64],
    ) -> None:
        super().__init__(board, sides, pawns, crowns, counted, sets, hands, stacks, pool, top)
        self.spoken: bool = spoken
        self.pros: bool = pros
        self.phase: i64 = phase
        self.seat: i64 = seat  # the seat whose turn it is; during a deal, the last to play
        self.dealer: i64 = dealer
        self.placed: i64 = placed  # the cell of the pawn that leaves a choice of crowns
        self.exchanged: bool = exchanged  # a dead card was exchanged in this turn
        self.deals: i64 = deals  # times the discard pile was dealt out again
        self.game: i64 = game  # number in the match of pros, from 1
        self.winner: i64 = winner  # side that has won

    def copy(self) -> "Touche":
        """Return an independent copy without the journal."""
        return Touche(
            self.board,
            self.sides,
            self.spoken,
            self.pros,
            self.phase,
            self.seat,
            self.dealer,
            self.placed,
            self.exchanged,
            self.deals,
            self.game,
            self.winner,
            self.top,
            self.pawns[:],
            self.crowns[:],
            self.counted[:],
            self.sets[:],
            self.hands[:],
            self.stacks[:],
            self.pool[:],
        )

    def __reduce__(self) -> tuple[Callable[..., "Touche"], tuple[Any, ...]]:
        from ludotheque.games.touche.rules.setup import position

        turn = self.phase, self.seat, self.dealer, self.placed, self.exchanged, self.deals, self.game
        counted = [list(patterns) for patterns in self.counted]
        cards = list(self.hands), list(self.stacks), list(self.pool)
        return position, (
            *(self.board, self.sides, self.spoken, self.pros, *turn, self.winner, self.top),
            *(list(self.pawns), counted, list(self.sets), *cards),
        )

    def turn(self) -> i64:
        """Return the seat to act, `CHANCE` or `OVER`."""
        phase = self.phase
        if phase == PLAY or phase == CHOOSE:
            return self.seat
        return OVER if phase == FINISHED else CHANCE

    def moves(self) -> vec[i64]:
        """Return the legal moves: play a live card, exchange a dead one, discard if all are dead, crown."""
        if self.phase == CHOOSE:
            return numbers(CROWN, len(self.choices()))
        if self.phase != PLAY:
            return vec[i64]()
        moves = vec[i64](capacity=32)
        dead = vec[i64](capacity=HAND)
        last: i64 = NONE
        i: i64 = HAND * self.seat
        end: i64 = i + HAND
        while i < end and self.hands[i] != EMPTY_HAND:
            card = self.hands[i]
            i += 1
            if card == last:
                continue
            last = card
            before: i64 = len(moves)
            moves = self.plays_of(card, moves)
            if before == len(moves):
                dead = append(dead, card)
        live: i64 = len(moves)
        if not self.exchanged and self.stacks[self.seat] > 0:
            for card in dead:
                moves = append(moves, EXCHANGE + card)
        if live == 0:
            for card in dead:
                moves = append(moves, DISCARD + card)
        return moves

    def plays_of(self, card: i64, moves: vec[i64]) -> vec[i64]:
        """Return the moves plus the plays of a card on its open cells (TOUCHE-9, TOUCHE-10, TOUCHE-12)."""
        code: i64 = PLAY_ON + card * CELLS
        if card == JOKER:
            return self.empty_cells(code, moves)
        side = self.seat % self.sides
        first = self.board.cells_of[COPIES * card]
        second = self.board.cells_of[COPIES * card + 1]
        if self.is_open(side, first):
            moves = append(moves, code + first)
            if self.spoken and self.is_taken(first):
                moves = append(moves, SILENT_ON + code + first)
        if self.is_open(side, second):
            moves = append(moves, code + second)
            if self.spoken and self.is_taken(second):
                moves = append(moves, SILENT_ON + code + second)
        return moves

    def outcomes(self) -> vec[i64]:
        """Return every card that may be drawn, or every seat as the dealer (TOUCHE-8)."""
        if self.phase == DRAW_DEALER:
            return numbers(DEALER, self.seats)
        if self.turn() != CHANCE:
            return vec[i64]()
        outcomes = vec[i64](capacity=CARDS + 1)
        card: i64 = 0
        while card <= JOKER:
            if self.pool[card] > 0:
                outcomes = append(outcomes, card)
            card += 1
        return outcomes

    def weights(self) -> vec[i64]:
        """Return the number of unseen copies of each card; dealers are equally likely."""
        weights = vec[i64](capacity=CARDS + 1)
        for outcome in self.outcomes():
            weights = append(weights, 1 if outcome >= DEALER else self.pool[outcome])
        return weights

    def sample(self, rng: Random) -> i64:
        """Return a random unseen card, or a random dealer."""
        if self.phase == DRAW_DEALER:
            return DEALER + rng.randrange(self.seats)
        return self.pick(rng)

    def apply(self, move: i64) -> None:
        """Play a move of the seat to act, or an outcome when chance is to act."""
        phase = self.phase
        if phase == PLAY:
            self.act(move)
        elif phase == DRAW:
            self.take_card(self.seat, move)
            self.note(NOTE_DRAW, self.seat, move, 0)
            self.next_turn()
        elif phase == CHOOSE:
            self.crown(self.choices()[move - CROWN])
        elif phase == DEAL:
            self.deal(move)
        elif phase == DRAW_EXCHANGE:
            self.take_card(self.seat, move)
            self.note(NOTE_DRAW, self.seat, move, 0)
            self.phase = PLAY
        else:
            self.dealer = move - DEALER
            self.seat = self.dealer
            self.note(NOTE_DEALER, self.dealer, 0, 0)
            self.phase = DEAL

    def act(self, move: i64) -> None:
        """Play exactly one hand card, or exchange or discard a dead one (TOUCHE-9, TOUCHE-13)."""
        if move < SILENT_ON:
            self.play(move // CELLS, move % CELLS)
        elif move < EXCHANGE:
            self.leave_out_the_call((move - SILENT_ON) // CELLS, move % CELLS)
        elif move < DISCARD:
            self.drop_card(self.seat, move - EXCHANGE)
            self.note(NOTE_EXCHANGE, self.seat, move - EXCHANGE, 0)
            self.exchanged = True
            self.phase = DRAW_EXCHANGE
        else:
            self.drop_card(self.seat, move - DISCARD)
            self.note(NOTE_DISCARD, self.seat, move - DISCARD, 0)
            self.draw()

    def play(self, card: i64, cell: i64) -> None:
        """A pawn goes on the cell; another side's pawn there is toppled (TOUCHE-9, TOUCHE-10)."""
        self.drop_card(self.seat, card)
        self.note(NOTE_PLAY, self.seat, card, cell)
        toppled = self.put_pawn(self.seat % self.sides, cell)
        if toppled != NONE:
            self.note(NOTE_TOPPLE, self.seat, cell, toppled)
        self.crown_completed(cell)

    def leave_out_the_call(self, card: i64, cell: i64) -> None:
        """Without the call no pawn is placed and the other stays (TOUCHE-11)."""
        self.drop_card(self.seat, card)
        self.note(NOTE_SILENT, self.seat, card, cell)
        self.draw()

    def crown_completed(self, cell: i64) -> None:
        """Crown the patterns the new pawn completes at once; equal sets leave a choice (TOUCHE-17)."""
        largest = self.largest_at(self.seat % self.sides, cell)
        if len(largest) == 0:
            self.draw()
            return
        if len(largest) > 1:
            self.placed = cell
            self.phase = CHOOSE
        else:
            self.crown(largest[0])

    def choices(self) -> list[vec[i64]]:
        """Return the equal sets of patterns from which the player chooses (TOUCHE-17)."""
        return self.largest_at(self.seat % self.sides, self.placed)

    def crown(self, patterns: vec[i64]) -> None:
        """The game ends at once when a side reaches its number of patterns (TOUCHE-16, TOUCHE-18)."""
        side = self.seat % self.sides
        self.placed = NONE
        self.put_crowns(side, patterns)
        for pattern in patterns:
            self.note(NOTE_CROWN, self.seat, pattern, 0)
        if self.lacks(side) == 0:
            self.note(NOTE_GOAL, self.seat, side, 0)
            self.end_game(side)
        else:
            self.draw()

    def draw(self) -> None:
        """Draw a card from the own stack, as long as it has one (TOUCHE-9, TOUCHE-14)."""
        if self.stacks[self.seat] > 0:
            self.phase = DRAW
        else:
            self.next_turn()

    def next_turn(self) -> None:
        """Pass clockwise to the next player who has cards; without any, they are dealt again (TOUCHE-14)."""
        self.exchanged = False
        seat = self.seat
        left = self.seats
        while left > 0:
            left -= 1
            seat = seat + 1 if seat + 1 < self.seats else 0
            if self.hands[HAND * seat] != EMPTY_HAND:
                self.seat = seat
                self.phase = PLAY
                return
        if self.deals < DEALS_AGAIN:
            self.deals += 1
            self.note(NOTE_DEAL_AGAIN, self.seat, self.deals, 0)
            self.gather_cards()
        else:
            self.end_by_lead()

    def gather_cards(self) -> None:
        """Shuffle all cards and deal them out evenly; pawns and crowns stay (TOUCHE-3, TOUCHE-14)."""
        self.top = NONE
        self.pool = full_pack()
        self.hands = vec[i64]([EMPTY_HAND] * (HAND * self.seats))
        self.stacks = vec[i64]([PACK // self.seats] * self.seats)
        self.phase = DEAL

    def deal(self, card: i64) -> None:
        """The top cards of each stack become the hand, seat by seat (TOUCHE-3)."""
        seat = self.dealt_to()
        self.take_card(seat, card)
        last = HAND * seat + HAND - 1
        if self.hands[last] == EMPTY_HAND:
            return
        if self.journal is not None:
            hand = self.hands
            self.journal.append(
                (NOTE_HAND, seat, hand[last - 4], hand[last - 3], hand[last - 2], hand[last - 1], hand[last])
            )
        if seat == self.seats - 1:
            self.next_turn()

    def end_by_lead(self) -> None:
        """After the last deal the side that lacks fewest patterns wins; equal leaders draw (TOUCHE-14)."""
        leader: i64 = 0
        alone = True
        side: i64 = 1
        while side < self.sides:
            if self.lacks(side) < self.lacks(leader):
                leader = side
                alone = True
            elif self.lacks(side) == self.lacks(leader):
                alone = False
            side += 1
        if alone:
            self.note(NOTE_LEAD, self.seat, leader, 0)
            self.end_game(leader)
        else:
            self.note(NOTE_DRAWN, self.seat, 0, 0)
            self.end_game(NONE)

    def end_game(self, side: i64) -> None:
        """The game is over; in a match of pros its winner goes on to the next set (TOUCHE-7, TOUCHE-18)."""
        if not self.pros:
            self.winner = side
            self.phase = FINISHED
        elif side != NONE and self.sets[side] == CROSSES:
            self.winner = side
            self.phase = FINISHED
            self.note(NOTE_MATCH, self.seat, side, 0)
        else:
            if side != NONE:
                self.sets[side] += 1
                self.note(NOTE_ADVANCE, self.seat, side, self.sets[side])
            self.next_game()

    def next_game(self) -> None:
        """A new board and deal; the deal passes to the left (TOUCHE-7, TOUCHE-8)."""
        self.game += 1
        self.deals = 0
        self.dealer = self.dealer + 1 if self.dealer + 1 < self.seats else 0
        self.seat = self.dealer
        self.exchanged = False
        self.note(NOTE_NEXT_GAME, self.dealer, self.game, 0)
        self.pawns = vec[i64]([0] * (2 * self.sides))
        self.crowns = vec[i64]([0] * (2 * self.sides))
        self.counted = [vec[i64]() for _ in range(self.sides)]
        self.gather_cards()

    def payoff(self, seat: i64) -> float:
        """Return 1 for the winning side, 0 for the others; equal leaders share (TOUCHE-14, TOUCHE-18)."""
        mine = seat % self.sides
        if self.winner != NONE:
            return 1.0 if self.winner == mine else 0.0
        ahead: i64 = 0
        level: i64 = 0
        side: i64 = 0
        while side < self.sides:
            if self.lacks(side) < self.lacks(mine):
                ahead += 1
            elif self.lacks(side) == self.lacks(mine):
                level += 1
            side += 1
        return 0.0 if ahead else 1.0 / float(level)

    def reimagine(self, seat: i64, rng: Random) -> "Touche":
        """Return a copy in which the hands of all others are resampled."""
        other = self.copy()
        other.imagine_hands(seat, rng)
        return other


def numbers(first: i64, count: i64) -> vec[i64]:
    """Return `count` consecutive numbers."""
    found = vec[i64](capacity=count)
    i: i64 = 0
    while i < count:
        found = append(found, first + i)
        i += 1
    return found
