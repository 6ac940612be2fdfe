# mypyc: compile
"""Games as numbers for programs that learn: ids of actions, masks and observations in flat arrays.

Inside the rules a move is a small integer too, but those numbers leave gaps. Here every action has an id that
is below `actions` and the same in all positions, and what a seat may know is a row of small numbers in which
every place has a name and a meaning.
"""

from abc import ABC, abstractmethod
from typing import Generic

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr, u8

from ludotheque.core.state import S


class Part:
    """A named part of an observation: its offset, its length and its highest number."""

    def __init__(self, name: str, start: i64, size: i64, highest: i64, meaning: str) -> None:
        self.name: str = name
        self.start: i64 = start
        self.size: i64 = size
        self.highest: i64 = highest
        self.meaning: str = meaning

    def __repr__(self) -> str:
        return f"<{self.name}: {self.start} to {self.start + self.size - 1}, at most {self.highest}>"


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoding(ABC, Generic[S]):
    """The meaning of the numbers at all tables of a game with the same seats and options.

    A game's `encoding.py` subclasses it: the constructor names the parts of an observation in their order
    (`part`), the methods fill them and translate moves.
    """

    def __init__(self, seats: i64, actions: i64, outcomes: i64) -> None:
        self.seats: i64 = seats
        self.actions: i64 = actions  # ids of actions are below
        self.outcomes: i64 = outcomes  # numbers of outcomes of chance are below
        self.size: i64 = 0  # length of an observation
        self.parts: list[Part] = []

    def part(self, name: str, size: i64, highest: i64, meaning: str) -> i64:
        """Add a part to the observation; return its offset."""
        start = self.size
        self.parts.append(Part(name, start, size, highest, meaning))
        self.size = start + size
        return start

    @abstractmethod
    def action_of(self, state: S, move: i64) -> i64:
        """Return the id of a move of the seat to act."""

    @abstractmethod
    def move_of(self, state: S, action: i64) -> i64:
        """Return the move of an id in this position; it is legal if the mask says so."""

    @abstractmethod
    def observe(self, state: S, seat: i64, into: vec[u8], first: i64) -> None:
        """Write what a seat may know into an array from an offset on; each of its numbers is written."""

    def legal(self, state: S) -> vec[i64]:
        """Return the ids of all moves of the seat to act."""
        found = vec[i64](capacity=16)
        for move in state.moves():
            found = append(found, self.action_of(state, move))
        return found

    def mask(self, state: S) -> bytes:
        """Return a 1 for each action that is legal now, a 0 for each other."""
        allowed = vec[u8]([0] * self.actions)
        for action in self.legal(state):
            allowed[action] = 1
        return bytes(allowed)

    def observation(self, state: S, seat: i64) -> bytes:
        """Return what a seat may know, as a new row."""
        row = vec[u8]([0] * self.size)
        self.observe(state, seat, row, 0)
        return bytes(row)


def clear(into: vec[u8], first: i64, count: i64) -> None:
    """Write zeros."""
    end = first + count
    while first < end:
        into[first] = 0
        first += 1


def small(number: i64) -> u8:
    """Return a number that fits in a byte; larger ones are capped at the maximum."""
    return u8(number) if number < 255 else 255
