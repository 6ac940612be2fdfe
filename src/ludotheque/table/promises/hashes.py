"""Hash randomisation: games are the same in processes with another `PYTHONHASHSEED`.

Python hashes strings differently in every process, and a set of strings iterates in the order of their
hashes. Code that depends on that order passes every test inside one process, so some records are replayed in
others.
"""

import os
import subprocess
import sys
from typing import Final

import msgspec

from ludotheque.core.codec import write
from ludotheque.core.coded import CodedPosition
from ludotheque.core.game import Position
from ludotheque.games import REGISTRY, register
from ludotheque.table.record import read_record
from ludotheque.table.table import Table

STEPS: Final = 200
"""Number of moves and outcomes, in all records together, that are replayed in other processes."""

SEEDS: Final = ("1", "2")
"""`PYTHONHASHSEED` of these processes; two, since one may order strings as this process does."""

SCRIPT: Final = "from ludotheque.table.promises.hashes import answer; answer()"


class Question(msgspec.Struct):
    """The input of another process: records to replay, and the module of their game."""

    game: str
    module: str
    records: list[str]


class Seen(msgspec.Struct):
    """Everything a position shows in a fixed order, each part as JSON text."""

    events: str
    moves: str
    outcomes: str
    position: str
    view: str


def replayed(record: str) -> list[Seen]:
    """Replay a record and return what it shows at the start and after each entry."""
    read = read_record(record)
    table = Table.replay(write(msgspec.structs.replace(read, log=[], result=None)))
    found = [_seen(table.position, [])]
    for entry in read.log:
        events = table.follow(entry)
        found.append(_seen(table.position, events))
    return found


def _seen(position: Position, events: object) -> Seen:
    outcomes: list[int] = []
    if isinstance(position, CodedPosition) and position.awaits_chance:
        outcomes = [int(outcome) for outcome in position.state.outcomes()]
    offered = [position.moves(seat) for seat in position.actors]
    shown = (events, offered, outcomes, position.to_json(), position.view(None))
    return Seen(*(msgspec.json.encode(part).decode() for part in shown))


def answer() -> None:
    """Main function of another process: read a `Question` from stdin and write the replays to stdout."""
    asked = msgspec.json.decode(sys.stdin.buffer.read(), type=Question)
    if REGISTRY.get(asked.game) != asked.module:
        register(asked.game, asked.module)
    found = [replayed(record) for record in asked.records]
    sys.stdout.buffer.write(msgspec.json.encode(found))


def check_hashes(game: str, records: list[str]) -> None:
    """Check that records replay identically in processes with other hash seeds."""
    question = msgspec.json.encode(Question(game, REGISTRY[game], records))
    here = [replayed(record) for record in records]
    for seed in SEEDS:
        path = os.pathsep.join(sys.path)
        done = subprocess.run(  # noqa: S603 - our own interpreter and our own words
            [sys.executable, "-c", SCRIPT],
            input=question,
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": path},
            capture_output=True,
        )
        error = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        assert done.returncode == 0, f"another process can't replay a game: {error}"
        there = msgspec.json.decode(done.stdout, type=list[list[Seen]])
        for one, other in zip(here, there, strict=True):
            for step, (seen, again) in enumerate(zip(one, other, strict=True)):
                for part in Seen.__struct_fields__:
                    shown = getattr(seen, part), getattr(again, part)
                    assert shown[0] == shown[1], (
                        f"the hashes of texts decide the {part} after step {step}: {shown[0]} here, and"
                        f" {shown[1]} with PYTHONHASHSEED={seed}"
                    )
