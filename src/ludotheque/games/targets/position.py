"""A position of Targets: what both editions share, from a flick to the end of its call window (TARGETS-8)."""

from abc import abstractmethod
from collections.abc import Sequence
from copy import copy
from typing import ClassVar, Literal, Self

import msgspec
from librt.random import Random

from ludotheque.core.codec import Json, read, write
from ludotheque.core.events import Event
from ludotheque.core.game import Game, Position
from ludotheque.core.moves import Move, MoveRange, Options
from ludotheque.core.refusal import NotAllowed, NotYourTurn, Refusal, Unreadable
from ludotheque.games.targets import events as told
from ludotheque.games.targets.board import Board, Duty, misplaced, with_faces, with_order
from ludotheque.games.targets.events import tell, tell_die
from ludotheque.games.targets.moves import (
    Call,
    Flick,
    Keep,
    Lose,
    Pass,
    Stack,
    meant,
    orders,
    ranges,
)
from ludotheque.games.targets.outcomes import (
    Faces,
    Rolled,
    Starter,
    after,
    homes,
    lean,
    lie_plainly,
    read_rolled,
    read_settled,
)
from ludotheque.games.targets.physics.flick import LIMITS
from ludotheque.games.targets.physics.layout import Layout, LooseDie
from ludotheque.games.targets.physics.reading import DieReading, hits
from ludotheque.games.targets.simulation import SEEDS, Tremor, roll, settle_down


class TargetsOptions(Options, frozen=True):
    """`tremor`: how steady every hand is (TARGETS-10); `faces`: how dice are stacked (TARGETS-1)."""

    tremor: Tremor = "steady"
    faces: Literal["random", "chosen"] = "random"


