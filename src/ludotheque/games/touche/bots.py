"""The bots of Touché by level, the weakest first."""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from struct import unpack
from typing import Final

from ludotheque.core.bot import Bot, PolicyBot, Search
from ludotheque.core.policy import Policy
from ludotheque.games.touche.insight import Insight
from ludotheque.games.touche.knowledge import ToucheKnowledge
from ludotheque.games.touche.outlook import Greedy
from ludotheque.games.touche.reflex import Reflex

TURNS: Final = 6
"""Turns that are played by reflex behind a move before the network judges."""


@cache
def learned() -> list[Insight]:
    """What `bench/touche_fit.py` has taught, for two and for three sides: half-precision numbers."""
    folder = files("ludotheque.games.touche") / "data"
    return [Insight(read_numbers((folder / f"insight_{sides}.f16").read_bytes())) for sides in (2, 3)]


@cache
def reflex() -> Reflex:
    """What `bench/touche_reflex.py` has taught."""
    return Reflex(read_numbers((files("ludotheque.games.touche") / "data/reflex.f16").read_bytes()))


def read_numbers(data: bytes) -> list[float]:
    """The numbers of a network as its file holds them."""
    return list(unpack(f"<{len(data) // 2}e", data))


def searching(iterations: int = 0, blunder: float = 0.0) -> Search:
    """A search with all that is known of the game; without a number of iterations, up to a second long."""
    knowledge = ToucheKnowledge(learned(), reflex())
    return Search(knowledge, 1.0, iterations, blunder=blunder, turns=TURNS)


def random() -> Bot:
    """Any move, each as likely."""
    return PolicyBot(Policy())


def greedy() -> Bot:
    """Completes, else blocks, else extends."""
    return PolicyBot(Greedy())


LEVELS: Final[dict[str, Search | Callable[[], Bot]]] = {
    "random": random,
    "beginner": searching(iterations=30, blunder=0.4),
    "casual": searching(iterations=60, blunder=0.15),
    "greedy": greedy,
    "strong": searching(iterations=250, blunder=0.03),
    "expert": searching(),
}
"""`random` and `greedy` are there to measure the others by."""
