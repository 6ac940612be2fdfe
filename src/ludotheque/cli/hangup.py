"""A closed window or a shutdown, noticed before it ends the program."""

import signal
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
