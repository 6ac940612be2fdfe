"""The public contract of Exxtra."""

from typing import Final

from ludotheque.core.codec import Json
from ludotheque.core.coded import CodedGame, CodedPosition
from ludotheque.core.events import Event
from ludotheque.core.moves import Move, Result, ranks_of
from ludotheque.core.refusal import NotAllowed, Refusal
from ludotheque.core.state import Note
from ludotheque.games.exxtra import moves
from ludotheque.games.exxtra.events import NOTES, with_remover
from ludotheque.games.exxtra.positions import read_position
from ludotheque.games.exxtra.rules import state as rules
from ludotheque.games.exxtra.rules.state import Exxtra
from ludotheque.games.exxtra.views import ExxtraOptions, write_view


class ExxtraGame(CodedGame[Exxtra, ExxtraOptions]):
    """Push-your-luck dice on a race track."""

    name = "exxtra"
    title = "Exxtra"
    seat_counts = (2, 3, 4, 5, 6)
    clause_prefixes = ("EXXTRA",)
    options_type = ExxtraOptions
    move_types = (moves.Throw, moves.Place)
    numbered_moves = moves.NUMBERED
    notes = NOTES
    first_starter = rules.STARTER
    minutes = (10, 20)

    def start(self, seats: int, options: ExxtraOptions) -> CodedPosition[Exxtra]:
        """Return the first position: all pawns on Start, the starter still to be drawn."""
        return CodedPosition(self, rules.new_game(seats, options.xx_is_100), options)

    def at(self, position: Json) -> CodedPosition[Exxtra]:
        """Return the position read from JSON."""
        state = read_position(position)
        return CodedPosition(self, state, ExxtraOptions(state.xx_is_100))

    def parse(self, text: str) -> Move:
        """Read `throw` or `place 4`."""
        return moves.parse(text)

    def why_not(self, state: Exxtra, move: Move) -> Refusal:
        """Refuse to place before the first throw or on a taken slot (EXXTRA-7, EXXTRA-12)."""
        assert isinstance(move, moves.Place)  # a throw is always legal for the seat to act
        if state.phase == rules.FIRST_THROW:
            return NotAllowed("exxtra.throw_first", "EXXTRA-7")
        holder = state.holder(move.slot)
        return NotAllowed("exxtra.slot_taken", "EXXTRA-12", {"slot": move.slot, "holder": holder})

    def read_outcome(self, state: Exxtra, outcome: Json) -> int:
        """Return the number of a throw `[a, b]`."""
        return moves.read_outcome(outcome)

    def write_outcome(self, state: Exxtra, code: int) -> Json:
        """Return the JSON form of a throw."""
        return moves.write_outcome(code)

    def tell(self, state: Exxtra, note: Note) -> list[Event]:
        """Return the events of a journal line; removed dice name the dice that removed them."""
        events = super().tell(state, note)
        return [with_remover(state, event) for event in events] if note[0] == rules.NOTE_REMOVE else events

    def result(self, state: Exxtra) -> Result:
        """Return the ranks by pawn position, ties shared (EXXTRA-14, EXXTRA-15)."""
        scores = tuple(int(pawn) for pawn in state.pawns)
        return Result(ranks_of(scores), scores, "exxtra.goal", "EXXTRA-14")

    def violations(self, state: Exxtra) -> list[str]:
        """Report two pairs on one slot of 1-5, or a pawn off the track (EXXTRA-2, EXXTRA-3)."""
        held = [slot for slot in state.slots if slot > 0]
        wrong = ["two pairs on one slot"] if len(held) != len(set(held)) else []
        return wrong + [f"pawn on {pawn}" for pawn in state.pawns if not 0 <= pawn <= rules.GOAL]

    def write_position(self, state: Exxtra, options: ExxtraOptions) -> Json:
        """Return the whole position."""
        return write_view(state)


GAME: Final = ExxtraGame()
