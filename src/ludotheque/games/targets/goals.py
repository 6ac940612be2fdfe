"""Goals of the practice table: the position at the start, and the test for success."""

from collections.abc import Callable, Sequence
from typing import Final

from ludotheque.core.codec import Json, write
from ludotheque.core.events import Event
from ludotheque.games.targets.game import PRACTICE_FACES
from ludotheque.games.targets.moves import label
from ludotheque.games.targets.physics.config import DEFAULT
from ludotheque.games.targets.physics.geometry import disc_places, turned
from ludotheque.games.targets.physics.layout import Pose
from ludotheque.games.targets.physics.reading import DieReading, Surfaces

GOALS: Final = ("disc", "centre", "knock")
"""Names of the goals: stay on a disc, end in a centre, push another player's die off a disc."""
OTHER: Final = len(PRACTICE_FACES)
"""Number of the other seat's first die, the one to be pushed off."""
PLACE: Final = 1
"""The disc on which it lies, one of the two nearest to the first seat."""
ON: Final = ("@targets_on_disc", "@targets_on_centre", "@targets_in_hole")
IN: Final = ("@targets_on_centre", "@targets_in_hole")


def start(goal: str, position: Json) -> Json:
    """Return the starting position of a goal, made from that of the practice table."""
    if goal != "knock":
        return position
    assert isinstance(position, dict)
    layout = position["layout"]
    assert isinstance(layout, dict)
    stands = layout["stands"]
    assert isinstance(stands, list)
    lying = _lying()
    under: Json = [OTHER + number for number in range(1, len(PRACTICE_FACES))]
    dice: Json = [{"die": OTHER, "pose": write(lying.pose)}]
    return position | {
        "layout": layout | {"stands": [stands[0], {"under": under}], "dice": dice},
        "rests": [write(lying)],
    }


def _lying() -> DieReading:
    """Return the reading of the other seat's die: at the inner rim of its disc, clear of the centre."""
    sizes = DEFAULT.sizes
    x, y = disc_places(sizes, golden=False)[PLACE]
    on = Surfaces(targets=(PLACE,))
    pose = Pose(
        x * 0.78, y * 0.78 - 0.012, sizes.disc_height + sizes.die_edge / 2, *turned(PRACTICE_FACES[0], 0.0)
    )
    return DieReading(OTHER, pose, PRACTICE_FACES[0], moved=False, touches=on, support=on)


def met(goal: str, events: Sequence[Event]) -> bool:
    """Return whether the events of a flick by the first seat meet a goal."""
    return _MET[goal](events)


def _stopped(events: Sequence[Event], where: tuple[str, ...]) -> bool:
    """Return whether the flicked die stopped on one of these surfaces and was not lost for sliding."""
    slid = any(event.name == "targets.slid" for event in events)
    stops = [event for event in events if event.name == "targets.rests"]
    return not slid and any(str(event.params["where"]).startswith(where) for event in stops)


def _knocked(events: Sequence[Event]) -> bool:
    """Return whether the other seat's die no longer lies on a disc."""
    other = label(OTHER)
    about = [event for event in events if event.params.get("die") == other]
    return any(
        event.name == "targets.off"
        or (event.name == "targets.rests_pushed" and not str(event.params["where"]).startswith(ON))
        for event in about
    )


_MET: Final[dict[str, Callable[[Sequence[Event]], bool]]] = {
    "disc": lambda events: _stopped(events, ON),
    "centre": lambda events: _stopped(events, IN),
    "knock": _knocked,
}
