"""Fit the tables of Exxtra's `strong` bot to self-play and games with simple players.

`python -m train.exxtra.tables` rewrites `strong.json` of the bots' data, in a few minutes; the
same seed gives the same file. Each round plays games with the tables of the round before, counts how often
dice are removed, and fits the strength of the pawns to who won (maximum likelihood of the model in
`bots/evaluation.py`).
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from bench.on_workers import Seeds, add_arguments, endless_parts, workers_of
from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from ludotheque.core.chance import seeded
from ludotheque.core.policy import Policy
from ludotheque.core.state import CHANCE, OVER, random_move
from ludotheque.games.exxtra.bots.evaluation import (
    CELLS,
    OPEN,
    RANKS,
    EvaluationPolicy,
    cell,
    count_empty,
    table_evaluation,
)
from ludotheque.games.exxtra.bots.heuristics import Casual, Threshold
from ludotheque.games.exxtra.rules.state import (
    DECIDE,
    FINISHED,
    FIRST_THROW,
    GOAL,
    NOTE_REMOVE,
    SLOTS,
    VALUES,
    Exxtra,
    new_game,
)
from ludotheque.lab.workers import Workers

TABLES = Path(__file__).parents[2] / "src/ludotheque/games/exxtra/bots/data/strong.json"
SEATS = (2, 3, 4, 5, 6)
DIGITS = 4
PART = 50
"""Games that a worker plays before it reports."""
EXPLORE = 0.04
"""The rate of random moves of a player, so that rare dice occur too."""

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]


@dataclass
class Seen:
    """Statistics of games: dice that faced a turn and were removed or not; positions, and their winners."""

    seats: int
    faced: Floats = field(default_factory=lambda: np.zeros(CELLS))
    removed: Floats = field(default_factory=lambda: np.zeros(CELLS))
    pawns: list[list[int]] = field(default_factory=list)
    slots: list[list[int]] = field(default_factory=list)
    cells: list[list[int]] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)

    def watch(self, policies: Sequence[Policy], rng: Random) -> None:
        """Play a game and record every position at the beginning of a turn, the seat to act first."""
        state = new_game(self.seats, xx_is_100=False)
        begun: list[int] = []
        empty = vec[i64]([0] * SLOTS)
        while state.turn() != OVER:
            count_empty(state.slots, empty)
            lying = {seat: cell(state, seat, empty) for seat in range(self.seats) if state.slots[seat] > 0}
            if state.phase == FIRST_THROW:
                self.note(state, lying)
                begun.append(state.seat)
            state.journal = []
            if state.turn() == CHANCE:
                state.apply(state.sample(rng))
            else:
                wild = state.phase == DECIDE and rng.random() < EXPLORE
                state.apply(random_move(state, rng) if wild else policies[state.turn()].move(state, rng))
            if state.phase in (FIRST_THROW, FINISHED) and lying:
                taken = {note[1] for note in state.journal if note[0] == NOTE_REMOVE}
                for seat, where in lying.items():
                    self.faced[where] += 1
                    self.removed[where] += seat in taken
        winner = list(state.pawns).index(GOAL)
        self.winners += [(winner - seat) % self.seats for seat in begun]

    def add(self, other: "Seen") -> None:
        """Add the statistics of other games."""
        self.faced += other.faced
        self.removed += other.removed
        self.pawns += other.pawns
        self.slots += other.slots
        self.cells += other.cells
        self.winners += other.winners

    def note(self, state: Exxtra, lying: dict[int, int]) -> None:
        """Record a position, in the order of the turns to come."""
        order = [(state.seat + turns) % self.seats for turns in range(self.seats)]
        self.pawns.append([state.pawns[seat] for seat in order])
        self.slots.append([max(0, state.slots[seat]) for seat in order])
        self.cells.append([lying.get(seat, 0) for seat in order])


def stays_of(seen: Seen) -> Floats:
    """Return the probability that dice stay for 0, 1, ... turns of others, by cell; rare cells use their
    neighbours.
    """
    shape = (2, OPEN, SLOTS, RANKS)
    faced, removed = seen.faced.reshape(shape), seen.removed.reshape(shape)
    width = np.exp(-0.5 * (np.subtract.outer(np.arange(RANKS), np.arange(RANKS)) / 2.0) ** 2)
    near_faced, near_removed = faced @ width, removed @ width
    over_faced = near_faced.sum(axis=(0, 1), keepdims=True)
    over_removed = near_removed.sum(axis=(0, 1), keepdims=True)
    beaten = (1.0 - np.arange(RANKS) / RANKS) * 0.5
    general = (over_removed + 5.0 * beaten) / (over_faced + 5.0)
    near = (near_removed + 20.0 * general) / (near_faced + 20.0)
    gone = (removed + 50.0 * near) / (faced + 50.0)
    gone = np.minimum.accumulate(gone, axis=-1)  # a higher value never falls more easily
    return ((1.0 - gone.reshape(CELLS))[:, None] ** np.arange(seen.seats)[None, :]).astype(np.float64)


def strength_of(seen: Seen, stays: Floats, steps: int = 400) -> Floats:
    """Return the strengths of maximum likelihood for the observed winners."""
    seats = seen.seats
    pawns, slots = np.array(seen.pawns), np.array(seen.slots)
    turns = np.arange(seats)[None, :]
    stay = np.where(slots > 0, stays[np.array(seen.cells), turns], 0.0)
    arriving = (pawns + slots >= GOAL) & (slots > 0)
    alive = np.cumprod(1.0 - np.where(arriving, stay, 0.0), axis=1)
    before = np.concatenate([np.ones((len(pawns), 1)), alive[:, :-1]], axis=1)
    won = before * np.where(arriving, stay, 0.0)
    stay = np.where(arriving, 0.0, stay)
    here = turns * GOAL + pawns
    there = turns * GOAL + np.minimum(pawns + slots, GOAL - 1)
    rows, winners = np.arange(len(pawns)), np.array(seen.winners)
    logs: Floats = np.tile(0.2 * np.arange(GOAL, dtype=np.float64), (seats, 1)).reshape(-1)
    first, second = np.zeros_like(logs), np.zeros_like(logs)
    for step in range(1, steps + 1):
        force = np.exp(logs)
        part_here, part_there = (1.0 - stay) * force[here], stay * force[there]
        each = part_here + part_there
        total = each.sum(axis=1, keepdims=True)
        shares = each / total
        likely = won[rows, winners] + alive[:, -1] * shares[rows, winners]
        by_share = np.zeros_like(each)
        by_share[rows, winners] = alive[:, -1] / likely
        by_force = (by_share - (by_share * shares).sum(axis=1, keepdims=True)) / total
        slope: Floats = np.zeros_like(logs)
        slope += np.bincount(here.ravel(), (by_force * part_here).ravel(), len(logs))
        slope += np.bincount(there.ravel(), (by_force * part_there).ravel(), len(logs))
        slope = slope / len(pawns) - 2e-4 * roughness(logs, seats)
        first = 0.9 * first + 0.1 * slope
        second = 0.99 * second + 0.01 * slope**2
        rate = 0.1 * (1.0 - step / (steps + 1))
        logs += rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-12)
    strength: Floats = np.exp(logs - logs[0])
    return strength


def roughness(logs: Floats, seats: int) -> Floats:
    """Return the deviation of each strength from the line of its neighbours, which smooths rare ones."""
    table = logs.reshape(seats, GOAL)
    bend = np.diff(table, n=2, axis=1)
    slope = np.zeros_like(table)
    slope[:, :-2] += bend
    slope[:, 1:-1] -= 2 * bend
    slope[:, 2:] += bend
    return slope.reshape(-1)


def company(strong: EvaluationPolicy | None, seats: int, rng: Random) -> list[Policy]:
    """Return the players of a game: mostly the bot itself, the others simple."""
    simple = [Threshold(VALUES[8 + rng.randrange(18)], rng.randrange(4)) for _ in range(seats)]
    players: list[Policy] = [Casual() if rng.randrange(3) == 0 else one for one in simple]
    if strong is not None:
        share = rng.randrange(4)  # of four games, two among themselves, one mixed, one with a single bot
        for seat in range(seats):
            if share < 2 or (share == 2 and rng.randrange(2)):
                players[seat] = strong
        if share == 3:
            players[rng.randrange(seats)] = strong
    return players


@dataclass(frozen=True)
class SelfPlay:
    """Plays a game for each seed with the tables so far."""

    seats: int
    tables: tuple[list[float], list[float]]

    def __call__(self, seeds: Seeds) -> Seen:
        """Return the statistics of these games."""
        strong = EvaluationPolicy([table_evaluation(*self.tables)], self.seats) if self.tables[0] else None
        seen = Seen(self.seats)
        for seed in seeds:
            rng = seeded(seed)
            seen.watch(company(strong, self.seats, rng), rng)
        return seen


def fit(
    seats: int, turns: int, rounds: int, rng: Random, workers: Workers
) -> tuple[list[float], list[float]]:
    """Return the tables for a number of seats."""
    tables: tuple[list[float], list[float]] = ([], [])
    for number in range(rounds):
        seen = Seen(seats)
        for found in workers.map(
            SelfPlay(seats, tables), endless_parts(PART, seeded(rng.randrange(1 << 62)))
        ):
            seen.add(found)
            if len(seen.winners) >= turns:
                break
        stays = stays_of(seen)
        strength = strength_of(seen, stays)
        print(f"{seats} seats, round {number + 1}: {len(seen.winners)} turns", flush=True)
        tables = np.round(stays, DIGITS).ravel().tolist(), np.round(strength, DIGITS).tolist()
    return tables


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit all tables and write them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=120_000, help="turns played in each round")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seats", type=int, nargs="*", default=SEATS)
    parser.add_argument("--out", type=Path, default=TABLES)
    add_arguments(parser)
    asked = parser.parse_args(arguments)
    written = {}
    with workers_of(asked) as workers:
        for seats in asked.seats:
            rng = seeded(asked.seed * 10 + seats)
            stays, strength = fit(seats, asked.turns, asked.rounds, rng, workers)
            one_turn = stays[1::seats]  # the other columns are its powers
            written[str(seats)] = {"stays": one_turn, "strength": strength}
    asked.out.write_text(json.dumps(written, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
