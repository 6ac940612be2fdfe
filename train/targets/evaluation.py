"""Fit the weights of the evaluation of Targets' bots to games of self-play.

`python -m train.targets.evaluation --seconds 150 --write` plays games of both editions, two thirds of them
with two seats, with a hand like the expert's and few tries, and records the features of each side after every
flick. The weights are fitted in two steps: first to the winners, then to the first step's evaluation of the
table at the end of the round, which has far less variance; both stay near weights that were set by hand.
Prints the log-loss over games that were left out, beside that of the weights by hand, and writes
`evaluation.json` of the bots.
"""

import argparse
import json
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from bench.on_workers import Seeds, add_arguments, workers_of
from librt.random import Random
from numpy.typing import NDArray

from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.games import load_game
from ludotheque.games.targets.bots.aiming import Hand, Round
from ludotheque.games.targets.bots.evaluation import FREE, SIGNS, signs
from ludotheque.games.targets.bots.planner import Planner, calm
from ludotheque.games.targets.moves import meant
from ludotheque.games.targets.outcomes import Rolled, lean
from ludotheque.games.targets.physics.flick import TREMORS
from ludotheque.games.targets.physics.simulate import Job
from ludotheque.games.targets.rules.position import TargetsPosition
from ludotheque.games.targets.simulation import SEEDS, try_out

DATA: Final = Path(__file__).parents[2] / "src/ludotheque/games/targets/bots/data/evaluation.json"
SEATS: Final = {"zoch": (2, 2, 2, 2, 2, 2, 3, 4, 6), "blackrock": (2, 2, 2, 2, 2, 2, 3, 4, 4)}
"""The number of seats, frequent ones more often."""
HAND: Final = Hand(tremor=1.0, rounds=(Round(5, 1),), drilled=True)
MOST: Final = 6
TRUST: Final = 0.8
"""The weight of the evaluation at the end of a round beside the final winner."""
PART: Final = 2
"""Games that a worker plays before it reports."""
WORDS: Final = tuple(SIGNS)
BY_HAND: Final = {
    "points_1": 1.0,
    "points_2": 1.1,
    "points_3": 1.3,
    "scarce_points": 0.0,
    "piles": 0.6,
    "safe_piles": 0.3,
    "winning_pile": 0.4,
    "safe_winning_pile": 2.0,
    "leads": 0.35,
    "safe_leads": 0.35,
    "margins": 0.15,
    "ready_leads": 0.2,
    "behind": 0.05,
    "hopes": 0.2,
    "centres": 0.4,
    "dice": 0.5,
    "next": 0.05,
    "last": 0.05,
    "starts": 0.0,
}
"""The weights from which a fit starts, and near which it stays."""
SCARCE: Final = {"zoch": 0.0, "blackrock": 0.3}
"""The weight of `scarce_points`, by edition."""
BOUND: Final = np.array([sign not in FREE for sign in WORDS] * 2)
"""Weights for two sides, then for more; most of them must not fall below 0."""

Floats: TypeAlias = NDArray[np.float64]


class Note(NamedTuple):
    """A table after a flick: the round, whether it begins, the features of each side."""

    round: int
    begins: bool
    signs: list[list[float]]


class Game(NamedTuple):
    """The notes of a game, and each side's share of the win."""

    edition: str
    notes: list[Note]
    won: list[float]


@dataclass(frozen=True)
class SelfPlay:
    """Plays games with itself, one for each seed."""

    edition: str
    hand: Hand

    def __call__(self, seeds: Seeds) -> list[Game]:
        """Return the games of these seeds."""
        return [self.play(seeded(seed)) for seed in seeds]

    def play(self, rng: Random) -> Game:
        """Play one game to its end."""
        rules = load_game(self.edition)
        seats = SEATS[self.edition][rng.randrange(len(SEATS[self.edition]))]
        position = rules.start(seats, rules.read_options({}))
        assert isinstance(position, TargetsPosition)
        player, notes, known = Planner(self.hand), [], 0
        while position.result is None:
            flicked = position.board.aim is not None
            if position.awaits_chance:
                position.resolve(quick_draw(position, rng) if flicked else position.draw(rng))
            else:
                seat = position.actors[0]
                position.play(seat, player.choose(position, seat, rng))
            if position.board.layout.golden or position.result is not None:
                continue
            if position.board.round != known:
                known = position.board.round
                notes.append(noted(position, begins=True))
            elif flicked:
                notes.append(noted(calm(position.copy()), begins=False))
        winners = {position.teams[s] for s, rank in enumerate(position.result.ranks) if rank == 1}
        shares = [(side in winners) / len(winners) for side in sorted(set(position.teams))]
        return Game(self.edition, notes, shares)


