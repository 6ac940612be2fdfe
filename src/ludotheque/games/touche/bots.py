"""The bots of Touché by level, the weakest first."""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Final

from ludotheque.core.bot import Bot, PolicyBot, Search
from ludotheque.core.halves import read_halves
from ludotheque.core.policy import Policy
from ludotheque.games.touche.guess import Guess
from ludotheque.games.touche.insight import Insight
from ludotheque.games.touche.knowledge import ToucheKnowledge
from ludotheque.games.touche.outlook import Greedy
from ludotheque.games.touche.reflex import ByReflex, Reflex

TURNS: Final = 8
"""Turns played by reflex after a move before the network evaluates the position."""

ENOUGH: Final = 2000
"""Tries after which `expert` plays even if its second is not over, since more would change little."""


@cache
def learned() -> list[Insight]:
    """Return the trained networks for two and for three sides (`bench/touche_fit.py`)."""
    folder = files("ludotheque.games.touche") / "data"
    return [Insight(read_halves((folder / f"insight_{sides}.f16").read_bytes())) for sides in (2, 3)]


@cache
def reflex() -> Reflex:
    """Return the trained move scores (`bench/touche_reflex.py`)."""
    return Reflex(read_halves((files("ludotheque.games.touche") / "data/reflex.f16").read_bytes()))


@cache
def guess() -> Guess:
    """Return the trained model of other players' hands (`bench/touche_guess.py`)."""
    return Guess(read_halves((files("ludotheque.games.touche") / "data/guess.f16").read_bytes()))


def random() -> Bot:
    """Return the bot that plays random moves."""
    return PolicyBot(Policy())


def greedy() -> Bot:
    """Return the bot that completes, else blocks, else extends."""
    return PolicyBot(Greedy())


def by_reflex(heat: float) -> Callable[[], Bot]:
    """Return a factory of bots that do not look ahead; with more heat they err more often, and by more."""
    return lambda: PolicyBot(ByReflex(reflex(), heat))


LEVELS: Final[dict[str, Search | Callable[[], Bot]]] = {
    "random": random,
    "beginner": by_reflex(0.12),
    "casual": by_reflex(0.045),
    "greedy": greedy,
    "strong": by_reflex(0.016),
    "expert": Search(ToucheKnowledge(learned(), reflex(), guess()), 1.0, enough=ENOUGH, turns=TURNS),
}
"""`random` and `greedy` are baselines for measurements."""
