"""Data for pictures of the table: the key frames of each flick with its events."""

import pytest

from ludotheque import Table
from ludotheque.games.targets.physics.frames import decode
from tests.games.targets.scenes import FLICK

LARGEST = 1400
"""Characters of the longest film: at most 1 kB of key frames, in base64."""


@pytest.mark.clause("TARGETS-3")
@pytest.mark.parametrize("game", ["zoch", "blackrock"])
def test_the_first_event_after_a_flick_carries_its_key_frames_and_no_other_does(game: str) -> None:
    table = Table(game, seats=2, seed=3)
    flick, first, *later = table.play(table.actors[0], {**FLICK, "speed": 1.0})
    assert (flick.name, flick.motion) == ("targets.flick", "")
    assert all(event.motion == "" for event in later)
    chance = table.log[-1].chance
    assert isinstance(chance, dict)
    assert first.motion == chance["film"]
    assert 0 < len(first.motion) <= LARGEST
    assert {track.die for track in decode(first.motion).tracks} <= set(range(6))


@pytest.mark.clause("TARGETS-3")
def test_an_outcome_that_nobody_filmed_shows_no_motion() -> None:
    table = Table("zoch", seats=2, seed=3)
    table.play(table.actors[0], FLICK)
    record = table.record()
    for entry in record["log"]:
        if isinstance(entry.get("chance"), dict):
            entry["chance"].pop("film", None)
    assert all(event.motion == "" for event in Table.replay(record).events)
