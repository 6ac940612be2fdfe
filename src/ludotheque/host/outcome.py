"""Results of a match: by the rules, by resignations, or by an early end."""

from collections.abc import Collection

import msgspec

from ludotheque.core.moves import ranks_of
from ludotheque.host.protocol import Outcome
from ludotheque.table.table import Table


def broken_off(table: Table, resigned: tuple[int, ...], reason: str) -> Outcome:
    """Return the result of a match that operator or players ended early: a draw of all seats."""
    return Outcome(
        ranks=(1,) * table.seats,
        scores=(0,) * table.seats,
        reason=reason,
        clause=None,
        resigned=resigned,
    )


def outcome_of(table: Table, resigned: tuple[int, ...], bots: Collection[int]) -> Outcome | None:
    """Return the result by the rules or by resignations; None while the match goes on.

    Resignations end a match when a single side is left, or only bots.
    """
    result = table.result
    if result is None and not resigned:
        return None
    seats = range(table.seats)
    if result is not None:
        # Those who resigned rank behind all others.
        worst = len(seats) + 1
        order = tuple(-(result.ranks[seat] + (worst if seat in resigned else 0)) for seat in seats)
        return msgspec.structs.replace(Outcome.of(result), ranks=ranks_of(order), resigned=resigned)
    contending = [seat for seat in seats if seat not in resigned]
    teams = table.position.teams
    if len({teams[seat] for seat in contending}) > 1 and not all(seat in bots for seat in contending):
        return None
    scores = tuple(0 if seat in resigned else 1 for seat in seats)
    return Outcome(
        ranks=ranks_of(scores), scores=scores, reason="server.resigned", clause=None, resigned=resigned
    )
