"""The bots of Targi by level, the weakest first."""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from ludotheque.core.bot import Bot, PolicyBot, Search
from ludotheque.core.float16 import read_float16
from ludotheque.core.policy import Policy
from ludotheque.games.targi.bots.knowledge import EXPLORATION, Greedy, LearnedKnowledge, LearnedPolicy, Value
from ludotheque.games.targi.bots.move_policy import MovePolicy
from ludotheque.games.targi.bots.placement_network import PlacementNetwork

ENOUGH: Final = 20000
"""Iterations after which `expert` plays even if its second is not over, since more would change little."""


class Trained(msgspec.Struct, frozen=True):
    """The file of trained weights that `train/targi` writes: value function and policy."""

    value: list[float]
    spread_at_end: float
    spread_per_round: float
    policy: list[float]


@cache
def trained() -> LearnedKnowledge:
    """Return the knowledge of the search with the weights that ship with the package."""
    data = files(__package__) / "data"
    read = msgspec.json.decode((data / "trained.json").read_bytes(), type=Trained)
    return LearnedKnowledge(
        Value(read.value, read.spread_at_end, read.spread_per_round),
        MovePolicy(read.policy),
        PlacementNetwork(read_float16((data / "placement_network.f16").read_bytes())),
    )


def random() -> Bot:
    """Return the bot that plays random moves."""
    return PolicyBot(Policy())


def by_policy(sharpness: float) -> Callable[[], Bot]:
    """Return a factory of bots that play the learned policy; with less sharpness they err more."""
    return lambda: PolicyBot(LearnedPolicy(trained(), sharpness))


def searching(iterations: int) -> Callable[[], Search]:
    """Return a factory of searches with a fixed number of iterations."""
    return lambda: Search(trained(), iterations=iterations, exploration=EXPLORATION)


def greedy() -> Bot:
    """Return the bot that plays the move with the highest heuristic weight."""
    return PolicyBot(Greedy())


def expert() -> Search:
    """Return the search of `expert`, limited by time."""
    return Search(trained(), seconds=1.0, exploration=EXPLORATION, enough=ENOUGH)


LEVELS: Final[dict[str, Callable[[], Bot | Search]]] = {
    "random": random,
    "beginner": by_policy(0.4),
    "novice": by_policy(0.52),
    "learner": by_policy(0.68),
    "greedy": greedy,
    "casual": by_policy(0.87),
    "regular": by_policy(1.25),
    "capable": by_policy(2.1),
    "skilled": searching(2),
    "strong": searching(7),
    "veteran": searching(50),
    "master": searching(300),
    "expert": expert,
}
"""`random` and `greedy` are baselines for measurements."""
