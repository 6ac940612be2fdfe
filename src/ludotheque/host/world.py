"""Time, randomness, timers and threads of a machine; a simulation or an embedded host overrides them."""

import asyncio
from base64 import urlsafe_b64encode
from collections.abc import Callable
from datetime import UTC, datetime
from random import Random, SystemRandom
from time import monotonic
from typing import Final, ParamSpec, TypeAlias, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

Now: TypeAlias = Callable[[], datetime]
"""A function that returns the current time, in UTC."""
Clock: TypeAlias = Callable[[], float]
"""A monotonic clock, in seconds."""

SEED_BITS: Final = 62


def utc_now() -> datetime:
    """Return the current time of this machine, in UTC."""
    return datetime.now(UTC)


class World:
    """Time, randomness, timers and threads of this machine."""

    def __init__(self, now: Now = utc_now, clock: Clock = monotonic, random: Random | None = None) -> None:
        self.now = now
        self.clock = clock
        self.random = random if random is not None else SystemRandom()
        """Source of ids, secrets, seeds and jitter; unpredictable outside of simulations."""

    def token(self, size: int) -> str:
        """Return a random URL-safe text made from this many bytes, for ids and secrets."""
        return urlsafe_b64encode(self.random.randbytes(size)).rstrip(b"=").decode()

    def seed(self) -> int:
        """Return a random seed for a generator of chance."""
        return self.random.getrandbits(SEED_BITS)

    def call_later(self, seconds: float, function: Callable[[], object]) -> asyncio.TimerHandle:
        """Schedule a function call after this many seconds and return the timer, which can be cancelled."""
        return asyncio.get_running_loop().call_later(max(0.0, seconds), function)

    async def in_thread(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a slow function on the event loop after other tasks had a turn; a subclass uses a thread."""
        await asyncio.sleep(0)
        return function(*args, **kwargs)


WORLD: Final = World()
"""The real machine."""
