"""Targets' expert as it was in November 2026, kept as a yardstick: nobody is offered it to play against.

Its hand is steadier than any person's. It tries thirty flicks once, the best ten twice more and the best four
of those six times, each try with a luck of its own, and values tables by weights that were set by hand.
"""

import math
from bisect import bisect
from itertools import accumulate
from typing import Final

from librt.random import Random

from ludotheque.core.bot import Bot, Opinion
from ludotheque.core.game import Position
from ludotheque.core.moves import Move, MoveRange
from ludotheque.core.refusal import Refusal
from ludotheque.games.targets.attacks import lies_on_pile
from ludotheque.games.targets.blackrock.calls import centre_dice
from ludotheque.games.targets.blackrock.rules import BlackrockPosition
from ludotheque.games.targets.board import best_alone
from ludotheque.games.targets.hands import azimuth_to, shaken
from ludotheque.games.targets.moves import Flick, Pass, colour, meant
from ludotheque.games.targets.outcomes import Rolled, lean
from ludotheque.games.targets.physics.config import DEFAULT
from ludotheque.games.targets.physics.flick import TREMORS, limits
from ludotheque.games.targets.physics.geometry import base_place, disc_places
from ludotheque.games.targets.physics.layout import Layout
from ludotheque.games.targets.physics.reading import DieReading, hits
from ludotheque.games.targets.physics.simulate import Job
from ludotheque.games.targets.position import TargetsPosition
from ludotheque.games.targets.simulation import SEEDS, missing, try_out
from ludotheque.games.targets.zoch.rules import ZochPosition

TREMOR: Final = 0.5
ROUNDS: Final = ((30, 1), (10, 2), (4, 6))
TRUST: Final = 3.0
KEPT, DIE, STAYS, WINS = 0.7, 0.16, 0.93, 3.0
LOOSE, BRISK, TO_TOWER, TO_DIE, GOLDEN = 0.012, 0.04, 1.15, 1.05, 3.0
STROKES: Final = (
    (0.2, -10.0, 0.45, ((-0.275, 0.401, 1.0, 0.39), (-0.167, 0.350, 3.9, 0.67), (-0.135, 0.347, 6.6, 0.46))),
    (-0.2, -10.0, 0.3, ((-0.226, 0.372, 1.3, 0.66), (-0.192, 0.378, 4.6, 0.67), (-0.174, 0.379, 4.3, 0.47))),
    (0.0, -20.0, 0.0, ((-0.158, 0.270, 0.0, 0.89), (-0.118, 0.269, 0.0, 0.47), (-0.106, 0.283, 0.0, 0.20))),
    (-0.4, 0.0, 0.0, ((-0.264, 0.427, 0.0, 0.66), (-0.202, 0.417, 0.0, 0.36), (-0.180, 0.417, 0.0, 0.19))),
    (0.0, 10.0, 0.0, ((-0.300, 0.475, 0.0, 0.67), (-0.251, 0.464, 0.0, 0.37), (-0.209, 0.460, 0.0, 0.17))),
)
"""Height, elevation and side; start, gain, drift and nearness from a tower of one, two and three dice."""

Mark = tuple[tuple[float, float], float]


class Expert202611(Bot):
    """The expert of November 2026."""

    def consider(self, position: Position, seat: int, rng: Random) -> list[Opinion]:
        """What it thinks of its moves, the one it would play first."""
        assert isinstance(position, TargetsPosition)
        offered = position.moves(seat)
        plain = _plain([move for move in offered if isinstance(move, Move)], position, seat, rng)
        if not any(isinstance(move, MoveRange) for move in offered):
            return plain
        calls = [opinion for opinion in plain if not isinstance(opinion.move, Pass)]
        if calls and calls[0].value > chance_of(value(position, seat)):
            return calls
        return _plan(position, seat, rng) + calls

    def choose(self, position: Position, seat: int, rng: Random) -> Move:
        """The move it plays: a flick as its hand really gives it."""
        move = super().choose(position, seat, rng)
        if not isinstance(move, Flick):
            return move
        assert isinstance(position, TargetsPosition)
        return shaken(move, TREMOR, rng, golden=position.board.layout.golden)

    def refusal(self, position: Position) -> Refusal | None:  # noqa: ARG002 - the same for every table
        """It can’t play where nothing can be simulated."""
        return missing()


