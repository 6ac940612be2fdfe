"""A time limit for code of others."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def at_most(seconds: float | None) -> Iterator[None]:
    """Raise `TimeoutError` if the block takes longer; None is no limit.

    The block is interrupted where the system can do that (in a main thread with signals); elsewhere the time
    is checked at its end.
    """
    if seconds is None:
        yield
        return
    begun = time.perf_counter()
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        before = signal.signal(signal.SIGALRM, _ring)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
    else:
        yield
    if time.perf_counter() - begun > seconds:
        raise TimeoutError


def _ring(*_: object) -> None:
    raise TimeoutError
