"""Attacks and steals: dice that land on the discs under another player’s base (ZOCH-5, BLACKROCK-5)."""

import msgspec

from ludotheque.games.targets.moves import colour
from ludotheque.games.targets.physics.reading import DieReading
from ludotheque.games.targets.rules.board import Board, best_alone


class Raid(msgspec.Struct, frozen=True):
    """The discs under a base that change hands: their owner, their taker, and the dice that take them."""

    victim: int
    taker: int
    dice: tuple[int, ...]


def raids(board: Board) -> list[Raid]:
    """Return the piles that this flick takes; the highest sum of moved dice takes, equal sums cancel."""
    found = []
    for victim, stand in enumerate(board.layout.stands):
        if stand.discs:
            dice: dict[int, tuple[int, ...]] = {}
            totals: dict[int, int] = {}
            for rest in board.rests:
                attacker = colour(rest.die)
                if rest.moved and attacker != victim and lies_on_pile(rest, victim):
                    dice[attacker] = (*dice.get(attacker, ()), rest.die)
                    totals[attacker] = totals.get(attacker, 0) + rest.up
            taker = best_alone(totals)
            if taker is not None:
                found.append(Raid(victim, taker, dice[taker]))
    return found


def lies_on_pile(rest: DieReading, seat: int) -> bool:
    """Return whether a die is carried by a pile alone; leaning against the base on it does not matter."""
    support = rest.support
    return support.piles == (seat,) and not support.table and not support.targets
