"""A version of Targi's search: its value, its policy if it has one, and how it thinks.

    python -m bench.targi_learn.versions DIR/generation_3.json

makes a generation the one that ships: it writes the data of the package.
"""

import argparse
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec

from ludotheque.core.halves import read_halves
from ludotheque.core.knowledge import WIDE, Exploration
from ludotheque.games.targi.habits import Habits
from ludotheque.games.targi.knowledge import EXPLORATION, LearnedKnowledge, TargiKnowledge, Value
from ludotheque.games.targi.placing import Placing

BASELINE: Final = "expert_2026_11"
"""The expert of November 2026: instinct instead of a policy, and its own value function."""


SHIPPED: Final = "shipped"
"""What the package has now."""
DATA: Final = Path(str(files("ludotheque.games.targi") / "data"))


class Baseline(msgspec.Struct):
    """What the baseline knew: a value function alone."""

    weights: list[float]
    spread_at_end: float
    spread_per_round: float


class Taught(msgspec.Struct):
    """What a generation has learned; no policy means instinct, and no network the policy for placings too."""

    value: list[float]
    spread_at_end: float
    spread_per_round: float
    policy: list[float] = []
    placing: bytes = b""
    generation: int = 0


def read(name: str | Path) -> Taught:
    """A version from its file, or one with a name."""
    if str(name) == BASELINE:
        value = msgspec.json.decode(Path(__file__).with_name(f"{BASELINE}.json").read_bytes(), type=Baseline)
        return Taught(value.weights, value.spread_at_end, value.spread_per_round)
    if name != SHIPPED:
        return msgspec.json.decode(Path(name).read_bytes(), type=Taught)
    taught = msgspec.json.decode((DATA / "taught.json").read_bytes(), type=Taught)
    taught.placing = (DATA / "placing.f16").read_bytes()
    return taught


def ship(taught: Taught, data: Path) -> None:
    """Write a version as the package holds it: the network as bytes, all the rest as JSON."""
    rest = {name: number for name, number in msgspec.structs.asdict(taught).items() if name != "placing"}
    (data / "taught.json").write_bytes(msgspec.json.encode(rest))
    (data / "placing.f16").write_bytes(taught.placing)


def knowledge(taught: Taught) -> TargiKnowledge:
    """What a search of this version knows."""
    value = Value(taught.value, taught.spread_at_end, taught.spread_per_round)
    if not taught.policy:
        return TargiKnowledge(value)
    placing = Placing(read_halves(taught.placing)) if taught.placing else None
    return LearnedKnowledge(value, Habits(taught.policy), placing)


def exploration(taught: Taught) -> Exploration:
    """How a search of this version shares its thought: the baseline as widely as it did then."""
    return EXPLORATION if taught.policy else WIDE


def main() -> None:
    """Ship a version that has all that the package needs."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("version", type=Path)
    taught = read(parser.parse_args().version)
    if not taught.policy or not taught.placing:
        parser.error("only a version with a policy and a network can ship")
    ship(taught, DATA)


if __name__ == "__main__":
    main()
