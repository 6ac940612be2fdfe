"""A limit of time for somebody else's thought."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def at_most(seconds: float | None) -> Iterator[None]:
    """What runs inside may take so long, else `TimeoutError`; None is no limit.

    It is interrupted where the system can do that (in a main thread with signals); everywhere else it is
    found out when it is done.
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
