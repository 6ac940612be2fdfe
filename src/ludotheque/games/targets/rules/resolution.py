"""The resolution of a flick in both editions: fouls, toppled towers, scoring, settling (TARGETS-8)."""

from abc import abstractmethod
from typing import ClassVar

import msgspec

from ludotheque.core.events import Event
from ludotheque.core.game import Position
from ludotheque.core.moves import Move, MoveRange
from ludotheque.games.targets import events as told
from ludotheque.games.targets.events import tell, tell_die
from ludotheque.games.targets.moves import Keep, Lose, Stack, orders
from ludotheque.games.targets.outcomes import Rolled, after, homes
from ludotheque.games.targets.physics.layout import Layout, LooseDie
from ludotheque.games.targets.physics.reading import DieReading, hits
from ludotheque.games.targets.rules.board import Board, Duty


class FlickResolution(Position):
    """Base of all positions: the steps from the end of a flick to the call window.

    An edition adds its own fouls and scores.
    """

    board: Board
    clauses: ClassVar[dict[str, str]]
    """For each kind of move or event of both editions, the clause of this edition."""

    @abstractmethod
    def _own_fall(self, fallen: int, left: tuple[int, ...]) -> Duty:
        """Return the choice after a fall of several own dice; `left` are those neither off nor slid."""

    @abstractmethod
    def _score(self) -> list[Event]:
        """Score attacks, then centre hits; return the events (TARGETS-8)."""

    @abstractmethod
    def _advance(self) -> list[Event]:
        """Continue with calls, the next flick or the end of the round; return the events."""

    def _on_moved(self, moved: set[int], faces: dict[int, int]) -> None:
        """Hook: dice were moved by a flick; `faces` are those before it."""

    def _on_settled(self, before: DieReading, now: DieReading) -> None:
        """Hook: a die has settled (TARGETS-9)."""

    def _rolled(self, rolled: Rolled) -> list[Event]:
        """Apply the end of a flick: place the dice, then fouls, toppled towers and scores (TARGETS-8)."""
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
        discs = board.disc_names()
        events = [told.rests(rest, discs) for rest in board.rests if rest.moved]
        events += self._fouls(rolled, before)
        return told.filmed(events + self._continue(), rolled.film)

    def _fouls(self, rolled: Rolled, before: Layout) -> list[Event]:
        """Apply fouls: dice off the table, a slid die, the own tower, other towers (TARGETS-5, TARGETS-6)."""
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
        """Resolve a toppled tower: one die is lost, the others are stacked again (ZOCH-6, BLACKROCK-6)."""
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
        """Stack dice on their tower again; several colours make a duty to choose the order (BLACKROCK-16)."""
        if len(orders(dice)) > 1:
            self.board.duties = (*self.board.duties, Duty("stack", seat, dice))
        else:
            self.board.restack(dice)

    def _lose(self, die: int, seat: int) -> Event:
        value = self.board.rest(die).up
        self.board.put_under(die)
        return tell_die("lose", self.clauses["lose"], seat, die, value=value)

    def _choices(self, duty: Duty) -> list[Move | MoveRange]:
        """Return the moves that fulfil a duty (ZOCH-2, ZOCH-6, BLACKROCK-2, BLACKROCK-6)."""
        if duty.do == "lose":
            return [Lose(die) for die in duty.dice]
        if duty.do == "stack":
            return [Stack(order) for order in orders(duty.dice)]
        if duty.back:
            return [Keep(die, back) for die in duty.dice for back in duty.dice if back != die]
        return [Keep(die) for die in duty.dice]

    def _fulfil(self, seat: int, move: Move) -> list[Event]:
        """Fulfil the first duty by a move; after the last duty the flick is scored."""
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
        faces = board.faces()
        events = [tell_die("keep", clause, seat, move.die, value=faces[move.die])]
        if move.back is not None:
            board.put_back(move.back, faces[move.back])
            events.append(tell_die("back", clause, seat, move.back, value=faces[move.back]))
        for die in duty.dice:
            if die not in (move.die, move.back):
                board.put_under(die)
                events.append(tell_die("fault", clause, seat, die, value=faces[die]))
        return events

    def _continue(self) -> list[Event]:
        """Continue after the last duty: score attacks and centre hits, open the call window (TARGETS-8)."""
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
        """Install the readings of settled dice; a hit by settling alone does not count (TARGETS-9)."""
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


def _fallen(before: Layout, rolled: Rolled, seat: int) -> tuple[int, ...]:
    """Return the dice that fell from the tower of a seat, from bottom to top."""
    fallen = {found.die for found in rolled.dice if found.fallen_from == seat}
    return tuple(member.die for member in before.stands[seat].tower if member.die in fallen)
