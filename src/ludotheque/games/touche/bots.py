"""The bots of Touché."""

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Final

from librt.random import Random

from ludotheque.core.bot import Bot, Opinion, Search
from ludotheque.core.coded import CodedPosition
from ludotheque.core.game import Position
from ludotheque.core.state import random_move
from ludotheque.games.touche.features import FEATURES
from ludotheque.games.touche.knowledge import ToucheKnowledge
from ludotheque.games.touche.outlook import greedy_move
from ludotheque.games.touche.rules import Touche

WEIGHTS: Final = files(__package__) / "data" / "weights.json"
"""What each feature of a position is worth, fitted by `bench/touche_fit.py`."""

SHARPNESS: Final = 0.5
"""How much the first sight of a move decides where the search looks."""


@cache
def load_weights() -> list[float]:
    """The weights of the features."""
    found: list[float] = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    assert len(found) == FEATURES  # the file is ours
    return found


class RuleBot(Bot):
    """Plays what a rule of thumb says, at once."""

    def __init__(self, rule: Callable[[Touche, Random], int]) -> None:
        self.rule = rule

    def consider(self, position: Position, seat: int, rng: Random) -> list[Opinion]:  # noqa: ARG002
        """The one move of the rule; it does not know what the move is worth."""
        assert isinstance(position, CodedPosition)  # it plays this game only
        return [Opinion(position.game.decode(position.state, self.rule(position.state, rng)), 0.5)]


def _search(seconds: float, iterations: int = 0, blunder: float = 0.0) -> Search:
    knowledge = ToucheKnowledge(load_weights(), SHARPNESS)
    return Search(knowledge, seconds=seconds, iterations=iterations, blunder=blunder)


LEVELS: Final[dict[str, Search | Callable[[], Bot]]] = {
    "random": lambda: RuleBot(random_move),
    "beginner": _search(0.0, iterations=30, blunder=0.35),
    "greedy": lambda: RuleBot(greedy_move),
    "casual": _search(0.0, iterations=60, blunder=0.1),
    "strong": _search(0.2),
    "expert": _search(1.0),
}
"""The bots by name, the weakest first; `random` and `greedy` are there to measure the others by."""
