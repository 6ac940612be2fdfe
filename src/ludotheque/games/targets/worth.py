"""What a position is worth to the bots, in discs or points: both editions alike but for their weights."""

from typing import Final

from ludotheque.games.targets.attacks import lies_on_pile
from ludotheque.games.targets.blackrock.calls import centre_dice
from ludotheque.games.targets.blackrock.rules import BlackrockPosition
from ludotheque.games.targets.board import best_alone
from ludotheque.games.targets.moves import colour
from ludotheque.games.targets.physics.reading import hits
from ludotheque.games.targets.position import TargetsPosition
from ludotheque.games.targets.zoch.rules import ZochPosition

KEPT: Final = 0.7
"""How often discs under a base survive until they are won."""
DIE: Final = 0.16
"""What a die on a tower is worth: a flick to come."""
STAYS: Final = 0.93
"""How often a total on a disc survives a flick that is still to come."""
WINS: Final = 3.0


def won_for_good(position: TargetsPosition) -> tuple[int, ...]:
    """Points, or discs won for good."""
    if isinstance(position, BlackrockPosition):
        return position.scores()
    assert isinstance(position, ZochPosition)  # there are two editions
    return position.board.points


def worths(position: TargetsPosition) -> list[float]:
    """What each seat has and may hope for."""
    board = position.board
    worth = [float(points) for points in won_for_good(position)]
    to_come = sum(len(stand.tower) for stand in board.layout.stands)
    for seat, stand in enumerate(board.layout.stands):
        worth[seat] += KEPT * stand.discs + DIE * len(stand.tower)
    for place in board.layout.places:
        leader = best_alone(totals(position, place))
        if leader is not None:
            worth[leader] += KEPT * STAYS**to_come
    if isinstance(position, BlackrockPosition):
        for rest in centre_dice(position.board):
            worth[colour(rest.die)] += 1 - KEPT
    for rest in board.rests:
        worth[colour(rest.die)] += 0.01 * rest.up * bool(hits(rest))
        worth[colour(rest.die)] -= 0.02 * any(lies_on_pile(rest, seat) for seat in range(position.seats))
    return worth


def totals(position: TargetsPosition, place: int) -> dict[int, int]:
    """The pips of each colour on a central disc, as they would count now (ZOCH-8, BLACKROCK-7)."""
    found: dict[int, int] = {}
    single = isinstance(position, BlackrockPosition)
    for rest in position.board.rests:
        on = hits(rest)
        if place in on and not (single and len(on) > 1) and rest.die not in position.board.inert:
            found[colour(rest.die)] = found.get(colour(rest.die), 0) + rest.up
    return found


def value(position: TargetsPosition, seat: int) -> float:
    """How much better a seat and its partner stand than the best of the others."""
    result = position.result
    if result is not None:
        return WINS if result.ranks[seat] == 1 else -WINS
    worth, teams = worths(position), position.teams
    sides: dict[int, float] = {}
    for other, side in enumerate(teams):
        sides[side] = max(sides.get(side, 0.0), worth[other])
    own = sides.pop(teams[seat])
    return own - max(sides.values())
