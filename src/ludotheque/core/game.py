"""The outer contract: a game, and a position of it that speaks in typed moves, JSON and events."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, TypeAlias

import msgspec
from librt.random import Random

from ludotheque.core.codec import Json, read, write
from ludotheque.core.events import Event
from ludotheque.core.moves import Move, MoveRange, Options, Result
from ludotheque.core.notation import read_line, written
from ludotheque.core.refusal import Param, Refusal, Unreadable

Step: TypeAlias = tuple[int | None, Json]
"""A seat and its move, or None and an outcome of chance, as a record holds them."""


class CallWindow(msgspec.Struct, frozen=True):
    """A move that a word has to follow in time: what it is with the word, and what it is without."""

    called: Move
    missed: Move
    seconds: int | None
    """How long the word is waited for; None for as long as it takes."""
    event: Event
    """What all others see while the word is waited for."""


class Position(ABC):
    """A position of any game: who may act, what is allowed, what happens, what each seat may know."""

    game: "Game"
    seats: int
    options: Options

    @property
    @abstractmethod
    def actors(self) -> tuple[int, ...]:
        """Seats that may act now; several in a reaction window, none when chance comes or all is over."""

    @property
    @abstractmethod
    def awaits_chance(self) -> bool:
        """Whether a throw, a card or the outcome of a flick comes next."""

    @property
    @abstractmethod
    def result(self) -> Result | None:
        """None while the game goes on."""

    @property
    def teams(self) -> tuple[int, ...]:
        """The team of each seat; everybody for themselves as a rule."""
        return tuple(range(self.seats))

    @abstractmethod
    def moves(self, seat: int) -> Sequence[Move | MoveRange]:
        """What a seat may do now; for a continuous move its ranges."""

    @abstractmethod
    def refusal(self, seat: int, move: Move) -> Refusal | None:
        """Why a seat may not play a move now; None if it may."""

    @abstractmethod
    def play(self, seat: int, move: Move) -> list[Event]:
        """Play a move that `refusal` has nothing against; gives what happened."""

    def foresee(self, seat: int, move: Move) -> list[Event]:
        """What a move that `refusal` has nothing against would do, before any chance."""
        return self.copy().play(seat, move)

    def call_window(self, seat: int, move: Move) -> CallWindow | None:  # noqa: ARG002 - few games have one
        """What a person still has to say in time after making a move; None as a rule.

        A record, a bot and a program know only whole moves, said or not. Whoever asks a person, the server or
        the terminal, lets the move lie, waits, and plays what came of it.
        """
        return None

    @abstractmethod
    def draw(self, rng: Random) -> Json:
        """An outcome of chance in its JSON form, drawn with its probability."""

    @abstractmethod
    def resolve(self, outcome: Json) -> list[Event]:
        """Let chance give an outcome; one that is not possible now is refused and changes nothing."""

    def default_outcome(self) -> Json:
        """What chance gives where a script may leave it out, such as the first seat as the starter."""
        return None

    @abstractmethod
    def view(self, seat: int | None) -> Json:
        """What a seat may know (None: a spectator)."""

    @abstractmethod
    def to_json(self) -> Json:
        """The whole position, as `Game.at` reads it."""

    @abstractmethod
    def copy(self) -> "Position":
        """The same position again, independent of this one."""

    def __copy__(self) -> "Position":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "Position":
        return self.copy()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.game.name}: {self.seats} seats, actors {self.actors}>"

    def violations(self) -> list[str]:
        """What is wrong with the position, in words for a programmer: lost cards, doubled dice. None ever."""
        return []

    def seen_by(self, seat: int, rng: Random) -> "Position":
        """A position consistent with all that a seat knows: what its bot may think about."""
        return self.game.guess(self.view(seat), seat, rng)


class Game(ABC):
    """A game: its facts, how it starts, and how its moves and positions are read."""

    name: ClassVar[str]
    title: ClassVar[str]
    seat_counts: ClassVar[tuple[int, ...]]
    clause_prefixes: ClassVar[tuple[str, ...]]
    options_type: ClassVar[type[Options]]
    move_types: ClassVar[tuple[type[Move], ...]]
    hidden: ClassVar[bool] = False
    """Whether seats know different things."""
    timed_calls: ClassVar[bool] = False
    """Whether a person may have to say something in time after a move (`Position.call_window`)."""
    minutes: ClassVar[tuple[int, int]] = (10, 20)
    rules_version: ClassVar[int] = 1
    """Goes up whenever a move, an outcome or a position of before is refused or means something else."""

    @abstractmethod
    def start(self, seats: int, options: Options) -> Position:
        """The position before the first move, for a number of seats that `read_seats` accepted."""

    @abstractmethod
    def at(self, position: Json) -> Position:
        """A position written as JSON; one that can't be is refused, with the place."""

    def practice(self) -> Json:
        """A position in which the first seat can try its hand alone; None where there is nothing to try."""
        return None

    def guess(self, view: Json, seat: int, rng: Random) -> Position:  # noqa: ARG002 - for games that hide
        """A position consistent with a view, what is hidden drawn at random; an open game’s is the view."""
        return self.at(view)

    def upgrade(self, step: Step, version: int, position: Position) -> Sequence[Step]:  # noqa: ARG002
        """What a step written under an earlier version of the rules is called today, at a position.

        Nearly always the same; a step that today's rules do not allow is refused when it is played.
        """
        return (step,)

    def upgrade_position(self, position: Json, version: int) -> Json:  # noqa: ARG002
        """A position written under an earlier version of the rules, as `at` reads it today."""
        return position

    def notation(self, move: Move) -> str:
        """A move as one line that a person can read and type: the verb and what the fields hold."""
        return written(move)

    def parse(self, text: str) -> Move:
        """The move that a line of notation means."""
        return read_line(text, self.move_types)

    def __reduce__(self) -> str:
        """In a pickle a game is a name: the `GAME` of its module."""
        return "GAME"

    def read_seats(self, seats: int | None) -> int:
        """The number of seats, the smallest if none is given; refused if the game is not for so many."""
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

    def read_options(self, options: object) -> Options:
        """The options from their JSON form; an unknown one is refused, with those there are."""
        known = self.options_type.__struct_fields__
        for name in options if isinstance(options, dict) else ():
            if name not in known:
                code = "core.unknown_option" if known else "core.no_options"
                params: dict[str, Param] = {"option": str(name)[:40], "game": self.title}
                raise Unreadable(code, params={**params, "allowed": list(known)})
        return read({} if options is None else options, self.options_type, code="core.options")

    def read_move(self, move: "Move | Json") -> Move:
        """A move from its typed form, its JSON form or its notation."""
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
