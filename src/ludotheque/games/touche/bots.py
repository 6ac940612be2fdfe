"""The bots of Touché by level, the weakest first."""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from ludotheque.core.bot import Bot, PolicyBot, Search
from ludotheque.core.policy import Policy
from ludotheque.games.touche.knowledge import ToucheKnowledge
from ludotheque.games.touche.outlook import Greedy

SHARPNESS: Final = 0.5
"""How much the first sight of a move decides where the search looks."""

DEPTH: Final = 4
"""How many moves are played before a position is judged."""

EXPLORATION: Final = 0.3
"""The moves of a position are worth nearly the same; a search that wanders more sees less."""


@cache
def learned() -> list[float]:
    """What each feature of a position is worth, fitted by `bench/touche_fit.py`."""
    data = files("ludotheque.games.touche") / "data" / "weights.json"
    return msgspec.json.decode(data.read_bytes(), type=list[float])


def searching(seconds: float, iterations: int = 0, blunder: float = 0.0) -> Search:
    """A search with all that is known of the game."""
    knowledge = ToucheKnowledge(learned(), SHARPNESS, DEPTH)
    return Search(knowledge, seconds, iterations, EXPLORATION, blunder)


def random() -> Bot:
    """Any move, each as likely."""
    return PolicyBot(Policy())


def greedy() -> Bot:
    """Completes, else blocks, else extends."""
    return PolicyBot(Greedy())


LEVELS: Final[dict[str, Search | Callable[[], Bot]]] = {
    "random": random,
    "beginner": searching(0.0, iterations=20, blunder=0.35),
    "casual": searching(0.0, iterations=60, blunder=0.1),
    "greedy": greedy,
    "strong": searching(0.2),
    "expert": searching(1.0),
}
"""`random` and `greedy` are there to measure the others by."""
