"""Golden Targets: a tie is broken by a simultaneous flick of all dice (BLACKROCK-12)."""

from typing import Final

from ludotheque.games.targets.moves import colour
from ludotheque.games.targets.physics.reading import DieReading, hits

FLICKS: Final = 3


def sharers(dice: list[DieReading], contenders: tuple[int, ...], teams: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats that share the best total: of the dice on the disc, else of all on the table.

    `dice` has none that stay on a base. Dice count for their colour, no matter which seat flicked them;
    partners share the total of their best colour (BLACKROCK-12, BLACKROCK-16).
    """
    on_disc = [found for found in dice if hits(found) == (0,)]
    leaders = _best(on_disc, contenders)
    if len({teams[seat] for seat in leaders}) > 1:
        leaders = _best(dice, leaders)
    sides = {teams[seat] for seat in leaders}
    return tuple(seat for seat in contenders if teams[seat] in sides)


def _best(dice: list[DieReading], colours: tuple[int, ...]) -> tuple[int, ...]:
    totals = dict.fromkeys(colours, 0)
    for found in dice:
        if colour(found.die) in totals:
            totals[colour(found.die)] += found.up
    best = max(totals.values())
    return tuple(seat for seat in colours if totals[seat] == best)
