"""Games of the search with itself, written down for the fit: what it looked at, and how it ended."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from bench.on_workers import Seeds, seeds_in_parts
from librt.random import Random
from librt.vecs import vec
from train.targi.versions import Trained, exploration, knowledge

from ludotheque.bots.search import Tree
from ludotheque.core.chance import seeded
from ludotheque.core.knowledge import Exploration
from ludotheque.core.policy import drawn
from ludotheque.core.state import CHANCE, OVER
from ludotheque.games.targi.bots.knowledge import TargiKnowledge
from ludotheque.games.targi.bots.move_policy import feature_lists
from ludotheque.games.targi.bots.placement_network import table_rows
from ludotheque.games.targi.bots.value_features import feature_row, rounds_left
from ludotheque.games.targi.rules import state as rules
from ludotheque.games.targi.rules.board import PLACE, TURN_UP
from ludotheque.games.targi.rules.scoring import score
from ludotheque.games.targi.rules.state import Targi
from ludotheque.lab.workers import Workers

PART = 4  # games that a worker plays before it reports
QUICKER = 8
"""Where to place takes by far the most thought; what to do is settled with so many times less."""
KEPT_BACK = 20
"""One of so many games is not learned from, but judged by."""
ASTRAY = 0.12
"""How often a move is drawn by the visits instead of the most visited one, so that games differ."""


class Games(NamedTuple):
    """What games teach, in flat arrays: `ends` tell where the parts of the one before begin."""

    features: npt.NDArray[np.int16]  # of all moves of all decisions
    moves: npt.NDArray[np.int32]  # by move: where its features end
    shares: npt.NDArray[np.float32]  # by move: its share of the visits
    codes: npt.NDArray[np.int16]  # by move: its number in the rules
    decisions: npt.NDArray[np.int32]  # by decision: where its moves end
    tables: npt.NDArray[np.int16]  # of all decisions on where to place: what lies on the table
    table_ends: npt.NDArray[np.int32]  # by such a decision: where that ends
    placings: npt.NDArray[np.int32]  # by such a decision: its number among all
    rows: npt.NDArray[np.float32]  # by judged position: the features of the value function
    left: npt.NDArray[np.int32]  # rounds left
    margin: npt.NDArray[np.float32]  # by how many points the first seat won
    length: npt.NDArray[np.int32]  # by game: decisions with a choice
    scores: npt.NDArray[np.int32]  # by game: both scores


def kept_back(games: Games) -> npt.NDArray[np.bool_]:
    """By decision: whether its game is one that is not learned from, but judged by."""
    return np.repeat(np.arange(len(games.length)) % KEPT_BACK == 0, games.length)


class Notes:
    """Collects what a game shows."""

    def __init__(self) -> None:
        self.features: list[int] = []
        self.moves: list[int] = []
        self.shares: list[float] = []
        self.codes: list[int] = []
        self.decisions: list[int] = []
        self.tables: list[int] = []
        self.table_ends: list[int] = []
        self.placings: list[int] = []
        self.rows: list[list[float]] = []
        self.left: list[int] = []
        self.margin: list[float] = []
        self.length: list[int] = []
        self.scores: list[tuple[int, int]] = []

    def decision(self, state: Targi, tree: Tree, moves: list[int]) -> None:
        """The moves that a search compared, and how much it thought of each."""
        visits = [int(tree.visits_of(move)) for move in moves]
        total = sum(visits)
        for features, count in zip(feature_lists(state, moves), visits, strict=True):
            self.features += features
            self.moves.append(len(self.features))
            self.shares.append(count / total)
        self.codes += moves
        if state.phase == PLACE:
            self.tables += table_rows(state)
            self.table_ends.append(len(self.tables))
            self.placings.append(len(self.decisions))
        self.decisions.append(len(self.moves))

    def arrays(self) -> Games:
        """All of it as arrays."""
        return Games(
            np.array(self.features, np.int16),
            np.array(self.moves, np.int32),
            np.array(self.shares, np.float32),
            np.array(self.codes, np.int16),
            np.array(self.decisions, np.int32),
            np.array(self.tables, np.int16),
            np.array(self.table_ends, np.int32),
            np.array(self.placings, np.int32),
            np.array(self.rows, np.float32),
            np.array(self.left, np.int32),
            np.array(self.margin, np.float32),
            np.array(self.length, np.int32),
            np.array(self.scores, np.int32),
        )


@dataclass(frozen=True)
class SelfPlay:
    """Work for the workers: games of a version with itself, a seed each."""

    trained: Trained
    iterations: int

    def __call__(self, seeds: Seeds) -> Games:
        """Play one game for each seed."""
        knows, how, notes = knowledge(self.trained), exploration(self.trained), Notes()
        for seed in seeds:
            play_one(knows, how, self.iterations, seeded(seed), notes)
        return notes.arrays()


def play_one(knows: TargiKnowledge, how: Exploration, iterations: int, rng: Random, notes: Notes) -> None:
    """One game, noted."""
    state = rules.new_game(random_starter=False)
    judged, robber, choices = len(notes.rows), -1, 0
    while (turn := state.turn()) != OVER:
        fresh = state.phase == PLACE and all(owner < 0 for owner in state.targis)
        if (fresh or state.phase == TURN_UP) and state.robber * 2 + fresh != robber:
            robber = state.robber * 2 + fresh
            notes.rows.append(feature_row(state))
            notes.left.append(int(rounds_left(state)))
        if turn == CHANCE:
            state.apply(state.sample(rng))
            continue
        moves = list(state.moves())
        if len(moves) == 1:
            state.apply(moves[0])
            continue
        tree = Tree(state, turn, knows, how, rng)
        tree.think(0.0, iterations if state.phase == PLACE else -(-iterations // QUICKER))
        notes.decision(state, tree, moves)
        choices += 1
        state.apply(by_visits(tree, moves, rng) if rng.random() < ASTRAY else tree.choice())
    notes.rows.append(feature_row(state))
    notes.left.append(0)
    margin = float(score(state, 0) - score(state, 1))
    notes.margin += [margin] * (len(notes.rows) - judged)
    notes.length.append(choices)
    notes.scores.append((int(score(state, 0)), int(score(state, 1))))


def by_visits(tree: Tree, moves: list[int], rng: Random) -> int:
    """A move as often as it was thought about."""
    return moves[drawn(vec[float]([float(tree.visits_of(move)) for move in moves]), rng)]


def play_all(trained: Trained, iterations: int, games: int, seed: int, workers: Workers) -> Games:
    """So many games of a version with itself."""
    return joined(list(workers.map(SelfPlay(trained, iterations), seeds_in_parts(games, PART, seeded(seed)))))


def joined(parts: list[Games]) -> Games:
    """Several as one; ends are counted on."""
    counted_on = {"moves": "features", "decisions": "moves", "table_ends": "tables", "placings": "decisions"}
    found = []
    for name in Games._fields:
        arrays = [getattr(part, name) for part in parts]
        if name in counted_on:
            sizes = [len(getattr(part, counted_on[name])) for part in parts]
            before = np.cumsum([0, *sizes[:-1]])
            arrays = [array + start for array, start in zip(arrays, before, strict=True)]
        found.append(np.concatenate(arrays))
    return Games(*found)
