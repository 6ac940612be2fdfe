"""How a match ends: by the rules, by those who give up, or by the host."""

from collections.abc import Collection

import msgspec

from ludotheque.core.moves import ranks_of
from ludotheque.host.protocol import Outcome
from ludotheque.table.table import Table


def broken_off(table: Table, resigned: tuple[int, ...], reason: str) -> Outcome:
    """The host or the players have ended it: nobody has won."""
    return Outcome(
        ranks=(1,) * table.seats,
        scores=(0,) * table.seats,
        reason=reason,
        clause=None,
        resigned=resigned,
    )


def outcome_of(table: Table, resigned: tuple[int, ...], bots: Collection[int]) -> Outcome | None:
    """How it ended, by the rules or because those who are left agree by resigning; None while it runs."""
    result = table.result
    if result is None and not resigned:
        return None
    seats = range(table.seats)
    if result is not None:
        # Whoever resigned stands behind all who did not.
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
