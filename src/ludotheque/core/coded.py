"""Games whose rules run on small integers: the adapter from `State` to the public contract."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Generic, Self

from librt.random import Random

from ludotheque.core.codec import Json
from ludotheque.core.events import Event, Told
from ludotheque.core.game import CallWindow, Game, O, Position
from ludotheque.core.moves import Move, Result
from ludotheque.core.numbering import check_numbered
from ludotheque.core.refusal import NotYourTurn, Refusal, Unreadable
from ludotheque.core.state import CHANCE, OVER, Note, S, State


class CodedPosition(Position, Generic[S, O]):
    """A position whose rules are a compiled `State`."""

    game: "CodedGame[S, O]"
    options: O

    def __init__(self, game: "CodedGame[S, O]", state: S, options: O) -> None:
        self.game = game
        self.state = state
        self.options = options
        self.seats = state.seats

    @property
    def actors(self) -> tuple[int, ...]:
        """The seat to act, if there is one."""
        turn = self.state.turn()
        return (turn,) if turn >= 0 else ()

    @property
    def awaits_chance(self) -> bool:
        """True if an outcome of chance comes next."""
        return self.state.turn() == CHANCE

    @property
    def result(self) -> Result | None:
        """The result; None while the game goes on."""
        return self.game.result(self.state) if self.state.turn() == OVER else None

    @property
    def teams(self) -> tuple[int, ...]:
        """The team of each seat."""
        return self.game.teams(self.state)

    def moves(self, seat: int) -> list[Move]:
        """Return the legal moves of a seat."""
        if self.state.turn() != seat:
            return []
        return [self.game.decode(self.state, code) for code in self.state.moves()]

    def refusal(self, seat: int, move: Move) -> Refusal | None:
        """Return the reason why a seat may not play a move now, or None if the move is legal."""
        turn = self.state.turn()
        if turn == OVER:
            return NotYourTurn("core.over")
        if turn != seat:
            return NotYourTurn("core.not_your_turn", params={"seat": seat})
        try:
            code = self.game.encode(self.state, move)
        except Refusal as refusal:
            return refusal
        return None if code in self.state.moves() else self.game.why_not(self.state, move)

    def play(self, seat: int, move: Move) -> list[Event]:
        """Play a legal move; return its events."""
        code = self.game.encode(self.state, move)
        notes = _noting(self.state)
        self.state.apply(code)
        return self._told(self.state, notes)

    def foresee(self, seat: int, move: Move) -> list[Event]:
        """Return the events of a move up to the next outcome of chance, without playing it."""
        code, copied = self.game.encode(self.state, move), self.state.copy()
        notes = _noting(copied)
        copied.apply(code)
        return self._told(copied, notes)

    def call_window(self, seat: int, move: Move) -> CallWindow | None:
        """Return the call a player must still make in time after a move, or None."""
        return self.game.call_window(self.state, self.options, seat, move)

    def draw(self, rng: Random) -> Json:
        """Draw an outcome of chance in its JSON form."""
        return self.game.outcome_to_json(self.state, self.state.sample(rng))

    def resolve(self, outcome: Json) -> list[Event]:
        """Apply an outcome of chance; one that is impossible now is refused."""
        code = self.game.outcome_from_json(self.state, outcome)
        if code not in self.state.outcomes():
            raise Unreadable("core.outcome", params={"outcome": str(outcome)})
        notes = _noting(self.state)
        self.state.apply(code)
        return self._told(self.state, notes)

    def default_outcome(self) -> Json:
        """Return the outcome that a script may leave out."""
        return self.game.default_outcome(self.state)

    def view(self, seat: int | None) -> Json:
        """Return what a seat may know (None: a spectator)."""
        return self.game.write_view(self.state, self.options, seat)

    def to_json(self) -> Json:
        """Return the whole position in the form `Game.at` reads."""
        return self.game.write_position(self.state, self.options)

    def violations(self) -> list[str]:
        """Return the errors of the position."""
        return self.game.violations(self.state)

    def copy(self) -> Self:
        """Return an independent copy."""
        return type(self)(self.game, self.state.copy(), self.options)

    def seen_by(self, seat: int, rng: Random) -> "CodedPosition[S, O]":
        """Return a position consistent with all a seat knows; a plain copy where nothing is hidden."""
        if self.game.hidden:
            return self.game.guess(self.view(seat), seat, rng)
        return self.copy()

    def _told(self, state: S, notes: list[Note]) -> list[Event]:
        """Translate the journal of the rules into events."""
        state.journal = None
        return [event for note in notes for event in self.game.tell(state, note)]


def coded(position: Position) -> CodedPosition[Any, Any]:
    """Return a position whose rules are a `State`; raise a `TypeError` for any other."""
    if not isinstance(position, CodedPosition):
        raise TypeError(f"the rules of {position.game.name} are no State: {position!r}")
    return position


class CodedGame(Game[O], Generic[S, O]):
    """A game whose rules run on small integers; a subclass supplies the translation.

    Small games declare it in tables; others override the methods that read the tables.
    """

    numbered_moves: ClassVar[Sequence[Move]] = ()
    """The move for each number of the rules; a game without has to override `encode` and `decode`."""
    notes: ClassVar[Mapping[int, Told | Callable[..., Event]]] = {}
    """The meaning of each kind of journal line: an event by its name, or a function of seat and numbers."""
    first_starter: ClassVar[int | None] = None
    """The outcome by which seat 0 begins if the starter is drawn; the other seats follow it."""
    starter_name: ClassVar[str] = "starter"
    """The JSON name of the draw of the starter."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Refuse moves that can't be numbered, where they are declared."""
        super().__init_subclass__(**kwargs)
        if cls.numbered_moves and cls.encode is CodedGame.encode:
            kinds = getattr(cls, "move_types", ())
            check_numbered(f"{cls.__name__}.numbered_moves", cls.numbered_moves, kinds)

    @abstractmethod
    def start(self, seats: int, options: O) -> CodedPosition[S, O]:
        """Return the position before the first move."""

    @abstractmethod
    def at(self, position: Json) -> CodedPosition[S, O]:
        """Return the position read from JSON."""

    def guess(self, view: Json, seat: int, rng: Random) -> CodedPosition[S, O]:
        """Return a position consistent with a view."""
        return self.at(view)

    def encode(self, state: S, move: Move) -> int:
        """Return the number of a move in the rules: its index in `numbered_moves`, or -1 if absent."""
        return self._numbers.get(move, -1)

    @cached_property
    def _numbers(self) -> dict[Move, int]:
        self._demand_numbers()
        return {move: code for code, move in enumerate(self.numbered_moves)}

    def _demand_numbers(self) -> None:
        if not self.numbered_moves:
            kind = type(self).__name__
            raise TypeError(f"{kind} has no numbered_moves, so it has to override encode and decode")

    def decode(self, state: S, code: int) -> Move:
        """Return the move of a number."""
        if not 0 <= code < len(self.numbered_moves):
            self._demand_numbers()
            last = len(self.numbered_moves) - 1
            raise ValueError(f"the rules of {self.name} offer move {code}; numbered_moves has 0 to {last}")
        return self.numbered_moves[code]

    @abstractmethod
    def why_not(self, state: S, move: Move) -> Refusal:
        """Return the refusal of an illegal move; called only for those."""

    def outcome_from_json(self, state: S, outcome: Json) -> int:
        """Return the number of an outcome: the draw of the starter, or the result of `read_outcome`."""
        if (
            self.first_starter is not None
            and isinstance(outcome, dict)
            and list(outcome) == [self.starter_name]
        ):
            seat = outcome[self.starter_name]
            if type(seat) is int and not 0 <= seat < state.seats:
                raise Unreadable("core.outcome", params={"outcome": str(outcome)[:40]})
            if type(seat) is int:
                return self.first_starter + seat
        return self.read_outcome(state, outcome)

    def outcome_to_json(self, state: S, code: int) -> Json:
        """Return the JSON form of an outcome: the draw of the starter, or the result of `write_outcome`."""
        if self.first_starter is not None and 0 <= code - self.first_starter < state.seats:
            return {self.starter_name: code - self.first_starter}
        return self.write_outcome(state, code)

    def read_outcome(self, state: S, outcome: Json) -> int:
        """Return the number of an outcome of chance written as an integer; anything else is refused."""
        if type(outcome) is not int:
            raise Unreadable("core.outcome", params={"outcome": str(outcome)[:40]})
        return outcome

    def write_outcome(self, state: S, code: int) -> Json:
        """Return the JSON form of an outcome."""
        return code

    def default_outcome(self, state: S) -> Json:
        """Return the outcome a script may leave out: seat 0 begins."""
        drawn = self.first_starter is not None and self.first_starter in state.outcomes()
        return {self.starter_name: 0} if drawn else None

    def tell(self, state: S, note: Note) -> list[Event]:
        """Return the events of a journal line, as `notes` declares them."""
        return [_event(self, note)]

    @abstractmethod
    def result(self, state: S) -> Result:
        """Return the result of a finished position."""

    def teams(self, state: S) -> tuple[int, ...]:
        """Return the team of each seat; every seat plays for itself unless overridden."""
        return tuple(range(state.seats))

    def call_window(self, state: S, options: O, seat: int, move: Move) -> CallWindow | None:
        """Return the call a player must still make in time after a move; None unless overridden."""
        return None

    def violations(self, state: S) -> list[str]:
        """Return the errors of a position; correct rules never lead to one."""
        return []

    def write_view(self, state: S, options: O, seat: int | None) -> Json:
        """Return what a seat may know as JSON: everything, in an open game."""
        return self.write_position(state, options)

    @abstractmethod
    def write_position(self, state: S, options: O) -> Json:
        """Return the whole position as JSON."""


def _noting(state: State) -> list[Note]:
    """Return the journal in which the rules record their events from now on."""
    notes: list[Note] = []
    state.journal = notes
    return notes


@lru_cache(maxsize=4096)
def _event(game: CodedGame[State], note: Note) -> Event:
    """Return the event of a journal line; cached, since previews ask for the same ones again and again."""
    code, seat, *values = note
    told = game.notes.get(code)
    if told is None:
        raise LookupError(f"note {code} has no entry in {type(game).__name__}.notes")
    return told.event(game.name, seat, tuple(values)) if isinstance(told, Told) else told(seat, *values)
