"""A move with continuous parts made many times: where each try ended, to be drawn as a spread."""

from typing import Literal, TypeAlias

import msgspec

Ended: TypeAlias = Literal["centre", "disc", "pile", "table", "lost", "stays"]
"""On what a piece ended: the best there is, a target, what another has, nothing, gone, or it never left."""


class End(msgspec.Struct, frozen=True):
    """The end of one try: the spot in metres, on what, and whether the own tower fell."""

    x: float
    y: float
    on: Ended
    falls: bool = False
