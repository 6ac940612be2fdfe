"""The contract of a game in the terminal: its drawing, its words, its prompt, its own commands."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Final, Protocol

import msgspec
from rich.console import RenderableType
from rich.text import Text

from ludotheque.core.codec import Json
from ludotheque.core.events import Event
from ludotheque.core.game import Game
from ludotheque.core.moves import Move, MoveRange
from ludotheque.core.refusal import Unreadable
from ludotheque.tui.draft import Draft
from ludotheque.tui.look import Look


class Feedable(Protocol):
    """A table that waits for an outcome of chance."""

    @property
    def actors(self) -> tuple[int, ...]:
        """Seats that may act now."""

    def play(self, seat: int, move: Move | Json) -> list[Event]:
        """Play a move."""

    def feed(self, outcome: Json) -> list[Event]:
        """Apply the next outcome of chance."""


MOST_CHOICES: Final = 14
"""More choices than this are not listed one by one."""


class Board(ABC):
    """A game at the terminal. It gets views, never positions, so it can't show what a seat may not know."""

    commands: tuple[str, ...] = ()
    """Further commands of the game, such as `odds`: their words are `cli_words_odds`, their help
    `cli_help_command_odds`.
    """

    def __init__(self, game: Game, look: Look, focus: str = "") -> None:
        self.game = game
        self.look = look
        self.focus = focus
        """The player's selection before deciding, such as a hand card; the game defines its meaning."""

    @property
    def hints(self) -> tuple[str, ...]:
        """The help shown below the commands: how moves are typed and the meaning of signs."""
        return (self.look.say("help_moves"),)

    @abstractmethod
    def draw(self, view: Json, seat: int | None) -> RenderableType:
        """Draw the position as a seat sees it (None: a spectator)."""

    def hand(self, view: Json, seat: int) -> RenderableType | None:
        """Draw the material beside the choices of a seat, such as the dice just thrown."""
        return None

    def prompt(self, view: Json, seat: int) -> str:
        """Return the question to a seat that is to act."""
        return self.look.say("your_move", who=self.look.name(seat))

    def key(self, move: Move | MoveRange) -> str:
        """Return the text a player types for a move."""
        if isinstance(move, MoveRange):
            spans = ", ".join(f"{name} {low:g}…{high:g}" for name, (low, high) in move.ranges.items())
            return f"{move.do} {spans}"
        return self.game.notation(move)

    def describe(self, view: Json, seat: int, move: Move | MoveRange) -> str:
        """Return a description of a move's effect, shown before it is made."""
        return ""

    def choices(
        self, view: Json, seat: int, moves: Sequence[Move | MoveRange]
    ) -> list[tuple[RenderableType, ...]]:
        """Return the list of choices: the text to type, then the effect."""
        lines: list[tuple[RenderableType, ...]] = [
            (self.key(move), Text(self.describe(view, seat, move))) for move in moves[:MOST_CHOICES]
        ]
        if len(moves) > MOST_CHOICES:
            lines.append(("…", Text(self.look.say("more_moves", count=len(moves) - MOST_CHOICES))))
        return lines

    def understand(self, text: str, view: Json, seat: int, moves: Sequence[Move | MoveRange]) -> Move | str:
        """Return the move a line stands for, or only a selection, to be shown before deciding."""
        return self.parse(text, moves)

    def parse(self, text: str, moves: Sequence[Move | MoveRange]) -> Move:
        """Return the move a player typed: the notation of the game, or JSON."""
        if text.startswith("{"):
            try:
                return self.game.read_move(msgspec.json.decode(text))
            except msgspec.DecodeError:
                raise Unreadable("cli.json", params={"text": text[:40]}) from None
        if not text and len(moves) == 1 and isinstance(moves[0], Move):
            return moves[0]
        return self.game.parse(text)

    def draft(self, name: str, view: Json, seat: int, text: str) -> Draft | None:
        """Return the draft of a move that a further command begins; None if it only shows something."""
        return None

    def shared(self, view: Json) -> bool:
        """Return whether all actors may type at once on one screen, the first one counting."""
        return False

    def hurries(self, view: Json) -> bool:
        """Return whether bots and people compete for a call."""
        return False

    def watch(self, view: Json, outcome: Json) -> Iterator[tuple[RenderableType, float]]:
        """Yield the frames of an outcome of chance, from the position before it, each with its seconds."""
        return iter(())

    def command(self, name: str, view: Json, seat: int, wish: str = "") -> RenderableType:
        """Return the output of a further command of the game; `wish` is the text typed after it."""
        raise NotImplementedError(name)

    def throw(self, table: Feedable, text: str) -> None:
        """Apply a given outcome of chance to a position under study."""
        try:
            table.feed(msgspec.json.decode(text))
        except msgspec.DecodeError:
            raise Unreadable("cli.json", params={"text": text[:40]}) from None
