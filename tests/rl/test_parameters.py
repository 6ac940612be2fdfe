"""Gymnasium's own check of a game of continuous moves."""

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from ludotheque import NotAllowed, Unreadable
from ludotheque.rl.parameters import ParameterEnv


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*Box observation space m..imum value is")  # metres have no bounds
def test_it_passes_gymnasiums_check() -> None:
    check_env(ParameterEnv("zoch", ["beginner"]), skip_render_check=True)


@pytest.mark.slow
def test_a_game_goes_on_until_it_is_over() -> None:
    env = ParameterEnv("blackrock", ["beginner"], options={"tremor": "off"})
    env.reset(seed=1)
    env.action_space.seed(1)
    for _ in range(4):
        seen, reward, over, _, _ = env.step(env.action_space.sample())
        assert reward == 0 or over
        assert seen["dice"].dtype == np.float32
    assert "layout:" in env.render()


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(NotAllowed):
        ParameterEnv("exxtra")
    with pytest.raises(Unreadable):
        ParameterEnv("zoch", ["beginner"] * 2, seats=4)
