"""The bots of Pig by level, the weakest first."""

from collections.abc import Callable
from typing import Final

from librt.random import Random
from mypy_extensions import i64

from ludotheque.core.bot import Bot, PolicyBot, Search
from ludotheque.core.policy import Policy
from ludotheque_pig.rules import HOLD, ROLL, Pig


class HoldAt(Policy[Pig]):
    """Holds when the pot has reached a number, or when it wins."""

    def __init__(self, enough: int) -> None:
        self.enough = enough

    def move(self, state: Pig, rng: Random) -> i64:
        """Hold, if the pot is enough."""
        lacks = state.goal - state.scores[state.seat]
        return HOLD if state.pot >= min(self.enough, lacks) else ROLL


LEVELS: Final[dict[str, Search | Callable[[], Bot]]] = {
    "random": lambda: PolicyBot(Policy()),
    "cautious": lambda: PolicyBot(HoldAt(8)),
    "strong": lambda: PolicyBot(HoldAt(20)),
}
