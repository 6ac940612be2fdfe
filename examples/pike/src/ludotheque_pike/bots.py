"""The bots of Pike by level, the weakest first."""

from collections.abc import Callable
from typing import Final

from librt.random import Random
from mypy_extensions import i64

from ludotheque.core.bot import Bot, PolicyBot, Search
from ludotheque.core.knowledge import Knowledge
from ludotheque.core.policy import Policy
from ludotheque_pike.rules import Pike


class Angler(Policy[Pike]):
    """Leads the biggest fish; later eats as cheaply as possible, or gives its smallest away."""

    def move(self, state: Pike, rng: Random) -> i64:
        """Play the smallest card that is the biggest on the table, else the smallest card."""
        hand = state.hands[state.seat]
        bigger = [card for card in hand if card > max(state.table, default=hand[-1] - 1)]
        return (bigger or hand)[0] - 1


LEVELS: Final[dict[str, Search | Callable[[], Bot]]] = {
    "random": lambda: PolicyBot(Policy()),
    "angler": lambda: PolicyBot(Angler()),
    "strong": Search(Knowledge(), iterations=400),
}
