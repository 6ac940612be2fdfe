"""Gymnasium: one learner against a bot of its choice.

pip install "ludotheque[gymnasium]"
python examples/with_gymnasium.py
"""

import argparse
import sys

import gymnasium
from keep_or_throw import KeepOrThrow

import ludotheque.rl.gymnasium  # noqa: F401 - registers the games


def play(env: gymnasium.Env, learner: KeepOrThrow, games: int, tries: float, seed: int) -> float:  # type: ignore[type-arg]
    """The share of games that the learner wins; if it tries nothing, it learns nothing."""
    won, who = 0.0, "me" if tries else None
    for game in range(games):
        seen, info = env.reset(seed=seed + game)
        over = False
        while not over:
            seen, reward, over, _, info = env.step(learner.act(seen, info["action_mask"], who, tries))
        learner.learn("me", float(reward))
        won += float(reward)
    return won / games


def main(games: int) -> None:
    """Play before and after learning."""
    env = gymnasium.make("ludotheque/exxtra", opponents=["cautious"], seat=None)
    learner = KeepOrThrow()
    before = play(env, KeepOrThrow(), games // 4, tries=0.0, seed=10**6)
    play(env, learner, games, tries=0.2, seed=0)
    after = play(env, learner, games // 4, tries=0.0, seed=10**6)
    sys.stdout.write(f"against cautious: {before:.1%} before, {after:.1%} after\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    main(parser.parse_args().games)
