"""Time, randomness, timers and threads of a machine; a simulation or another home overrides them."""

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
"""The time of day, in UTC."""
Clock: TypeAlias = Callable[[], float]
"""Seconds that only count forward."""

SEED_BITS: Final = 62


def utc_now() -> datetime:
    """Return the time of day of this machine, in UTC."""
    return datetime.now(UTC)


class World:
    """Time, randomness, timers and threads."""

    def __init__(self, now: Now = utc_now, clock: Clock = monotonic, random: Random | None = None) -> None:
        self.now = now
        self.clock = clock
        self.random = random if random is not None else SystemRandom()
        """Source of ids, secrets, seeds and jitter; unpredictable outside of simulations."""

    def token(self, size: int) -> str:
        """Return a random text for ids and secrets in URLs, from so many bytes."""
        return urlsafe_b64encode(self.random.randbytes(size)).rstrip(b"=").decode()

    def seed(self) -> int:
        """Return a seed for a generator of chance."""
        return self.random.getrandbits(SEED_BITS)

    def call_later(self, seconds: float, function: Callable[[], object]) -> asyncio.TimerHandle:
        """Call a function after so many seconds; the timer can be cancelled."""
        return asyncio.get_running_loop().call_later(max(0.0, seconds), function)

    async def in_thread(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Call a function that takes long, between two turns of the event loop: a browser has one thread."""
        await asyncio.sleep(0)
        return function(*args, **kwargs)


WORLD: Final = World()
"""This machine."""
