"""The numbers of a single table: action ids, legal actions, observations and rewards."""

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ludotheque.core.codec import Json, write
from ludotheque.core.coded import CodedGame, CodedPosition, coded
from ludotheque.core.encoding import Encoding, Part
from ludotheque.core.moves import Move
from ludotheque.core.refusal import NotAllowed, Unreadable
from ludotheque.core.state import OVER
from ludotheque.games import REGISTRY, part
from ludotheque.games import game as find_game
from ludotheque.table.table import Table

Numbers: TypeAlias = npt.NDArray[np.uint8]
Rewards: TypeAlias = npt.NDArray[np.float64]
Played: TypeAlias = "Table | CodedPosition[Any]"
"""A table, or a position of it."""


class Encoder:
    """The numbers of a game at tables with the same seats and options.

    >>> encoder = Encoder("exxtra", seats=2)
    >>> table = Table("exxtra", seats=2, chance=[[7, 6]])
    >>> encoder.mask(table)
    array([1, 0, 0, 0, 0, 0, 0], dtype=uint8)
    >>> encoder.to_move(table, 0)
    Throw()
    """

    def __init__(
        self, game: str, seats: int | None = None, options: Mapping[str, Json] | None = None
    ) -> None:
        rules = find_game(game)
        found = part(game, "encoding")
        if found is None or not isinstance(rules, CodedGame):
            raise NotAllowed("core.no_encoding", params={"game": rules.title})
        self.game: CodedGame[Any] = rules
        self.start: CodedPosition[Any] = rules.start(
            rules.read_seats(seats), rules.read_options(None if options is None else dict(options))
        )
        self.encoding: Encoding = found.encoding_of(self.start.state)
        self.seats: int = self.start.seats
        self.actions: int = self.encoding.actions
        """The number of action ids."""
        self.size: int = self.encoding.size
        """The length of an observation."""

    def __deepcopy__(self, memo: object) -> "Encoder":
        """Return the encoder itself, since it is immutable."""
        return self

    def __reduce__(self) -> tuple[type["Encoder"], tuple[str, int, Json]]:
        return type(self), (self.game.name, self.seats, write(self.start.options))

    def describe(self) -> tuple[Part, ...]:
        """Return the parts of an observation in order, each with its name, place, highest number and meaning.

        >>> [part.name for part in Encoder("exxtra").describe()][:3]
        ['pawns', 'slots', 'values']
        """
        return tuple(self.encoding.parts)

    def highest(self) -> Numbers:
        """Return the highest number in each place of an observation: to divide by, or for the bounds of a
        space.
        """
        return np.repeat(
            np.array([part.highest for part in self.encoding.parts], np.uint8),
            [part.size for part in self.encoding.parts],
        )

    def split(self, observation: Numbers) -> dict[str, Numbers]:
        """Split an observation, or many as rows, into its named parts."""
        parts = self.encoding.parts
        return {part.name: observation[..., part.start : part.start + part.size] for part in parts}

    def from_move(self, table: Played, move: "Move | Json") -> int:
        """Return the id of a move of the seat to act, in any of its forms; an illegal one is refused."""
        position = _position(table)
        seat = position.actors[0] if position.actors else 0
        read = position.game.read_move(move)
        refusal = position.refusal(seat, read)
        if refusal is not None:
            raise refusal
        state = position.state
        return self.encoding.action_of(state, position.game.encode(state, read))

    def to_move(self, table: Played, action: int) -> Move:
        """Return the move of an id; an illegal one is refused."""
        position = _position(table)
        return position.game.decode(position.state, self.move_number(position, action))

    def move_number(self, position: "CodedPosition[Any]", action: int) -> int:
        """Return the move number in the rules of an id; an illegal one is refused."""
        state = position.state
        if not position.actors or action not in self.encoding.legal(state):
            raise Unreadable("core.action", params={"action": str(action)[:40], "actions": self.actions})
        return self.encoding.move_of(state, action)

    def legal(self, table: Played) -> list[int]:
        """Return the legal ids, ascending."""
        return sorted(self.encoding.legal(_position(table).state))

    def mask(self, table: Played) -> Numbers:
        """Return a 1 for each legal id."""
        return np.frombuffer(self.encoding.mask(_position(table).state), np.uint8)

    def observe(self, table: Played, seat: int) -> Numbers:
        """Return the observation of a seat."""
        return np.frombuffer(self.encoding.observation(_position(table).state, seat), np.uint8)

    def rewards(self, table: Played) -> Rewards:
        """Return the reward of each seat: 1 for a win, shared among equal winners; 0 while the game goes
        on.
        """
        state = _position(table).state
        over = state.turn() == OVER
        return np.array([state.payoff(seat) if over else 0.0 for seat in range(self.seats)])


def encoded_games() -> list[str]:
    """Return the games with an encoding, those of other packages behind our own.

    >>> encoded_games()[:3]
    ['exxtra', 'touche', 'targi']
    """
    return [name for name in REGISTRY if part(name, "encoding") is not None]


def _position(table: Played) -> "CodedPosition[Any]":
    return coded(table.position if isinstance(table, Table) else table)
