"""Passwords, hashed with Argon2 on threads of their own: it takes a while, and is meant to."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from ludotheque.host.refusals import Unavailable
from ludotheque.server.world import WORLD, World

T = TypeVar("T")

HASHER: Final = PasswordHasher()
_NOBODYS: Final = HASHER.hash("nobody has this password")
THREADS: Final = 2
"""Each takes 64 MiB while it hashes."""
QUEUE: Final = 32
"""Passwords that may be hashed or wait for it; one more is refused at once."""
AGAIN: Final = 2
"""Seconds after which a full queue is worth another try."""


class Passwords:
    """Hashes and checks passwords; however many come, nothing but other passwords waits for them."""

    def __init__(self, world: World = WORLD) -> None:
        self._world = world
        self._threads = ThreadPoolExecutor(THREADS, "password")
        self._queued = 0

    async def hash(self, password: str) -> str:
        """The hash that is stored."""
        return await self._run(lambda: HASHER.hash(password))

    async def fits(self, hashed: str | None, password: str) -> bool:
        """Whether a password fits; as slow where there is none to fit."""
        return await self._run(lambda: _verify(hashed, password))

    async def close(self) -> None:
        """Let the threads go; what waits is given up."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _run(self, job: Callable[[], T]) -> T:
        if self._queued >= QUEUE:
            raise Unavailable("server.busy", params={"seconds": AGAIN})
        self._queued += 1
        try:
            return await self._world.in_pool(self._threads, job)
        finally:
            self._queued -= 1


def _verify(hashed: str | None, password: str) -> bool:
    try:
        return HASHER.verify(hashed or _NOBODYS, password) and hashed is not None
    except (VerificationError, InvalidHashError):
        return False
