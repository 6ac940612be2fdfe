"""The bots of Touché by level, the weakest first."""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Final

from ludotheque.core.bot import Bot, PolicyBot, Search
from ludotheque.core.float16 import read_float16
from ludotheque.core.policy import Policy
from ludotheque.games.touche.bots.greedy import Greedy
from ludotheque.games.touche.bots.hand_model import HandModel
from ludotheque.games.touche.bots.knowledge import ToucheKnowledge
from ludotheque.games.touche.bots.move_scorer import MoveScorer, ScorerPolicy
from ludotheque.games.touche.bots.value_network import ValueNetwork

TURNS: Final = 8
"""Turns played by move scores after a move before the network evaluates the position."""

ENOUGH: Final = 2000
"""Tries after which `expert` plays even if its second is not over, since more would change little."""


def trained(name: str) -> list[float]:
    """Return the trained numbers of a file of `data`."""
    return read_float16((files(__package__) / "data" / f"{name}.f16").read_bytes())


@cache
def value_networks() -> list[ValueNetwork]:
    """Return the trained networks for two and for three sides (`train/touche/value_network.py`)."""
    return [ValueNetwork(trained(f"value_network_{sides}")) for sides in (2, 3)]


@cache
def move_scorer() -> MoveScorer:
    """Return the trained move scores (`train/touche/move_scorer.py`)."""
    return MoveScorer(trained("move_scorer"))


@cache
def hand_model() -> HandModel:
    """Return the trained model of other players' hands (`train/touche/hand_model.py`)."""
    return HandModel(trained("hand_model"))


def random() -> Bot:
    """Return the bot that plays random moves."""
    return PolicyBot(Policy())


def greedy() -> Bot:
    """Return the bot that completes, else blocks, else extends."""
    return PolicyBot(Greedy())


@cache
def expert() -> Search:
    """Return the search of `expert`, with all that was trained."""
    return Search(
        ToucheKnowledge(value_networks(), move_scorer(), hand_model()), 1.0, enough=ENOUGH, turns=TURNS
    )


def by_scorer(heat: float) -> Callable[[], Bot]:
    """Return a factory of bots that do not look ahead; with more heat they err more often, and by more."""
    return lambda: PolicyBot(ScorerPolicy(move_scorer(), heat))


LEVELS: Final[dict[str, Callable[[], Bot | Search]]] = {
    "random": random,
    "beginner": by_scorer(0.12),
    "casual": by_scorer(0.045),
    "greedy": greedy,
    "strong": by_scorer(0.016),
    "expert": expert,
}
"""`random` and `greedy` are baselines for measurements."""
