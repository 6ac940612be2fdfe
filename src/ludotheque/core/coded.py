"""Games whose rules run on small integers: the bridge from `State` to the outer contract."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import ClassVar, Generic, TypeVar

from librt.random import Random

from ludotheque.core.codec import Json
from ludotheque.core.events import Event, Told
from ludotheque.core.game import CallWindow, Game, Position
from ludotheque.core.moves import Move, Options, Result
from ludotheque.core.refusal import NotYourTurn, Refusal, Unreadable
from ludotheque.core.state import CHANCE, OVER, Note, State

S = TypeVar("S", bound=State)


class CodedPosition(Position, Generic[S]):
    """A position whose rules are a compiled `State`."""

    game: "CodedGame[S]"

    def __init__(self, game: "CodedGame[S]", state: S, options: Options) -> None:
        self.game = game
        self.state = state
        self.options = options
        self.seats = state.seats

    @property
    def actors(self) -> tuple[int, ...]:
        """The seat to act, if one is."""
        turn = self.state.turn()
        return (turn,) if turn >= 0 else ()

    @property
    def awaits_chance(self) -> bool:
        """Whether an outcome comes next."""
        return self.state.turn() == CHANCE

    @property
    def result(self) -> Result | None:
        """None while the game goes on."""
        return self.game.result(self.state) if self.state.turn() == OVER else None

    @property
    def teams(self) -> tuple[int, ...]:
        """The team of each seat."""
        return self.game.teams(self.state)

    def moves(self, seat: int) -> list[Move]:
        """What a seat may do now."""
        if self.state.turn() != seat:
            return []
        return [self.game.decode(self.state, code) for code in self.state.moves()]

    def refusal(self, seat: int, move: Move) -> Refusal | None:
        """Why a seat may not play a move now; None if it may."""
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

    def play(self, seat: int, move: Move) -> list[Event]:  # noqa: ARG002 - only one seat can act
        """Play a move that `refusal` has nothing against."""
        code = self.game.encode(self.state, move)
        notes = _noting(self.state)
        self.state.apply(code)
        return self._told(self.state, notes)

    def foresee(self, seat: int, move: Move) -> list[Event]:  # noqa: ARG002 - only one seat can act
        """What a move would do, before any chance."""
        code, copied = self.game.encode(self.state, move), self._copied()
        notes = _noting(copied)
        copied.apply(code)
        return self._told(copied, notes)

    def call_window(self, seat: int, move: Move) -> CallWindow | None:
        """What a person still has to say in time after making a move."""
        return self.game.call_window(self.state, self.options, seat, move)

    def draw(self, rng: Random) -> Json:
        """An outcome of chance in its JSON form."""
        return self.game.outcome_to_json(self.state, self.state.sample(rng))

    def resolve(self, outcome: Json) -> list[Event]:
        """Let chance give an outcome; one that is not possible now is refused."""
        code = self.game.outcome_from_json(self.state, outcome)
        if code not in self.state.outcomes():
            raise Unreadable("core.outcome", params={"outcome": str(outcome)})
        notes = _noting(self.state)
        self.state.apply(code)
        return self._told(self.state, notes)

    def default_outcome(self) -> Json:
        """What chance gives where a script may leave it out."""
        return self.game.default_outcome(self.state)

    def view(self, seat: int | None) -> Json:
        """What a seat may know (None: a spectator)."""
        return self.game.write_view(self.state, self.options, seat)

    def to_json(self) -> Json:
        """The whole position, as `Game.at` reads it."""
        return self.game.write_position(self.state, self.options)

    def violations(self) -> list[str]:
        """What is wrong with the position."""
        return self.game.violations(self.state)

    def copy(self) -> "CodedPosition[S]":
        """The same position again."""
        return type(self)(self.game, self._copied(), self.options)

    def seen_by(self, seat: int, rng: Random) -> "CodedPosition[S]":
        """A position consistent with all that a seat knows; a mere copy where nothing is hidden."""
        if self.game.hidden:
            return self.game.guess(self.view(seat), seat, rng)
        return self.copy()

    def _copied(self) -> S:
        copied = self.state.copy()
        assert isinstance(copied, type(self.state))  # tells mypy what `copy` promises
        return copied

    def _told(self, state: S, notes: list[Note]) -> list[Event]:
        """What the rules have noted, in events."""
        state.journal = None
        return [event for note in notes for event in self.game.tell(state, note)]


class CodedGame(Game, Generic[S]):
    """A game whose rules run on small integers; what is left to it is the translation.

    A small game says it with tables; one that needs more overrides the methods that read them.
    """

    numbered_moves: ClassVar[Sequence[Move]] = ()
    """The move that each number means inside the rules."""
    notes: ClassVar[Mapping[int, Told | Callable[..., Event]]] = {}
    """What each line of the journal means: an event by its name, or a function of seat and numbers."""
    first_starter: ClassVar[int | None] = None
    """The number of the outcome by which seat 0 begins, if that is drawn; the other seats follow."""
    starter_name: ClassVar[str] = "starter"
    """What the draw is called in JSON."""

    @abstractmethod
    def start(self, seats: int, options: Options) -> CodedPosition[S]:
        """The position before the first move."""

    @abstractmethod
    def at(self, position: Json) -> CodedPosition[S]:
        """A position written as JSON."""

    def guess(self, view: Json, seat: int, rng: Random) -> CodedPosition[S]:
        """A position consistent with a view."""
        guessed = super().guess(view, seat, rng)
        assert isinstance(guessed, CodedPosition)  # `at` gives nothing else
        return guessed

    def encode(self, state: S, move: Move) -> int:  # noqa: ARG002 - a number may mean different things
        """The number of a move inside the rules: its place in `numbered_moves`, or -1 if it is none."""
        return self._numbers.get(move, -1)

    @cached_property
    def _numbers(self) -> dict[Move, int]:
        return {move: code for code, move in enumerate(self.numbered_moves)}

    def decode(self, state: S, code: int) -> Move:  # noqa: ARG002
        """The move that a number means."""
        return self.numbered_moves[code]

    @abstractmethod
    def why_not(self, state: S, move: Move) -> Refusal:
        """Why a move is not among those allowed; asked only when it is not."""

    def outcome_from_json(self, state: S, outcome: Json) -> int:
        """The number of an outcome of chance: the draw of the starter, or what the game itself reads."""
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
        """The JSON form of an outcome: the draw of the starter, or what the game itself writes."""
        if self.first_starter is not None and 0 <= code - self.first_starter < state.seats:
            return {self.starter_name: code - self.first_starter}
        return self.write_outcome(state, code)

    def read_outcome(self, state: S, outcome: Json) -> int:  # noqa: ARG002 - a card may depend on the state
        """The number of an outcome of chance, which is written as it is; refused if it can't be read."""
        if type(outcome) is not int:
            raise Unreadable("core.outcome", params={"outcome": str(outcome)[:40]})
        return outcome

    def write_outcome(self, state: S, code: int) -> Json:  # noqa: ARG002
        """The JSON form of an outcome."""
        return code

    def default_outcome(self, state: S) -> Json:
        """What chance gives where a script may leave it out: seat 0 as the one that begins."""
        drawn = self.first_starter is not None and self.first_starter in state.outcomes()
        return {self.starter_name: 0} if drawn else None

    def tell(self, state: S, note: Note) -> list[Event]:  # noqa: ARG002 - a note may need the state
        """What a journal line means, in events: what `notes` say of it."""
        return [_event(self, note)]

    @abstractmethod
    def result(self, state: S) -> Result:
        """The result of a position that is over."""

    def teams(self, state: S) -> tuple[int, ...]:
        """The team of each seat; everybody for themselves as a rule."""
        return tuple(range(state.seats))

    def call_window(self, state: S, options: Options, seat: int, move: Move) -> CallWindow | None:  # noqa: ARG002
        """What a person still has to say in time after making a move; nothing as a rule."""
        return None

    def violations(self, state: S) -> list[str]:  # noqa: ARG002
        """What is wrong with a position: nothing ever, if the rules are right."""
        return []

    def write_view(self, state: S, options: Options, seat: int | None) -> Json:  # noqa: ARG002 - all is open
        """What a seat may know, as JSON: everything, in an open game."""
        return self.write_position(state, options)

    @abstractmethod
    def write_position(self, state: S, options: Options) -> Json:
        """The whole position, as JSON."""


def _noting(state: State) -> list[Note]:
    """Where the rules note what they do from now on."""
    notes: list[Note] = []
    state.journal = notes
    return notes


@lru_cache(maxsize=4096)
def _event(game: CodedGame[State], note: Note) -> Event:
    """What a line of the journal says, whoever asks: previews tell the same again and again."""
    code, seat, *values = note
    told = game.notes[code]
    return told.event(game.name, seat, tuple(values)) if isinstance(told, Told) else told(seat, *values)
