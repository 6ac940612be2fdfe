"""Copies: nothing that is played on a copy changes the original."""

import pickle
from typing import Final

from librt.random import Random

from ludotheque.core.coded import CodedPosition
from ludotheque.core.game import Position
from ludotheque.core.state import State
from ludotheque.table.promises.chance import Luck
from ludotheque.table.promises.playing import Step

COPIES: Final = 3
"""Number of copies that are played on: a single one may meet no change."""


def check_copy(position: Position, luck: Luck, rng: Random, steps: int = 24) -> None:
    """Check that a copy is equal, and that playing on it, chance included, leaves the position as it was."""
    before, inside = position.to_json(), _inside(position)
    for _ in range(COPIES):
        copy = position.copy()
        assert copy.to_json() == before, "a copy is another position"
        if isinstance(position, CodedPosition) and isinstance(copy, CodedPosition):
            shared = _shared(position.state, copy.state)
            assert not shared, f"an alias: a copy shares {shared} with the original"
        _play_on(copy, luck, rng, steps)
        assert position.to_json() == before, "an alias: playing on a copy changed the original"
        assert _inside(position) == inside, "an alias: playing on a copy changed the original inside"


def _play_on(copy: Position, luck: Luck, rng: Random, steps: int) -> None:
    for _ in range(steps):
        if copy.result is not None:
            break
        if copy.awaits_chance and isinstance(copy, CodedPosition):
            luck.watch(copy.state, rng)
        Step(copy, rng).make(copy)


def _shared(state: State, copy: State) -> list[str]:
    """Names of the mutable attributes of interpreted rules that both share."""
    held: dict[str, object] = getattr(state, "__dict__", {})
    return [
        name
        for name, value in held.items()
        if isinstance(value, list | dict | set) and value is getattr(copy, name, None)
    ]


def _inside(position: Position) -> bytes:
    """All that a state holds, attributes that no JSON shows included."""
    return pickle.dumps(position.state) if isinstance(position, CodedPosition) else b""
