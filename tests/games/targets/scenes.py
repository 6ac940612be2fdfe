"""Set-ups of Targets for tests, with scripted flicks instead of the simulation."""

from __future__ import annotations

import math
from typing import Any

import msgspec
from librt.random import Random

from ludotheque import Event, Table
from ludotheque.core.codec import Json, write
from ludotheque.games.targets.blackrock.rules.position import BlackrockPosition
from ludotheque.games.targets.moves import label
from ludotheque.games.targets.outcomes import Rolled, homes, lean, untouched
from ludotheque.games.targets.physics.config import DEFAULT
from ludotheque.games.targets.physics.flick import TREMORS
from ludotheque.games.targets.physics.geometry import base_foot, base_place, turned
from ludotheque.games.targets.physics.layout import Layout, Pose
from ludotheque.games.targets.physics.reading import DieReading, Surfaces
from ludotheque.games.targets.rules.position import TargetsPosition

FLICK = {"do": "flick", "azimuth": 0.0, "speed": 1.2, "height": 0.3}


def die(name: str) -> int:
    """The number of a die: A1 is 0, B3 is 5."""
    return "ABCDEF".index(name[0]) * 3 + int(name[1]) - 1


def lie(
    name: str,
    up: int,
    *,
    target: int | tuple[int, ...] = (),
    pile: int | None = None,
    table: bool = False,
    base: int | None = None,
    hole: int | None = None,
    centre: int | None = None,
    on: str | None = None,
    pose: Pose | None = None,
    **flags: Any,
) -> DieReading:
    """Return a die at rest: on the table by default, each die on its own spot."""
    pose = spot(die(name)) if pose is None else pose
    targets = (target,) if isinstance(target, int) else target
    targets = targets if centre is None else (centre,)
    targets = targets if hole is None else (hole,)
    piles = () if pile is None else (pile,)
    bases = () if base is None else (base,)
    bare = not (targets or piles or bases or on or flags.get("off"))
    support = Surfaces(table or hole is not None or bare, targets, piles, bases)
    below = () if on is None else (die(on),)
    return DieReading(
        die(name),
        Pose(pose.x, pose.y, pose.z, *turned(up, 0.0)),
        up,
        moved=True,
        touches=Surfaces() if on else support,
        support=support,
        dice=below,
        lies_on=below,
        centres=() if centre is None else (centre,),
        dead_centre=hole,
        **flags,
    )


def spot(number: int) -> Pose:
    """Return a spot near the middle, another one for each die."""
    across, along = divmod(number, 6)
    return Pose(0.018 * (along - 2.5), 0.018 * (across - 1), 0.008)


def standing(layout: Layout, seat: int, level: int) -> Pose:
    """Return the tower of a die."""
    x, y = base_place(DEFAULT.sizes, seat, len(layout.stands), golden=layout.golden)
    stand, sizes = layout.stands[seat], DEFAULT.sizes
    foot = base_foot(sizes, stand.discs, len(stand.under)) + sizes.base_height
    return Pose(x, y, foot + sizes.die_edge * (level + 0.5))


def position_of(table: Table) -> TargetsPosition:
    """Return the position of a table of Targets."""
    assert isinstance(table.position, TargetsPosition)
    return table.position


