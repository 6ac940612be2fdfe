"""The bots of Targets: they simulate candidate flicks with the tremor of their hand and play the best."""

import math
from collections.abc import Sequence
from typing import Final

import msgspec
from librt.random import Random

from ludotheque.core.bot import Bot, Opinion
from ludotheque.core.game import Position
from ludotheque.core.moves import Move, MoveRange
from ludotheque.core.refusal import Refusal
from ludotheque.games.targets.bots.aiming import BESIDE, Aim, Hand, aims, shaken
from ludotheque.games.targets.bots.evaluation import chance
from ludotheque.games.targets.moves import Call, Flick, Pass, colour, meant
from ludotheque.games.targets.outcomes import Rolled, lean
from ludotheque.games.targets.physics.config import DEFAULT
from ludotheque.games.targets.physics.flick import TREMORS
from ludotheque.games.targets.physics.reading import DieReading, hits
from ludotheque.games.targets.physics.simulate import Job
from ludotheque.games.targets.rules.position import TargetsPosition
from ludotheque.games.targets.simulation import SEEDS, missing, try_out

ON_DISC: Final = 1.0
ON_TABLE: Final = 0.1
GOLDEN_PIP: Final = 0.5
GOLDEN_EVEN: Final = 4.0
"""Pips in Golden Targets with which all sides have equal chances; each further one multiplies the odds."""
TRUST: Final = 3.0
"""Weight of the prior of a flick, in tries; the prior is the mean of its kind, or of all at the same mark."""
REACH: Final = 0.8
"""Standard deviation, in units of tremor, of the weight a try has for neighbouring flicks."""
MANY: Final = 30
"""Number of simulations from which on they are distributed over processes."""
LEAST: Final = 0.02
FAR: Final = 2.8
"""Difference in azimuth, in units of reach and tremor, above which tries have no weight for a flick."""


