"""Single keys from a terminal: arrows, Enter, space and letters."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
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
    "": "q",
}


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


def read_key() -> str:
    """The next key by its name: an arrow, `enter`, `home` and so on, or the letter itself."""
    pressed = os.read(sys.stdin.fileno(), 8).decode(errors="replace")
    if pressed.startswith("\x1b"):
        return ESCAPES.get(pressed[1:], "" if pressed[1:] else "q")
    return PLAIN_KEYS.get(pressed[:1], pressed[:1].lower())
