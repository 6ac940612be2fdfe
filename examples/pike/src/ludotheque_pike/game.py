"""The public contract of Pike: its move, options, position as JSON, and the events of its journal."""

from typing import Annotated, Final, Literal

import msgspec

from ludotheque.core.cards import CardGame
from ludotheque.core.events import Told
from ludotheque.core.moves import Move, Options, Result, ranks_of
from ludotheque.core.refusal import NotAllowed, Refusal
from ludotheque.core.simple import SimplePosition
from ludotheque_pike import rules
from ludotheque_pike.rules import FISH, Phase, Pike

Card = Annotated[int, msgspec.Meta(ge=0, le=FISH)]
Points = Annotated[int, msgspec.Meta(ge=0, le=FISH * FISH)]


class Play(Move, frozen=True, tag="play"):
    """Play a fish of your hand (PIKE-4)."""

    card: Annotated[int, msgspec.Meta(ge=1, le=FISH)]


class PikeOptions(Options, frozen=True):
    """`size`: number of cards in a hand (PIKE-2)."""

    size: Literal[3, 5] = 5


class PikePosition(SimplePosition):
    """The cards by place, the scores, the seat to act and the phase; in a view, 0 is a card face down."""

    hands: list[list[Card]]
    lake: list[Card]
    table: list[Card]
    eaten: list[Card]
    scores: list[Points]
    seat: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    phase: Phase = "play"
    options: PikeOptions = PikeOptions()


NOTES: Final = {
    rules.NOTE_STARTER: Told("starter", "PIKE-3"),
    rules.NOTE_DEAL: Told("deal", "PIKE-2", secret=("card",)),
    rules.NOTE_PLAY: Told("play", "PIKE-4", ("card",), reveals=True),
    rules.NOTE_EAT: Told("eat", "PIKE-5", ("biggest", "smallest", "score")),
}
"""The event of each kind of journal line."""


class PikeGame(CardGame[Pike, PikeOptions]):
    """The biggest fish eats the smallest one on the table."""

    name = "pike"
    title = "Pike"
    seat_counts = (2, 3, 4)
    clause_prefixes = ("PIKE",)
    options_type = PikeOptions
    position_type = PikePosition
    move_types = (Play,)
    numbered_moves = tuple(Play(card) for card in range(1, FISH + 1))
    first_starter = rules.STARTER
    minutes = (3, 5)
    notes = NOTES

    def new_state(self, seats: int, options: PikeOptions) -> Pike:
        """Return the first position: all fish are in the lake (PIKE-1)."""
        return Pike(seats, options.size)

    def why_not(self, state: Pike, move: Move) -> Refusal:
        """Only a card of the hand may be played (PIKE-4)."""
        return NotAllowed("pike.not_in_hand", "PIKE-4")

    def result(self, state: Pike) -> Result:
        """Ranks by score (PIKE-6)."""
        scores = tuple(state.scores)
        return Result(ranks_of(scores), scores, "pike.all_played", "PIKE-6")

    def violations(self, state: Pike) -> list[str]:
        """Report an unknown seat, and numbers of cards that do not fit the phase."""
        seats, held = state.seats, [len(hand) for hand in state.hands]
        rounds, played = divmod(len(state.eaten) + len(state.table), seats)
        if state.phase == "deal":
            due = [(sum(held) + seats - 1 - seat) // seats for seat in range(seats)]
        else:
            has_played = [(state.seat - 1 - seat) % seats < played for seat in range(seats)]
            due = [state.size - rounds - has for has in has_played]
        fits = {
            "deal": sum(held) < seats * state.size and not rounds and not played,
            "starter": not rounds and not played,
            "play": rounds < state.size,
            "over": rounds == state.size,
        }
        wrong = ["no such seat"] if state.seat >= seats else []
        wrong += ["a hand has the wrong size"] if held != due else []
        wrong += ["a round is not over"] if len(state.table) != played else []
        return wrong + ([] if fits[state.phase] else ["the phase and the cards differ"])


GAME: Final = PikeGame()
