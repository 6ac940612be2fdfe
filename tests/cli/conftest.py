"""A command run in this process with plain output, and a real one behind a pseudo-terminal."""

import io
import os
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pexpect
import pyte
import pytest

from ludotheque.cli.main import run
from tests.patience import HANG

PROMPT = "› "
REACTING = str(Path(__file__).with_name("reacting.py"))


@pytest.fixture(autouse=True)
def _calm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The same surroundings on every machine; files land in a folder of their own."""
    for name in ("NO_COLOR", "FORCE_COLOR", "LINES", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LUDOTHEQUE_LANGUAGE", "en")
    monkeypatch.setenv("LUDOTHEQUE_NAME", "Ada")
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


@dataclass
class Said:
    """The output and the exit status of a command."""

    status: int
    out: str
    err: str


Command = Callable[..., Said]


@pytest.fixture
def ludotheque(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run a command in this process, with plain output."""

    def command(*arguments: str, typed: str = "") -> Said:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        status = run(arguments)
        return Said(status, *capsys.readouterr())

    return command


def _hear_interrupts() -> None:
    """Restore the interrupt signal, also if the tests themselves run in the background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Screen:
    """Python behind a pseudo-terminal, with some arguments, and the screen a person would see."""

    def __init__(self, *arguments: str, columns: int, rows: int, variables: dict[str, str]) -> None:
        environment = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")}
        environment |= {"TERM": "xterm-256color", "PYTHONUTF8": "1"} | variables
        self.child = pexpect.spawn(
            sys.executable,
            list(arguments),
            env=environment,
            dimensions=(rows, columns),
            encoding="utf-8",
            timeout=HANG,
            preexec_fn=_hear_interrupts,
        )
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self._screen)

    @property
    def text(self) -> str:
        """Return the text on the screen."""
        return "\n".join(line.rstrip() for line in self._screen.display).rstrip()

    @property
    def colours(self) -> set[str]:
        """Every colour of the signs on the screen."""
        return {cell.fg for row in self._screen.buffer.values() for cell in row.values()}

    def until(self, pattern: str) -> str:
        """Read until something was printed; gives the screen."""
        self.child.expect_exact(pattern)
        self._stream.feed(self.child.before + self.child.after)
        return self.text

    def asked(self) -> str:
        """Read until the player is asked; gives the screen."""
        return self.until(PROMPT)

    def type(self, line: str) -> str:
        """Type a line and read until the next question; gives the screen."""
        self.child.sendline(line)
        return self.asked()

    def end(self) -> str:
        """Read to the end; gives the screen."""
        self.child.expect(pexpect.EOF)
        self._stream.feed(self.child.before)
        self.child.close()
        return self.text


Sit = Callable[..., Screen]


@pytest.fixture
def terminal() -> Iterator[Sit]:
    """Sit down at a terminal with a command."""
    opened = []

    def sit(
        *arguments: str, columns: int = 80, rows: int = 30, reaction: float | None = None, **variables: str
    ) -> Screen:
        command = ["-m", "ludotheque.cli.main"] if reaction is None else [REACTING, str(reaction)]
        opened.append(Screen(*command, *arguments, columns=columns, rows=rows, variables=variables))
        return opened[-1]

    yield sit
    for screen in opened:
        screen.child.close(force=True)
