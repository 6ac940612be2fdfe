"""Reasons why moves are good or bad, from the facts that a game's `reasons.py` computes."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec
from librt.random import Random

from ludotheque.core.game import Position
from ludotheque.core.moves import Move
from ludotheque.core.reasons import Fact, Forms, Reason, difference, formed, told
from ludotheque.games import part

Facts: TypeAlias = Callable[[Position, int, Sequence[Move], Random], list[list[Fact]]]
"""Signature of `facts` in a game's `reasons.py`: the facts about each of some moves of a seat."""


class Explanation(msgspec.Struct, frozen=True):
    """The reasons for each of some moves, and the main advantage of the first over the second."""

    reasons: tuple[tuple[Reason, ...], ...]
    instead: Reason | None = None


def explain(position: Position, seat: int, moves: Sequence[Move], rng: Random) -> Explanation:
    """Return the reasons for moves, the most important first; none if the game states no facts.

    `position` has to come from `seen_by` for the seat, so that no reason reveals hidden information.
    """
    own = part(position.game.name, "reasons")
    if own is None:
        return Explanation(tuple(() for _ in moves))
    facts: Facts = own.facts
    found = facts(position, seat, moves, rng)
    forms: Forms = getattr(own, "FORMS", {})
    instead = difference(found[0], found[1]) if len(found) > 1 else None
    return Explanation(
        tuple(tuple(formed(reason, forms) for reason in told(one)) for one in found),
        None if instead is None else formed(instead, forms),
    )
