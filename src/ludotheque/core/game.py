"""The public contract: a game and its positions, in typed moves, JSON and events."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Self, TypeAlias, cast

import msgspec
from librt.random import Random
from typing_extensions import TypeVar

from ludotheque.core.codec import Json, read, write
from ludotheque.core.events import Event
from ludotheque.core.moves import Move, MoveRange, Options, Result, allowed_values
from ludotheque.core.notation import read_line, written
from ludotheque.core.refusal import Param, Refusal, Unreadable
from ludotheque.core.words import one_of

O = TypeVar("O", bound=Options, default=Any)  # noqa: E741
"""The options of one game."""

Step: TypeAlias = tuple[int | None, Json]
"""A seat and its move, or None and an outcome of chance, as in a record."""


class CallWindow(msgspec.Struct, frozen=True):
    """A move that a spoken call must follow in time: the move with the call, and the move without it."""

    called: Move
    missed: Move
    seconds: int | None
    """Seconds the player has for the call; None for no limit."""
    event: Event
    """The event all other players see during the wait for the call."""


class Position(ABC):
    """A position of any game: the seats to act, legal moves, events and what each seat may know."""

    game: "Game"
    seats: int
    options: Options

    @property
    @abstractmethod
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now: several in a reaction window, none before chance or after the end."""

    @property
    @abstractmethod
    def awaits_chance(self) -> bool:
        """True if a throw, a card or the outcome of a flick comes next."""

    @property
    @abstractmethod
    def result(self) -> Result | None:
        """The result; None while the game goes on."""

    @property
    def teams(self) -> tuple[int, ...]:
        """The team of each seat; every seat plays for itself unless overridden."""
        return tuple(range(self.seats))

    @abstractmethod
    def moves(self, seat: int) -> Sequence[Move | MoveRange]:
        """Return the legal moves of a seat; ranges for a continuous move."""

    @abstractmethod
    def refusal(self, seat: int, move: Move) -> Refusal | None:
        """Return the reason why a seat may not play a move now, or None if the move is legal."""

    @abstractmethod
    def play(self, seat: int, move: Move) -> list[Event]:
        """Play a legal move; return its events."""

    def foresee(self, seat: int, move: Move) -> list[Event]:
        """Return the events of a legal move up to the next outcome of chance, without playing it."""
        return self.copy().play(seat, move)

    def call_window(self, seat: int, move: Move) -> CallWindow | None:
        """Return the call a player must still make in time after a move; None unless overridden.

        Records, bots and programs use only complete moves, with or without the call. For a person, the server
        or the terminal holds the move back, waits for the call and plays the resulting move.
        """
        return None

    @abstractmethod
    def draw(self, rng: Random) -> Json:
        """Draw an outcome of chance by its probability, in its JSON form."""

    @abstractmethod
    def resolve(self, outcome: Json) -> list[Event]:
        """Apply an outcome of chance; one that is impossible now is refused and changes nothing."""

    def default_outcome(self) -> Json:
        """Return the outcome a script may leave out, such as the first seat as the starter."""
        return None

    @abstractmethod
    def view(self, seat: int | None) -> Json:
        """Return what a seat may know (None: a spectator)."""

    @abstractmethod
    def to_json(self) -> Json:
        """Return the whole position in the form `Game.at` reads."""

    @abstractmethod
    def copy(self) -> Self:
        """Return an independent copy."""

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.game.name}: {self.seats} seats, actors {self.actors}>"

    def violations(self) -> list[str]:
        """Return the errors of the position for a programmer, such as lost cards; correct rules have none."""
        return []

    def seen_by(self, seat: int, rng: Random) -> "Position":
        """Return a position consistent with all that a seat knows, for its bot to search."""
        return self.game.guess(self.view(seat), seat, rng)