def heuristic() -> Bot:
    """The bot, under the name that standings give it."""
    return Expert202611()


def _plain(moves: list[Move], position: TargetsPosition, seat: int, rng: Random) -> list[Opinion]:
    found = []
    for move in moves:
        after = position.copy()
        after.play(seat, move)
        found.append((chance_of(value(_calm(after), seat)), rng.random(), move))
    found.sort(key=lambda opinion: opinion[:2], reverse=True)
    return [Opinion(move, worth) for worth, _, move in found]


def _plan(position: TargetsPosition, seat: int, rng: Random) -> list[Opinion]:
    """Try some flicks, the best of them again, and the best of those once more."""
    aimed = _aims(position.board.layout, seat, ROUNDS[0][0], rng)
    flicks = [flick for _, flick in aimed]
    worth: list[list[float]] = [[] for _ in flicks]
    ranked = [(number, 0.0) for number in range(len(flicks))]
    for best, times in ROUNDS:
        ranked = ranked[:best]
        again = [number for number, _ in ranked for _ in range(times)]
        tried = _tried(position, seat, [flicks[number] for number in again], rng)
        for number, one in zip(again, tried, strict=True):
            worth[number].append(one)
        kept = {number for number, _ in ranked}
        ranked = [(number, mean) for number, mean in _ranked(aimed, worth) if number in kept]
    return [Opinion(flicks[number], chance_of(mean), len(worth[number])) for number, mean in ranked]


def _tried(position: TargetsPosition, seat: int, flicks: list[Flick], rng: Random) -> list[float]:
    tremor = math.hypot(TREMOR, TREMORS[position.options.tremor])
    jobs = [Job(meant(seat, flick), rng.randrange(SEEDS), tremor) for flick in flicks]
    results = try_out(position.board.layout, jobs)
    if position.board.layout.golden:
        side = [other for other, team in enumerate(position.teams) if team == position.teams[seat]]
        return [_golden_worth(result.reading.dice, seat, side) for result in results]
    worth = []
    for flick, result in zip(flicks, results, strict=True):
        after = position.copy()
        after.play(seat, flick)
        after.resolve(lean(Rolled(result.reading.dice)))
        worth.append(value(_calm(after), seat))
    return worth


def _ranked(aimed: list[tuple[Mark, Flick]], worth: list[list[float]]) -> list[tuple[int, float]]:
    at_mark: dict[Mark, list[float]] = {}
    for (mark, _), found in zip(aimed, worth, strict=True):
        at_mark.setdefault(mark, []).extend(found)
    means = {mark: sum(found) / len(found) for mark, found in at_mark.items()}
    weighed = [
        (number, (sum(found) + TRUST * means[mark]) / (len(found) + TRUST))
        for number, ((mark, _), found) in enumerate(zip(aimed, worth, strict=True))
    ]
    return sorted(weighed, key=lambda one: -one[1])


def _calm(position: TargetsPosition) -> TargetsPosition:
    """The position when dice have settled and everybody has made the first choice offered."""
    while position.board.phase in ("play", "choose"):
        if position.board.phase == "choose":
            seat = position.actors[0]
            move = position.moves(seat)[0]
            assert isinstance(move, Move)
            position.play(seat, move)
        elif position.board.unsettled:
            position.resolve(position.default_outcome())
        else:
            break
    return position


def _golden_worth(dice: tuple[DieReading, ...], seat: int, side: list[int]) -> float:
    worth = dict.fromkeys(side, 0.0)
    for found in dice:
        if found.fallen_from == seat and not found.off:
            worth[colour(found.die)] += found.up * (1.0 if hits(found) else 0.1)
    return max(worth.values())


def chance_of(advantage: float) -> float:
    """An advantage in discs as a chance to win."""
    return 1 / (1 + math.exp(-1.2 * advantage))


