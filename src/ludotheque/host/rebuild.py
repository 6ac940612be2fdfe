"""A match from its log, also where today's rules no longer allow all of it.

Every line says under which version of the rules it was written, and some hold the position then. A line that
can't be played any more is left out, with all that follow, up to the next position that is known; what has
nothing to do with the position, such as who left or gave up, holds all the same. Nothing is ever taken out of
the log.
"""

from collections.abc import Sequence
from typing import Final

from ludotheque.core.refusal import Refusal
from ludotheque.host.log import Log
from ludotheque.host.match import LiveMatch
from ludotheque.host.rows import SeatRow, TableRow
from ludotheque.table.line import Kind, Line

log = Log()

BESIDE_THE_POSITION: Final[frozenset[Kind]] = frozenset(
    {"resign", "leave", "return", "time_up", "hint", "rules", "end"}
)


def rebuilt(row: TableRow, sitting: Sequence[SeatRow], lines: Sequence[Line]) -> LiveMatch:
    """The match of a log; one that is over keeps the result it had."""
    match = LiveMatch(row, sitting, lines[0].rules if lines else None)
    follow(match, lines)
    if row.state == "finished" and row.summary.result is not None:
        match.keep_result(row.summary.result)
    return match


def follow(match: LiveMatch, lines: Sequence[Line]) -> None:
    """Apply lines of the log that this process has not judged."""
    for line in lines:
        _follow(match, line)
        if match.broken or line.rules != match.table.game.rules_version:
            match.trust(line)


def _follow(match: LiveMatch, line: Line) -> None:
    if match.broken and line.kind not in BESIDE_THE_POSITION:
        match.leave_out(line)
        return
    try:
        match.apply(line)
    except Refusal:
        match.leave_out(line)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, AssertionError) as error:
        log.error("a line of a log is set aside", number=line.number, error=type(error).__name__)
        match.leave_out(line)
