"""What is to be written to the log of a table."""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from ludotheque.host.rows import TableRow
from ludotheque.table.line import Line


class Append(NamedTuple):
    """Lines that wait to be written, how far their table is then, and what whoever waits for it awaits."""

    table: TableRow
    lines: Sequence[Line]
    written: "asyncio.Future[None]"
    since: datetime | None = None
    """When the table was last changed, if its match begins: the version does not show a change of seats."""

    def end(self, error: Exception | None = None) -> None:
        """They are in the database, or not; who waits may have gone meanwhile."""
        if not self.written.done():
            if error is None:
                self.written.set_result(None)
            else:
                self.written.set_exception(error)
