"""The terminal a command speaks to: its language, its width, what it can draw, and how it asks."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from locale import getlocale
from select import select
from typing import Final

from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from ludotheque.core.refusal import Param, Unreadable
from ludotheque.core.words import LANGUAGES, best_language, say

LANGUAGE_VARIABLE: Final = "LUDOTHEQUE_LANGUAGE"


def new_console(*, stderr: bool = False) -> Console:
    """A console that takes every text as it is written."""
    return Console(stderr=stderr, markup=False, highlight=False, emoji=False)


def print_plain(console: Console, *parts: RenderableType) -> None:
    """Print without the blanks that fill a line up on a screen."""
    with console.capture() as drawn:
        for part in parts:
            console.print(part)
    for line in drawn.get().splitlines():
        console.print(Text(line.rstrip()), soft_wrap=True)


def choose_language(wish: str | None) -> str:
    """The language asked for, else that of the environment, else that of the locale."""
    if wish is not None:
        if wish not in LANGUAGES:
            raise Unreadable("cli.language", params={"language": wish[:40], "allowed": list(LANGUAGES)})
        return wish
    names = (LANGUAGE_VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG")
    found = next((os.environ[name] for name in names if os.environ.get(name)), None)
    return best_language(found or getlocale()[0] or "en")


@dataclass
class Terminal:
    """Where a command prints and asks."""

    language: str
    console: Console = field(default_factory=new_console)
    errors: Console = field(default_factory=lambda: new_console(stderr=True))

    @property
    def is_screen(self) -> bool:
        """Whether a person sits before it: what is typed and what is printed both meet a terminal."""
        return self.console.is_terminal and sys.stdin.isatty()

    @property
    def width(self) -> int:
        """How many columns there are."""
        return self.console.width

    @property
    def height(self) -> int:
        """How many lines there are."""
        return self.console.height

    def lines_left(self, *parts: RenderableType) -> int:
        """How many lines of a screen are free beside these."""
        return self.height - sum(map(self.lines_of, parts))

    def lines_of(self, part: RenderableType) -> int:
        """How many lines something takes."""
        return len(self.console.render_lines(part))

    def say(self, key: str, **params: Param) -> str:
        """A sentence of the terminal in its language; the key goes without `cli_`."""
        return say(f"cli_{key}", self.language, params)

    def print(self, *lines: RenderableType) -> None:
        """Print texts and drawings, each on its own line."""
        if not self.console.is_terminal:
            print_plain(self.console, *lines)
            return
        for line in lines:
            self.console.print(line)

    def show(self, *parts: RenderableType) -> None:
        """A new screen, written at once: nobody sees the half of it."""
        with self.console:
            self.clear()
            self.print(*parts)

    def write(self, text: str) -> None:
        """Print a text as it is, never wrapped: for logs and for programs."""
        self.console.print(Text(text), soft_wrap=True)

    def fail(self, sentence: str) -> None:
        """Say in one sentence what went wrong."""
        self.errors.print(Text(sentence, style="bold red"), soft_wrap=True)

    def clear(self) -> None:
        """Begin a new screen, if it is one."""
        if self.is_screen:
            self.console.clear()

    def ask(self, question: str) -> str:
        """A line from the player; `EOFError` and `KeyboardInterrupt` are theirs who ask."""
        with suppress(ImportError):
            import readline  # noqa: F401 - arrow keys and history in `input`
        self.console.file.flush()
        line = input(question)
        if not sys.stdin.isatty():
            self.write(line)
        return line.strip()

    def ask_within(self, question: str, seconds: float) -> str | None:
        """A line from the player if it comes in time; where no person watches, time does not matter."""
        if not self.is_screen or find_spec("termios") is None:
            return self.ask(question)
        self.console.file.write(question)
        self.console.file.flush()
        if not select([sys.stdin], [], [], seconds)[0]:
            return None
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.strip()

    def cover(self) -> None:
        """Begin a new screen, and forget what was shown and typed before."""
        self.clear()
        if self.is_screen:
            self.console.file.write("\x1b[3J")
            with suppress(ImportError):
                import readline

                readline.clear_history()

    def means(self, answer: str, word: str) -> bool:
        """Whether an answer is one of the words for something, such as `yes`, in any language."""
        return any(answer.lower() in say(f"cli_words_{word}", language).split() for language in LANGUAGES)

    @contextmanager
    def thinking(self, sentence: str) -> Iterator[None]:
        """Show that something is going on."""
        if not self.is_screen:
            yield
            return
        with self.console.status(Text(sentence, style="dim")):
            yield

    @contextmanager
    def progress(self, sentence: str, total: float) -> Iterator[Callable[[float], None]]:
        """A bar that is told how much of the whole is done; nothing where no person watches."""
        if not self.console.is_terminal:
            yield lambda _: None
            return
        columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
        with Progress(*columns, TimeRemainingColumn(), console=self.console, transient=True) as bar:
            task = bar.add_task(sentence, total=total)
            yield lambda done: bar.update(task, completed=done)
