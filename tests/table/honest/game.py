"""A small game that keeps every promise, for tests that break one of them at a time."""

from typing import Final, Self

import msgspec
from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from ludotheque.core.codec import Json, demand, read, write
from ludotheque.core.coded import CodedGame, CodedPosition
from ludotheque.core.events import Event, Told
from ludotheque.core.moves import Move, Options, Result, ranks_of
from ludotheque.core.refusal import NotAllowed, Refusal
from ludotheque.core.state import CHANCE, OVER, State

CARDS: Final = 4
KEEP: Final = 0
SWAP: Final = 1
NOTE_DRAW: Final = 0
NOTE_KEEP: Final = 1
NOTE_SWAP: Final = 2


class Keep(Move, frozen=True, tag="keep"):
    """Keep the card (HONEST-2)."""


class Swap(Move, frozen=True, tag="swap"):
    """Swap the card (HONEST-2)."""


class HonestOptions(Options, frozen=True):
    """`low`: the lowest card wins (HONEST-3)."""

    low: bool = False


class View(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cards that may be seen, 0 for one that is still to be drawn; who acts next."""

    seats: int
    hands: list[int | None]
    acted: int = 0
    called: int = 0
    options: HonestOptions = HonestOptions()


class Honest(State):
    """A card a seat; 0 is one that is still to be drawn."""

    def __init__(self, seats: int, *, low: bool) -> None:
        super().__init__(seats)
        self.low = low
        self.hands = [0] * seats
        self.acted = 0
        self.called = 0  # a number that all see; the honest game never changes it

    def turn(self) -> i64:
        if 0 in self.hands:
            return CHANCE
        return self.acted if self.acted < self.seats else OVER

    def moves(self) -> vec[i64]:
        return vec[i64]([KEEP] if self.hands[self.acted] == CARDS else [KEEP, SWAP])

    def left(self) -> list[int]:
        """How many of each card nobody holds (HONEST-1)."""
        return [2 * self.seats - self.hands.count(card) for card in range(1, CARDS + 1)]

    def outcomes(self) -> vec[i64]:
        return vec[i64](
            [card for card, count in enumerate(self.left(), 1) if count] if 0 in self.hands else []
        )

    def weights(self) -> vec[i64]:
        return vec[i64]([count for count in self.left() if count] if 0 in self.hands else [])

    def apply(self, move: i64) -> None:
        if 0 in self.hands:
            seat = self.hands.index(0)
            self.hands[seat] = int(move)
            self.note(NOTE_DRAW, seat, move)
        else:
            self.note(NOTE_SWAP if move == SWAP else NOTE_KEEP, self.acted)
            if move == SWAP:
                self.hands[self.acted] = 0
            self.acted += 1

    def reimagine(self, seat: i64, rng: Random) -> Self:
        other = type(self)(self.seats, low=self.low)
        other.acted, other.called = self.acted, self.called
        other.hands[seat] = self.hands[seat]
        for hidden, card in enumerate(self.hands):
            if hidden != seat and card:
                pool = [card for card, count in enumerate(other.left(), 1) for _ in range(count)]
                other.hands[hidden] = pool[rng.randrange(len(pool))]
        return other

    def winners(self) -> list[int]:
        best = min(self.hands) if self.low else max(self.hands)
        return [seat for seat, card in enumerate(self.hands) if card == best]

    def payoff(self, seat: i64) -> float:
        return 1 / len(self.winners()) if seat in self.winners() else 0.0


def draw(seat: int, card: int, *_: int) -> Event:
    return Event(name="honest.draw", seat=seat, clause="HONEST-1", secret={"card": card}, secret_to=(seat,))


class HonestGame(CodedGame[Honest, HonestOptions]):
    """High card with a swap."""

    name = "honest"
    title = "Honest"
    seat_counts = (2, 3)
    clause_prefixes = ("HONEST",)
    options_type = HonestOptions
    move_types = (Keep, Swap)
    numbered_moves = (Keep(), Swap())
    notes = {  # noqa: RUF012
        NOTE_DRAW: draw,
        NOTE_KEEP: Told("keep", "HONEST-2"),
        NOTE_SWAP: Told("swap", "HONEST-2"),
    }
    hidden = True
    state_type = Honest

    def start(self, seats: int, options: HonestOptions) -> CodedPosition[Honest]:
        return CodedPosition(self, self.state_type(seats, low=options.low), options)

    def at(self, position: Json) -> CodedPosition[Honest]:
        return self._read(position, None)

    def guess(self, view: Json, seat: int, rng: Random) -> CodedPosition[Honest]:
        return self._read(view, rng)

    def _read(self, json: Json, rng: Random | None) -> CodedPosition[Honest]:
        view = read(json, View, code="core.position")
        state = self.state_type(view.seats, low=view.options.low)
        demand(len(view.hands) == view.seats and (rng is not None or None not in view.hands), "$.hands")
        state.hands = [card or 0 for card in view.hands]
        for seat, card in enumerate(view.hands):
            if card is None and rng is not None:
                pool = [card for card, count in enumerate(state.left(), 1) for _ in range(count)]
                state.hands[seat] = pool[rng.randrange(len(pool))]
        state.acted, state.called = view.acted, view.called
        return CodedPosition(self, state, view.options)

    def why_not(self, state: Honest, move: Move) -> Refusal:
        return NotAllowed("honest.too_good", "HONEST-2")

    def result(self, state: Honest) -> Result:
        scores = tuple(-card if state.low else card for card in state.hands)
        return Result(ranks_of(scores), scores, "honest.compared", "HONEST-3")

    def write_view(self, state: Honest, options: HonestOptions, seat: int | None) -> Json:
        seen = [card if other == seat or not card else None for other, card in enumerate(state.hands)]
        return self._write(state, seen)

    def write_position(self, state: Honest, options: HonestOptions) -> Json:
        return self._write(state, list(state.hands))

    def _write(self, state: Honest, hands: list[int | None]) -> Json:
        return write(View(state.seats, hands, state.acted, state.called, HonestOptions(state.low)))


GAME: Final = HonestGame()
