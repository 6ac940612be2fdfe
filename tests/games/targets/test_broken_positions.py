"""Positions from outside: refused when read, or play goes on from them.

`LUDOTHEQUE_GAMES=50 pytest` breaks fifty times as many.
"""

import copy
import os
from typing import Any

import pytest
from librt.random import Random

from ludotheque import MoveRange, Table
from ludotheque.core.bot import Bot
from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.core.refusal import Refusal
from ludotheque.games.targets.blackrock.rules.position import BlackrockPosition
from ludotheque.games.targets.bots.aiming import Hand, Round
from ludotheque.games.targets.bots.planner import Planner
from ludotheque.games.targets.rules.position import TargetsPosition
from tests.games.targets.scenes import quick_draw

MANY = int(os.environ.get("LUDOTHEQUE_GAMES", "1"))
KINDS: list[tuple[str, int, dict[str, Json]]] = [
    ("zoch", 2, {}),
    ("zoch", 6, {"faces": "chosen"}),
    ("blackrock", 2, {}),
    ("blackrock", 3, {"calls": "spoken", "pas_vu_pas_pris": True, "faces": "chosen"}),
    ("blackrock", 4, {"teams": True, "three_by_three": True}),
    ("blackrock", 4, {"teams": True, "faces": "chosen", "calls": "spoken"}),
]
NUMBERS = (-1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 17, 18, 21, 10**6, 2**40)
PLACES = (0.0, -1.0, 0.3, 1e9, float("nan"), float("inf"))
PHASES = ("starter", "exchange", "stack", "faces", "play", "choose", "remove", "golden", "over")
CLUMSY: Bot = Planner(Hand(tremor=1.0, rounds=(Round(2, 1),)))


def any_move(table: Table, seat: int, rng: Random) -> Json:
    """A move that is offered to a seat; a flick somewhere within its ranges."""
    offered = table.moves(seat)
    move = offered[rng.randrange(len(offered))]
    if not isinstance(move, MoveRange):
        return table.game.notation(move)
    return {"do": move.do} | {
        name: low + (high - low) * rng.random() for name, (low, high) in move.ranges.items()
    }


def positions(game: str, seats: int, options: dict[str, Json]) -> list[Any]:
    """Positions of random games, as many of every phase as they have, with a limit for each."""
    found: dict[str, list[Any]] = {}
    for seed in range(6):
        table = Table(game, seats, seed=seed, options=options)
        rng = seeded(seed)
        while table.result is None:
            position: Any = table.position.to_json()
            kept = found.setdefault(f"{position['phase']}, {position.get('golden') is not None}", [])
            if len(kept) < 12:
                kept.append(position)
            seat = table.actors[rng.randrange(len(table.actors))]
            table.play(seat, any_move(table, seat, rng))
        found.setdefault("over", []).append(table.position.to_json())
    return [position for kept in found.values() for position in kept]


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """A place in a position."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(way for key, item in inner for way in paths(item, (*path, key)))]


def broken(value: Any, others: list[Any], rng: Random) -> Any:
    """A position with one to three things changed: numbers, lists, fields, phases, parts of another one."""
    value = copy.deepcopy(value)
    for _ in range(1 + rng.randrange(3)):
        match rng.randrange(8):
            case 0:
                value["phase"] = PHASES[rng.randrange(len(PHASES))]
            case 1:
                other = others[rng.randrange(len(others))]
                field = sorted(other)[rng.randrange(len(other))]
                value[field] = copy.deepcopy(other[field])
            case _:
                ways = paths(value)[1:]
                *path, key = ways[rng.randrange(len(ways))]
                inner = value
                for step in path:
                    inner = inner[step]
                _break(inner, key, rng)
    return value


def _break(inner: Any, key: Any, rng: Random) -> None:
    """Change what stands in one place."""
    match inner[key]:
        case bool(flag):
            inner[key] = not flag
        case int():
            inner[key] = NUMBERS[rng.randrange(len(NUMBERS))]
        case float():
            inner[key] = PLACES[rng.randrange(len(PLACES))]
        case list([*items]) if items:
            at = rng.randrange(len(items))
            inner[key] = (items[:at] + items[at + 1 :], [*items, items[at]], items[::-1], [])[
                rng.randrange(4)
            ]
        case list():
            inner[key] = [NUMBERS[rng.randrange(len(NUMBERS))]]
        case None:
            inner[key] = NUMBERS[rng.randrange(len(NUMBERS))]
        case _ if isinstance(inner, dict):
            del inner[key]


def goes_on(table: Table, rng: Random, steps: int) -> None:
    """Play at random: nothing is lost, and every position on the way can be read again."""
    for _ in range(steps):
        if table.result is not None:
            return
        seat = table.actors[rng.randrange(len(table.actors))]
        table.play(seat, any_move(table, seat, rng))
        assert table.position.violations() == []
        Table.at(table.game.name, table.position.to_json())


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Outcomes drawn without simulation."""
    monkeypatch.setattr(TargetsPosition, "draw", quick_draw)
    monkeypatch.setattr(BlackrockPosition, "draw", quick_draw)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("game", "seats", "options"), KINDS, ids=str)
def test_a_broken_position_is_refused_or_random_play_goes_on(
    game: str, seats: int, options: dict[str, Json]
) -> None:
    rng = seeded(1)
    known = positions(game, seats, options)
    refused = 0
    for number in range(250 * MANY):
        position = broken(known[rng.randrange(len(known))], known, rng)
        try:
            table = Table.at(game, position, seed=number)
        except Refusal:
            refused += 1
            continue
        goes_on(table, rng, 12)
    assert 100 * MANY < refused < 250 * MANY


@pytest.mark.parametrize(("game", "seats", "options"), KINDS, ids=str)
def test_a_bot_and_the_simulated_table_go_on_from_every_position_that_is_accepted(
    game: str, seats: int, options: dict[str, Json], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as quick:
        quick.setattr(TargetsPosition, "draw", quick_draw)
        quick.setattr(BlackrockPosition, "draw", quick_draw)
        known = positions(game, seats, options)
    rng = seeded(2)
    moved = 0
    while moved < 4 * MANY:
        position = broken(known[rng.randrange(len(known))], known, rng)
        try:
            table = Table.at(game, position, seed=moved)
        except Refusal:
            continue
        if table.actors:
            seat = table.actors[rng.randrange(len(table.actors))]
            table.play(seat, CLUMSY.choose(table.position.seen_by(seat, rng), seat, rng))
            Table.at(game, table.position.to_json())
            moved += 1
