"""Small open games: the JSON of a position has the attributes of its state as fields."""

from abc import abstractmethod
from typing import ClassVar

import msgspec

from ludotheque.core.codec import Json, demand, read, write
from ludotheque.core.coded import CodedGame, CodedPosition
from ludotheque.core.game import O
from ludotheque.core.state import S


class SimplePosition(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A position as JSON: a game adds fields named like the attributes of its state, and `options`."""

    seats: int


class SimpleGame(CodedGame[S, O]):
    """An open game that needs no code to read and write its positions.

    A list attribute that has an entry for each seat at the start must have one for each in any position.
    """

    position_type: ClassVar[type[SimplePosition]]

    @abstractmethod
    def new_state(self, seats: int, options: O) -> S:
        """Return the state before the first move."""

    def start(self, seats: int, options: O) -> CodedPosition[S, O]:
        """Return the position before the first move."""
        return CodedPosition(self, self.new_state(seats, options), options)

    def at(self, position: Json) -> CodedPosition[S, O]:
        """Return the position read from JSON; one with too short lists or with `violations` is refused."""
        read = self.read_position(position)
        demand(not self.violations(read.state), "$")
        return read

    def read_position(self, position: Json) -> CodedPosition[S, O]:
        """Return the position read from JSON, before its `violations` are looked for."""
        given = read(position, self.position_type, code="core.position")
        demand(given.seats in self.seat_counts, "$.seats")
        options: O = getattr(given, "options", self.read_options(None))
        state = self.new_state(given.seats, options)
        for name in self._attributes():
            value, fresh = getattr(given, name), getattr(state, name)
            demand(
                not isinstance(fresh, list) or len(fresh) != given.seats or len(value) == len(fresh),
                f"$.{name}",
            )
            setattr(state, name, value)
        return CodedPosition(self, state, options)

    def write_position(self, state: S, options: O) -> Json:
        """Return the whole position."""
        held = {name: getattr(state, name) for name in self._attributes()}
        if "options" in self.position_type.__struct_fields__:
            held["options"] = options
        return write(self.position_type(seats=state.seats, **held))

    def _attributes(self) -> list[str]:
        return [name for name in self.position_type.__struct_fields__ if name not in ("seats", "options")]