def value(position: TargetsPosition, seat: int) -> float:
    """How much better a seat and its partner stand than the best of the others, in discs."""
    result = position.result
    if result is not None:
        return WINS if result.ranks[seat] == 1 else -WINS
    worth, teams = _worths(position), position.teams
    sides: dict[int, float] = {}
    for other, side in enumerate(teams):
        sides[side] = max(sides.get(side, 0.0), worth[other])
    own = sides.pop(teams[seat])
    return own - max(sides.values())


def _worths(position: TargetsPosition) -> list[float]:
    board = position.board
    if isinstance(position, BlackrockPosition):
        worth = [float(points) for points in position.scores()]
    else:
        assert isinstance(position, ZochPosition)
        worth = [float(points) for points in position.board.points]
    to_come = sum(len(stand.tower) for stand in board.layout.stands)
    for seat, stand in enumerate(board.layout.stands):
        worth[seat] += KEPT * stand.discs + DIE * len(stand.tower)
    for place in board.layout.places:
        leader = best_alone(_totals(position, place))
        if leader is not None:
            worth[leader] += KEPT * STAYS**to_come
    if isinstance(position, BlackrockPosition):
        for rest in centre_dice(position.board):
            worth[colour(rest.die)] += 1 - KEPT
    for rest in board.rests:
        worth[colour(rest.die)] += 0.01 * rest.up * bool(hits(rest))
        worth[colour(rest.die)] -= 0.02 * any(lies_on_pile(rest, seat) for seat in range(position.seats))
    return worth


def _totals(position: TargetsPosition, place: int) -> dict[int, int]:
    found: dict[int, int] = {}
    single = isinstance(position, BlackrockPosition)
    for rest in position.board.rests:
        on = hits(rest)
        if place in on and not (single and len(on) > 1) and rest.die not in position.board.inert:
            found[colour(rest.die)] = found.get(colour(rest.die), 0) + rest.up
    return found


def _marks(layout: Layout, seat: int) -> list[Mark]:
    sizes, seats = DEFAULT.sizes, len(layout.stands)
    places = disc_places(sizes, golden=layout.golden)
    found: list[Mark] = [(places[place], GOLDEN if layout.golden else 1.0) for place in layout.places]
    if layout.golden:
        return found
    for other, stand in enumerate(layout.stands):
        if other != seat and (stand.discs or stand.tower):
            found.append((base_place(sizes, other, seats, golden=False), TO_TOWER))
    found += [((die.pose.x, die.pose.y), TO_DIE) for die in layout.dice if colour(die.die) != seat]
    return found or [((0.0, 0.0), 1.0)]


def _aims(layout: Layout, seat: int, count: int, rng: Random) -> list[tuple[Mark, Flick]]:
    """Some flicks that might do, all marks in turn and every other one at a disc."""
    around = _marks(layout, seat)
    discs = around[: len(layout.places)]
    first, disc = rng.randrange(len(around)), rng.randrange(max(1, len(discs)))
    found = []
    for number in range(count):
        turn = number // 2
        of_discs = number % 2 and discs
        mark = discs[(disc + turn) % len(discs)] if of_discs else around[(first + turn) % len(around)]
        found.append((mark, _aim(layout, seat, mark, rng)))
    return found


def _aim(layout: Layout, seat: int, mark: Mark, rng: Random) -> Flick:
    def about(middle: float, width: float) -> float:
        return middle + width * (2 * rng.random() - 1)

    stand = layout.stands[seat]
    raised = min(max(len(stand.tower) + (len(stand.under) + 2) // 3, 1), 3) - 1
    likely = list(accumulate(carries[raised][3] ** 2 for _, _, _, carries in STROKES))
    height, elevation, side, carries = STROKES[bisect(likely[:-1], rng.random() * likely[-1])]
    start, gain, drift, _ = carries[raised]
    mirror = 1 if rng.random() < 0.5 else -1
    (x, y), force = mark
    point = about(x, LOOSE), about(y, LOOSE)
    base = base_place(DEFAULT.sizes, seat, len(layout.stands), golden=layout.golden)
    speed = (math.dist(base, point) - start) / gain * force
    low, high = limits(golden=layout.golden)["speed"]
    speed = min(high, max(low, about(speed, BRISK * speed)))
    azimuth = azimuth_to(layout, seat, point) - mirror * drift
    return Flick(azimuth, speed, height, mirror * side, elevation)