def quick_draw(position: TargetsPosition, rng: Random) -> Json:
    """Return the end of a flick without key frames, and without a second check of dice at rest."""
    board = position.board
    assert board.aim is not None
    job = Job(meant(board.turn, board.aim), rng.randrange(SEEDS), TREMORS[position.options.tremor])
    return lean(Rolled(try_out(board.layout, [job])[0].reading.dice))


def noted(position: TargetsPosition, *, begins: bool) -> Note:
    """Return the features of each side now."""
    told = signs(position)
    return Note(position.board.round, begins, list(told.values()))


class Lessons(NamedTuple):
    """All notes: features by side, the sides present, the winners, and the beginning of the next round."""

    signs: Floats
    there: NDArray[np.bool_]
    won: Floats
    game: NDArray[np.int64]
    after: NDArray[np.int64]
    """The note at the beginning of the next round; -1 if there was none."""


def lessons_of(games: list[Game]) -> Lessons:
    """Return the notes of some games as arrays, partly empty."""
    count = sum(len(game.notes) for game in games)
    told, there = np.zeros((count, MOST, 2 * len(WORDS))), np.zeros((count, MOST), bool)
    won = np.zeros((count, MOST))
    number, after = np.zeros(count, np.int64), np.full(count, -1)
    at = 0
    for index, game in enumerate(games):
        starts = {note.round: at + turn for turn, note in enumerate(game.notes) if note.begins}
        for note in game.notes:
            sides = len(note.signs)
            told[at, :sides].reshape(sides, 2, -1)[:, int(sides > 2)] = note.signs
            there[at, :sides], won[at, :sides] = True, game.won
            number[at], after[at] = index, starts.get(note.round + 1, -1)
            at += 1
    return Lessons(told, there, won, number, after)


def thought(told: Floats, there: NDArray[np.bool_], weight: Floats) -> Floats:
    """The chance of each side, as `evaluation.chances` computes it."""
    sums = np.where(there, told @ weight, -np.inf)
    parts = np.exp(sums - sums.max(axis=1, keepdims=True))
    shares: Floats = parts / parts.sum(axis=1, keepdims=True)
    return shares


def surprise(chance: Floats, won: Floats) -> float:
    """The mean log-loss."""
    return float(-(won * np.log(np.maximum(chance, 1e-9))).sum(axis=1).mean())


def fitted(told: Floats, there: NDArray[np.bool_], aim: Floats, prior: Floats, ridge: float) -> Floats:
    """Return the weights of least log-loss near the prior; bounded ones stay above 0 (Newton)."""
    weight, count = np.maximum(prior, np.where(BOUND, 0.0, -np.inf)), len(told)
    flat = told.reshape(-1, told.shape[-1])

    def loss(at: Floats) -> float:
        return (
            surprise(thought(told, there, at), aim) + 0.5 * ridge * float(((at - prior) ** 2).sum()) / count
        )

    now = loss(weight)
    for _ in range(40):
        chance = thought(told, there, weight)
        slope = (chance - aim).reshape(-1) @ flat / count + ridge * (weight - prior) / count
        mean = np.einsum("ns,nsf->nf", chance, told)
        bend = (flat * chance.reshape(-1, 1)).T @ flat / count - mean.T @ mean / count
        bend += (ridge / count + 1e-9) * np.eye(len(weight))
        free = ~(BOUND & (weight <= 0) & (slope > 0))
        step = np.zeros_like(weight)
        step[free] = np.linalg.solve(bend[np.ix_(free, free)], slope[free])
        size, better = 1.0, now
        while size > 1e-4:
            tried = np.where(BOUND, np.maximum(0.0, weight - size * step), weight - size * step)
            better = loss(tried)
            if better < now - 1e-9:
                break
            size /= 2
        if better >= now - 1e-9:
            break
        weight, now = tried, better
    return weight


