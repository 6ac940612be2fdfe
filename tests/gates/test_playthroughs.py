"""Golden playthroughs: a whole random game as readable text, every view, move and event, line by line.

After a change that is meant, write them anew: `LUDOTHEQUE_GOLDEN=1 pytest tests/gates/test_playthroughs.py`.

A game with continuous moves is told from a record kept beside the text, so that it reads the same wherever
flicks are simulated a little differently; it is told to its first moves only, with its first and last view.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludotheque import Move, Table, all_games
from ludotheque.core.chance import seeded
from ludotheque.core.moves import MoveRange
from ludotheque.table.check import random_choice

FOLDER = Path(__file__).parent / "playthroughs"
SEATS = [f"seat {seat}" for seat in range(6)]
LENGTH = 40
CASES = [
    (game.name, seats)
    for game in all_games()
    for seats in sorted({min(game.seat_counts), max(game.seat_counts)})
]


def playthrough(name: str, seats: int) -> Iterator[str]:
    """A random game told line by line."""
    table, rng, told = Table(name, seats, seed=7), seeded(7), 0
    while True:
        for event in table.events[told:]:
            yield f"    {event.seen_by(None).text('en', f'seat {event.seat}', SEATS)} [{event.clause}]"
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


def is_continuous(name: str) -> bool:
    """Return whether the first move of a game has continuous parts."""
    table = Table(name, seed=7)
    return any(isinstance(move, MoveRange) for move in table.moves(table.actors[0]))


def record_game(name: str, seats: int) -> str:
    """The first moves of a random game as a record."""
    table, rng = Table(name, seats, seed=7), seeded(7)
    while table.version < LENGTH and table.result is None:
        seat = table.actors[rng.randrange(len(table.actors))]
        table.play(seat, random_choice(table.position, seat, rng))
    return json.dumps(table.record(), sort_keys=True, indent=1) + "\n"


def told_record(text: str) -> Iterator[str]:
    """A recorded game told line by line."""
    record, told = json.loads(text), 0
    for length in range(len(record["log"]) + 1):
        table = Table.replay(record | {"log": record["log"][:length], "result": None})
        yield from (
            f"    {event.text('en', f'seat {event.seat}', SEATS)} [{event.clause}]"
            for event in table.events[told:]
        )
        told = len(table.events)
        if length in (0, len(record["log"])):
            yield f"view {json.dumps(table.position.view(None), sort_keys=True)}"
        elif "move" in (entry := record["log"][length]):
            for seat in table.actors:
                moves = [move for move in table.moves(seat) if isinstance(move, Move)]
                yield f"seat {seat} may: {', '.join(table.game.notation(move) for move in moves)}"
            chosen = table.game.notation(table.game.read_move(entry["move"]))
            yield f"{length}. seat {entry['seat']}: {chosen}"


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_a_random_game_goes_as_it_always_went(name: str, seats: int) -> None:
    path = FOLDER / f"{name}-{seats}.txt"
    anew = os.environ.get("LUDOTHEQUE_GOLDEN") == "1"
    path.parent.mkdir(exist_ok=True)
    kept = path.with_suffix(".json")
    if anew and is_continuous(name):
        kept.write_text(record_game(name, seats), encoding="utf-8")
    lines = told_record(kept.read_text(encoding="utf-8")) if kept.exists() else playthrough(name, seats)
    told = "\n".join(lines) + "\n"
    if anew:
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")
