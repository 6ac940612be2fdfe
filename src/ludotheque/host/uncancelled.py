"""Wait for writes to their end, through every cancellation."""

import asyncio


async def ended(work: "asyncio.Future[None]") -> bool:
    """Wait until work has ended, and return whether its caller was cancelled meanwhile; raise what failed.

    Until then a store may show the change or not.
    """
    cancelled: asyncio.CancelledError | None = None
    while not work.done():
        try:
            await asyncio.wait([work])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None and (work.cancelled() or work.exception() is not None):
        raise cancelled
    work.result()
    return cancelled is not None