def learned(
    lessons: Lessons, chosen: NDArray[np.bool_], prior: Floats, ridge: float
) -> tuple[Floats, Floats]:
    """Return the weights after the first and after the second step, from some of the notes."""
    first = fitted(lessons.signs[chosen], lessons.there[chosen], lessons.won[chosen], prior, ridge)
    later = lessons.after >= 0
    aim = lessons.won.copy()
    at = lessons.after[later]
    aim[later] = (
        TRUST * thought(lessons.signs[at], lessons.there[at], first) + (1 - TRUST) * lessons.won[later]
    )
    second = fitted(lessons.signs[chosen], lessons.there[chosen], aim[chosen], first, ridge)
    return first, second


def tell(edition: str, games: list[Game], ridge: float, folds: int) -> dict[str, dict[str, float]]:
    """Fit an edition; print the log-loss of games left out, and return the weights."""
    lessons = lessons_of(games)
    by_hand = BY_HAND | {"scarce_points": SCARCE[edition]}
    prior = np.array([by_hand[word] for word in WORDS] * 2)
    fold = lessons.game % folds
    losses: dict[str, list[float]] = {"by hand": [], "first step": [], "second step": []}
    for number in range(folds):
        out = fold == number
        told, there, won = lessons.signs[out], lessons.there[out], lessons.won[out]
        first, second = learned(lessons, ~out, prior, ridge)
        for name, weight in (("by hand", prior), ("first step", first), ("second step", second)):
            losses[name].append(surprise(thought(told, there, weight), won))
    sides = np.bincount(lessons.there.sum(axis=1))
    print(f"{edition}: {len(games)} games, {len(lessons.won)} tables, by sides {sides.tolist()}")
    print(
        "  log-loss left out: " + ", ".join(f"{name} {np.mean(found):.4f}" for name, found in losses.items())
    )
    _, best = learned(lessons, np.ones(len(lessons.won), bool), prior, ridge)
    parts = best.reshape(2, -1)
    for word, plain, more in zip(WORDS, *parts, strict=True):
        print(f"  {word:18} {plain:7.3f} {more:7.3f}")
    return {
        name: {word: round(float(value), 3) for word, value in zip(WORDS, part, strict=True)}
        for name, part in zip(("two", "more"), parts, strict=True)
    }


def played(edition: str, asked: argparse.Namespace, rng: Random, until: float) -> Iterator[Game]:
    """Yield games until the time is over."""

    def parts() -> Iterator[Seeds]:
        while time.perf_counter() < until:
            yield [rng.randrange(1 << 62) for _ in range(PART)]

    with workers_of(asked) as workers:
        for games in workers.map(SelfPlay(edition, HAND), parts()):
            yield from games


def main() -> None:
    """Play, fit, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=150.0, help="of play, both editions together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ridge", type=float, default=1000.0)
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--keep", type=Path, help="write the games there, or read them if it exists")
    parser.add_argument("--write", action="store_true", help="write the weights into the package")
    parser.add_argument("edition", nargs="*", default=["zoch", "blackrock"])
    add_arguments(parser)
    asked = parser.parse_args()
    known = json.loads(DATA.read_text())
    for number, edition in enumerate(asked.edition):
        file = asked.keep and asked.keep.with_suffix(f".{edition}.json")
        if file and file.exists():
            games = [
                Game(e, [Note(*note) for note in notes], won)
                for e, notes, won in json.loads(file.read_text())
            ]
        else:
            until = time.perf_counter() + asked.seconds / len(asked.edition)
            games = list(played(edition, asked, seeded(asked.seed + number), until))
            if file:
                file.write_text(json.dumps(games))
        known[edition] = tell(edition, games, asked.ridge, min(asked.folds, len(games)))
    if asked.write:
        DATA.write_text(json.dumps(known, indent=1) + "\n")
        print(f"written: {math.ceil(DATA.stat().st_size / 1024)} kB")


if __name__ == "__main__":
    main()
