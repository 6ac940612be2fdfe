"""A bot that searches: the tree of `search`, or `trials`, as a bot."""

from dataclasses import replace
from typing import Any

from librt.random import Random

from ludotheque.bots.search import Tree
from ludotheque.bots.trials import Trials
from ludotheque.core.bot import Bot, Opinion, Search
from ludotheque.core.coded import CodedPosition
from ludotheque.core.moves import Move
from ludotheque.core.state import OVER, State

FORCED_SHARE = 20
"""A single legal move is searched only for its value, in this part of the usual time."""


class SearchBot(Bot[CodedPosition[Any]]):
    """A bot configured by its `Search`, for any game whose rules are a `State`."""

    def __init__(self, search: Search) -> None:
        self.search = search

    def consider(self, position: CodedPosition[Any], seat: int, rng: Random) -> list[Opinion]:
        """Rate the legal moves, the most visited first; ties go to the higher value."""
        state: State = position.state
        tree = self.begin(state, seat, rng)
        share = FORCED_SHARE if len(state.moves()) == 1 else 1
        tree.think(self.search.seconds / share, -(-self.search.iterations // share))
        return opinions(position, tree)

    def begin(self, state: State, seat: int, rng: Random) -> Tree | Trials:
        """Return a new search of a position for a seat."""
        if self.search.turns:
            return Trials(state, seat, self.search.knowledge, self.search.turns, rng)
        return Tree(state, seat, self.search.knowledge, self.search.exploration, rng)

    def thinking(self, seconds: float, iterations: int = 0) -> "SearchBot":
        """Return the same bot with another time limit, or with a number of iterations."""
        return SearchBot(replace(self.search, seconds=seconds, iterations=iterations))

    def weigh(self, position: CodedPosition[Any], seat: int, move: Move, rng: Random) -> float:
        """Return the value of one move for its seat, with the whole search spent on it.

        `consider` visits a bad move only a few times; here two moves are compared fairly.
        """
        state: State = position.state.copy()
        state.apply(position.game.encode(state, move))
        if state.turn() == OVER:
            return state.payoff(seat)
        tree = self.begin(state, seat, rng)
        tree.think(self.search.seconds, self.search.iterations)
        return tree.worth()

    def choose(self, position: CodedPosition[Any], seat: int, rng: Random) -> Move:
        """Return the most visited move.

        A single legal move is not searched, and the search stops once the choice can't change.
        """
        state: State = position.state
        moves = list(state.moves())
        if len(moves) == 1:
            return position.game.decode(state, moves[0])
        tree = self.begin(state, seat, rng)
        tree.decide(self.search.seconds, self.search.iterations, self.search.enough)
        return position.game.decode(state, tree.choice())


def opinions(position: CodedPosition[Any], tree: Tree | Trials) -> list[Opinion]:
    """Return the ratings of every move of a position, the choice first."""
    state: State = position.state
    choice = tree.choice()
    moves = sorted(
        state.moves(), key=lambda move: (move != choice, -tree.visits_of(move), -tree.value_of(move))
    )
    decode = position.game.decode
    return [Opinion(decode(state, move), tree.value_of(move), tree.visits_of(move)) for move in moves]
