"""The state of the table between flicks, for both editions, and changes of its dice and discs."""

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

    `keep`: the fallen own die that stays, and with `back` another that goes back on the base; `lose`: the
    toppled die that is lost; `stack`: the order in which dice of several colours are stacked again.
    """

    do: Literal["keep", "lose", "stack"]
    seat: int
    dice: tuple[int, ...]
    back: bool = False


class Board(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The state of either edition; its fields are immutable values, so that a copy is cheap."""

    seats: int
    phase: Phase = "starter"
    round: int = 0
    starter: int = 0
    turn: int = 0
    """The seat that flicks, or flicked last."""
    misses: int = 0
    """Number of flicks of this turn that moved no die off the tower (TARGETS-7)."""
    layout: Layout
    rests: tuple[DieReading, ...] = ()
    """Readings of the dice on the table, after the last flick or settling."""
    unsettled: bool = False
    """True if something below a die was removed or pushed: dice have to settle first (TARGETS-9)."""
    inert: tuple[int, ...] = ()
    """Dice that lie on a disc only because they settled; no hits until a flick moves them (TARGETS-9)."""
    window: bool = False
    """True if calls are possible now (TARGETS-11)."""
    passed: tuple[int, ...] = ()
    duties: tuple[Duty, ...] = ()
    aim: Flick | None = None
    """The flick whose outcome is awaited; None otherwise."""
    holders: tuple[int, ...] = ()
    """For each die the seat in whose tower it belongs; only partners hold dice of others."""
    stacked: tuple[int, ...] = ()
    """Seats that have stacked their dice for this round."""

    def rest(self, die: int) -> DieReading:
        """Return the reading of a die on the table; raise `StopIteration` if it is not there."""
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
        """Return the name of the disc at each place: its number, or “star” in Golden Targets."""
        return ("star",) if self.layout.golden else ("1", "2", "3")

    def clockwise(self) -> list[int]:
        """Return the seats clockwise, from the one that flicked last."""
        return [(self.turn + step) % self.seats for step in range(self.seats)]

    def flicker(self) -> int | None:
        """Return the next seat with a die on its base, which flicks; None if no die is left (TARGETS-4)."""
        if self.misses:
            return self.turn
        order = self.clockwise()
        return next((seat for seat in [*order[1:], order[0]] if self.tower(seat)), None)

    def put_under(self, die: int) -> None:
        """Put a die under the base of its holder for the rest of the round (TARGETS-5)."""
        self._leave_table(die)
        seat = self.holders[die]
        self.layout = places.put_under(self.layout, die, seat)
        if any(seat in rest.support.bases for rest in self.rests):
            self.unsettled = True

    def put_back(self, die: int, face: int) -> None:
        """Put a die back on top of its tower, with a face up (ZOCH-2, ZOCH-4, BLACKROCK-4)."""
        self._leave_table(die)
        self.layout = places.stack(self.layout, die, self.holders[die], face)

    def restack(self, dice: tuple[int, ...]) -> None:
        """Stack fallen dice again, from bottom to top, with their faces (ZOCH-6, BLACKROCK-6)."""
        faces = {die: self.rest(die).up for die in dice}
        for die in dice:
            self.put_back(die, faces[die])

    def set_pile(self, seat: int, discs: int) -> None:
        """Set the number of discs under the base of a seat."""
        if any(seat in rest.support.piles or self._near_base(rest, seat) for rest in self.rests):
            self.unsettled = True
        self.layout = places.set_discs(self.layout, seat, discs)

    def take_central(self, place: int) -> None:
        """Remove the central disc at a place from the table (BLACKROCK-3, BLACKROCK-8)."""
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
    """Return the holder of each die at the start: each seat has the three dice of its colour."""
    return tuple(colour(die) for die in range(seats * DICE_EACH))


def fresh_layout(
    edition: Edition,
    towers: list[tuple[int, ...]],
    discs: list[int],
    central: tuple[int, ...],
    *,
    golden: bool = False,
) -> Layout:
    """Return a layout with all dice stacked for a new round; faces are 1, 2, 3 until drawn (ZOCH-9)."""
    stands = tuple(
        Stand(tuple(TowerDie(die, up) for up, die in enumerate(tower, start=1)), discs=pile)
        for tower, pile in zip(towers, discs, strict=True)
    )
    return Layout(edition, stands, (), central, golden)


def with_faces(layout: Layout, faces: dict[int, int]) -> Layout:
    """Return the layout with these top faces on the stacked dice (TARGETS-1)."""
    stands = tuple(
        msgspec.structs.replace(
            stand, tower=tuple(TowerDie(m.die, faces.get(m.die, m.up), m.pose) for m in stand.tower)
        )
        for stand in layout.stands
    )
    return msgspec.structs.replace(layout, stands=stands)


def with_order(layout: Layout, seat: int, dice: tuple[int, ...], faces: tuple[int, ...]) -> Layout:
    """Return the layout with the dice of a seat stacked in an order, with faces if given."""
    ups = faces or tuple(range(1, len(dice) + 1))
    tower = tuple(TowerDie(die, up) for die, up in zip(dice, ups, strict=True))
    stand = msgspec.structs.replace(layout.stands[seat], tower=tower)
    return msgspec.structs.replace(layout, stands=(*layout.stands[:seat], stand, *layout.stands[seat + 1 :]))


def best_alone(totals: dict[int, int]) -> int | None:
    """Return the seat with the highest total; equal totals cancel each other (ZOCH-8, BLACKROCK-7).

    >>> best_alone({0: 5, 1: 5, 2: 3}), best_alone({0: 6, 1: 5, 2: 5}), best_alone({0: 5, 1: 5})
    (2, 0, None)
    """
    values = list(totals.values())
    alone = {seat: total for seat, total in totals.items() if values.count(total) == 1}
    return max(alone, key=lambda seat: alone[seat], default=None)


def misplaced(board: Board) -> list[str]:
    """Return the errors of the dice: each has to be in a tower, under a base or on the table, once."""
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
        wrong.append("a die on the table has no reading")
    return wrong
