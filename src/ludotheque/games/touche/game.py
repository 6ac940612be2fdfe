"""The public contract of Touché."""

from typing import Final

import msgspec
from librt.random import Random

from ludotheque.core.codec import Json
from ludotheque.core.coded import CodedGame, CodedPosition
from ludotheque.core.events import Event
from ludotheque.core.game import CallWindow
from ludotheque.core.moves import Move, Result, ranks_of
from ludotheque.core.refusal import Refusal
from ludotheque.core.state import Note
from ludotheque.games.touche import moves
from ludotheque.games.touche.events import attack, tell
from ludotheque.games.touche.layout import normal_layout, read_layout
from ludotheque.games.touche.names import CARD, cell_at
from ludotheque.games.touche.positions import read_position
from ludotheque.games.touche.preview import Preview, preview
from ludotheque.games.touche.refusals import why_not
from ludotheque.games.touche.rules import setup as rules_start
from ludotheque.games.touche.rules import state as rules
from ludotheque.games.touche.rules.board import NONE
from ludotheque.games.touche.rules.state import Touche
from ludotheque.games.touche.views import (
    ToucheOptions,
    discarded,
    kind_of,
    sides_of,
    write_view,
)


class ToucheGame(CodedGame[Touche, ToucheOptions]):
    """Cards, pawns and patterns on a board of cards."""

    name = "touche"
    title = "Touché"
    seat_counts = (2, 3, 4, 6)
    clause_prefixes = ("TOUCHE",)
    options_type = ToucheOptions
    move_types = (moves.Play, moves.Exchange, moves.Discard, moves.Crown)
    hidden = True
    first_starter = rules.DEALER
    starter_name = "dealer"
    timed_calls = True
    rules_version = 2
    minutes = (20, 40)

    def read_options(self, options: object) -> ToucheOptions:
        """Return the options from their JSON form; a layout that is not a board is refused too (TOUCHE-4)."""
        found = super().read_options(options)
        return msgspec.structs.replace(found, layout=normal_layout(found.layout))

    def start(self, seats: int, options: ToucheOptions) -> CodedPosition[Touche]:
        """Return the first position: an empty board, the dealer still to be drawn."""
        board = read_layout(options.layout)
        state = rules_start.new_game(
            board, seats, sides_of(seats, options), kind_of(options), options.calls == "spoken"
        )
        return CodedPosition(self, state, options)

    def at(self, position: Json) -> CodedPosition[Touche]:
        """Return the position read from JSON."""
        return CodedPosition(self, *read_position(position))

    def guess(self, view: Json, seat: int, rng: Random) -> CodedPosition[Touche]:
        """Return a position with the hands a view hides, drawn from the cards it hides."""
        return CodedPosition(self, *read_position(view, rng))

    def encode(self, state: Touche, move: Move) -> int:
        """Return the number of a move in the rules."""
        return moves.encode(state, move)

    def decode(self, state: Touche, code: int) -> Move:
        """Return the move of a number."""
        return moves.decode(state, code)

    def notation(self, move: Move) -> str:
        """Return a move as `AS e1`, `exchange AS`, `discard AS` or `crown d1-e2`."""
        return moves.notation(move)

    def parse(self, text: str) -> Move:
        """Return the move of a line of notation."""
        return moves.parse(text)

    def why_not(self, state: Touche, move: Move) -> Refusal:
        """Return the refusal of an illegal move."""
        return why_not(state, move)

    def call_window(self, state: Touche, options: ToucheOptions, seat: int, move: Move) -> CallWindow | None:
        """Return the call window of a move that topples, with the time limit of the table (TOUCHE-19)."""
        if not state.spoken or not isinstance(move, moves.Play) or move.call:
            return None
        cell = cell_at(state.board, move.cell)
        if not state.is_taken(cell):
            return None
        return CallWindow(
            called=moves.Play(move.card, move.cell, call=True),
            missed=move,
            seconds=options.call_seconds or None,
            event=attack(state.board, seat, CARD[move.card], cell),
        )

    def read_outcome(self, state: Touche, outcome: Json) -> int:
        """Return the number of a card."""
        return moves.read_outcome(outcome)

    def write_outcome(self, state: Touche, code: int) -> Json:
        """The JSON form of a card."""
        return moves.write_outcome(code)

    def tell(self, state: Touche, note: Note) -> list[Event]:
        """Return the event of a journal line."""
        return [tell(state.board, note)]

    def result(self, state: Touche) -> Result:
        """Return the ranks by patterns lacking; in a match of pros by the sets won (TOUCHE-7, TOUCHE-18)."""
        sides = [seat % state.sides for seat in range(state.seats)]
        if state.pros:
            won = tuple(state.sets[side] + (side == state.winner) for side in sides)
            return Result(ranks_of(won), won, "touche.match", "TOUCHE-7")
        ranks = ranks_of(tuple(-state.lacks(side) for side in sides))
        scores = tuple(len(state.counted[side]) for side in sides)
        if state.winner == NONE:
            return Result(ranks, scores, "touche.drawn", "TOUCHE-14")
        if state.lacks(state.winner) == 0:
            return Result(ranks, scores, "touche.goal", "TOUCHE-18")
        return Result(ranks, scores, "touche.lead", "TOUCHE-14")

    def teams(self, state: Touche) -> tuple[int, ...]:
        """Return the team of each seat: team members alternate in seating (TOUCHE-2)."""
        return tuple(seat % state.sides for seat in range(state.seats))

    def violations(self, state: Touche) -> list[str]:
        """Report cards lost or doubled, two pawns on a cell, or a crown off the side's own cells."""
        wrong = ["a card too many"] if min(discarded(state)) < 0 or min(state.pool) < 0 else []
        if sum(state.stacks) != sum(state.pool):
            wrong.append("stacks and unseen cards differ")
        for word in (0, 1):
            pawns = [state.pawns[2 * side + word] for side in range(state.sides)]
            if _overlap(pawns):
                wrong.append("two pawns on a cell")
            crowns = [
                state.crowns[2 * side + word] & ~state.usable(side, word) for side in range(state.sides)
            ]
            if any(crowns):
                wrong.append("a crown on a foreign cell")
        return wrong

    def preview(self, state: Touche, move: Move) -> Preview:
        """Return the pawn a move would topple, and the patterns it would complete."""
        return preview(state, self.encode(state, move))

    def write_view(self, state: Touche, options: ToucheOptions, seat: int | None) -> Json:
        """Return what a seat may know: its own hand and the open cards (TOUCHE-3)."""
        return write_view(state, options, () if seat is None else (seat,))

    def write_position(self, state: Touche, options: ToucheOptions) -> Json:
        """Return the whole position."""
        return write_view(state, options, tuple(range(state.seats)))


def _overlap(words: list[int]) -> bool:
    return any(one & other for i, one in enumerate(words) for other in words[:i])


GAME: Final = ToucheGame()
