"""The table of dice between two flicks: the state of both editions, and changes of dice and discs."""

import math
from typing import Literal

import msgspec

from ludotheque.games.targets.moves import DICE_EACH, Flick, colour
from ludotheque.games.targets.physics import layout as places
from ludotheque.games.targets.physics.config import DEFAULT
from ludotheque.games.targets.physics.geometry import base_place
from ludotheque.games.targets.physics.layout import Edition, Layout, Stand, TowerDie
from ludotheque.games.targets.physics.reading import DieReading

Phase = Literal["starter", "exchange", "stack", "faces", "play", "choose", "remove", "golden", "over"]


class Duty(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A choice that a seat has to make before the flick is scored.

    `keep`: which of the fallen own dice stays, and with `back` which goes on the base again; `lose`: which of
    the toppled dice is lost; `stack`: in which order dice of several colours are stacked again.
    """

    do: Literal["keep", "lose", "stack"]
    seat: int
    dice: tuple[int, ...]
    back: bool = False


class Board(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A position of either edition; its fields are immutable values, so that a copy is cheap."""

    seats: int
    phase: Phase = "starter"
    round: int = 0
    starter: int = 0
    turn: int = 0
    """The seat that flicks or flicked last."""
    misses: int = 0
    """Flicks of this turn that moved nothing off the tower (TARGETS-7)."""
    layout: Layout
    rests: tuple[DieReading, ...] = ()
    """The dice on the table at rest, after the last flick or settling."""
    unsettled: bool = False
    """Something under a die was taken away or pushed: it has to lie down first (TARGETS-9)."""
    inert: tuple[int, ...] = ()
    """Dice that lie on a disc only because they settled: no hit until they are moved (TARGETS-9)."""
    window: bool = False
    """True if calls are possible now (TARGETS-11)."""
    passed: tuple[int, ...] = ()
    duties: tuple[Duty, ...] = ()
    aim: Flick | None = None
    """The flick whose outcome is awaited."""
    holders: tuple[int, ...] = ()
    """In whose tower each die belongs, by the number of the die; only partners hold foreign ones."""
    stacked: tuple[int, ...] = ()
    """The seats that have stacked their dice for this round."""

    def rest(self, die: int) -> DieReading:
        """Return the reading of a die on the table."""
        return next(rest for rest in self.rests if rest.die == die)

    def faces(self) -> dict[int, int]:
        """Return the top face of each die on the table."""
        return {rest.die: rest.up for rest in self.rests}

    def tower(self, seat: int) -> tuple[TowerDie, ...]:
        """Return the dice on the base of a seat, from bottom to top."""
        return self.layout.stands[seat].tower

    def held(self, seat: int) -> tuple[int, ...]:
        """Return the dice that belong in the tower of a seat."""
        return tuple(die for die, holder in enumerate(self.holders) if holder == seat)

    def disc_names(self) -> tuple[str, ...]:
        """Names of the central discs by place: their numbers; that of Golden Targets is the star."""
        return ("star",) if self.layout.golden else ("1", "2", "3")

    def clockwise(self) -> list[int]:
        """Return the seats from the one that flicked last, clockwise."""
        return [(self.turn + step) % self.seats for step in range(self.seats)]

    def flicker(self) -> int | None:
        """Return the next seat to flick; seats without dice on the base are skipped (TARGETS-4)."""
        if self.misses:
            return self.turn
        order = self.clockwise()
        return next((seat for seat in [*order[1:], order[0]] if self.tower(seat)), None)

    def put_under(self, die: int) -> None:
        """Put a die under the base of its owner for the rest of the round (TARGETS-5)."""
        self._leave_table(die)
        seat = self.holders[die]
        self.layout = places.put_under(self.layout, die, seat)
        if any(seat in rest.support.bases for rest in self.rests):
            self.unsettled = True

    def put_back(self, die: int, face: int) -> None:
        """Put a die back on top of its tower with a face up (ZOCH-2, ZOCH-4, BLACKROCK-4)."""
        self._leave_table(die)
        self.layout = places.stack(self.layout, die, self.holders[die], face)

    def restack(self, dice: tuple[int, ...]) -> None:
        """Stack fallen dice again, bottom to top, with their faces (ZOCH-6, BLACKROCK-6)."""
        faces = {die: self.rest(die).up for die in dice}
        for die in dice:
            self.put_back(die, faces[die])

    def set_pile(self, seat: int, discs: int) -> None:
        """Set the number of discs under the base of a seat."""
        if any(seat in rest.support.piles or self._near_base(rest, seat) for rest in self.rests):
            self.unsettled = True
        self.layout = places.set_discs(self.layout, seat, discs)

    def take_central(self, place: int) -> None:
        """Take the central disc of a place away (BLACKROCK-3, BLACKROCK-8)."""
        if any(place in rest.support.targets for rest in self.rests):
            self.unsettled = True
        self.layout = places.set_places(self.layout, tuple(p for p in self.layout.places if p != place))

    def _leave_table(self, die: int) -> None:
        self.rests = tuple(rest for rest in self.rests if rest.die != die)
        lean = any(die in rest.lies_on for rest in self.rests)
        self.unsettled = lean or (self.unsettled and bool(self.rests))

    def _near_base(self, rest: DieReading, seat: int) -> bool:
        """Return whether a die lies where a disc under the base would be."""
        sizes = DEFAULT.sizes
        reach = sizes.disc_radius + sizes.die_edge
        base = base_place(sizes, seat, self.seats, golden=self.layout.golden)
        return math.dist((rest.pose.x, rest.pose.y), base) < reach


def own_dice(seats: int) -> tuple[int, ...]:
    """Return the holders at the start: each seat has the three dice of its colour."""
    return tuple(colour(die) for die in range(seats * DICE_EACH))


def fresh_layout(
    edition: Edition,
    towers: list[tuple[int, ...]],
    discs: list[int],
    central: tuple[int, ...],
    *,
    golden: bool = False,
) -> Layout:
    """Return a layout with all dice stacked for a new round; faces run 1, 2, 3 upwards until drawn
    (ZOCH-9).
    """
    stands = tuple(
        Stand(tuple(TowerDie(die, up) for up, die in enumerate(tower, start=1)), discs=pile)
        for tower, pile in zip(towers, discs, strict=True)
    )
    return Layout(edition, stands, (), central, golden)


def with_faces(layout: Layout, faces: dict[int, int]) -> Layout:
    """Return the layout with faces of the stacked dice (TARGETS-1)."""
    stands = tuple(
        msgspec.structs.replace(
            stand, tower=tuple(TowerDie(m.die, faces.get(m.die, m.up), m.pose) for m in stand.tower)
        )
        for stand in layout.stands
    )
    return msgspec.structs.replace(layout, stands=stands)


def with_order(layout: Layout, seat: int, dice: tuple[int, ...], faces: tuple[int, ...]) -> Layout:
    """Return the layout with the dice of a seat in its order."""
    ups = faces or tuple(range(1, len(dice) + 1))
    tower = tuple(TowerDie(die, up) for die, up in zip(dice, ups, strict=True))
    stand = msgspec.structs.replace(layout.stands[seat], tower=tower)
    return msgspec.structs.replace(layout, stands=(*layout.stands[:seat], stand, *layout.stands[seat + 1 :]))


def best_alone(totals: dict[int, int]) -> int | None:
    """Return the seat with the highest total; equal totals cancel, then the next one has it (ZOCH-8,
    BLACKROCK-7).

    >>> best_alone({0: 5, 1: 5, 2: 3}), best_alone({0: 6, 1: 5, 2: 5}), best_alone({0: 5, 1: 5})
    (2, 0, None)
    """
    values = list(totals.values())
    alone = {seat: total for seat, total in totals.items() if values.count(total) == 1}
    return max(alone, key=lambda seat: alone[seat], default=None)


def misplaced(board: Board) -> list[str]:
    """Return the errors of the dice: each is in a tower, under a base or on the table, exactly once."""
    layout = board.layout
    found = [member.die for stand in layout.stands for member in stand.tower]
    found += [die for stand in layout.stands for die in stand.under]
    found += [loose.die for loose in layout.dice]
    wrong = []
    if len(set(found)) != len(found) or not set(found) <= set(range(len(board.holders))):
        wrong.append("a die is in two places")
    if not layout.golden and len(found) != len(board.holders):
        wrong.append("a die is missing")
    if sorted(rest.die for rest in board.rests) != sorted(loose.die for loose in layout.dice):
        wrong.append("a die lies on the table and nobody knows how")
    return wrong
