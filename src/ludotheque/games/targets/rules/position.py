"""The position of both editions: the phases of a round, moves, chance and the call window (TARGETS-8)."""

from abc import abstractmethod
from collections.abc import Sequence
from copy import copy
from typing import Literal, Self

from librt.random import Random

from ludotheque.core.codec import Json, read, write
from ludotheque.core.events import Event
from ludotheque.core.game import Game
from ludotheque.core.moves import Move, MoveRange, Options
from ludotheque.core.refusal import NotAllowed, NotYourTurn, Refusal, Unreadable
from ludotheque.games.targets.events import tell, told_flick
from ludotheque.games.targets.moves import (
    Call,
    Flick,
    Pass,
    Stack,
    meant,
    orders,
    ranges,
)
from ludotheque.games.targets.outcomes import (
    Faces,
    Starter,
    lean,
    lean_json,
    lie_plainly,
    read_rolled,
    read_settled,
)
from ludotheque.games.targets.physics.flick import LIMITS
from ludotheque.games.targets.physics.layout import Layout
from ludotheque.games.targets.rules.board import Board, Phase, misplaced, with_faces, with_order
from ludotheque.games.targets.rules.resolution import FlickResolution
from ludotheque.games.targets.simulation import SEEDS, Tremor, roll, settle_down


class TargetsOptions(Options, frozen=True):
    """Options: the `tremor` of all hands (TARGETS-10), random or chosen `faces` of towers (TARGETS-1)."""

    tremor: Tremor = "steady"
    faces: Literal["random", "chosen"] = "random"


