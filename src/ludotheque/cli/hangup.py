"""Signals at the terminal: a closed window, a shutdown or Ctrl-C, noticed in time to lose nothing."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType


class Hangup(Exception):
    """The terminal is closed, or the machine goes down."""


def notice_hangup() -> None:
    """Let a closed window or a shutdown be noticed before it ends the program."""

    def hang_up(_: int, __: FrameType | None) -> None:
        raise Hangup

    if current_thread() is main_thread():
        for name in ("SIGHUP", "SIGTERM"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), hang_up)


@contextmanager
def unbroken() -> Iterator[None]:
    """Let an interruption wait for the end of what must not be left half done."""
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
