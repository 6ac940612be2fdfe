"""The rules of Pike: dealing fish, playing one each, and the pike that eats the smallest (PIKE-1 to 6)."""

from typing import Final, Literal

from librt.vecs import vec
from mypy_extensions import i64

from ludotheque.core.cards import CardState, Secrets
from ludotheque.core.state import CHANCE, OVER

FISH: Final = 20  # cards 1 to 20; move n plays card n + 1

# Outcomes: a card 1 to 20 that is dealt, or the seat that starts.
STARTER: Final = 30  # + seat

# What the journal notes.
NOTE_STARTER: Final = 0
NOTE_DEAL: Final = 1  # card
NOTE_PLAY: Final = 2  # card
NOTE_EAT: Final = 3  # the biggest card, the smallest, score

Phase = Literal["deal", "starter", "play", "over"]


class Pike(CardState):
    """A position of Pike: the fish in hands, in the lake and on the table, and the scores."""

    secrets = Secrets(own=("hands",), hidden=("lake",), open=("table", "eaten"))

    def __init__(self, seats: int, size: int) -> None:
        super().__init__(seats)
        self.size = size
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.lake = list(range(1, FISH + 1))
        self.table: list[int] = []  # in the order of play
        self.eaten: list[int] = []  # in ascending order
        self.scores = [0] * seats
        self.seat = 0
        self.phase: Phase = "deal"

    def turn(self) -> i64:
        """Seat to act, `CHANCE` or `OVER`."""
        if self.phase == "over":
            return OVER
        return self.seat if self.phase == "play" else CHANCE

    def moves(self) -> vec[i64]:
        """Any card of the hand (PIKE-4)."""
        return vec[i64]([card - 1 for card in self.hands[self.seat]])

    def outcomes(self) -> vec[i64]:
        """Every card of the lake, or every seat as the one that starts (PIKE-2, PIKE-3)."""
        if self.phase == "starter":
            return vec[i64]([STARTER + seat for seat in range(self.seats)])
        return vec[i64](self.lake if self.phase == "deal" else [])

    def weights(self) -> vec[i64]:
        """All are equally likely."""
        return vec[i64]([1] * len(self.outcomes()))

    def apply(self, move: i64) -> None:
        """Play a move of the seat to act, or an outcome when chance is to act."""
        if self.phase == "deal":
            self.deal(int(move))
        elif self.phase == "starter":
            self.seat, self.phase = int(move) - STARTER, "play"
            self.note(NOTE_STARTER, self.seat)
        else:
            self.play(int(move) + 1)

    def deal(self, card: int) -> None:
        """Deal a card to the next seat until all hands are full (PIKE-2)."""
        dealt = sum(map(len, self.hands))
        seat = dealt % self.seats
        self.lake.remove(card)
        self.hands[seat] = sorted([*self.hands[seat], card])
        self.note(NOTE_DEAL, seat, card)
        if dealt + 1 == self.seats * self.size:
            self.phase = "starter"

    def play(self, card: int) -> None:
        """Lay a card on the table; the last one ends the round (PIKE-4, PIKE-5)."""
        self.hands[self.seat].remove(card)
        self.table.append(card)
        self.note(NOTE_PLAY, self.seat, card)
        self.seat = (self.seat + 1) % self.seats
        if len(self.table) == self.seats:
            self.eat()

    def eat(self) -> None:
        """The biggest fish eats the smallest, scores its number and leads (PIKE-5, PIKE-6)."""
        biggest, smallest = max(self.table), min(self.table)
        self.seat = (self.seat + self.table.index(biggest)) % self.seats
        self.scores[self.seat] += smallest
        self.note(NOTE_EAT, self.seat, biggest, smallest, self.scores[self.seat])
        self.eaten, self.table = sorted(self.eaten + self.table), []
        if not self.hands[self.seat]:
            self.phase = "over"

    def payoff(self, seat: i64) -> float:
        """Return 1 for the most points, shared among equal winners (PIKE-6)."""
        most = max(self.scores)
        return 1.0 / self.scores.count(most) if self.scores[seat] == most else 0.0
