"""The numbers of a table from outside: moves to ids and back, masks, observations, rewards, refusals."""

import numpy as np
import pytest

from ludotheque import Move, NotAllowed, Table, Unreadable
from ludotheque.core.chance import seeded
from ludotheque.rl import BatchEnv, Encoder


@pytest.mark.parametrize("name", ["exxtra", "touche", "targi"])
def test_a_game_is_played_by_ids_at_a_table(name: str) -> None:
    encoder, table, rng = Encoder(name), Table(name, seed=3), seeded(1)
    while table.result is None:
        seat = table.actors[0]
        allowed = encoder.legal(table)
        assert list(np.flatnonzero(encoder.mask(table))) == allowed
        assert (
            sorted(
                encoder.from_move(table, move)
                for move in table.position.moves(seat)
                if isinstance(move, Move)
            )
            == allowed
        )
        assert encoder.observe(table, seat).shape == (encoder.size,)
        assert not encoder.rewards(table).any()
        table.play(seat, encoder.to_move(table, allowed[rng.randrange(len(allowed))]))
    assert encoder.rewards(table).sum() == 1
    assert list(np.flatnonzero(encoder.rewards(table))) == list(table.result.winners)
    with pytest.raises(Unreadable):
        encoder.to_move(table, 0)


def test_parts_and_bounds_fit_the_observation() -> None:
    encoder = Encoder("targi")
    seen = encoder.observe(encoder.start, 0)
    assert (seen <= encoder.highest()).all()
    parts = encoder.split(seen)
    assert list(parts) == [part.name for part in encoder.describe()]
    assert sum(part.size for part in parts.values()) == encoder.size
    assert list(parts["purses"]) == [2, 2, 2, 1, 4] * 2


def test_what_is_not_allowed_is_refused_with_a_sentence() -> None:
    encoder, table = Encoder("exxtra"), Table("exxtra", seed=1)
    with pytest.raises(Unreadable, match="action 3 is not allowed now"):
        encoder.to_move(table, 3)
    with pytest.raises(NotAllowed):
        encoder.from_move(table, "place 3")
    with pytest.raises(NotAllowed, match="has no fixed ids"):
        Encoder("zoch")


def test_a_batch_refuses_what_it_cannot_play_and_plays_nothing() -> None:
    games = BatchEnv("exxtra", games=4, seed=1)
    before = games.observations.copy()
    with pytest.raises(Unreadable, match="action 5 is not allowed in game 2"):
        games.step([0, 0, 5, 0])
    with pytest.raises(Unreadable, match="one whole number for each of 4 games"):
        games.step([0, 0])
    with pytest.raises(Unreadable):
        games.step([0.0, 0.0, 0.0, 0.0])
    with pytest.raises(Unreadable):
        BatchEnv("exxtra", games=0)
    assert (games.observations == before).all()


def test_the_same_seed_gives_the_same_games_and_another_gives_others() -> None:
    def course(seed: int, games: int) -> list[bytes]:
        batch = BatchEnv("touche", games=games, seed=seed)
        seen = []
        for _ in range(20):
            batch.step(batch.masks.argmax(axis=1))
            seen.append(batch.observations[0].tobytes())
        return seen

    assert course(1, 2) == course(1, 5) != course(2, 2)


def test_a_game_of_a_batch_can_be_looked_at_as_a_position() -> None:
    batch = BatchEnv("targi", games=2, seed=1)
    batch.step(batch.sample())
    position = batch.position(1)
    assert position.actors == (batch.seats[1],)
    assert (batch.encoder.mask(position) == batch.masks[1]).all()
