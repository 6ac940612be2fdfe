"""Wait for a write to complete, even if the waiting task is cancelled."""

import asyncio


async def finish_uncancelled(work: "asyncio.Future[None]") -> bool:
    """Wait until `work` has ended, deferring cancellation; return True if the caller was cancelled meanwhile.

    Raise the error of `work`; if the caller was also cancelled, raise `CancelledError` instead. Until it
    returns, the store may show the change or not.
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
