"""Copies: playing on a copy never changes the original."""

import pickle
from typing import Final

from librt.random import Random

from ludotheque.core.coded import CodedPosition
from ludotheque.core.game import Position
from ludotheque.core.state import State
from ludotheque.table.promises.chance import Luck
from ludotheque.table.promises.differences import difference
from ludotheque.table.promises.playing import Step

COPIES: Final = 3
"""Number of copies that are played on at a position; the moves of a single one might not reveal an alias."""


def check_copy(position: Position, luck: Luck, rng: Random, steps: int = 24) -> None:
    """Check that a copy is equal, and that playing on it, chance included, does not change the original."""
    before, inside = position.to_json(), _inside(position)
    for _ in range(COPIES):
        copy = position.copy()
        assert copy.to_json() == before, f"a copy is another position: {difference(before, copy.to_json())}"
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
    """Return the names of mutable attributes that two states share; empty for compiled rules."""
    held: dict[str, object] = getattr(state, "__dict__", {})
    return [
        name
        for name, value in held.items()
        if isinstance(value, list | dict | set) and value is getattr(copy, name, None)
    ]


def _inside(position: Position) -> bytes:
    """Return the pickle of a state, with attributes that its JSON omits; empty for other positions."""
    return pickle.dumps(position.state) if isinstance(position, CodedPosition) else b""
