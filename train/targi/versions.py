"""A version of Targi's search: its value function, its policy if any, and its exploration.

    python -m train.targi.versions DIR/generation_3.json

makes a generation the one that ships: it writes the data of the package.
"""

import argparse
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec

from ludotheque.core.float16 import read_float16
from ludotheque.core.knowledge import WIDE, Exploration
from ludotheque.games.targi.bots.knowledge import EXPLORATION, LearnedKnowledge, TargiKnowledge, Value
from ludotheque.games.targi.bots.move_policy import MovePolicy
from ludotheque.games.targi.bots.placement_network import PlacementNetwork

BASELINE: Final = "heuristic"
"""The baseline: heuristics instead of a policy, and its own value function."""


SHIPPED: Final = "shipped"
"""The version in the package."""
DATA: Final = Path(str(files("ludotheque.games.targi.bots") / "data"))


class Baseline(msgspec.Struct):
    """The file of the baseline: a value function alone."""

    weights: list[float]
    spread_at_end: float
    spread_per_round: float


class Trained(msgspec.Struct):
    """The weights of a generation; without a policy heuristics are used, without a network the policy for
    placements too.
    """

    value: list[float]
    spread_at_end: float
    spread_per_round: float
    policy: list[float] = []
    placing: bytes = b""
    generation: int = 0


def read(name: str | Path) -> Trained:
    """Return a version from its file, or one with a name."""
    if str(name) == BASELINE:
        value = msgspec.json.decode(Path(__file__).with_name(f"{BASELINE}.json").read_bytes(), type=Baseline)
        return Trained(value.weights, value.spread_at_end, value.spread_per_round)
    if name != SHIPPED:
        return msgspec.json.decode(Path(name).read_bytes(), type=Trained)
    trained = msgspec.json.decode((DATA / "trained.json").read_bytes(), type=Trained)
    trained.placing = (DATA / "placement_network.f16").read_bytes()
    return trained


def ship(trained: Trained, data: Path) -> None:
    """Write a version as the package holds it: the network as bytes, all the rest as JSON."""
    rest = {name: number for name, number in msgspec.structs.asdict(trained).items() if name != "placing"}
    (data / "trained.json").write_bytes(msgspec.json.encode(rest))
    (data / "placement_network.f16").write_bytes(trained.placing)


def knowledge(trained: Trained) -> TargiKnowledge:
    """Return the knowledge of this version's search."""
    value = Value(trained.value, trained.spread_at_end, trained.spread_per_round)
    if not trained.policy:
        return TargiKnowledge(value)
    placing = PlacementNetwork(read_float16(trained.placing)) if trained.placing else None
    return LearnedKnowledge(value, MovePolicy(trained.policy), placing)


def exploration(trained: Trained) -> Exploration:
    """Return the exploration of this version's search; the baseline explores widely."""
    return EXPLORATION if trained.policy else WIDE


def main() -> None:
    """Ship a version that has all parts of the package."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("version", type=Path)
    trained = read(parser.parse_args().version)
    if not trained.policy or not trained.placing:
        parser.error("only a version with a policy and a network can ship")
    ship(trained, DATA)


if __name__ == "__main__":
    main()
