"""A flick in words: how strong it is, and where it goes as whoever flicks sees it.

`web/src/games/targets/manner.ts` says the same of a flick that is aimed.
"""

from typing import Final

GOLDEN_FORCE: Final = 3.0
"""How much more force it takes to send three dice (BLACKROCK-12)."""
FORCES: Final = ((0.8, "faintly"), (1.25, "gently"), (1.6, "firmly"), (2.05, "hard"))
"""Up to each of these speeds, in m/s, a flick is called so; a faster one is made with full force."""
STRAIGHT: Final = 2.0
WAYS: Final = ((8.0, "little"), (25.0, "some"), (70.0, "far"), (120.0, "aside"))
"""Up to each of these angles, in degrees; what goes further goes back."""


def force(speed: float, *, golden: bool = False) -> str:
    """The strength of a flick, as the name of a sentence.

    >>> force(1.2), force(1.2, golden=True), force(2.5)
    ('@targets_force_gently', '@targets_force_faintly', '@targets_force_full')
    """
    own = speed / GOLDEN_FORCE if golden else speed
    return "@targets_force_" + next((name for limit, name in FORCES if own <= limit), "full")


def way(azimuth: float) -> str:
    """The direction of a flick, as the name of a sentence.

    >>> way(-1.0), way(5.0), way(-40.0), way(180.0)
    ('@targets_way_straight', '@targets_way_little_left', '@targets_way_far_right', '@targets_way_back')
    """
    if abs(azimuth) <= STRAIGHT:
        return "@targets_way_straight"
    side = "left" if azimuth > 0 else "right"
    name = next((name for limit, name in WAYS if abs(azimuth) <= limit), None)
    return "@targets_way_back" if name is None else f"@targets_way_{name}_{side}"