class TargetsPosition(Position):
    """The course of a turn; an edition adds its fouls, attacks, centre hits, calls and round ends."""

    options: TargetsOptions
    clauses: ClassVar[dict[str, str]]
    """The clause of the edition for each kind of move and event that both editions have."""

    def __init__(self, game: Game, board: Board, options: TargetsOptions) -> None:
        self.game = game
        self.board = board
        self.options = options
        self.seats = board.seats

    @property
    def actors(self) -> tuple[int, ...]:
        """Seats that may act now: one with a choice to make, or the next to flick and all who may call."""
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
        """Whether the starter, faces, the end of a flick or the settling of dice comes next."""
        board = self.board
        if board.phase in ("starter", "faces") or board.aim is not None:
            return True
        return board.unsettled and board.phase == "play"

    def moves(self, seat: int) -> Sequence[Move | MoveRange]:
        """What a seat may do now."""
        if seat not in self.actors:
            return []
        if self.board.phase == "choose":
            return self._choices(self.board.duties[0])
        if self.board.phase == "stack":
            return self.stackings(seat)
        return self._moves_in_play(seat)

    def refusal(self, seat: int, move: Move) -> Refusal | None:
        """Why a seat may not play a move now; None if it may."""
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
        """Play a move that `refusal` has nothing against."""
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
        """An outcome of chance: for a flick, by simulation (TARGETS-3)."""
        board = self.board
        if board.phase == "starter":
            return {"starter": rng.randrange(self.seats)}
        if board.phase == "faces":
            return {"faces": [1 + rng.randrange(6) for _ in board.holders]}
        if board.aim is None:
            return settle_down(board.layout, board.faces(), rng.randrange(SEEDS))
        return roll(board.layout, (meant(board.turn, board.aim),), rng.randrange(SEEDS), self.options.tremor)

    def resolve(self, outcome: Json) -> list[Event]:
        """Let chance give an outcome; one that is not possible now is refused and changes nothing."""
        board = self.board
        if board.phase == "starter":
            return self._start(read(outcome, Starter, code="targets.outcome").starter)
        if board.phase == "faces":
            return self._show(read(outcome, Faces, code="targets.outcome").faces)
        if board.aim is None:
            return self._settle(read_settled(outcome, board.layout, board.faces()).settled)
        return self._rolled(read_rolled(outcome, board.layout))

    def default_outcome(self) -> Json:
        """A script of flicks alone: seat 0 starts, faces as they are, dice settle where they lie."""
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
        """What a seat may know: everything."""
        return self.to_json()

    def to_json(self) -> Json:
        """The whole position."""
        return write(self.board)

    def copy(self) -> Self:
        """The same position again."""
        return type(self)(self.game, copy(self.board), self.options)

    def violations(self) -> list[str]:
        """Lost or doubled dice."""
        return misplaced(self.board)

    @abstractmethod
    def calls(self, seat: int) -> list[Call]:
        """What a seat may call now."""

    @abstractmethod
    def perform(self, seat: int, call: Call) -> list[Event]:
        """A call and what follows from it."""

    @abstractmethod
    def begin_round(self) -> None:
        """Stack all dice for a new round and set its phase."""

    @abstractmethod
    def _own_fall(self, fallen: int, left: tuple[int, ...]) -> Duty:
        """The choice after several dice fell from the own tower; `left` are neither off nor slid."""

    @abstractmethod
    def _score(self) -> list[Event]:
        """Attacks, then centre hits (TARGETS-8)."""

    @abstractmethod
    def _end_round(self) -> list[Event]:
        """Nobody has a die to flick and nobody calls any more."""

    def _close_window(self) -> None:
        """The next flick is released (TARGETS-11)."""

    def _on_moved(self, moved: set[int], faces: dict[int, int]) -> None:
        """Dice were moved in a flick; `faces` is what they showed before."""

    def _on_settled(self, before: DieReading, now: DieReading) -> None:
        """A die lies down by itself (TARGETS-9)."""

    def waiting(self) -> list[int]:
        """The seats that may call and have not passed, from the one that flicked last, clockwise."""
        board = self.board
        if not board.window:
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
        """The first starter is drawn (ZOCH-1, BLACKROCK-1)."""
        if starter >= self.seats:
            raise Unreadable("targets.outcome", params={"where": "$.starter", "detail": "no such seat"})
        self.board.starter = starter
        self.begin_round()
        return [tell("starter", self.clauses["starter"], starter)]

    def _open_round(self, layout: Layout) -> None:
        """A new round on a fresh table; whoever has a choice stacks first."""
        self._clear(layout)
        self.board.phase = "stack"
        self._when_stacked()

    def _clear(self, layout: Layout) -> None:
        """A fresh table; the starter is the next to flick."""
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
        """How a seat may stack: the order of colours, and the faces where they are chosen.

        Any other faces are allowed too (TARGETS-1, BLACKROCK-16).
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
        """Seats without a choice stack at once; when all have, the faces are drawn or the round begins."""
        board = self.board
        done = [s for s in range(self.seats) if s in board.stacked or len(self.stackings(s)) == 1]
        board.stacked = tuple(done)
        if len(done) == self.seats:
            board.phase = "play" if self.options.faces == "chosen" else "faces"

    def _show(self, faces: tuple[int, ...]) -> list[Event]:
        """The faces of the stacked dice are drawn (TARGETS-1)."""
        if len(faces) != len(self.board.holders):
            raise Unreadable("targets.outcome", params={"where": "$.faces", "detail": "a face for each die"})
        self.board.layout = with_faces(self.board.layout, dict(enumerate(faces)))
        self.board.phase = "golden" if self.board.layout.golden else "play"
        return []

    def _flick(self, seat: int, move: Flick) -> list[Event]:
        """The flick is released: it closes the window, and its outcome is awaited (TARGETS-2, TARGETS-11)."""
        board = self.board
        self._close_window()
        board.turn = seat
        board.window = False
        board.passed = ()
        board.aim = move
        return [tell("flick", "TARGETS-2", seat, azimuth=round(move.azimuth, 1), speed=round(move.speed, 2))]

    def _rolled(self, rolled: Rolled) -> list[Event]:
        """All dice rest: the table as it is now, then fouls and toppled towers (TARGETS-8)."""
        board = self.board
        before = board.layout
        faces = board.faces()
        board.layout = after(before, rolled.dice)
        standing = homes(board.layout)
        board.rests = tuple(found for found in rolled.dice if not found.off and found.die not in standing)
        moved = {found.die for found in rolled.dice if found.moved}
        board.inert = tuple(die for die in board.inert if die not in moved)
        board.aim = None
        self._on_moved(moved, faces)
        events = [told.rests(rest) for rest in board.rests if rest.moved]
        events += self._fouls(rolled, before)
        return events + self._continue()

    def _fouls(self, rolled: Rolled, before: Layout) -> list[Event]:
        """Dice off the table, a die that slid, the own tower, then the others’ (TARGETS-5, TARGETS-6)."""
        board = self.board
        events = []
        for found in rolled.dice:
            slid = found.struck and found.slid and not found.off
            if found.off or slid:
                board.put_under(found.die)
                name, clause = ("slid", "TARGETS-6") if slid else ("off", "TARGETS-5")
                events.append(tell_die(name, clause, board.holders[found.die], found.die))
        lying = {rest.die for rest in board.rests}
        fallen = {seat: _fallen(before, rolled, seat) for seat in board.clockwise()}
        own = fallen.pop(board.turn)
        board.misses = 0 if own else board.misses + 1
        if not own:
            events.append(tell(f"miss_{board.misses}", "TARGETS-7", board.turn))
        left = tuple(die for die in own if die in lying)
        if len(own) > 1 and len(left) > 1:
            board.duties = (self._own_fall(len(own), left),)
        for victim, dice in fallen.items():
            if dice:
                events += self._topple(victim, dice, tuple(die for die in dice if die in lying))
        return events

    def _topple(self, victim: int, fallen: tuple[int, ...], left: tuple[int, ...]) -> list[Event]:
        """One toppled die of a tower is lost, the others are stacked again (ZOCH-6, BLACKROCK-6)."""
        clause = self.clauses["lose"]
        events = [tell("topple", clause, victim, count=len(fallen), by=self.board.turn)]
        if len(left) < len(fallen):
            self._restack(victim, left)
        elif len(left) == 1:
            events.append(self._lose(left[0], victim))
        else:
            self.board.duties = (*self.board.duties, Duty("lose", victim, left))
        return events

    def _restack(self, seat: int, dice: tuple[int, ...]) -> None:
        """Dice go back on their tower; the order of colours is the player’s (BLACKROCK-16)."""
        if len(orders(dice)) > 1:
            self.board.duties = (*self.board.duties, Duty("stack", seat, dice))
        else:
            self.board.restack(dice)

    def _lose(self, die: int, seat: int) -> Event:
        self.board.put_under(die)
        return tell_die("lose", self.clauses["lose"], seat, die)

    def _choices(self, duty: Duty) -> list[Move | MoveRange]:
        """What a seat that has to choose may choose (ZOCH-2, ZOCH-6, BLACKROCK-2, BLACKROCK-6)."""
        if duty.do == "lose":
            return [Lose(die) for die in duty.dice]
        if duty.do == "stack":
            return [Stack(order) for order in orders(duty.dice)]
        if duty.back:
            return [Keep(die, back) for die in duty.dice for back in duty.dice if back != die]
        return [Keep(die) for die in duty.dice]

    def _fulfil(self, seat: int, move: Move) -> list[Event]:
        """A seat has chosen; when all have, the flick is scored."""
        board = self.board
        duty, *later = board.duties
        board.duties = tuple(later)
        if isinstance(move, Keep):
            events = self._keep(seat, move, duty)
        elif isinstance(move, Lose):
            events = [self._lose(move.die, seat)]
            self._restack(seat, tuple(die for die in duty.dice if die != move.die))
        else:
            assert isinstance(move, Stack)  # the third kind of duty
            board.restack(move.dice)
            events = [tell("stack", self.clauses["stack"], seat)]
        return events + self._continue()

    def _keep(self, seat: int, move: Keep, duty: Duty) -> list[Event]:
        board, clause = self.board, self.clauses["keep"]
        events = [tell_die("keep", clause, seat, move.die)]
        if move.back is not None:
            board.put_back(move.back, board.rest(move.back).up)
            events.append(tell_die("back", clause, seat, move.back))
        for die in duty.dice:
            if die not in (move.die, move.back):
                board.put_under(die)
                events.append(tell_die("fault", clause, seat, die))
        return events

    def _continue(self) -> list[Event]:
        """When nobody has to choose any more: attacks, centre hits, then the call window (TARGETS-8)."""
        board = self.board
        if board.duties:
            board.phase = "choose"
            return []
        board.phase = "play"
        events = self._score()
        if board.misses != 1:
            board.misses = 0
            board.window = True
        return events + self._advance()

    def _settle(self, settled: tuple[DieReading, ...]) -> list[Event]:
        """Dice lie down on the spot; that alone is no hit (TARGETS-9)."""
        board = self.board
        for now in settled:
            before = board.rest(now.die)
            if not set(hits(now)) <= set(hits(before)) or now.dead_centre != before.dead_centre:
                board.inert = tuple({*board.inert, now.die})
            self._on_settled(before, now)
        board.rests = settled
        board.layout = msgspec.structs.replace(
            board.layout, dice=tuple(LooseDie(now.die, now.pose) for now in settled)
        )
        board.unsettled = False
        return [tell("settle", "TARGETS-9"), *self._advance()]

    def _advance(self) -> list[Event]:
        """The round ends when no tower has a die and nobody may call any more (ZOCH-7, BLACKROCK-7)."""
        board = self.board
        if board.phase != "play" or board.unsettled or board.flicker() is not None or self.waiting():
            return []
        return self._end_round()


def _fallen(before: Layout, rolled: Rolled, seat: int) -> tuple[int, ...]:
    """The dice that fell from a tower, from bottom to top."""
    fallen = {found.die for found in rolled.dice if found.fallen_from == seat}
    return tuple(member.die for member in before.stands[seat].tower if member.die in fallen)
