"""Self-play of the search, recorded for the fit: its visits, and the final margin."""

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
"""Placements take by far the most search; actions get this many times less."""
KEPT_BACK = 20
"""One of this many games is left out for validation."""
ASTRAY = 0.12
"""The rate of moves sampled by visits instead of the most visited one, so that games differ."""


class Games(NamedTuple):
    """The data of games, in flat arrays: `ends` are the ends of the parts of the array before."""

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
    """Return, by decision, whether its game is left out for validation."""
    return np.repeat(np.arange(len(games.length)) % KEPT_BACK == 0, games.length)


class Notes:
    """Collects the data of a game."""

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
        """Record the moves that a search compared, with their visits."""
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
        """Return all of it as arrays."""
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
    """Self-play of a version, a seed for each game."""

    trained: Trained
    iterations: int

    def __call__(self, seeds: Seeds) -> Games:
        """Play one game for each seed."""
        knows, how, notes = knowledge(self.trained), exploration(self.trained), Notes()
        for seed in seeds:
            play_one(knows, how, self.iterations, seeded(seed), notes)
        return notes.arrays()


def play_one(knows: TargiKnowledge, how: Exploration, iterations: int, rng: Random, notes: Notes) -> None:
    """Play and record one game."""
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
    """Return a random move by visits."""
    return moves[drawn(vec[float]([float(tree.visits_of(move)) for move in moves]), rng)]


def play_all(trained: Trained, iterations: int, games: int, seed: int, workers: Workers) -> Games:
    """Play a number of games of a version with itself."""
    return joined(list(workers.map(SelfPlay(trained, iterations), seeds_in_parts(games, PART, seeded(seed)))))


def joined(parts: list[Games]) -> Games:
    """Join several parts; ends continue."""
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
