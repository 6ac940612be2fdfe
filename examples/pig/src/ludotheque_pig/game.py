"""The public contract of Pig: moves, options, position as JSON, and the events of its journal."""

from typing import Annotated, Final, Literal

import msgspec

from ludotheque.core.events import Told
from ludotheque.core.moves import Move, Options, Result, ranks_of
from ludotheque.core.refusal import NotAllowed, Refusal
from ludotheque.core.simple import SimpleGame, SimplePosition
from ludotheque_pig import rules
from ludotheque_pig.rules import Phase, Pig

Points = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class Roll(Move, frozen=True, tag="roll"):
    """Throw the die (PIG-3)."""


class Hold(Move, frozen=True, tag="hold"):
    """Put the pot to the score (PIG-5)."""


class PigOptions(Options, frozen=True):
    """`goal`: how many points win (PIG-6)."""

    goal: Literal[50, 100] = 100


class PigPosition(SimplePosition):
    """Scores, whose turn it is, the pot, and what comes next."""

    scores: list[Points]
    seat: Points = 0
    pot: Points = 0
    phase: Phase = "decide"
    options: PigOptions = PigOptions()


NOTES: Final = {
    rules.NOTE_STARTER: Told("starter", "PIG-1"),
    rules.NOTE_THROW: Told("throw", "PIG-4", ("face", "pot")),
    rules.NOTE_BUST: Told("bust", "PIG-4", ("pot",)),
    rules.NOTE_HOLD: Told("hold", "PIG-5", ("pot", "score")),
    rules.NOTE_WIN: Told("win", "PIG-6", ("score",)),
}
"""The event of each kind of journal line."""


class PigGame(SimpleGame[Pig, PigOptions]):
    """Throw as often as you dare; a 1 loses what you have not put by."""

    name = "pig"
    title = "Pig"
    seat_counts = (2, 3, 4)
    clause_prefixes = ("PIG",)
    options_type = PigOptions
    position_type = PigPosition
    move_types = (Roll, Hold)
    numbered_moves = (Roll(), Hold())
    first_starter = rules.STARTER
    minutes = (5, 10)
    notes = NOTES

    def new_state(self, seats: int, options: PigOptions) -> Pig:
        """Return the first position: no points, the starter still to be drawn (PIG-1)."""
        return Pig(seats, options.goal)

    def why_not(self, state: Pig, move: Move) -> Refusal:
        """There is nothing to put by before the first throw (PIG-5)."""
        return NotAllowed("pig.empty_pot", "PIG-5")

    def result(self, state: Pig) -> Result:
        """Places by score (PIG-6)."""
        scores = tuple(state.scores)
        return Result(ranks_of(scores), scores, "pig.goal", "PIG-6")

    def violations(self, state: Pig) -> list[str]:
        """Report an unknown seat, a pot of 1, two winners, and a goal without an end."""
        won = sum(score >= state.goal for score in state.scores)
        wrong = ["no such seat"] if state.seat >= state.seats else []
        wrong += ["no throw gives such a pot"] if state.pot == 1 else []
        return wrong + (["the end and the scores differ"] if won != (state.phase == "over") else [])


GAME: Final = PigGame()
