"""The bots of Targets: they try flicks out on the simulated table, with the hand they have."""

import math
from collections.abc import Sequence
from typing import Final

import msgspec
from librt.random import Random

from ludotheque.core.bot import Bot, Opinion
from ludotheque.core.game import Position
from ludotheque.core.moves import Move, MoveRange
from ludotheque.core.refusal import Refusal
from ludotheque.games.targets.hands import BESIDE, Hand, Mark, aims, shaken
from ludotheque.games.targets.moves import Call, Flick, Pass, colour, meant
from ludotheque.games.targets.outcomes import Rolled, lean
from ludotheque.games.targets.physics.flick import TREMORS
from ludotheque.games.targets.physics.reading import DieReading, hits
from ludotheque.games.targets.physics.simulate import Job
from ludotheque.games.targets.position import TargetsPosition
from ludotheque.games.targets.simulation import SEEDS, missing, try_out
from ludotheque.games.targets.worth import value

ON_DISC: Final = 1.0
ON_TABLE: Final = 0.1
TRUST: Final = 3.0
"""As many tries of its own does a flick need until they count as much as those of its mark."""


class Planner(Bot):
    """Tries flicks out under its own tremor and plays the one that does best; calls what is worth calling."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.reaction = hand.reaction

    def consider(self, position: Position, seat: int, rng: Random) -> list[Opinion]:
        """What it thinks of its moves, the one it would play first; flicks as it means them."""
        assert isinstance(position, TargetsPosition)  # a bot of this game
        offered = position.moves(seat)
        plain = self._plain([move for move in offered if isinstance(move, Move)], position, seat, rng)
        if not any(isinstance(move, MoveRange) for move in offered):
            return plain
        calls = [opinion for opinion in plain if not isinstance(opinion.move, Pass)]
        if calls and calls[0].value > chance_of(value(position, seat)):
            return calls
        return self._plan(position, seat, rng) + calls

    def choose(self, position: Position, seat: int, rng: Random) -> Move:
        """The move it plays: a flick as its hand really gives it."""
        move = super().choose(position, seat, rng)
        if not isinstance(move, Flick):
            return move
        assert isinstance(position, TargetsPosition)
        return shaken(move, self.hand.tremor, rng, golden=position.board.layout.golden)

    def refusal(self, position: Position) -> Refusal | None:  # noqa: ARG002 - the same for every table
        """It can’t play where nothing can be simulated."""
        return missing()

    def _plain(self, moves: list[Move], position: TargetsPosition, seat: int, rng: Random) -> list[Opinion]:
        """Calls and choices by what the table is worth after them; a call may be overlooked."""
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
            after = position.copy()
            after.play(seat, move)
            found.append((chance_of(value(calm(after), seat)), rng.random(), move))
        found.sort(key=lambda opinion: opinion[:2], reverse=True)
        return [Opinion(move, worth) for worth, _, move in found]

    def _plan(self, position: TargetsPosition, seat: int, rng: Random) -> list[Opinion]:
        """Try some flicks, then the best of them again and others beside them, round by round.

        The first try of all flicks has the same luck, and so has the second: it favours none of them.
        """
        layout = position.board.layout
        aimed = aims(layout, seat, self.hand.rounds[0].best, rng)
        worth: list[list[float]] = [[] for _ in aimed]
        luck = [rng.randrange(SEEDS) for _ in range(sum(one.times for one in self.hand.rounds))]
        ranked = [(number, 0.0) for number in range(len(aimed))]
        for best, times, beside in self.hand.rounds:
            kept = [number for number, _ in ranked[:best]]
            for mark, flick in [aimed[number] for number in kept for _ in range(beside)]:
                kept.append(len(aimed))
                aimed.append((mark, shaken(flick, BESIDE, rng, golden=layout.golden)))
                worth.append([])
            again = [number for number in kept for _ in range(times)]
            seeds = [luck[len(worth[number]) + turn] for number in kept for turn in range(times)]
            tried = self.tried(position, seat, [aimed[number][1] for number in again], seeds)
            for number, one in zip(again, tried, strict=True):
                worth[number].append(one)
            ranked = [(number, mean) for number, mean in _ranked(aimed, worth) if number in kept]
        return [Opinion(aimed[number][1], chance_of(mean), len(worth[number])) for number, mean in ranked]

    def tried(
        self, position: TargetsPosition, seat: int, flicks: Sequence[Flick], luck: Sequence[int]
    ) -> list[float]:
        """What each flick leads to with its luck, simulated with the unrest of hand and table together."""
        tremor = math.hypot(self.hand.tremor, TREMORS[position.options.tremor])
        jobs = [Job(meant(seat, flick), seed, tremor) for flick, seed in zip(flicks, luck, strict=True)]
        results = try_out(position.board.layout, jobs)
        if position.board.layout.golden:
            side = [other for other, team in enumerate(position.teams) if team == position.teams[seat]]
            return [golden_worth(result.reading.dice, seat, side) for result in results]
        return [
            self.outcome_worth(position, seat, flick, Rolled(result.reading.dice))
            for flick, result in zip(flicks, results, strict=True)
        ]

    def outcome_worth(self, position: TargetsPosition, seat: int, flick: Flick, rolled: Rolled) -> float:
        """What the table is worth to a seat after its flick, if the dice come to rest like this."""
        after = position.copy()
        after.play(seat, flick)
        after.resolve(lean(rolled))
        return value(calm(after), seat)


def _ranked(aimed: list[tuple[Mark, Flick]], worth: list[list[float]]) -> list[tuple[int, float]]:
    """The flicks, best first: dice are moody, so what others at the same mark led to speaks as well."""
    at_mark: dict[Mark, list[float]] = {}
    for (mark, _), found in zip(aimed, worth, strict=True):
        at_mark.setdefault(mark, []).extend(found)
    means = {mark: sum(found) / len(found) for mark, found in at_mark.items()}
    weighed = [
        (number, (sum(found) + TRUST * means[mark]) / (len(found) + TRUST))
        for number, ((mark, _), found) in enumerate(zip(aimed, worth, strict=True))
    ]
    return sorted(weighed, key=lambda one: -one[1])


def calm(position: TargetsPosition) -> TargetsPosition:
    """The position when dice have settled and everybody has made the first choice offered."""
    while position.board.phase in ("play", "choose"):
        if position.board.phase == "choose":
            seat = position.actors[0]
            move = position.moves(seat)[0]
            assert isinstance(move, Move)  # choices are listed one by one
            position.play(seat, move)
        elif position.board.unsettled:
            position.resolve(position.default_outcome())
        else:
            break
    return position


def golden_worth(dice: tuple[DieReading, ...], seat: int, side: list[int]) -> float:
    """Pips on the single disc, then pips on the table, of the best colour (BLACKROCK-12, BLACKROCK-16)."""
    worth = dict.fromkeys(side, 0.0)
    for found in dice:
        if found.fallen_from == seat and not found.off:
            worth[colour(found.die)] += found.up * (ON_DISC if hits(found) else ON_TABLE)
    return max(worth.values())


def chance_of(advantage: float) -> float:
    """An advantage in discs as a chance to win."""
    return 1 / (1 + math.exp(-1.2 * advantage))


class Level(msgspec.Struct, frozen=True):
    """What makes a bot of a level."""

    hand: Hand

    def __call__(self) -> Bot:
        """The bot itself."""
        return Planner(self.hand)
