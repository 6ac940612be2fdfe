"""Counts of what happens at the tables; a server exports them, elsewhere they are dropped."""

from typing import Final

from ludotheque.table.line import Kind


class Meters:
    """Counts nothing; a subclass keeps what it is told."""

    def stored(self, kind: Kind) -> None:
        """Count a line written to a log."""

    def changed(self, seconds: float) -> None:
        """Note the time from a command to its place in the log."""

    def loaded(self, tables: int) -> None:
        """Note the number of tables in memory."""


UNCOUNTED: Final = Meters()