class Game(ABC, Generic[O]):
    """A game: its facts, its first position and the reading of its moves and positions."""

    name: ClassVar[str]
    title: ClassVar[str]
    seat_counts: ClassVar[tuple[int, ...]]
    clause_prefixes: ClassVar[tuple[str, ...]]
    options_type: ClassVar[type[Options]]
    move_types: ClassVar[tuple[type[Move], ...]]
    hidden: ClassVar[bool] = False
    """True if seats know different things."""
    timed_calls: ClassVar[bool] = False
    """True if a player may have to make a call in time after a move (`Position.call_window`)."""
    minutes: ClassVar[tuple[int, int]] = (10, 20)
    rules_version: ClassVar[int] = 1
    """Version of the rules; raised when an old move, outcome or position is refused or changes meaning."""

    @abstractmethod
    def start(self, seats: int, options: O) -> Position:
        """Return the position before the first move, for a number of seats that `read_seats` accepted."""

    @abstractmethod
    def at(self, position: Json) -> Position:
        """Return the position read from JSON; an impossible one is refused, with the place."""

    def practice(self) -> Json:
        """Return a position in which the first seat can practise alone; None if a game has none."""
        return None

    def guess(self, view: Json, seat: int, rng: Random) -> Position:
        """Return a position consistent with a view, with its hidden parts drawn at random."""
        return self.at(view)

    def upgrade(self, step: Step, version: int, position: Position) -> Sequence[Step]:
        """Return a step of an earlier version of the rules in today's form, at a position.

        Nearly always the same; a step that today's rules do not allow is refused when it is played.
        """
        return (step,)

    def upgrade_position(self, position: Json, version: int) -> Json:
        """Return a position of an earlier version of the rules in the form `at` reads today."""
        return position

    def notation(self, move: Move) -> str:
        """Return a move as one line that people can read and type: the verb and the values of the fields."""
        return written(move)

    def parse(self, text: str) -> Move:
        """Return the move of a line of notation."""
        return read_line(text, self.move_types)

    def __reduce__(self) -> str:
        """Pickle a game as a name: the `GAME` of its module."""
        return "GAME"

    def read_seats(self, seats: int | None) -> int:
        """Return the number of seats, the smallest by default; a number the game is not for is refused."""
        if seats is None:
            return self.seat_counts[0]
        if type(seats) is not int:
            raise Unreadable("core.number", params={"name": "seats", "value": repr(seats)[:40]})
        if seats not in self.seat_counts:
            allowed = [str(count) for count in self.seat_counts]
            raise Unreadable(
                "core.seats", params={"game": self.title, "seats": str(seats), "allowed": allowed}
            )
        return seats

    def read_options(self, options: object) -> O:
        """Return the options from their JSON form; an unknown one is refused with the known ones."""
        known = self.options_type.__struct_fields__
        for name in options if isinstance(options, dict) else ():
            if name not in known:
                code = "core.unknown_option" if known else "core.no_options"
                params: dict[str, Param] = {"option": str(name)[:40], "game": self.title}
                raise Unreadable(code, params={**params, "allowed": list(known)})
        try:
            found = read({} if options is None else options, self.options_type, code="core.options")
        except Unreadable as wrong:
            name = str(wrong.params["where"]).removeprefix("$.")
            allowed = allowed_values(self.options_type, name)
            if not allowed or not isinstance(options, dict):
                raise
            choice = one_of([[value] for value in allowed])
            given: dict[str, Param] = {"option": name, "value": str(options[name])[:40], "allowed": choice}
            raise Unreadable("core.option_value", params={**wrong.params, **given}) from None
        return cast("O", found)  # a game with `Game[PigOptions]` has them as its `options_type`

    def read_move(self, move: "Move | Json") -> Move:
        """Return a move from its typed form, its JSON form or its notation."""
        if isinstance(move, Move):
            if not isinstance(move, self.move_types):
                raise Unreadable("core.unreadable", params={"where": "$", "detail": type(move).__name__})
            return read(write(move), type(move))
        if isinstance(move, str):
            return self.parse(move)
        return self._from_json(move)

    def _from_json(self, move: Json) -> Move:
        verb = move.get("do") if isinstance(move, dict) else None
        for kind in self.move_types:
            if kind.__struct_config__.tag == verb:
                return read(move, kind)
        verbs = [str(kind.__struct_config__.tag) for kind in self.move_types]
        raise Unreadable("core.unknown_move", params={"allowed": verbs})
