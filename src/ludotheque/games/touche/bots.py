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
"""Turns that are played by reflex behind a move before the network judges."""

ENOUGH: Final = 2000
"""Tries after which `expert` plays even if its second is not over: nobody should wait for little."""


@cache
def learned() -> list[Insight]:
    """What `bench/touche_fit.py` has taught, for two and for three sides: half-precision numbers."""
    folder = files("ludotheque.games.touche") / "data"
    return [Insight(read_halves((folder / f"insight_{sides}.f16").read_bytes())) for sides in (2, 3)]


@cache
def reflex() -> Reflex:
    """What `bench/touche_reflex.py` has taught."""
    return Reflex(read_halves((files("ludotheque.games.touche") / "data/reflex.f16").read_bytes()))


@cache
def guess() -> Guess:
    """What `bench/touche_guess.py` has taught."""
    return Guess(read_halves((files("ludotheque.games.touche") / "data/guess.f16").read_bytes()))


def random() -> Bot:
    """Any move, each as likely."""
    return PolicyBot(Policy())


def greedy() -> Bot:
    """Completes, else blocks, else extends."""
    return PolicyBot(Greedy())


def by_reflex(heat: float) -> Callable[[], Bot]:
    """Plays without looking ahead; with more heat it errs more often, and by more."""
    return lambda: PolicyBot(ByReflex(reflex(), heat))


LEVELS: Final[dict[str, Search | Callable[[], Bot]]] = {
    "random": random,
    "beginner": by_reflex(0.12),
    "casual": by_reflex(0.045),
    "greedy": greedy,
    "strong": by_reflex(0.016),
    "expert": Search(ToucheKnowledge(learned(), reflex(), guess()), 1.0, enough=ENOUGH, turns=TURNS),
}
"""`random` and `greedy` are there to measure the others by."""