class Planner(Bot):
    """Simulates flicks with its own tremor and plays the best; makes every useful call that it notices."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.reaction = hand.reaction
        self.parallel = sum(one.best * one.times for one in hand.rounds) >= MANY

    def consider(self, position: Position, seat: int, rng: Random) -> list[Opinion]:
        """Return the rated moves, best first; flicks without the tremor of the hand."""
        assert isinstance(position, TargetsPosition)  # a bot of this game
        offered = position.moves(seat)
        plain = self._plain([move for move in offered if isinstance(move, Move)], position, seat, rng)
        if not any(isinstance(move, MoveRange) for move in offered):
            return plain
        calls = [opinion for opinion in plain if not isinstance(opinion.move, Pass)]
        if calls and calls[0] is plain[0]:
            return calls
        return self._plan(position, seat, rng) + calls

    def choose(self, position: Position, seat: int, rng: Random) -> Move:
        """Return the move to play; a flick gets the tremor of the hand."""
        move = super().choose(position, seat, rng)
        if not isinstance(move, Flick):
            return move
        assert isinstance(position, TargetsPosition)
        return shaken(move, self.hand.tremor, rng, golden=position.board.layout.golden)

    def refusal(self, position: Position) -> Refusal | None:  # noqa: ARG002 - the same for every table
        """Return the refusal on a machine without MuJoCo."""
        return missing()

    def _plain(self, moves: list[Move], position: TargetsPosition, seat: int, rng: Random) -> list[Opinion]:
        """Rate calls and choices by the position after them; a call may be overlooked."""
        found = []
        noticed: dict[object, bool] = {}
        for move in moves:
            if isinstance(move, Call):
                # Both ways to call a pair are noticed, or neither.
                about = (move.what, frozenset((move.die, move.other)))
                if about not in noticed:
                    noticed[about] = rng.random() < self.hand.notices
                if not noticed[about]:
                    continue
            found.append((chance(calm(_chosen(position, seat, move)), seat), rng.random(), move))
        found.sort(key=lambda opinion: opinion[:2], reverse=True)
        return [Opinion(move, worth) for worth, _, move in found]

    def _plan(self, position: TargetsPosition, seat: int, rng: Random) -> list[Opinion]:
        """Simulate candidate flicks, then round by round the best of them again, with new ones beside them.

        The n-th try of every flick has the same random numbers, so that luck favours none of them.
        """
        layout = position.board.layout
        rounds = self.hand.rounds
        plan = Plan(aims(layout, seat, rounds[0].best, rng, self.hand), self._unrest(position))
        luck = [rng.randrange(SEEDS) for _ in range(sum(one.times for one in rounds))]
        kept = list(range(len(plan.flicks)))
        for best, times, beside in rounds:
            kept = plan.ranked(kept)[:best]
            kept += [
                plan.add(number, shaken(plan.flicks[number], BESIDE, rng, golden=layout.golden))
                for number in kept
                for _ in range(beside)
            ]
            again = [number for number in kept for _ in range(times)]
            seeds = [luck[len(plan.worth[number]) + turn] for number in kept for turn in range(times)]
            tried = self.tried(position, seat, [plan.flicks[number] for number in again], seeds)
            for number, one in zip(again, tried, strict=True):
                plan.worth[number].append(one)
        return [
            Opinion(plan.flicks[number], plan.estimates[number], len(plan.worth[number]))
            for number in plan.ranked(kept)
        ]

    def _unrest(self, position: TargetsPosition) -> float:
        """Return the tremor of hand and table together."""
        return math.hypot(self.hand.tremor, TREMORS[position.options.tremor])

    def tried(
        self, position: TargetsPosition, seat: int, flicks: Sequence[Flick], luck: Sequence[int]
    ) -> list[float]:
        """Return the value after each flick, simulated with the combined tremor and the seeds `luck`."""
        unrest = self._unrest(position)
        jobs = [Job(meant(seat, flick), seed, unrest) for flick, seed in zip(flicks, luck, strict=True)]
        results = try_out(position.board.layout, jobs, self.pool)
        if position.board.layout.golden:
            side = [other for other, team in enumerate(position.teams) if team == position.teams[seat]]
            fair = chance(position, seat)
            return [golden_chance(golden_worth(result.reading.dice, seat, side), fair) for result in results]
        return [
            self.outcome_worth(position, seat, flick, Rolled(result.reading.dice))
            for flick, result in zip(flicks, results, strict=True)
        ]

    def outcome_worth(self, position: TargetsPosition, seat: int, flick: Flick, rolled: Rolled) -> float:
        """Return the win chance of a seat if its flick ends with the dice at rest like this."""
        after = position.copy()
        after.play(seat, flick)
        after.resolve(lean(rolled))
        return chance(calm(after), seat)


class Plan:
    """Candidate flicks, and the values of all their tries.

    Single results vary a lot. So a try also counts for similar flicks, with a weight that falls with their
    distance in units of tremor, and a little for all flicks at the same mark with the same stroke.
    """

    def __init__(self, aimed: Sequence[Aim], unrest: float) -> None:
        self.flicks = [aim.flick for aim in aimed]
        self.kinds = [(aim.mark, aim.way, aim.mirror) for aim in aimed]
        self.worth: list[list[float]] = [[] for _ in aimed]
        self.estimates = [0.0] * len(aimed)
        self.reach = REACH * max(unrest, 1.0)

    def add(self, beside: int, flick: Flick) -> int:
        """Add a flick of the same kind as flick number `beside`; return its number."""
        self.flicks.append(flick)
        self.kinds.append(self.kinds[beside])
        self.worth.append([])
        self.estimates.append(0.0)
        return len(self.flicks) - 1

    def ranked(self, numbers: Sequence[int]) -> list[int]:
        """Return some of the flicks, the best first; before the first try, in the given order."""
        if not any(self.worth):
            return list(numbers)
        marks, kinds = self._sums(1), self._sums(3)
        for number in numbers:
            kind = self.kinds[number]
            at_mark, (found, tries) = marks[kind[:1]], kinds[kind]
            prior = (found + TRUST * at_mark[0] / at_mark[1]) / (tries + TRUST)
            self.estimates[number] = self._estimate(number, prior)
        return sorted(numbers, key=lambda number: -self.estimates[number])

    def _sums(self, parts: int) -> dict[tuple[object, ...], tuple[float, int]]:
        """Return sum and number of all tries, grouped by the first `parts` components of the flicks' kind."""
        sums: dict[tuple[object, ...], tuple[float, int]] = {}
        for kind, found in zip(self.kinds, self.worth, strict=True):
            total, tries = sums.get(kind[:parts], (0.0, 0))
            sums[kind[:parts]] = total + sum(found), tries + len(found)
        return sums

    def _estimate(self, number: int, prior: float) -> float:
        total, weight = TRUST * prior, TRUST
        for flick, found in zip(self.flicks, self.worth, strict=True):
            near = self._nearness(flick, self.flicks[number])
            if near > LEAST:
                total += near * sum(found)
                weight += near * len(found)
        return total / weight

    def _nearness(self, one: Flick, other: Flick) -> float:
        """Return the weight of a try of one flick for another: 1 for the same flick, less for others."""
        hand = DEFAULT.hand
        if abs(one.azimuth - other.azimuth) > FAR * self.reach * hand.azimuth:
            return 0.0
        apart = (
            (one.azimuth - other.azimuth) / hand.azimuth,
            (one.speed - other.speed) / (hand.speed * other.speed),
            (one.height - other.height) / hand.height,
            (one.side - other.side) / hand.side,
            (one.elevation - other.elevation) / hand.elevation,
        )
        return math.exp(-0.5 * sum(part * part for part in apart) / self.reach**2)


