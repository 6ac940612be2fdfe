"""PettingZoo's own tests of our games, and what they don't ask."""

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from ludotheque import Unreadable
from ludotheque.rl.pettingzoo import GameEnv

TABLES = [("exxtra", 2), ("exxtra", 5), ("touche", 2), ("touche", 6), ("targi", 2)]


@pytest.mark.slow
# A mask beside the observation, as in PettingZoo's own classic games, which its test knows by their names.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably", "ignore:Observation is not a")
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_it_passes_the_api_test(name: str, seats: int) -> None:
    api_test(GameEnv(name, seats), num_cycles=60)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_it_passes_the_seed_test(name: str, seats: int) -> None:
    seed_test(lambda: GameEnv(name, seats), num_cycles=30)


def test_a_seat_that_is_not_to_act_may_do_nothing() -> None:
    env = GameEnv("touche", 2)
    env.reset(seed=1)
    acting = env.agent_selection
    (other,) = set(env.agents) - {acting}
    assert env.observe(acting)["action_mask"].any()
    assert not env.observe(other)["action_mask"].any()


def test_an_action_that_is_not_allowed_is_refused_and_changes_nothing() -> None:
    env = GameEnv("exxtra", 2)
    env.reset(seed=1)
    before = env.render()
    for wrong in (3, 99, None):
        with pytest.raises(Unreadable):
            env.step(wrong)
    assert env.render() == before


def test_the_winner_gets_one_and_all_are_done() -> None:
    env = GameEnv("exxtra", 3)
    env.reset(seed=4)
    rng = np.random.default_rng(1)
    while not any(env.terminations.values()):
        env.step(int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
    assert sorted(env.rewards.values()) == [0, 0, 1]
    assert all(env.terminations.values())
    assert "pawns:" in env.render()
    env.close()


def test_no_renderer_is_imported() -> None:
    import sys

    assert "pygame" not in sys.modules
