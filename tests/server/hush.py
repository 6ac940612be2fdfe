"""A small game for tests, with all that Exxtra lacks: hidden cards, teams, simultaneous and continuous moves.

Everybody is dealt a secret card, all bid at the same time and in secret, then seat 0 flicks; teams of two.
"""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from librt.random import Random

from ludotheque.core.codec import Json
from ludotheque.core.events import Event
from ludotheque.core.game import Game, Position
from ludotheque.core.moves import Move, MoveRange, Options, Result, ranks_of
from ludotheque.core.refusal import NotAllowed, NotYourTurn, Refusal, Unreadable

CARDS = 9


class Bid(Move, frozen=True, tag="bid"):
    amount: Annotated[int, msgspec.Meta(ge=0, le=3)]


class Flick(Move, frozen=True, tag="flick"):
    power: Annotated[float, msgspec.Meta(ge=0, le=1)]


class Hush(Position):
    def __init__(self, cards: list[int | None], bids: list[int | None], slide: float | None = None) -> None:
        self.game = GAME
        self.options = Options()
        self.seats = len(cards)
        self.cards, self.bids, self.slide, self.flicked = cards, bids, slide, False

    @property
    def actors(self) -> tuple[int, ...]:
        if self.awaits_chance or self.slide is not None:
            return ()
        waiting = tuple(seat for seat, bid in enumerate(self.bids) if bid is None)
        return waiting or (0,)

    @property
    def awaits_chance(self) -> bool:
        return None in self.cards or self.flicked

    @property
    def result(self) -> Result | None:
        if self.slide is None:
            return None
        scores = tuple(self.cards[seat % 2] or 0 for seat in range(self.seats))
        return Result(ranks_of(scores), scores, "hush.end", "HUSH-1")

    @property
    def teams(self) -> tuple[int, ...]:
        return tuple(seat % 2 for seat in range(self.seats))

    def moves(self, seat: int) -> Sequence[Move | MoveRange]:
        if seat not in self.actors:
            return []
        if self.bids[seat] is None:
            return [Bid(amount) for amount in range(4)]
        return [MoveRange("flick", {"power": (0.0, 1.0)})]

    def refusal(self, seat: int, move: Move) -> Refusal | None:
        if seat not in self.actors:
            return NotYourTurn("core.not_your_turn", params={"seat": seat})
        if isinstance(move, Bid) != (self.bids[seat] is None):
            return NotAllowed("core.over")
        return None

    def play(self, seat: int, move: Move) -> list[Event]:
        if isinstance(move, Bid):
            self.bids[seat] = move.amount
            return [Event(name="hush.bid", seat=seat, secret={"amount": move.amount}, secret_to=(seat,))]
        self.flicked = True
        return [Event(name="hush.flick", seat=seat)]

    def draw(self, rng: Random) -> Json:
        return {"slide": rng.random()} if self.flicked else {"card": 1 + rng.randrange(CARDS)}

    def resolve(self, outcome: Json) -> list[Event]:
        if not isinstance(outcome, dict):
            raise Unreadable("core.outcome", params={"outcome": str(outcome)})
        if self.flicked:
            self.slide, self.flicked = outcome["slide"], False
            return [Event(name="hush.slide", reveals=True)]
        seat = self.cards.index(None)
        self.cards[seat] = outcome["card"]
        return [Event(name="hush.deal", seat=seat, secret={"card": outcome["card"]}, secret_to=(seat,))]

    def view(self, seat: int | None) -> Json:
        shown = [mine == seat or self.slide is not None for mine in range(self.seats)]
        return {
            "cards": [card if open_ else None for card, open_ in zip(self.cards, shown, strict=True)],
            "bids": [
                bid if open_ or bid is None else "?" for bid, open_ in zip(self.bids, shown, strict=True)
            ],
            "slide": self.slide,
        }

    def to_json(self) -> Json:
        return {"cards": list(self.cards), "bids": list(self.bids), "slide": self.slide}

    def copy(self) -> "Hush":
        copied = Hush(list(self.cards), list(self.bids), self.slide)
        copied.flicked = self.flicked
        return copied


class HushGame(Game):
    name = "hush"
    title = "Hush"
    seat_counts = (2, 4)
    clause_prefixes = ("HUSH",)
    options_type = Options
    move_types = (Bid, Flick)
    hidden = True

    def start(self, seats: int, options: Options) -> Position:
        return Hush([None] * seats, [None] * seats)

    def at(self, position: Json) -> Position:
        assert isinstance(position, dict)
        return Hush(position["cards"], position["bids"], position["slide"])

    def guess(self, view: Json, seat: int, rng: Random) -> Position:
        assert isinstance(view, dict)
        cards = [1 + rng.randrange(CARDS) if card is None else card for card in view["cards"]]
        return Hush(cards, [0 if bid == "?" else bid for bid in view["bids"]], view["slide"])

    def notation(self, move: Move) -> str:
        return f"bid {move.amount}" if isinstance(move, Bid) else "flick"

    def parse(self, text: str) -> Move:
        raise Unreadable("core.unreadable", params={"where": "$"})


GAME = HushGame()
