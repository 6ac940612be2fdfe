"""Facedown, a small game in which a card is laid in secret; the tutorial shows parts of it."""

from typing import Annotated, Final, Literal

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from ludotheque.core.cards import CardGame, CardState, Secrets
from ludotheque.core.events import Told
from ludotheque.core.moves import Move, Options, Result, ranks_of
from ludotheque.core.refusal import NotAllowed, Refusal
from ludotheque.core.simple import SimplePosition
from ludotheque.core.state import CHANCE, OVER

CARDS: Final = 8  # cards 1 to 8; move n lays card n + 1
HAND: Final = 2
GOOD: Final = 5  # the smallest card that is worth a point
OPEN: Final = CARDS
PASS: Final = CARDS + 1

NOTE_DEAL: Final = 0  # card
NOTE_LAY: Final = 1  # card
NOTE_OPEN: Final = 2  # card
NOTE_PASS: Final = 3

Phase = Literal["deal", "lay", "answer", "over"]
Card = Annotated[int, msgspec.Meta(ge=0, le=CARDS)]
Points = Annotated[int, msgspec.Meta(ge=0, le=2 * HAND)]


class Facedown(CardState):
    """A position: the hands, the card on the table, the cards let through, and the points."""

    secrets = Secrets(own=("hands", "laid", "kept"), hidden=("stock",), open=("shown",))

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.laid: list[list[int]] = [[] for _ in range(seats)]
        self.kept: list[list[int]] = [[] for _ in range(seats)]
        self.stock = list(range(1, CARDS + 1))
        self.shown: list[int] = []
        self.scores = [0] * seats
        self.seat = 0  # the seat that lays
        self.phase: Phase = "deal"

    def turn(self) -> i64:
        if self.phase in ("deal", "over"):
            return CHANCE if self.phase == "deal" else OVER
        return self.seat if self.phase == "lay" else 1 - self.seat

    def moves(self) -> vec[i64]:
        if self.phase == "answer":
            return vec[i64]([OPEN, PASS])
        return vec[i64]([card - 1 for card in self.hands[self.seat]])

    def outcomes(self) -> vec[i64]:
        return vec[i64](self.stock if self.phase == "deal" else [])

    def weights(self) -> vec[i64]:
        return vec[i64]([1] * len(self.outcomes()))

    def apply(self, move: i64) -> None:
        if self.phase == "deal":
            self.deal(int(move))
        elif self.phase == "lay":
            self.lay(int(move) + 1)
        else:
            self.answer(opens=move == OPEN)

    def deal(self, card: int) -> None:
        seat = sum(map(len, self.hands)) % self.seats
        self.stock.remove(card)
        self.hands[seat] = sorted([*self.hands[seat], card])
        self.note(NOTE_DEAL, seat, card)
        if all(len(hand) == HAND for hand in self.hands):
            self.phase = "lay"

    def lay(self, card: int) -> None:
        """Lay a card face down; the other seat answers."""
        self.hands[self.seat].remove(card)
        self.laid[self.seat].append(card)
        self.note(NOTE_LAY, self.seat, card)
        self.phase = "answer"

    def answer(self, *, opens: bool) -> None:
        """Turn the card up, and a bad one is the point of the other seat; or let it through."""
        card, other = self.laid[self.seat].pop(), 1 - self.seat
        if opens:
            self.shown = sorted([*self.shown, card])
            self.scores[self.seat if card >= GOOD else other] += 1
            self.note(NOTE_OPEN, other, card)
        else:
            self.kept[self.seat] = sorted([*self.kept[self.seat], card])
            self.scores[self.seat] += 1
            self.note(NOTE_PASS, other)
        self.seat = other
        self.phase = "lay" if self.hands[other] else "over"

    def payoff(self, seat: i64) -> float:
        most = max(self.scores)
        return 1.0 / self.scores.count(most) if self.scores[seat] == most else 0.0


class Lay(Move, frozen=True, tag="lay"):
    """Lay a card of your hand face down."""

    card: Annotated[int, msgspec.Meta(ge=1, le=CARDS)]


class Open(Move, frozen=True, tag="open"):
    """Turn the card up."""


class Pass(Move, frozen=True, tag="pass"):
    """Let the card through."""


class FacedownPosition(SimplePosition):
    """The cards by place, the points, the seat that lays and the phase."""

    hands: list[list[Card]]
    laid: list[list[Card]]
    kept: list[list[Card]]
    stock: list[Card]
    shown: list[Card]
    scores: list[Points]
    seat: Literal[0, 1] = 0
    phase: Phase = "lay"


NOTES: Final = {
    NOTE_DEAL: Told("deal", "DOWN-1", secret=("card",)),
    NOTE_LAY: Told("lay", "DOWN-2", secret=("card",)),
    NOTE_OPEN: Told("open", "DOWN-3", ("card",), reveals=True),
    NOTE_PASS: Told("pass", "DOWN-3"),
}


class FacedownGame(CardGame[Facedown, Options]):
    """A card laid face down is turned up or let through."""

    name = "facedown"
    title = "Facedown"
    seat_counts = (2,)
    clause_prefixes = ("DOWN",)
    options_type = Options
    position_type = FacedownPosition
    move_types = (Lay, Open, Pass)
    numbered_moves = (*(Lay(card) for card in range(1, CARDS + 1)), Open(), Pass())
    notes = NOTES

    def new_state(self, seats: int, options: Options) -> Facedown:
        return Facedown(seats)

    def why_not(self, state: Facedown, move: Move) -> Refusal:
        return NotAllowed("facedown.answer" if state.phase == "answer" else "facedown.lay", "DOWN-2")

    def result(self, state: Facedown) -> Result:
        scores = tuple(state.scores)
        return Result(ranks_of(scores), scores, "facedown.end", "DOWN-3")


GAME: Final = FacedownGame()
