"""Positions as JSON: one that is read back is equal, and the game continues from it identically."""

from typing import Any

import msgspec
from librt.random import Random

from ludotheque.core.codec import Json
from ludotheque.core.coded import CodedPosition
from ludotheque.core.game import Game, Position
from ludotheque.core.state import parts
from ludotheque.table.promises.differences import difference
from ludotheque.table.promises.playing import Step, promised


def read_back(game: Game, written: Json) -> Position:
    """Parse a position from its JSON form, and check that it is written identically again."""
    with promised("a position can't be read from its own JSON"):
        position = game.at(msgspec.json.decode(msgspec.json.encode(written)))
    again = position.to_json()
    assert again == written, f"a position reads back differently: {difference(written, again)}"
    return position


def check_read_back(position: Position, again: Position, rng: Random, steps: int) -> None:
    """Check that the game continues identically from a position that was read back.

    Internal attributes may differ if nothing depends on them, such as a throw that was used up. So if some
    differ, the same random steps are made at both positions.
    """
    lost = sorted(_differing(position, again))
    if not lost:
        return
    one, other = position.copy(), again.copy()
    with promised(f"an attribute is missing in the JSON of a position, one of {lost}"):
        for _ in range(steps):
            assert _choices(one) == _choices(other), "read back, it has other moves or outcomes"
            if one.result is not None:
                break
            step = Step(one, rng)
            assert step.make(one) == step.make(other), f"read back, it has other events after {step}"
            played, replayed = one.to_json(), other.to_json()
            assert played == replayed, (
                f"read back, it is another position after {step}: {difference(played, replayed)}"
            )


def _differing(position: Position, again: Position) -> set[str]:
    """Return the names of the attributes in which two positions differ."""
    held, read = _attributes(position), _attributes(again)
    return {name for name in held.keys() | read.keys() if held.get(name) != read.get(name)}


def _attributes(position: Position) -> dict[str, Any]:
    if isinstance(position, CodedPosition):
        return parts(position.state) | {"options": position.options}
    return dict(vars(position))


def _choices(position: Position) -> list[object]:
    """Return all that a position offers to seats and to chance, and its result, for comparison."""
    offered: list[object] = [position.moves(seat) for seat in position.actors]
    if isinstance(position, CodedPosition) and position.awaits_chance:
        offered += [list(position.state.outcomes()), list(position.state.weights())]
    return [*offered, position.actors, position.result]
