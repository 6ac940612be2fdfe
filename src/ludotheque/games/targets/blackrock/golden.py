"""Golden Targets: how a simultaneous flick of all dice breaks a tie (BLACKROCK-12)."""

from typing import Final

from ludotheque.games.targets.moves import colour
from ludotheque.games.targets.physics.reading import DieReading, hits

FLICKS: Final = 3


def sharers(dice: list[DieReading], contenders: tuple[int, ...], teams: tuple[int, ...]) -> tuple[int, ...]:
    """Those who share the best total: on the disc, and if that decides nothing, of all dice on the table.

    Dice on a base are not among `dice`; partners add up their totals (BLACKROCK-12, BLACKROCK-16).
    """
    on_disc = [found for found in dice if hits(found) == (0,)]
    leaders = _best(on_disc, contenders, teams)
    if len({teams[seat] for seat in leaders}) == 1:
        return leaders
    return _best(dice, leaders, teams)


def _best(dice: list[DieReading], contenders: tuple[int, ...], teams: tuple[int, ...]) -> tuple[int, ...]:
    totals = dict.fromkeys((teams[seat] for seat in contenders), 0)
    for found in dice:
        team = teams[colour(found.die)]
        if team in totals:
            totals[team] += found.up
    best = max(totals.values())
    return tuple(seat for seat in contenders if totals[teams[seat]] == best)
