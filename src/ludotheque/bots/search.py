# mypyc: compile
"""Monte Carlo tree search for any game, hidden hands included.

In every iteration what the seat can't see is resampled, so the tree depends only on what the seat knows. A
node stands for the moves (and open outcomes) that led to it; its legal moves differ from one sample to the
next, and a move is rated by how often it could have been chosen.
"""

from math import log, sqrt
from typing import Final

from librt.random import Random
from librt.time import time
from librt.vecs import append, vec
from mypy_extensions import i64

from ludotheque.core.knowledge import Belief, Exploration, Knowledge
from ludotheque.core.state import CHANCE, OVER, State, payoffs

ROOT: Final = 0
NOBODY: Final = -1
POSSIBLE: Final = -2  # mark of a move that can be made now
GLANCE: Final = 32  # iterations between two checks whether the choice is settled


class Tree:
    """A search from one position for the seat to act there; it can be resumed."""

    def __init__(
        self, root: State, seat: i64, knowledge: Knowledge, exploration: Exploration, rng: Random
    ) -> None:
        self.root: State = root
        self.seat: i64 = seat
        self.knowledge: Knowledge = knowledge
        self.belief: Belief = knowledge.belief(root, seat)
        self.exploration: Exploration = exploration
        self.promise: float = exploration.promise
        self.doubt: float = exploration.doubt
        self.first_look: float = exploration.first_look
        self.rng: Random = rng
        self.iterations: i64 = 0
        # Node data, one array per attribute, indexed by node.
        self.key: vec[i64] = vec[i64]()  # the move or outcome that leads here
        self.mover: vec[i64] = vec[i64]()  # the seat that made the move, or NOBODY
        self.weight: vec[float] = vec[float]()  # prior weight of the move
        self.visits: vec[i64] = vec[i64]()
        self.available: vec[i64] = vec[i64]()  # how often the move could have been chosen
        self.total: vec[float] = vec[float]()  # sum of the values for the mover
        self.first_child: vec[i64] = vec[i64]()
        self.next_sibling: vec[i64] = vec[i64]()
        # Scratch space to find the children of the current moves without a search.
        self.marked: vec[i64] = vec[i64]()  # by move: its child, or a mark if it has none
        self.path: vec[i64] = vec[i64]()
        self.add(NOBODY, ROOT, NOBODY, 1.0)

    def add(self, parent: i64, key: i64, mover: i64, weight: float) -> i64:
        """Add a child for the move or outcome `key` of `mover`, with its prior `weight`; return its index."""
        node: i64 = len(self.key)
        sibling: i64 = NOBODY
        if parent != NOBODY:
            sibling = self.first_child[parent]
            self.first_child[parent] = node
        self.key = append(self.key, key)
        self.mover = append(self.mover, mover)
        self.weight = append(self.weight, weight)
        self.visits = append(self.visits, 0)
        self.available = append(self.available, 0)
        self.total = append(self.total, 0.0)
        self.first_child = append(self.first_child, NOBODY)
        self.next_sibling = append(self.next_sibling, sibling)
        return node

    def follow(self, root: State, way: list[tuple[int, int]]) -> "Tree":
        """Return the tree of a later position with all statistics that still apply.

        The moves and open outcomes that led there are given by key and mover. Moves that can't be made there
        are left out: they were possible only while something was hidden.
        """
        tree = Tree(root, self.seat, self.knowledge, self.exploration, self.rng)
        node: i64 = ROOT
        for key, mover in way:
            if node != NOBODY:
                node = self.find(node, key, mover)
        if node != NOBODY and root.turn() >= 0:
            tree.mark(root.moves(), POSSIBLE)
            tree.take_over(self, node)
            tree.mark(root.moves(), NOBODY)
        return tree

    def take_over(self, other: "Tree", node: i64) -> None:
        """Copy the subtree below a node of another tree; at the root only the moves marked as possible."""
        sources = vec[i64]([node])  # by own node: the node of the other tree
        turn = self.root.turn()
        parent: i64 = ROOT
        while parent < len(sources):
            child = other.first_child[sources[parent]]
            while child != NOBODY:
                key, mover = other.key[child], other.mover[child]
                if parent != ROOT or (mover == turn and self.is_possible(key)):
                    own = self.add(parent, key, mover, other.weight[child])
                    self.visits[own] = other.visits[child]
                    self.available[own] = other.available[child]
                    self.total[own] = other.total[child]
                    sources = append(sources, child)
                    if parent == ROOT and mover == self.seat:
                        self.visits[ROOT] += other.visits[child]
                        self.total[ROOT] += other.total[child]
                child = other.next_sibling[child]
            parent += 1

    def is_possible(self, move: i64) -> bool:
        """Return whether a move was marked as possible."""
        return move < len(self.marked) and self.marked[move] == POSSIBLE

    def size(self) -> int:
        """Return the number of nodes."""
        return len(self.key)

    def find(self, node: i64, key: i64, mover: i64) -> i64:
        """Return the child reached by a move or an outcome, or NOBODY."""
        child = self.first_child[node]
        while child != NOBODY and (self.key[child] != key or self.mover[child] != mover):
            child = self.next_sibling[child]
        return child

    def think(self, seconds: float, iterations: i64) -> None:
        """Search for this many iterations or, if they are 0, for this many seconds."""
        end = time() + seconds
        done: i64 = 0
        while done < iterations or (iterations == 0 and (done == 0 or time() < end)):
            self.iterate()
            done += 1

    def decide(self, seconds: float, iterations: i64, enough: i64) -> None:
        """Search like `think`, but stop when no other move can be visited more often than the first.

        More search would rate the moves better, but it would not change the choice. If `enough` is not 0, the
        search stops after that many iterations, whatever time is left.
        """
        begun = time()
        most = iterations if iterations > 0 else enough
        done: i64 = 0
        left: float = 1.0
        while left > 0.0:
            self.iterate()
            done += 1
            left = float(most - done) if most > 0 else float(done)
            if iterations == 0:
                passed = time() - begun
                in_time = float(done) * (seconds - passed) / passed if passed > 0.0 else left
                if most == 0 or in_time < left:
                    left = in_time
            if done % GLANCE == 0 and float(self.lead()) > left:
                return

    def lead(self) -> i64:
        """Return the lead of the most visited move of the root over the second, in visits."""
        first: i64 = 0
        second: i64 = 0
        child = self.first_child[ROOT]
        while child != NOBODY:
            visits = self.visits[child]
            if visits > first:
                second = first
                first = visits
            elif visits > second:
                second = visits
            child = self.next_sibling[child]
        return first - second

    def iterate(self) -> None:
        """Run one iteration: sample what is hidden, descend to a new node, evaluate it, back up the value."""
        state = self.belief.world(self.rng)
        node: i64 = ROOT
        self.path = vec[i64]()
        self.path = append(self.path, ROOT)
        turn = state.turn()
        while turn != OVER:
            if turn == CHANCE:
                node = self.meet_chance(node, state)
            elif self.visits[node] == 0 and node != ROOT:
                break
            else:
                node = self.select(node, state, turn)
                state.apply(self.key[node])
                self.path = append(self.path, node)
            turn = state.turn()
        self.remember(self.knowledge.judge(state, self.seat, self.rng) if turn != OVER else payoffs(state))

    def meet_chance(self, node: i64, state: State) -> i64:
        """Draw an outcome; if all players see it, the position after it has a node of its own."""
        outcome = state.sample(self.rng)
        key = self.knowledge.outcome_key(state, outcome)
        state.apply(outcome)
        if key < 0:
            return node
        child = self.find(node, key, NOBODY)
        if child == NOBODY:
            child = self.add(node, key, NOBODY, 1.0)
        self.path = append(self.path, child)
        return child

    def select(self, node: i64, state: State, turn: i64) -> i64:
        """Return the child of the most promising move, by its value so far and how little it was visited."""
        moves = state.moves()
        count: i64 = len(moves)
        self.mark(moves, POSSIBLE)
        children = vec[i64](capacity=count)
        weights: float = 0.0
        tried: i64 = 0
        worth: float = 0.0
        child = self.first_child[node]
        while child != NOBODY:
            key = self.key[child]
            if self.mover[child] != NOBODY and self.is_possible(key):
                self.marked[key] = child
                children = append(children, child)
                weights += self.weight[child]
                tried += self.visits[child]
                worth += self.total[child]
            child = self.next_sibling[child]
        if len(children) < count:
            children = self.grow(node, state, turn, moves, children)
            weights = 0.0
            for child in children:
                weights += self.weight[child]
        self.mark(moves, NOBODY)
        mean = worth / float(tried) if tried > 0 else 0.5
        doubt = self.doubt * sqrt(log(float(1 + tried))) if node == ROOT else 0.0
        return self.most_promising(children, weights, mean, doubt)

    def mark(self, moves: vec[i64], sign: i64) -> None:
        """Set a mark on every move."""
        for move in moves:
            while move >= len(self.marked):
                self.marked = append(self.marked, NOBODY)
            self.marked[move] = sign

    def grow(self, node: i64, state: State, turn: i64, moves: vec[i64], children: vec[i64]) -> vec[i64]:
        """Add children for the moves that have none yet."""
        priors = self.knowledge.priors(state, moves)
        i: i64 = 0
        while i < len(moves):
            if self.marked[moves[i]] == POSSIBLE:
                children = append(children, self.add(node, moves[i], turn, priors[i]))
            i += 1
        return children

    def most_promising(self, children: vec[i64], weights: float, mean: float, doubt: float) -> i64:
        """Return the child with the highest bound; an unvisited move is taken to be a little below the mean.

        Moves that look good beforehand are tried first. At the root, where the choice is made, the
        exploration bonus grows with time, so that no move is dropped after one unlucky early result.
        """
        best: i64 = children[0]
        highest: float = -1.0
        promise = self.promise / weights
        unknown = mean - self.first_look
        for child in children:
            self.available[child] += 1
            visits = self.visits[child]
            value = self.total[child] / float(visits) if visits > 0 else unknown
            tries = float(1 + visits)
            bound = value + promise * self.weight[child] * sqrt(float(self.available[child])) / tries
            if doubt > 0.0:
                bound += doubt / sqrt(tries)
            if bound > highest:
                highest = bound
                best = child
        return best

    def remember(self, worth: vec[float]) -> None:
        """Add a visit to every node of the path, with the value for the seat that moved there."""
        self.iterations += 1
        for node in self.path:
            self.visits[node] += 1
            mover = self.mover[node]
            self.total[node] += worth[mover if mover != NOBODY else self.seat]

    def moves(self) -> vec[i64]:
        """Return the visited moves of the root."""
        found = vec[i64]()
        child = self.first_child[ROOT]
        while child != NOBODY:
            found = append(found, self.key[child])
            child = self.next_sibling[child]
        return found

    def choice(self) -> i64:
        """Return the most visited move of the root; ties go to the highest value, then to the first."""
        chosen = self.first_child[ROOT]
        child = self.next_sibling[chosen]
        while child != NOBODY:
            ahead = self.visits[child] - self.visits[chosen]
            if ahead > 0 or (ahead == 0 and self.total[child] >= self.total[chosen]):
                chosen = child
            child = self.next_sibling[child]
        return self.key[chosen]

    def visits_of(self, move: i64) -> i64:
        """Return the number of visits of a move of the root."""
        child = self.child_of(move)
        return self.visits[child] if child != NOBODY else 0

    def value_of(self, move: i64) -> float:
        """Return the value of a move of the root for its seat; the mean of all moves if unvisited."""
        child = self.child_of(move)
        if child == NOBODY or self.visits[child] == 0:
            return self.worth()
        return self.total[child] / float(self.visits[child])

    def worth(self) -> float:
        """Return the value of the position for the seat, over all iterations."""
        return self.total[ROOT] / float(self.visits[ROOT]) if self.visits[ROOT] > 0 else 0.5

    def child_of(self, move: i64) -> i64:
        """Return the child of the root reached by a move, or NOBODY."""
        child = self.first_child[ROOT]
        while child != NOBODY and self.key[child] != move:
            child = self.next_sibling[child]
        return child
