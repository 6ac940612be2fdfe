"""The table of Targets from above in characters: discs, towers, dice with their faces, a line of aim."""

import math
from collections.abc import Iterator, Mapping
from typing import Final

from rich.text import Text

from ludotheque.games.targets.moves import Flick, colour
from ludotheque.games.targets.physics.config import DEFAULT
from ludotheque.games.targets.physics.flick import limits
from ludotheque.games.targets.physics.geometry import base_place, disc_places, seat_angle, up_face
from ludotheque.games.targets.physics.layout import Layout, Pose, TowerDie
from ludotheque.tui.look import Look
from ludotheque.tui.sheet import ACROSS, DOWN, Sheet, seen_at

SIZES: Final = DEFAULT.sizes
MARGIN: Final = 0.035
"""The margin behind the bases, in metres."""
LEAST: Final = 0.135
"""Half the height of the visible area at least, in metres, so that the discs fit."""
NO_LENS: Final = (math.inf, 1.0)
DISC: Final = "white"
NUMBERS: Final = "①②③"
HOLE: Final = "bright_black"
AIM: Final = "bold bright_white"
FAR_AIM: Final = "bright_black"
STRAYED: Final = 0.02
"""Distance from the middle of its base, in metres, at which a die counts as out of the tower."""


class TopView:
    """A layout drawn in characters, in a number of columns and rows."""

    def __init__(self, layout: Layout, look: Look, columns: int, rows: int) -> None:
        self.layout, self.look = layout, look
        self.seats = len(layout.stands)
        self._flying: frozenset[int] = frozenset()
        self.targets = disc_places(SIZES, golden=layout.golden)
        self.bases = [base_place(SIZES, seat, self.seats, golden=layout.golden) for seat in range(self.seats)]
        reach = max(math.hypot(*base) for base in self.bases) + MARGIN
        # With two players the bases are drawn left and right: a screen is wider than high.
        flat = self.seats == 2
        lens = NO_LENS if flat else (LEAST, 0.4)
        wide = seen_at(reach, lens)
        scale = min(columns * ACROSS / (2 * wide), rows * DOWN / (2 * (LEAST if flat else wide)))
        self.sheet = Sheet(columns, rows, scale, -math.pi / 2 if flat else 0.0, lens)

    def draw(
        self,
        faces: Mapping[int, int],
        moved: frozenset[int] = frozenset(),
        flying: frozenset[int] = frozenset(),
    ) -> Iterator[Text]:
        """Draw all pieces and return the lines of text.

        `faces` are those of dice at rest; `moved` dice are underlined; `flying` dice move in an animation and
        may have left their tower.
        """
        self._flying = flying
        self._discs()
        self._bases()
        self._dice(faces, moved)
        return self.sheet.lines()

    def _discs(self) -> None:
        """Draw the central discs with their numbers, a hole or a printed centre in each (ZOCH-1,
        BLACKROCK-1).
        """
        for place in self.layout.places:
            x, y = self.targets[place]
            self.sheet.ring(x, y, SIZES.disc_radius, DISC)
            if self.layout.edition == "zoch":
                self.sheet.ring(x, y, SIZES.hole_radius, HOLE)
            elif not self.layout.golden:
                self.sheet.spot(x, y, SIZES.printed_radius, HOLE)
        for place in self.layout.places if not self.layout.golden else ():
            x, y = self.targets[place]
            away = 1 + 0.62 * SIZES.disc_radius / math.hypot(x, y)
            self.sheet.sign(x * away, y * away, NUMBERS[place], DISC)

    def _bases(self) -> None:
        """Draw bases with the number of dice in their towers; discs under a base are drawn around it."""
        for seat, (x, y) in enumerate(self.bases):
            stand, style = self.layout.stands[seat], f"bold {self.look.colour(seat)}"
            if stand.discs:
                self.sheet.ring(x, y, SIZES.disc_radius, DISC)
            height = sum(self._strayed(seat, member) is None for member in stand.tower)
            sign = f"({self.look.shape(seat)}{height})" if height else f"({self.look.shape(seat)})"
            self.sheet.sign(x, y, sign, style if height else self.look.colour(seat))

    def _strayed(self, seat: int, member: TowerDie) -> Pose | None:
        """Return the position of a die that has left its tower; None if it still stands there."""
        pose = member.pose if member.die in self._flying else None
        gone = pose is not None and math.dist((pose.x, pose.y), self.bases[seat]) > STRAYED
        return pose if gone else None

    def _dice(self, faces: Mapping[int, int], moved: frozenset[int]) -> None:
        """Draw every die on the table: the shape of its owner and its face."""
        lying = [(loose.die, loose.pose) for loose in self.layout.dice]
        lying += [
            (member.die, pose)
            for seat, stand in enumerate(self.layout.stands)
            for member in stand.tower
            if (pose := self._strayed(seat, member)) is not None
        ]
        for die, pose in lying:
            if pose.z > -SIZES.die_edge:
                value = faces.get(die) or up_face((pose.qw, pose.qx, pose.qy, pose.qz))
                style = f"bold {self.look.colour(colour(die))}" + (" underline" if die in moved else "")
                self.sheet.sign(pose.x, pose.y, f"{self.look.shape(colour(die))}{value}", style)

    def aim(self, seat: int, flick: Flick) -> None:
        """Draw the path of a flick; the solid part of the line is longer for a stronger one (TARGETS-2)."""
        heading = seat_angle(seat, self.seats) + math.pi + math.radians(flick.azimuth)
        (low, high), whole = limits(golden=self.layout.golden)["speed"], 2 * math.hypot(*self.bases[seat])
        strength = 0.15 + 0.85 * (flick.speed - low) / (high - low)
        self.sheet.ray(*self.bases[seat], heading, whole, FAR_AIM, gap=4)
        self.sheet.ray(*self.bases[seat], heading, whole * strength, AIM)