class Match:
    """A table whose flicks are scripted by the test."""

    def __init__(self, game: str, seats: int = 2, **options: Json) -> None:
        self.table = Table(game, seats, options=options, chance=[])

    @property
    def position(self) -> TargetsPosition:
        """The position of the table."""
        return position_of(self.table)

    @property
    def board(self) -> Any:
        """The dice of the position."""
        return self.position.board

    def json(self) -> Json:
        """Return the public position."""
        return self.table.position.view(None)

    def change(self, **fields: Any) -> Match:
        """The same match with some fields of its position changed."""
        position = write(self.board)
        assert isinstance(position, dict)
        self.table = Table.at(self.table.game.name, position | write(fields), chance=[])  # type: ignore[operator]
        return self

    def with_piles(self, *discs: int) -> Match:
        """Discs under the bases: score discs of Zoch, or stored discs from the reserve of Blackrock."""
        layout = self.board.layout
        stands = tuple(
            msgspec.structs.replace(stand, discs=pile)
            for stand, pile in zip(layout.stands, discs, strict=True)
        )
        fields: dict[str, Any] = {"layout": msgspec.structs.replace(layout, stands=stands)}
        if layout.edition == "blackrock":
            reserve = list(self.board.reserve)
            fields["stored"] = [[reserve.pop() for _ in range(pile)] for pile in discs]
            fields["reserve"] = reserve
            fields["round"] = max(self.board.round, 2 if any(discs) else 0)
        return self.change(**fields)

    def with_dice(self, *lying: DieReading) -> Match:
        """Dice that lie on the table already."""
        numbers = [found.die for found in lying]
        layout = self.board.layout
        stands = [
            {**write(stand), "tower": [write(m) for m in stand.tower if m.die not in numbers]}  # type: ignore[dict-item]
            for stand in layout.stands
        ]
        dice = [{"die": found.die, "pose": list(msgspec.structs.astuple(found.pose))} for found in lying]
        rests = [msgspec.structs.replace(found, moved=False) for found in lying]
        table = {**write(layout), "stands": stands, "dice": dice}  # type: ignore[dict-item]
        return self.change(layout=table, rests=rests)

    def emptied(self, *seats: int) -> Match:
        """These seats have lost all the dice of their towers."""
        stands = []
        for seat, stand in enumerate(self.board.layout.stands):
            if seat in seats:
                under = (*stand.under, *(member.die for member in stand.tower))
                stand = msgspec.structs.replace(stand, tower=(), under=under)
            stands.append(stand)
        return self.change(layout=msgspec.structs.replace(self.board.layout, stands=tuple(stands)))

    def flick(self, seat: int, *lying: DieReading) -> list[Event]:
        """A flick and how the dice it moved come to rest."""
        events = self.table.play(seat, FLICK)
        events += self.table.feed(self.outcome(*lying))
        while self.table.awaits_chance:
            events += self.table.feed(self.table.position.default_outcome())
        return events

    def outcome(self, *lying: DieReading) -> Json:
        """The outcome of the awaited flick: dice that are not named stay where they are."""
        return outcome(self.board.layout, self.board.rests, lying, self.board.turn)

    def play(self, seat: int, move: Json) -> list[Event]:
        """Any other move."""
        return self.table.play(seat, move)

    def actors(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return self.table.actors

    def lying(self) -> list[str]:
        """The dice on the table."""
        return sorted(label(loose.die) for loose in self.board.layout.dice)

    def tower(self, seat: int) -> list[str]:
        """The dice on a base, from bottom to top."""
        return [label(member.die) for member in self.board.tower(seat)]

    def under(self, seat: int) -> list[str]:
        """The dice under a base."""
        return sorted(label(number) for number in self.board.layout.stands[seat].under)

    def piles(self) -> list[int]:
        """Return the number of discs under each base."""
        return [stand.discs for stand in self.board.layout.stands]

    def passes(self) -> None:
        """Let all seats pass that could call, until the round or the window is over."""
        while self.board.flicker() is None and self.table.actors and self.board.phase == "play":
            self.play(self.table.actors[0], "pass")


def outcome(layout: Layout, rests: tuple[DieReading, ...], lying: tuple[DieReading, ...], turn: int) -> Json:
    """An outcome in which some dice come to rest and the others stay."""
    home = homes(layout)
    moved = {found.die: found for found in lying}
    top = layout.stands[turn].tower[-1].die if layout.stands[turn].tower else None
    found = [
        msgspec.structs.replace(reading, fallen_from=home.get(number), struck=layout.golden or number == top)
        for number, reading in moved.items()
    ]
    found += [untouched(rest) for rest in rests if rest.die not in moved]
    for seat, stand in enumerate(layout.stands):
        base = Surfaces(bases=(seat,))
        found += [
            DieReading(member.die, standing(layout, seat, level), member.up, carried_by=seat, support=base)
            for level, member in enumerate(stand.tower)
            if member.die not in moved
        ]
    return lean(Rolled(tuple(sorted(found, key=lambda reading: reading.die)), film="", seconds=0.5))


def names(events: list[Event]) -> list[str]:
    """Return events in short."""
    return [event.name.removeprefix("targets.") for event in events]


def quick_draw(position: TargetsPosition, rng: Random) -> Json:
    """Any outcome that the rules must cope with, drawn without simulation: thousands of games in seconds."""
    board = position.board
    if board.phase == "starter":
        return {"starter": rng.randrange(position.seats)}
    if board.phase == "faces":
        return {"faces": [1 + rng.randrange(6) for _ in board.holders]}
    if board.unsettled and board.aim is None and board.phase == "play":
        return position.default_outcome()
    if isinstance(position, BlackrockPosition) and board.layout.golden:
        assert position.board.golden is not None
        moved = [(member.die, True) for stand in board.layout.stands for member in stand.tower]
    else:
        moved = _moved(position, rng)
    assert position.options.tremor in TREMORS, "a simulated flick asks how the hand trembles"
    lying: list[DieReading] = []
    for number, struck in moved:
        lying.append(_anywhere(label(number), board.layout, rng, lying, struck=struck))
    return outcome(board.layout, board.rests, tuple(lying), board.turn)


def _moved(position: TargetsPosition, rng: Random) -> list[tuple[int, bool]]:
    """The dice a random flick moves; now and then none at all."""
    layout, turn = position.board.layout, position.board.turn
    if rng.randrange(30) == 0:
        return []
    found = [(loose.die, False) for loose in layout.dice if rng.randrange(8) == 0]
    for seat, stand in enumerate(layout.stands):
        fall = rng.randrange(1 + len(stand.tower)) if rng.randrange(8) == 0 else 0
        fall = max(fall, seat == turn)
        found += [
            (m.die, seat == turn and m == stand.tower[-1])
            for m in reversed(stand.tower[-fall:] if fall else ())
        ]
    return found


def _anywhere(name: str, layout: Layout, rng: Random, lying: list[DieReading], *, struck: bool) -> DieReading:
    up = 1 + rng.randrange(6)
    piles = [seat for seat, stand in enumerate(layout.stands) if stand.discs]
    places = layout.places
    slid = struck and not layout.golden and rng.randrange(10) == 0
    below = [found for found in lying if not found.off and not found.lies_on]
    match rng.randrange(20):
        case 0:
            return lie(name, up, off=True)
        case 1 | 2 if places and layout.edition == "zoch":
            return lie(name, up, hole=places[rng.randrange(len(places))], slid=slid)
        case 1 | 2 if places and not layout.golden:
            return lie(name, up, centre=places[rng.randrange(len(places))], slid=slid)
        case 3 | 4 | 5 | 6 | 7 | 8 | 9 if places:
            return lie(name, up, target=places[rng.randrange(len(places))], slid=slid)
        case 10 if len(places) > 1:
            return lie(name, up, target=places[:2], slid=slid)
        case 11 | 12 | 13 if piles:
            return lie(name, up, pile=piles[rng.randrange(len(piles))], slid=slid)
        case 14 if below:
            under = below[rng.randrange(len(below))]
            found = lie(name, up, on=label(under.die), slid=slid)
            return msgspec.structs.replace(found, support=under.support)
        case 15:
            seat = rng.randrange(len(layout.stands))
            x, y = base_place(DEFAULT.sizes, seat, len(layout.stands), golden=layout.golden)
            turn = math.tau * die(name) / 18
            return lie(
                name, up, slid=slid, pose=Pose(x + 0.055 * math.cos(turn), y + 0.055 * math.sin(turn), 0.008)
            )
    return lie(name, up, slid=slid)
