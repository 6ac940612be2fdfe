"""Tests count work, not seconds: how long a busy machine takes for something is never a reason to fail."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from typing import Final

HANG: Final = 600.0
"""After so many seconds something hangs; the only limit of time in the tests."""

LOOK: Final = 0.02
"""Seconds between two looks at something that is waited for."""

A_WHILE: Final = 1.0
"""Seconds in which something that must not happen could; on a busy machine the test sees less, and passes."""

RECALL: Final = 5.0
"""Seconds after which a client that hears nothing calls again, as the page does; nothing fails by it."""


def looks(what: str, every: float = LOOK) -> Iterator[None]:
    """As many looks as it takes; fails only when what is waited for hangs."""
    end = time.monotonic() + HANG
    while time.monotonic() < end:
        yield
        time.sleep(every)
    raise AssertionError(f"waited {HANG:.0f} seconds for {what}")


async def looks_async(what: str, every: float = LOOK) -> AsyncIterator[None]:
    """The same where a server runs beside the test in one event loop."""
    end = time.monotonic() + HANG
    while time.monotonic() < end:
        yield
        await asyncio.sleep(every)
    raise AssertionError(f"waited {HANG:.0f} seconds for {what}")
