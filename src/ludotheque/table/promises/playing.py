"""Random moves and outcomes, and the conversion of errors into broken promises."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from librt.random import Random

from ludotheque.core.codec import Json
from ludotheque.core.events import Event
from ludotheque.core.game import Position
from ludotheque.core.moves import Move, MoveRange
from ludotheque.core.refusal import Refusal


@contextmanager
def promised(promise: str) -> Iterator[None]:
    """Convert any exception inside the block into an `AssertionError` that names the promise."""
    try:
        yield
    except Exception as error:
        raise AssertionError(f"{promise}: {type(error).__name__}: {error}") from error


@contextmanager
def no_crash(where: str) -> Iterator[None]:
    """Convert any exception inside the block, except an `AssertionError`, into one."""
    try:
        yield
    except AssertionError:
        raise
    except Exception as error:
        raise AssertionError(f"{where}: {type(error).__name__}: {error}") from error


def random_choice(position: Position, seat: int, rng: Random) -> Move:
    """Return a random legal move of a seat; continuous parameters are uniform within their ranges."""
    moves = position.moves(seat)
    chosen = moves[rng.randrange(len(moves))]
    if isinstance(chosen, Move):
        return chosen
    return position.game.read_move(_within(chosen, rng))


def _within(span: MoveRange, rng: Random) -> Json:
    return {"do": span.do} | {
        key: low + (high - low) * rng.random() for key, (low, high) in span.ranges.items()
    }


class Step:
    """A random move or outcome, drawn for one position and repeatable at others."""

    def __init__(self, position: Position, rng: Random) -> None:
        self.game = position.game
        self.seat: int | None = None
        self.outcome: Json = None
        self.move: Move | None = None
        if position.awaits_chance:
            self.outcome = position.draw(rng)
        else:
            self.seat = position.actors[rng.randrange(len(position.actors))]
            self.move = random_choice(position, self.seat, rng)

    def __str__(self) -> str:
        return f"outcome {self.outcome}" if self.move is None else self.game.notation(self.move)

    def make(self, position: Position) -> list[Event]:
        """Make the step at the position it was drawn for, or at an equal one, and return its events."""
        if self.seat is None or self.move is None:
            with promised("an outcome that chance gives is refused"):
                return position.resolve(self.outcome)
        return position.play(self.seat, self.move)

    def attempt(self, position: Position) -> list[Event] | None:
        """Make the step at any position and return its events; None if it is refused there."""
        if self.seat is None or self.move is None:
            try:
                return position.resolve(self.outcome)
            except Refusal:
                return None
        with promised(f"a refusal crashes on {self.move}"):
            refusal = position.refusal(self.seat, self.move)
        return None if refusal is not None else position.play(self.seat, self.move)


def play_while(position: Position, wanted: Callable[[], bool], rng: Random, longest: int) -> None:
    """Play random steps while `wanted` returns True and the game goes on."""
    steps = 0
    while position.result is None and wanted():
        check_length(steps, longest)
        position.view(None)
        step = Step(position, rng)
        if step.seat is not None and step.move is not None:
            position.call_window(step.seat, step.move)
        step.make(position)
        steps += 1


def check_length(steps: int, longest: int) -> None:
    """Raise `AssertionError` if a game has reached `longest` moves and outcomes."""
    assert steps < longest, (
        f"a game has not ended after {steps} moves and outcomes: it never ends, or `longest` is too small"
    )
