"""Metrics of the tables: lines stored, latency of changes, tables in memory; a server exports them."""

from typing import Final

from ludotheque.table.line import Kind


class Meters:
    """Metrics that are dropped; a subclass records them."""

    def stored(self, kind: Kind) -> None:
        """Count a line written to a log."""

    def changed(self, seconds: float) -> None:
        """Record the seconds from judging a change to its broadcast."""

    def loaded(self, tables: int) -> None:
        """Record the number of tables in memory."""


UNCOUNTED: Final = Meters()
