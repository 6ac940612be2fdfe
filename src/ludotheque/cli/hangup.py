"""Signals at the terminal: a closed window, a shutdown or Ctrl-C, handled before anything is lost."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType


class Hangup(Exception):
    """The terminal was closed, or the machine shuts down."""


def notice_hangup() -> None:
    """Raise `Hangup` for a closed window or a shutdown before it ends the program."""

    def hang_up(_: int, __: FrameType | None) -> None:
        raise Hangup

    if current_thread() is main_thread():
        for name in ("SIGHUP", "SIGTERM"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), hang_up)


@contextmanager
def unbroken() -> Iterator[None]:
    """Delay an interruption to the end of a block."""
    before = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or not callable(before):
        yield
        return
    heard: list[FrameType | None] = []
    signal.signal(signal.SIGINT, lambda _, frame: heard.append(frame))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if heard:
        before(signal.SIGINT, heard[0])
