"""Checks of an encoding over random games."""

from importlib import import_module
from itertools import product
from typing import Any, get_args

import msgspec
from librt.random import Random

from ludotheque.core.chance import seeded
from ludotheque.core.coded import CodedGame, CodedPosition
from ludotheque.core.encoding import Encoding
from ludotheque.core.state import CHANCE, OVER, State
from ludotheque.games import game as find_game

GUARD = 7
"""A number before and behind an observation, which must stay."""


def all_tables(name: str, leave_out: tuple[str, ...] = ()) -> list[tuple[int, dict[str, Any]]]:
    """Every number of seats with every combination of options that can be listed."""
    game = find_game(name)
    fields = [field for field in msgspec.structs.fields(game.options_type) if field.name not in leave_out]
    values = [(False, True) if field.type is bool else get_args(field.type) for field in fields]
    combined = [
        dict(zip([field.name for field in fields], chosen, strict=True)) for chosen in product(*values)
    ]
    return [(seats, options) for seats in game.seat_counts for options in combined]


def begin(name: str, seats: int, options: dict[str, Any]) -> tuple[CodedPosition[Any], Encoding]:
    game = find_game(name)
    assert isinstance(game, CodedGame)
    start = game.start(seats, game.read_options(options))
    encoding: Encoding = import_module(f"ludotheque.games.{name}.encoding").encoding_of(start.state)
    return start, encoding


def check_random_game(name: str, seats: int, options: dict[str, Any], seed: int, most: int = 10**9) -> int:
    """Play a random game by ids alone and check every position of it; gives the number of decisions."""
    position, encoding = begin(name, seats, options)
    rng, state, decisions = seeded(seed), position.state, 0
    check_parts(encoding)
    check_observation(encoding, position, 0, rng)
    while (turn := state.turn()) != OVER and decisions < most:
        if turn == CHANCE:
            outcome = state.sample(rng)
            assert 0 <= outcome < encoding.outcomes
            state.apply(outcome)
            continue
        check_actions(encoding, state)
        if rng.randrange(8) == 0:
            for seat in range(seats):
                check_observation(encoding, position, seat, rng)
        chosen = encoding.legal(state)
        state.apply(encoding.move_of(state, chosen[rng.randrange(len(chosen))]))
        decisions += 1
    for seat in range(seats):
        check_observation(encoding, position, seat, rng)
    return decisions


def check_parts(encoding: Encoding) -> None:
    """Parts follow each other without gaps, each with a name of its own and a meaning."""
    place = 0
    for part in encoding.parts:
        assert (part.start, part.size > 0) == (place, True)
        assert 0 < part.highest <= 255
        assert part.meaning
        place += part.size
    assert place == encoding.size
    assert len({part.name for part in encoding.parts}) == len(encoding.parts)


def check_actions(encoding: Encoding, state: State) -> None:
    """Every move has an id of its own, and the id leads back to it."""
    moves = list(state.moves())
    ids = [encoding.action_of(state, move) for move in moves]
    assert len(set(ids)) == len(ids)
    assert all(0 <= action < encoding.actions for action in ids)
    assert [encoding.move_of(state, action) for action in ids] == moves
    mask = encoding.mask(state)
    assert len(mask) == encoding.actions
    assert [action for action, allowed in enumerate(mask) if allowed] == sorted(ids)


def check_observation(encoding: Encoding, position: CodedPosition[Any], seat: int, rng: Random) -> None:
    """Check that an observation survives resampling of hidden information, and that its numbers are in
    bounds.
    """
    state = position.state
    seen = encoding.observation(state, seat)
    assert len(seen) == encoding.size
    for part in encoding.parts:
        found = seen[part.start : part.start + part.size]
        assert max(found) <= part.highest, f"{part} holds {list(found)}"
    assert encoding.observation(state.reimagine(seat, rng), seat) == seen
    guessed = position.game.guess(position.view(seat), seat, rng)
    assert isinstance(guessed, CodedPosition)
    assert encoding.observation(guessed.state, seat) == seen


def parts_of(encoding: Encoding, state: State, seat: int) -> dict[str, list[int]]:
    """An observation by the names of its parts."""
    seen = encoding.observation(state, seat)
    return {part.name: list(seen[part.start : part.start + part.size]) for part in encoding.parts}
