"""Password hashing with Argon2, on threads of its own since it is slow by design."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from ludotheque.host.refusals import Unavailable
from ludotheque.server.world import WORLD, ServerWorld

T = TypeVar("T")

HASHER: Final = PasswordHasher()
_NOBODYS: Final = HASHER.hash("nobody has this password")
THREADS: Final = 2
"""Number of hashing threads; each needs 64 MiB while it hashes."""
QUEUE: Final = 32
"""Most hashing jobs running or waiting; further ones are refused at once."""
AGAIN: Final = 2
"""Seconds after which clients may retry when the queue is full."""


class Passwords:
    """Hashing and verification of passwords in a bounded queue; both raise `Unavailable` if it is full."""

    def __init__(self, world: ServerWorld = WORLD) -> None:
        self._world = world
        self._threads = ThreadPoolExecutor(THREADS, "password")
        self._queued = 0

    async def hash(self, password: str) -> str:
        """Return the hash to store for a password."""
        return await self._run(lambda: HASHER.hash(password))

    async def fits(self, hashed: str | None, password: str) -> bool:
        """Return whether a password matches a hash; without a hash, False after an equally long time."""
        return await self._run(lambda: _verify(hashed, password))

    async def close(self) -> None:
        """Stop the threads and cancel the waiting jobs."""
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
