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
"""One key at the beginning of the input: a whole escape sequence, or a letter."""
CHUNK: Final = 256
ESCAPE_WAIT: Final = 0.05
"""Seconds to wait for the rest of an escape sequence; the Escape key alone sends none."""


@contextmanager
def single_keys() -> Iterator[None]:
    """Read keys at once and without echo; restores the terminal at the end."""
    import termios
    import tty

    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


class Keys:
    """Keys one by one, also if several arrive at once: a held arrow key repeats faster than the screen is
    drawn.
    """

    def __init__(
        self, read: Callable[[], bytes] | None = None, more: Callable[[], bool] | None = None
    ) -> None:
        self._read = read or (lambda: os.read(sys.stdin.fileno(), CHUNK))
        self._more = more or (lambda: bool(select([sys.stdin], [], [], ESCAPE_WAIT)[0]))
        self._typed = ""
        self._decoder = getincrementaldecoder("utf-8")(errors="replace")

    @property
    def waiting(self) -> bool:
        """Return whether an unread key has arrived."""
        return bool(self._typed)

    @property
    def coming(self) -> bool:
        """Return whether a key has arrived or arrives within a moment."""
        return self.waiting or self._more()

    def next(self) -> str:
        """Return the next key by its name: an arrow, `enter`, `home` and so on, or the letter itself."""
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
