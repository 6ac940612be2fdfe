"""Request to append lines to the log of a table."""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from ludotheque.host.rows import TableRow
from ludotheque.table.line import Line


class Append(NamedTuple):
    """Log lines waiting for the next commit, the updated row of their table, and a future for the result."""

    table: TableRow
    lines: Sequence[Line]
    written: "asyncio.Future[None]"
    expected_changed: datetime | None = None
    """Expected time of the last change of the table, checked where a match begins; None skips the check.

    Seats can change while a table waits without changing its version, which is why the time is compared.
    """

    def end(self, error: Exception | None = None) -> None:
        """Resolve the future, with an exception if the write failed; no effect if it is already cancelled."""
        if not self.written.done():
            if error is None:
                self.written.set_result(None)
            else:
                self.written.set_exception(error)
