"""Targets for machine learning: a move as six bounded numbers, and the table as arrays for a seat.

The first number chooses one of the legal moves, as a fraction of their list; the others are the parameters of
a flick, used if that move is one (TARGETS-2). So every point within the bounds is a move. The table is
rotated so that the own base always lies on the same side.
"""

import math
from typing import Final

import numpy as np
import numpy.typing as npt

from ludotheque.core.moves import Move, MoveRange
from ludotheque.core.refusal import NotAllowed
from ludotheque.games.targets.moves import DICE_EACH, Flick
from ludotheque.games.targets.physics.config import DEFAULT
from ludotheque.games.targets.physics.flick import GOLDEN_SPEED, LIMITS
from ludotheque.games.targets.physics.geometry import base_place, seat_angle
from ludotheque.games.targets.physics.layout import Pose
from ludotheque.games.targets.rules.board import Board
from ludotheque.games.targets.rules.position import TargetsPosition

Parameters = npt.NDArray[np.float64]
Arrays = dict[str, npt.NDArray[np.float32]]

FLICK: Final = tuple(LIMITS)
NAMES: Final = ("choice", *FLICK)
LOW: Final = np.array([0.0, *(LIMITS[name][0] for name in FLICK)])
HIGH: Final = np.array([1.0, *(GOLDEN_SPEED[1] if name == "speed" else LIMITS[name][1] for name in FLICK)])
"""Upper bounds of the numbers; only Golden Targets allows a flick of this speed."""

DIE: Final = ("tower", "under", "loose", "x", "y", "z", "qw", "qx", "qy", "qz", "face")
"""Columns of a die: one-hot place, pose in metres, and top face (0 if hidden)."""
STAND: Final = ("dice", "under", "discs", "tally", "turn")
"""Columns of a seat: dice on its base and under it, discs there, points, and 1 if it flicks next."""
PHASES: Final = ("starter", "exchange", "stack", "faces", "play", "choose", "remove", "golden", "over")
PLACES: Final = 3


def shapes(seats: int) -> dict[str, tuple[int, ...]]:
    """Return the shape of each array; in `dice` and `seats` a row is a die or seat, the own first."""
    return {
        "dice": (seats * DICE_EACH, len(DIE)),
        "seats": (seats, len(STAND)),
        "discs": (PLACES,),
        "phase": (len(PHASES),),
        "window": (1,),
    }


def to_move(position: TargetsPosition, seat: int, parameters: npt.ArrayLike) -> Move:
    """Return the move of six numbers, clipped to the bounds; raise `NotAllowed` if the seat may not act."""
    offered = position.moves(seat)
    if not offered:
        raise NotAllowed("core.not_your_turn", params={"seat": seat})
    values = np.clip(np.asarray(parameters, float), LOW, HIGH)
    chosen = offered[min(int(values[0] * len(offered)), len(offered) - 1)]
    if isinstance(chosen, Move):
        return chosen
    given = zip(FLICK, values[1:], strict=True)
    return Flick(**{name: _within(chosen, name, float(value)) for name, value in given})


def _within(span: MoveRange, name: str, value: float) -> float:
    low, high = span.ranges[name]
    return min(high, max(low, value))


def from_move(position: TargetsPosition, seat: int, move: Move) -> Parameters:
    """Return the six numbers of a legal move; raise its `Refusal` for another."""
    offered = position.moves(seat)
    for place, one in enumerate(offered):
        if one == move or (isinstance(one, MoveRange) and isinstance(move, Flick)):
            flick = [getattr(move, name) for name in FLICK] if isinstance(move, Flick) else [0.0] * len(FLICK)
            return np.array([(place + 0.5) / len(offered), *flick])
    refusal = position.refusal(seat, move)
    assert refusal is not None  # what is allowed is offered, but for some ways to stack
    raise refusal


def observe(position: TargetsPosition, seat: int) -> Arrays:
    """Return the arrays of the table, as seen from a seat."""
    board = position.board
    seats = board.seats
    found = {name: np.zeros(shape, np.float32) for name, shape in shapes(seats).items()}
    count = seats * DICE_EACH
    for row in range(count):
        found["dice"][row] = _die(board, seat, (seat * DICE_EACH + row) % count)
    for row in range(seats):
        found["seats"][row] = _stand(position, (seat + row) % seats)
    for place in board.layout.places:
        found["discs"][place] = 1
    found["phase"][PHASES.index(board.phase)] = 1
    found["window"][0] = board.window
    return found


def _die(board: Board, seat: int, die: int) -> list[float]:
    """Return the row of a die: zeros if it is out of play, and no pose under a base."""
    layout, turn = board.layout, -math.pi / 2 - seat_angle(seat, board.seats)
    for holder, stand in enumerate(layout.stands):
        for height, member in enumerate(stand.tower):
            if member.die == die:
                pose = member.pose or _stacked(board, holder, height)
                return [1, 0, 0, *_turned(pose, turn), member.up]
        if die in stand.under:
            return [0, 1, 0, *[0.0] * 7, 0]
    for loose in layout.dice:
        if loose.die == die:
            return [0, 0, 1, *_turned(loose.pose, turn), board.faces().get(die, 0)]
    return [0.0] * len(DIE)


def _stacked(board: Board, holder: int, height: int) -> Pose:
    sizes = DEFAULT.sizes
    x, y = base_place(sizes, holder, board.seats, golden=board.layout.golden)
    return Pose(x, y, sizes.base_height + (height + 0.5) * sizes.die_edge)


def _turned(pose: Pose, angle: float) -> list[float]:
    """Return a pose after a rotation of the whole table, as seven numbers."""
    cos, sin = math.cos(angle), math.sin(angle)
    w, z = math.cos(angle / 2), math.sin(angle / 2)
    return [
        cos * pose.x - sin * pose.y,
        sin * pose.x + cos * pose.y,
        pose.z,
        w * pose.qw - z * pose.qz,
        w * pose.qx - z * pose.qy,
        w * pose.qy + z * pose.qx,
        w * pose.qz + z * pose.qw,
    ]


def _stand(position: TargetsPosition, seat: int) -> list[float]:
    board = position.board
    stand = board.layout.stands[seat]
    return [len(stand.tower), len(stand.under), stand.discs, position.tally(seat), board.flicker() == seat]
