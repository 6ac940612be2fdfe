"""The cost of the order of moves for Targi's search, and the gain of more iterations.

    python -m train.targi.orders --positions 200 --iterations 400 1600

Counts how many nodes of a tree stand for a position that other moves have led to already, down to the next
card that is drawn: the actions of a turn may come in any order, and so may two Targis of a seat. Tells also
by how much the choices of short searches are worse than the best move, in per cent of the winning chance,
as two long ones see it: where a longer search chooses no better, nothing is gained by sparing thought.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import NamedTuple

from bench.on_workers import add_arguments, workers_of

from ludotheque.bots.search import NOBODY, ROOT, Tree
from ludotheque.core.chance import seeded
from ludotheque.core.state import CHANCE, OVER
from ludotheque.games.targi.bots.knowledge import EXPLORATION
from ludotheque.games.targi.bots.levels import trained
from ludotheque.games.targi.rules import state as rules
from ludotheque.games.targi.rules.board import ACT, PLACE
from ludotheque.games.targi.rules.state import Targi

OFTEN = {PLACE: 0.06, ACT: 0.03}
"""The share of decisions that are examined, by phase."""
LOOKS = 20
"""Visits from which on the value of a move is trusted."""
SEEDS = 4


class Finding(NamedTuple):
    """One position."""

    phase: int
    nodes: int
    again: int
    losses: list[float]
    """By number of iterations, the loss of the choice against the best move."""


@dataclass(frozen=True)
class Look:
    """The positions of one game."""

    iterations: list[int]
    reference: int

    def __call__(self, seed: int) -> list[Finding]:
        """Examine some positions of a game by the policy."""
        return [self.finding(state) for state in positions(seed)]

    def finding(self, state: Targi) -> Finding:
        """One position."""
        longer = [thought(state, self.reference, seed) for seed in (-1, -2)]
        worth = {
            move: mean(tree.value_of(move) for tree in longer)
            for move in state.moves()
            if all(tree.visits_of(move) > LOOKS for tree in longer)
        }
        best, worst = max(worth.values()), min(worth.values())
        losses = []
        for iterations in self.iterations:
            choices = [thought(state, iterations, seed).choice() for seed in range(SEEDS)]
            losses.append(best - mean(worth.get(choice, worst) for choice in choices))
        nodes, again = orders(thought(state, self.iterations[-1], 0), state)
        return Finding(state.phase, nodes, again, losses)


def positions(seed: int) -> Iterator[Targi]:
    """Return some positions with a choice, in which nothing is hidden."""
    rng, state = seeded(seed), rules.new_game(random_starter=False)
    while (turn := state.turn()) != OVER:
        if turn == CHANCE:
            state.apply(state.sample(rng))
            continue
        if len(state.moves()) > 1 and not any(state.secrets) and rng.random() < OFTEN.get(state.phase, 0):
            yield state.copy()
        state.apply(trained().rollout_move(state, rng))


def thought(state: Targi, iterations: int, seed: int) -> Tree:
    """Return a search of a position."""
    tree = Tree(state, state.turn(), trained(), EXPLORATION, seeded(seed))
    tree.think(0.0, iterations)
    return tree


def orders(tree: Tree, root: Targi) -> tuple[int, int]:
    """Return the number of nodes before the next card is drawn, and of those with repeated positions."""
    seen, nodes, open_nodes = set[str](), 0, [(ROOT, root)]
    while open_nodes:
        node, state = open_nodes.pop()
        child = tree.first_child[node]
        while child != NOBODY:
            if tree.visits[child] > 0 and tree.mover[child] == state.turn():
                after = state.copy()
                after.apply(tree.key[child])
                nodes += 1
                seen.add(str(after.__reduce__()[1]))
                if after.turn() >= 0:
                    open_nodes.append((child, after))
            child = tree.next_sibling[child]
    return nodes, nodes - len(seen)


def told(findings: list[Finding], iterations: list[int]) -> Iterator[str]:
    """Return a line for each phase."""
    for phase, name in ((PLACE, "placing"), (ACT, "acting")):
        here = [finding for finding in findings if finding.phase == phase]
        again = sum(finding.again for finding in here) / sum(finding.nodes for finding in here)
        losses = ", ".join(
            f"{100 * mean(finding.losses[i] for finding in here):.2f} % with {count}"
            for i, count in enumerate(iterations)
        )
        yield f"{name}: {len(here)} positions, {again:.1%} of the nodes come again; lost {losses} thoughts"


def main(arguments: Sequence[str]) -> None:
    """Print the findings of at least a number of positions."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--iterations", type=int, nargs="+", default=[400, 1600])
    parser.add_argument("--reference", type=int, default=12000)
    parser.add_argument("--seed", type=int, default=1)
    add_arguments(parser)
    given = parser.parse_args(arguments)
    findings = list[Finding]()
    with workers_of(given) as workers:
        games = range(given.seed, given.seed + given.positions)
        for found in workers.map(Look(given.iterations, given.reference), games):
            findings += found
            if len(findings) >= given.positions:
                break
    print("\n".join(told(findings, given.iterations)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
