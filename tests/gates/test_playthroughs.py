"""Golden playthroughs: a whole random game as readable text, every view, move and event, line by line.

After a change that is meant, write them anew: `LUDOTHEQUE_GOLDEN=1 pytest tests/gates/test_playthroughs.py`.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludotheque import Move, Table, games
from ludotheque.core.chance import seeded
from ludotheque.table.check import random_choice

FOLDER = Path(__file__).parent / "playthroughs"
CASES = [
    (game.name, seats) for game in games() for seats in sorted({min(game.seat_counts), max(game.seat_counts)})
]


def playthrough(name: str, seats: int) -> Iterator[str]:
    """A random game told line by line."""
    table, rng, told = Table(name, seats, seed=7), seeded(7), 0
    while True:
        for event in table.events[told:]:
            yield f"    {event.seen_by(None).text('en', f'seat {event.seat}')} [{event.clause}]"
        told = len(table.events)
        yield f"view {json.dumps(table.position.view(None), sort_keys=True)}"
        if table.result is not None:
            yield f"result {table.result.ranks} {table.result.scores} {table.result.clause}"
            return
        seat = table.actors[0]
        moves = [move for move in table.moves(seat) if isinstance(move, Move)]
        yield f"seat {seat} may: {', '.join(table.game.notation(move) for move in moves)}"
        chosen = random_choice(table.position, seat, rng)
        yield f"{table.version}. seat {seat}: {table.game.notation(chosen)}"
        table.play(seat, chosen)


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_a_random_game_goes_as_it_always_went(name: str, seats: int) -> None:
    path = FOLDER / f"{name}-{seats}.txt"
    told = "\n".join(playthrough(name, seats)) + "\n"
    if os.environ.get("LUDOTHEQUE_GOLDEN") == "1":
        path.parent.mkdir(exist_ok=True)
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")
