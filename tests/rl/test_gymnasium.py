"""Gymnasium's own check of our games, their opponents, and actions that are not allowed."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from ludotheque import Refusal, Unreadable
from ludotheque.bots import bot
from ludotheque.rl.gymnasium import GameEnv

OPPONENTS = {"exxtra": "casual", "touche": "beginner", "targi": "beginner"}


@pytest.mark.parametrize("name", list(OPPONENTS))
def test_it_passes_gymnasiums_check(name: str) -> None:
    env = gymnasium.make(f"ludotheque/{name}", opponents=[OPPONENTS[name]])
    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("name", list(OPPONENTS))
def test_a_game_is_played_to_its_end(name: str) -> None:
    env = GameEnv(name, [OPPONENTS[name]], seat=None)
    rng = np.random.default_rng(1)
    seats = set()
    for seed in range(8):
        _, info = env.reset(seed=seed)
        seats.add(info["seat"])
        over = False
        while not over:
            action = int(rng.choice(np.flatnonzero(info["action_mask"])))
            _, reward, over, _, info = env.step(action)
            assert over or reward == 0
        assert reward == env.position.state.payoff(env.seat)
        assert not info["action_mask"].any()
    assert seats == {0, 1}


def test_the_same_seed_gives_the_same_game() -> None:
    def course(seed: int) -> list[bytes]:
        env = GameEnv("touche", ["beginner"])
        seen, info = env.reset(seed=seed)
        found = [seen.tobytes()]
        for _ in range(10):
            seen, _, _, _, info = env.step(int(info["action_mask"].argmax()))
            found.append(seen.tobytes())
        return found

    assert course(1) == course(1) != course(2)


def test_an_action_that_is_not_allowed_loses_or_is_refused() -> None:
    env = GameEnv("exxtra")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(4)
    assert (reward, over) == (0.0, True)
    assert "not allowed" in info["refusal"]
    strict = GameEnv("exxtra", illegal="refuse")
    strict.reset(seed=1)
    with pytest.raises(Unreadable):
        strict.step(4)


def test_opponents_sit_to_the_left_in_their_order() -> None:
    env = GameEnv("exxtra", ["random", bot("exxtra", "casual"), lambda: bot("exxtra", "strong")], seats=4)
    _, info = env.reset(seed=1)
    env.step(int(info["action_mask"].argmax()))
    assert "pawns:" in env.render()


def test_a_bot_that_searches_is_an_opponent_too() -> None:
    env = GameEnv("targi", ["strong"])
    _, info = env.reset(seed=1)
    env.step(int(info["action_mask"].argmax()))
    assert env.action_masks().any()


def test_a_table_that_cannot_be_is_refused() -> None:
    with pytest.raises(Unreadable, match="one for each of 3, not 2"):
        GameEnv("exxtra", ["random", "random"], seats=4)
    with pytest.raises(Unreadable):
        GameEnv("exxtra", seat=2)
    with pytest.raises(Refusal):
        GameEnv("exxtra", ["perfect"], seats=3)