class TargetsPosition(FlickResolution):
    """Base of the positions of both editions, with the phases of a turn.

    An edition adds its fouls, attacks, centre hits, calls and ends of rounds.
    """

    options: TargetsOptions

    def __init__(self, game: Game, board: Board, options: TargetsOptions) -> None:
        self.game = game
        self.board = board
        self.options = options
        self.seats = board.seats

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now: one with a choice, or the next to flick and all that may call."""
        board = self.board
        if board.phase == "over" or self.awaits_chance:
            return ()
        if board.phase == "choose":
            return (board.duties[0].seat,)
        if board.phase == "stack":
            return tuple(seat for seat in range(self.seats) if seat not in board.stacked)
        return self._actors_in_play()

    @property
    def awaits_chance(self) -> bool:
        """True if the starter, faces, the end of a flick or the settling of dice comes next."""
        board = self.board
        if board.phase in ("starter", "faces") or board.aim is not None:
            return True
        return board.unsettled and board.phase == "play"

    def moves(self, seat: int) -> Sequence[Move | MoveRange]:
        """Return the legal moves of a seat; empty if it may not act."""
        if seat not in self.actors:
            return []
        if self.board.phase == "choose":
            return self._choices(self.board.duties[0])
        if self.board.phase == "stack":
            return self.stackings(seat)
        return self._moves_in_play(seat)

    def refusal(self, seat: int, move: Move) -> Refusal | None:
        """Return the reason why a seat may not play a move now; None if it is legal."""
        if self.board.phase == "over":
            return NotYourTurn("core.over")
        if seat not in self.actors:
            return NotYourTurn("core.not_your_turn", params={"seat": seat})
        allowed = self.moves(seat)
        if isinstance(move, Flick):
            return self._flick_refusal(move, allowed)
        if isinstance(move, Stack) and self.board.phase == "stack":
            return self._stack_refusal(seat, move)
        kind = move.what if isinstance(move, Call) else str(move.__struct_config__.tag)
        return (
            None
            if move in allowed
            else NotAllowed(f"targets.no_{kind}", self.clauses.get(kind, "TARGETS-11"))
        )

    def play(self, seat: int, move: Move) -> list[Event]:
        """Play a legal move and return its events."""
        match move:
            case Flick():
                return self._flick(seat, move)
            case Call():
                return [*self.perform(seat, move), *self._advance()]
            case Pass():
                self.board.passed = (*self.board.passed, seat)
                return [tell("pass", "TARGETS-11", seat), *self._advance()]
            case Stack() if self.board.phase == "stack":
                return self._stack(seat, move)
            case _:
                return self._fulfil(seat, move)

    def draw(self, rng: Random) -> Json:
        """Return a drawn outcome of chance; that of a flick is simulated (TARGETS-3)."""
        board = self.board
        if board.phase == "starter":
            return {"starter": rng.randrange(self.seats)}
        if board.phase == "faces":
            return {"faces": [1 + rng.randrange(6) for _ in board.holders]}
        if board.aim is None:
            return settle_down(board.layout, board.rests, rng.randrange(SEEDS))
        return roll(board.layout, (meant(board.turn, board.aim),), rng.randrange(SEEDS), self.options.tremor)

    def resolve(self, outcome: Json) -> list[Event]:
        """Apply an outcome of chance and return its events; raise `Unreadable` if it is impossible."""
        board = self.board
        if board.phase == "starter":
            return self._start(read(outcome, Starter, code="targets.outcome").starter)
        if board.phase == "faces":
            return self._show(read(outcome, Faces, code="targets.outcome").faces)
        if board.aim is None:
            return self._settle(read_settled(outcome, board.layout, board.faces()).settled)
        return self._rolled(read_rolled(outcome, board.layout))

    def default_outcome(self) -> Json:
        """Return an outcome that a script may omit: seat 0 starts, faces stay, dice settle as they lie."""
        board = self.board
        if board.phase == "starter":
            return {"starter": 0}
        if board.phase == "faces":
            faces = {m.die: m.up for stand in board.layout.stands for m in stand.tower}
            return {"faces": [faces.get(die, 1) for die in range(len(board.holders))]}
        if board.unsettled and board.aim is None:
            return lean(lie_plainly(board.rests, board.layout))
        return None

    def view(self, seat: int | None) -> Json:  # noqa: ARG002 - all is open
        """Return the view of a seat: everything."""
        return self.to_json()

    def to_json(self) -> Json:
        """Return the whole position as JSON; readings of dice omit their defaults."""
        written = write(self.board)
        assert isinstance(written, dict)  # a struct is an object in JSON
        return written | {"rests": lean_json(written["rests"])}

    def copy(self) -> Self:
        """Return an independent copy."""
        return type(self)(self.game, copy(self.board), self.options)

    def violations(self) -> list[str]:
        """Return the errors of the dice: lost or doubled ones; empty for a valid position."""
        return misplaced(self.board)

    @abstractmethod
    def tally(self, seat: int) -> int:
        """Return the points of a seat so far, as the edition counts them."""

    @abstractmethod
    def calls(self, seat: int) -> list[Call]:
        """Return the calls a seat may make now."""

    @abstractmethod
    def perform(self, seat: int, call: Call) -> list[Event]:
        """Perform a call and return the events of its effects."""

    @abstractmethod
    def begin_round(self) -> None:
        """Begin a new round: stack all dice and set the phase."""

    @abstractmethod
    def _end_round(self) -> list[Event]:
        """End a round, when no die is left to flick and no call possible; return the events."""

    def _close_window(self) -> None:
        """Let calls lapse when the next flick is released (TARGETS-11)."""

    def waiting(self) -> list[int]:
        """Return the seats that may call and have not passed, clockwise from the one that flicked last."""
        board = self.board
        if not board.window or board.phase != "play":
            return []
        return [seat for seat in board.clockwise() if seat not in board.passed and self.calls(seat)]

    def _actors_in_play(self) -> tuple[int, ...]:
        flicker = self.board.flicker()
        return tuple(sorted({*self.waiting(), *([] if flicker is None else [flicker])}))

    def _moves_in_play(self, seat: int) -> list[Move | MoveRange]:
        found: list[Move | MoveRange] = []
        if seat == self.board.flicker():
            found.append(ranges())
        if seat in self.waiting():
            found += [*self.calls(seat), Pass()]
        return found

    def _flick_refusal(self, move: Flick, allowed: Sequence[Move | MoveRange]) -> Refusal | None:
        span = next((move for move in allowed if isinstance(move, MoveRange)), None)
        if span is None:
            return NotAllowed("targets.no_flick", "TARGETS-2")
        if move.speed > span.ranges["speed"][1]:
            return NotAllowed("targets.too_fast", "TARGETS-2", {"most": LIMITS["speed"][1]})
        return None

    def _start(self, starter: int) -> list[Event]:
        """Set the starter of the first round (ZOCH-1, BLACKROCK-1)."""
        if starter >= self.seats:
            raise Unreadable("targets.outcome", params={"where": "$.starter", "detail": "no such seat"})
        self.board.starter = starter
        self.begin_round()
        return [tell("starter", self.clauses["starter"], starter)]

    def _open_round(self, layout: Layout) -> None:
        """Open a round with a fresh layout; seats with a choice stack first."""
        self._clear(layout)
        self.board.phase = "stack"
        self._when_stacked()

    def _clear(self, layout: Layout) -> None:
        """Install a fresh layout and reset the round; the starter is the next to flick."""
        board = self.board
        board.layout = layout
        board.turn = (board.starter - 1) % self.seats
        board.misses = 0
        board.rests = ()
        board.inert = ()
        board.passed = ()
        board.stacked = ()
        board.duties = ()
        board.aim = None
        board.window = False
        board.unsettled = False

    def stackings(self, seat: int) -> list[Move | MoveRange]:
        """Return the stackings of a seat: orders of the colours, with the same chosen face for all dice.

        With chosen faces any other combination is legal, too (TARGETS-1, BLACKROCK-16).
        """
        found = orders(self.board.held(seat))
        if self.options.faces == "chosen":
            return [Stack(order, (face,) * len(order)) for order in found for face in range(1, 7)]
        return [Stack(order) for order in found]

    def _stack_refusal(self, seat: int, move: Stack) -> Refusal | None:
        if sorted(move.dice) != sorted(self.board.held(seat)):
            return NotAllowed("targets.no_stack", self.clauses["stack"])
        if len(move.faces) != (len(move.dice) if self.options.faces == "chosen" else 0):
            return NotAllowed("targets.stack_faces", "TARGETS-1")
        return None

    def _stack(self, seat: int, move: Stack) -> list[Event]:
        board = self.board
        board.layout = with_order(board.layout, seat, move.dice, move.faces)
        board.stacked = (*board.stacked, seat)
        self._when_stacked()
        return [tell("stack", self.clauses["stack"], seat)]

    def _when_stacked(self) -> None:
        """Stack at once for seats without a choice; when all have, draw the faces or begin the round."""
        board = self.board
        choosers = [s for s in self.stackers() if s not in board.stacked and len(self.stackings(s)) > 1]
        board.stacked = tuple(seat for seat in range(self.seats) if seat not in choosers)
        if not choosers:
            board.phase = self._first_phase() if self.options.faces == "chosen" else "faces"

    def stackers(self) -> tuple[int, ...]:
        """Return the seats that stack their dice now."""
        return tuple(range(self.seats))

    def _first_phase(self) -> Phase:
        """Return the phase after stacking: play, or the aims of Golden Targets (BLACKROCK-12)."""
        return "golden" if self.board.layout.golden else "play"

    def _show(self, faces: tuple[int, ...]) -> list[Event]:
        """Set the drawn faces of the stacked dice (TARGETS-1)."""
        if len(faces) != len(self.board.holders):
            raise Unreadable("targets.outcome", params={"where": "$.faces", "detail": "a face for each die"})
        self.board.layout = with_faces(self.board.layout, dict(enumerate(faces)))
        self.board.phase = self._first_phase()
        return []

    def _flick(self, seat: int, move: Flick) -> list[Event]:
        """Release a flick: the call window closes, and an outcome is awaited (TARGETS-2, TARGETS-11)."""
        board = self.board
        self._close_window()
        board.turn = seat
        board.window = False
        board.passed = ()
        board.aim = move
        return [tell("flick", "TARGETS-2", seat, **told_flick(move))]

    def _advance(self) -> list[Event]:
        """Continue, or end the round if no tower has a die and no seat may call (ZOCH-7, BLACKROCK-7)."""
        board = self.board
        if board.phase != "play" or board.unsettled or board.flicker() is not None or self.waiting():
            return []
        return self._end_round()
