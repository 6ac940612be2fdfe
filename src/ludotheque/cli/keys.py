"""Single keys from a terminal: arrows, Enter, space and letters."""

import os
import re
import sys
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from select import select
from typing import Final

ESCAPES: Final = {
    "[C": "right",
    "[D": "left",
    "[A": "up",
    "[B": "down",
    "OC": "right",
    "OD": "left",
    "OA": "up",
    "OB": "down",
    "[H": "home",
    "[F": "end",
    "[1~": "home",
    "[4~": "end",
    "OH": "home",
    "OF": "end",
}
PLAIN_KEYS: Final = {
    "\r": "enter",
    "\n": "enter",
    " ": "space",
    "\x7f": "back",
    "\x03": "q",
    "\x04": "q",
}
KEY: Final = re.compile(r"\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Z])|\x1b(?=\x1b)|[^\x1b]", re.DOTALL)
"""One key at the beginning of what was typed: a whole escape sequence, or a letter."""
CHUNK: Final = 256
ESCAPE_WAIT: Final = 0.05
"""Seconds in which the rest of an escape sequence comes; the Escape key comes alone."""


@contextmanager
def single_keys() -> Iterator[None]:
    """Let every key arrive at once and unseen; afterwards the terminal is as it was."""
    import termios
    import tty

    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


class Keys:
    """Keys one by one, however many come at once: a held arrow key sends more than a screen is drawn for."""

    def __init__(
        self, read: Callable[[], bytes] | None = None, more: Callable[[], bool] | None = None
    ) -> None:
        self._read = read or (lambda: os.read(sys.stdin.fileno(), CHUNK))
        self._more = more or (lambda: bool(select([sys.stdin], [], [], ESCAPE_WAIT)[0]))
        self._typed = ""
        self._decoder = getincrementaldecoder("utf-8")(errors="replace")

    @property
    def waiting(self) -> bool:
        """Whether a key has come that was not looked at yet."""
        return bool(self._typed)

    @property
    def coming(self) -> bool:
        """Whether a key has come or comes within a moment."""
        return self.waiting or self._more()

    def next(self) -> str:
        """The next key by its name: an arrow, `enter`, `home` and so on, or the letter itself."""
        while not self._typed:
            chunk = self._read()
            if not chunk:
                return "q"
            self._typed += self._decoder.decode(chunk)
        while not (key := KEY.match(self._typed)) and self._more():
            self._typed += self._decoder.decode(self._read())
        pressed = key.group() if key else self._typed
        self._typed = self._typed[len(pressed) :]
        if pressed.startswith("\x1b"):
            return ESCAPES.get(pressed[1:], "" if pressed[1:] else "q")
        return PLAIN_KEYS.get(pressed, pressed.lower())
