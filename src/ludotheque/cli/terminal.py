"""The terminal of a command: its language, its width, its drawing characters, and its questions."""

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
    """Return a console that prints every text unchanged."""
    return Console(stderr=stderr, markup=False, highlight=False, emoji=False)


def print_plain(console: Console, *parts: RenderableType) -> None:
    """Print without the trailing blanks of a screen."""
    with console.capture() as drawn:
        for part in parts:
            console.print(part)
    for line in drawn.get().splitlines():
        console.print(Text(line.rstrip()), soft_wrap=True)


def choose_language(wish: str | None) -> str:
    """Return the language asked for, else that of the environment, else that of the locale."""
    if wish is not None:
        if wish not in LANGUAGES:
            raise Unreadable("cli.language", params={"language": wish[:40], "allowed": list(LANGUAGES)})
        return wish
    names = (LANGUAGE_VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG")
    found = next((os.environ[name] for name in names if os.environ.get(name)), None)
    return best_language(found or getlocale()[0] or "en")


@dataclass
class Terminal:
    """The place where a command prints and asks."""

    language: str
    console: Console = field(default_factory=new_console)
    errors: Console = field(default_factory=lambda: new_console(stderr=True))

    @property
    def is_screen(self) -> bool:
        """True if both input and output are interactive."""
        return self.console.is_terminal and sys.stdin.isatty()

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.console.width

    @property
    def height(self) -> int:
        """The number of lines."""
        return self.console.height

    def lines_left(self, *parts: RenderableType) -> int:
        """Return the lines of a screen that are free beside these."""
        return self.height - sum(map(self.lines_of, parts))

    def lines_of(self, part: RenderableType) -> int:
        """Return the number of lines of a content."""
        return len(self.console.render_lines(part))

    def say(self, key: str, **params: Param) -> str:
        """Return a sentence of the terminal in its language; the key is given without `cli_`."""
        return say(f"cli_{key}", self.language, params)

    def print(self, *lines: RenderableType) -> None:
        """Print texts and drawings, each on its own line."""
        if not self.console.is_terminal:
            print_plain(self.console, *lines)
            return
        for line in lines:
            self.console.print(line)

    def show(self, *parts: RenderableType) -> None:
        """Print a new screen in one write, without flicker."""
        with self.console:
            self.clear()
            self.print(*parts)

    def write(self, text: str) -> None:
        """Print a text unchanged and never wrapped: for logs and for programs."""
        self.console.print(Text(text), soft_wrap=True)

    def fail(self, sentence: str) -> None:
        """Print an error in one sentence."""
        self.errors.print(Text(sentence, style="bold red"), soft_wrap=True)

    def clear(self) -> None:
        """Clear the screen, if it is interactive."""
        if self.is_screen:
            self.console.clear()

    def ask(self, question: str) -> str:
        """Return a line from the player; `EOFError` and `KeyboardInterrupt` reach the caller."""
        with suppress(ImportError):
            import readline  # noqa: F401 - arrow keys and history in `input`
        self.console.file.flush()
        line = input(question)
        if not sys.stdin.isatty():
            self.write(line)
        return line.strip()

    def ask_within(self, question: str, seconds: float) -> str | None:
        """Return a line from the player if it comes in time; without an interactive screen there is no
        limit.
        """
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
        """Clear the screen with its history of output and input."""
        self.clear()
        if self.is_screen:
            self.console.file.write("\x1b[3J")
            with suppress(ImportError):
                import readline

                readline.clear_history()

    def means(self, answer: str, word: str) -> bool:
        """Return whether an answer is one of the words for something, such as `yes`, in any language."""
        return any(answer.lower() in say(f"cli_words_{word}", language).split() for language in LANGUAGES)

    @contextmanager
    def thinking(self, sentence: str) -> Iterator[None]:
        """Show that work is going on."""
        if not self.is_screen:
            yield
            return
        with self.console.status(Text(sentence, style="dim")):
            yield

    @contextmanager
    def progress(self, sentence: str, total: float) -> Iterator[Callable[[float], None]]:
        """Return a progress bar; it draws nothing without an interactive screen."""
        if not self.console.is_terminal:
            yield lambda _: None
            return
        columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
        with Progress(*columns, TimeRemainingColumn(), console=self.console, transient=True) as bar:
            task = bar.add_task(sentence, total=total)
            yield lambda done: bar.update(task, completed=done)
