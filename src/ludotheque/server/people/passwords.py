"""Passwords, hashed with Argon2 beside the event loop: it takes a while, and is meant to."""

import asyncio
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

HASHER: Final = PasswordHasher()
_NOBODYS: Final = HASHER.hash("nobody has this password")


async def hash_password(password: str) -> str:
    """The hash that is stored."""
    return await asyncio.to_thread(HASHER.hash, password)


async def verify_password(hashed: str | None, password: str) -> bool:
    """Whether a password fits; as slow where there is none to fit."""
    return await asyncio.to_thread(_verify, hashed, password)


def _verify(hashed: str | None, password: str) -> bool:
    try:
        return HASHER.verify(hashed or _NOBODYS, password) and hashed is not None
    except (VerificationError, InvalidHashError):
        return False
