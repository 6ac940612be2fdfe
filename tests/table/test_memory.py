"""Compiled rules give back the memory they take: a server reads positions and copies them for weeks."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ludotheque import Table, all_games, compiled
from ludotheque.core.chance import seeded

PAGE_KB = 4
TIMES = 15_000
ALLOWED_KB = 1_000  # a leak of the smallest array would take more than this


def resident_kb() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE_KB


def grows_by(act: Callable[[], object]) -> int:
    for _ in range(TIMES // 10):
        act()
    before = resident_kb()
    for _ in range(TIMES):
        act()
    return resident_kb() - before


@pytest.mark.skipif(
    sys.platform != "linux" or not compiled, reason="reads the memory of compiled rules from /proc"
)
@pytest.mark.parametrize("name", [game.name for game in all_games()])
def test_positions_that_are_read_copied_and_guessed_are_freed(name: str) -> None:
    table, rng = Table(name, seed=5), seeded(1)
    position, json = table.position, table.position.to_json()
    seat, game = table.actors[0], table.game
    view = position.view(seat)
    assert grows_by(lambda: game.at(json)) < ALLOWED_KB
    assert grows_by(lambda: game.guess(view, seat, rng)) < ALLOWED_KB
    assert grows_by(position.copy) < ALLOWED_KB
    assert grows_by(lambda: position.moves(seat)) < ALLOWED_KB
