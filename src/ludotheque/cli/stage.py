"""Moving pictures on the screen: a move made with single keys, and the film of an outcome."""

import os
import time
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Final

from rich.console import Group, RenderableType
from rich.live import Live

from ludotheque.cli.keys import Keys, single_keys
from ludotheque.cli.terminal import Terminal
from ludotheque.core.moves import Move
from ludotheque.tui.draft import Draft

MOTION_VARIABLE: Final = "LUDOTHEQUE_MOTION"
"""Set to `off`, it disables motion on the screen."""


def can_steer(terminal: Terminal) -> bool:
    """Return whether single keys can be read."""
    return terminal.is_screen and find_spec("termios") is not None


def steer(terminal: Terminal, draft: Draft) -> Move | None:
    """Let single keys change a draft until Enter makes the move; None if the player goes back."""
    terminal.clear()
    keys = Keys()
    with single_keys(), Live(draft.draw(), console=terminal.console, screen=True, auto_refresh=False) as live:
        while True:
            key = keys.next()
            if key == "enter":
                return draft.move
            if key == "q":
                return None
            draft = draft.press(key)
            # A held key comes faster than a screen is drawn: every press counts, the last one is shown.
            if not keys.waiting:
                live.update(draft.draw(), refresh=True)


def show_film(
    terminal: Terminal, title: RenderableType, pictures: Iterator[tuple[RenderableType, float]]
) -> None:
    """Show a film on an interactive screen, unless motion is disabled."""
    if not terminal.is_screen or os.environ.get(MOTION_VARIABLE) == "off":
        return
    first = next(pictures, None)
    if first is None:
        return
    terminal.clear()
    with Live(Group(title, first[0]), console=terminal.console, auto_refresh=False, transient=True) as live:
        time.sleep(first[1])
        for picture, seconds in pictures:
            live.update(Group(title, picture), refresh=True)
            time.sleep(seconds)
