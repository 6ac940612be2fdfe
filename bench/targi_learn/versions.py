"""A version of Targi's search: its value, its policy if it has one, and how it thinks."""

from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec

from ludotheque.core.knowledge import WIDE, Exploration
from ludotheque.games.targi.habits import Habits
from ludotheque.games.targi.knowledge import EXPLORATION, LearnedKnowledge, TargiKnowledge, Value

BASELINE: Final = "expert_2026_11"
"""The expert of November 2026: instinct instead of a policy, and its own value function."""


SHIPPED: Final = "shipped"
"""What the package has now."""


class Baseline(msgspec.Struct):
    """What the baseline knew: a value function alone."""

    weights: list[float]
    spread_at_end: float
    spread_per_round: float


class Taught(msgspec.Struct):
    """What a generation has learned; no policy means instinct."""

    value: list[float]
    spread_at_end: float
    spread_per_round: float
    policy: list[float] = []
    generation: int = 0


def read(name: str | Path) -> Taught:
    """A version from its file, or one with a name."""
    if str(name) == BASELINE:
        value = msgspec.json.decode(Path(__file__).with_name(f"{BASELINE}.json").read_bytes(), type=Baseline)
        return Taught(value.weights, value.spread_at_end, value.spread_per_round)
    data = files("ludotheque.games.targi") / "data" / "taught.json" if name == SHIPPED else Path(name)
    return msgspec.json.decode(data.read_bytes(), type=Taught)


def knowledge(taught: Taught) -> TargiKnowledge:
    """What a search of this version knows."""
    value = Value(taught.value, taught.spread_at_end, taught.spread_per_round)
    return LearnedKnowledge(value, Habits(taught.policy)) if taught.policy else TargiKnowledge(value)


def exploration(taught: Taught) -> Exploration:
    """How a search of this version shares its thought: the baseline by the habits of its time."""
    return EXPLORATION if taught.policy else WIDE