def calm(position: TargetsPosition) -> TargetsPosition:
    """Return the position after dice have settled and all seats have made their best choices and calls."""
    silent: set[int] = set()
    while position.board.phase in ("play", "choose"):
        if position.board.phase == "choose":
            seat = position.actors[0]
            position = _best(position, seat, position.moves(seat))
            continue
        if position.board.unsettled:
            position.resolve(position.default_outcome())
            continue
        callers = [seat for seat in position.waiting() if seat not in silent]
        if not callers:
            break
        called = _best(position, callers[0], position.calls(callers[0]))
        if chance(_settled(called), callers[0]) > chance(position, callers[0]):
            position = called
            silent.clear()
        elif position.board.flicker() is None:
            position.play(callers[0], Pass())
        else:
            silent.add(callers[0])
    return position


def _best(position: TargetsPosition, seat: int, moves: Sequence[Move | MoveRange]) -> TargetsPosition:
    """Return the position after the best move of a seat."""
    found = [_chosen(position, seat, move) for move in moves if isinstance(move, Move)]
    return max(found, key=lambda after: chance(_settled(after), seat))


def _chosen(position: TargetsPosition, seat: int, move: Move) -> TargetsPosition:
    """Return the position after a move, as a copy."""
    after = position.copy()
    after.play(seat, move)
    return after


def _settled(position: TargetsPosition) -> TargetsPosition:
    """Return the position with its dice settled by the default outcome, or itself if none are unsettled."""
    if position.board.phase != "play" or not position.board.unsettled:
        return position
    after = position.copy()
    after.resolve(after.default_outcome())
    return after


def golden_worth(dice: tuple[DieReading, ...], seat: int, side: list[int]) -> float:
    """Return the best colour's pips, those on the table weighted by a tenth (BLACKROCK-12, BLACKROCK-16)."""
    worth = dict.fromkeys(side, 0.0)
    for found in dice:
        if found.fallen_from == seat and not found.off:
            worth[colour(found.die)] += found.up * (ON_DISC if hits(found) else ON_TABLE)
    return max(worth.values())


def golden_chance(pips: float, fair: float) -> float:
    """Return the win chance with a number of pips in Golden Targets; `fair` is the chance of a tied side."""
    return 1 / (1 + (1 / fair - 1) * math.exp(-GOLDEN_PIP * (pips - GOLDEN_EVEN)))


class Level(msgspec.Struct, frozen=True):
    """Factory of the bot of a level."""

    hand: Hand

    def __call__(self) -> Bot:
        """Create the bot."""
        return Planner(self.hand)
