"""Rebuilds a match from its log, even where the current rules no longer allow all of it.

Every line has the version of the rules it was written under, and some have the position after it. A line that
is no longer legal is left out, with all that follow, up to the next stored position. Lines that do not depend
on the position, such as leaving or resigning, keep their effect. The log itself is never changed.
"""

from collections.abc import Sequence
from typing import Final

from ludotheque.core.refusal import Refusal
from ludotheque.host.logger import Logger
from ludotheque.host.match import LiveMatch
from ludotheque.host.rows import SeatRow, TableRow
from ludotheque.table.line import Kind, Line

logger = Logger()

BESIDE_THE_POSITION: Final[frozenset[Kind]] = frozenset(
    {"resign", "leave", "return", "time_up", "hint", "rules", "end"}
)


def rebuilt(row: TableRow, sitting: Sequence[SeatRow], lines: Sequence[Line]) -> LiveMatch:
    """Return the match of a log; a finished one keeps its stored result."""
    match = LiveMatch(row, sitting, lines[0].rules if lines else None)
    follow(match, lines)
    if row.state == "finished" and row.summary.result is not None:
        match.keep_result(row.summary.result)
    return match


def follow(match: LiveMatch, lines: Sequence[Line]) -> None:
    """Apply lines of the log that another process, or an earlier run, has judged."""
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
        logger.error("a line of a log is set aside", number=line.number, error=type(error).__name__)
        match.leave_out(line)
