"""PettingZoo: two agents of one learner play each other; then one of them meets one that learned nothing.

pip install "ludotheque[pettingzoo]"
python examples/with_pettingzoo.py
"""

import argparse
import sys
from collections.abc import Mapping

from keep_or_throw import KeepOrThrow

from ludotheque.rl.pettingzoo import GameEnv


def play(env: GameEnv, players: Mapping[str, KeepOrThrow], games: int, tries: float, seed: int) -> float:
    """The share of games that the first agent wins; who tries nothing learns nothing."""
    won = 0.0
    for game in range(games):
        env.reset(seed=seed + game)
        for agent in env.agent_iter():
            seen, reward, over, _, _ = env.last()
            if over:
                players[agent].learn(agent, reward)
                won += reward if agent == env.possible_agents[0] else 0
                env.step(None)
            else:
                who = agent if tries else None
                env.step(players[agent].act(seen["observation"], seen["action_mask"], who, tries))
    return won / games


def main(games: int) -> None:
    """Play before and after learning."""
    env = GameEnv("exxtra", seats=2)
    first, second = env.possible_agents
    learner, blank = KeepOrThrow(), KeepOrThrow()
    before = play(env, {first: learner, second: blank}, games // 4, tries=0.0, seed=10**6)
    play(env, {first: learner, second: learner}, games, tries=0.2, seed=0)
    after = play(env, {first: learner, second: blank}, games // 4, tries=0.0, seed=10**6)
    sys.stdout.write(f"against one that learned nothing: {before:.1%} before, {after:.1%} after\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000)
    main(parser.parse_args().games)
