"""Many games in one call: the same games as one by one, rewards at the end, and a new game at once."""

from struct import pack
from typing import Any

import pytest
from librt.random import Random

from ludotheque.core.batch import Batch
from ludotheque.core.chance import seeded
from ludotheque.core.encoding import Encoding
from ludotheque.core.state import CHANCE, OVER, State
from tests.games.encoding_checks import begin

GAMES = [("exxtra", 3), ("touche", 2), ("targi", 2)]


def batch_of(name: str, seats: int, games: int) -> tuple[Batch, State, Encoding]:
    start, encoding = begin(name, seats, {})
    return Batch(encoding, start.state, [seeded(number) for number in range(games)]), start.state, encoding


def met_chance(state: State, rng: Random) -> State:
    while state.turn() == CHANCE:
        state.apply(state.sample(rng))
    return state


def packed(actions: Any) -> bytes:
    return pack(f"<{len(actions)}q", *actions)


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_batch_plays_the_same_games_as_one_by_one(name: str, seats: int) -> None:
    batch, start, encoding = batch_of(name, seats, 3)
    chances = [seeded(number) for number in range(3)]
    alone = [met_chance(start.copy(), rng) for rng in chances]
    rng, ended = seeded(9), 0
    for _ in range(300):
        batch.draw(rng)
        actions = list(batch.drawn)
        assert batch.refused(packed(actions)) == -1
        ended += batch.step(packed(actions))
        for game, action in enumerate(actions):
            state = alone[game]
            state.apply(encoding.move_of(state, action))
            met_chance(state, chances[game])
            over = state.turn() == OVER
            rewards = list(batch.rewards[game * seats : game * seats + seats])
            assert (batch.ended[game], rewards) == (
                over,
                [state.payoff(seat) if over else 0.0 for seat in range(seats)],
            )
            if over:
                alone[game] = state = met_chance(start.copy(), chances[game])
            seen = batch.observations[game * encoding.size : (game + 1) * encoding.size]
            assert bytes(seen) == encoding.observation(state, state.turn())
            mask = batch.masks[game * encoding.actions : (game + 1) * encoding.actions]
            assert bytes(mask) == encoding.mask(state)
            assert batch.seats[game] == state.turn()
    assert ended > 0


def test_an_action_that_is_not_allowed_is_found_before_anything_is_played() -> None:
    batch, _, encoding = batch_of("exxtra", 2, 3)
    for wrong in (1, encoding.actions, -1):
        assert batch.refused(packed([0, wrong, 0])) == 1
    assert batch.refused(packed([0, 0, 0])) == -1


def test_parts_of_an_observation_tell_where_they_are() -> None:
    _, _, encoding = batch_of("exxtra", 2, 1)
    assert repr(encoding.parts[0]) == "<pawns: 0 to 1, at most 21>"
