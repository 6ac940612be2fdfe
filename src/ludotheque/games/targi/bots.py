"""The bots of Targi by level, the weakest first; `random` and `greedy` are there to measure the others by."""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from ludotheque.core.bot import Bot, PolicyBot, Search
from ludotheque.core.halves import read_halves
from ludotheque.core.policy import Policy
from ludotheque.games.targi.habits import Habits
from ludotheque.games.targi.knowledge import EXPLORATION, ByHabit, Greedy, LearnedKnowledge, Value
from ludotheque.games.targi.placing import Placing

ENOUGH: Final = 20000
"""Iterations after which `expert` plays even if its second is not over: nobody should wait for little."""


class Taught(msgspec.Struct, frozen=True):
    """What `bench/targi_learn` taught, as its file holds it."""

    value: list[float]
    spread_at_end: float
    spread_per_round: float
    policy: list[float]


@cache
def taught() -> LearnedKnowledge:
    """What the search has learned, as it ships with the package."""
    data = files("ludotheque.games.targi") / "data"
    read = msgspec.json.decode((data / "taught.json").read_bytes(), type=Taught)
    return LearnedKnowledge(
        Value(read.value, read.spread_at_end, read.spread_per_round),
        Habits(read.policy),
        Placing(read_halves((data / "placing.f16").read_bytes())),
    )


def random() -> Bot:
    """Any move, each as likely."""
    return PolicyBot(Policy())


def by_habit(sharpness: float) -> Callable[[], Bot]:
    """Plays what a long search would, without thinking; the less sharp, the more often it errs."""
    return lambda: PolicyBot(ByHabit(taught(), sharpness))


def thinking(iterations: int) -> Search:
    """Thinks so many times a move."""
    return Search(taught(), iterations=iterations, exploration=EXPLORATION)


def greedy() -> Bot:
    """Plays what looks best at first sight."""
    return PolicyBot(Greedy())


LEVELS: Final[dict[str, Search | Callable[[], Bot]]] = {
    "random": random,
    "beginner": by_habit(0.4),
    "novice": by_habit(0.52),
    "learner": by_habit(0.68),
    "greedy": greedy,
    "casual": by_habit(0.87),
    "regular": by_habit(1.25),
    "capable": by_habit(2.1),
    "skilled": thinking(2),
    "strong": thinking(7),
    "veteran": thinking(50),
    "master": thinking(300),
    "expert": Search(taught(), seconds=1.0, exploration=EXPLORATION, enough=ENOUGH),
}
