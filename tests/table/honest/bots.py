"""The bots of the honest game."""

from collections.abc import Callable
from typing import Final

from ludotheque.core.bot import Bot, PolicyBot, Search
from ludotheque.core.knowledge import Knowledge
from ludotheque.core.policy import Policy

LEVELS: Final[dict[str, Search | Callable[[], Bot]]] = {
    "random": lambda: PolicyBot(Policy()),
    "strong": Search(Knowledge(), iterations=10),
}
