"""OpenSpiel: a learner plays both sides of a game of its registry, and then against random play.

pip install "ludotheque[openspiel]"
python examples/with_openspiel.py
"""

import argparse
import sys
from typing import Any

import numpy as np
import pyspiel
from keep_or_throw import KeepOrThrow

import ludotheque.rl.openspiel  # noqa: F401 - registers the games


def play(game: Any, players: list[KeepOrThrow | None], games: int, tries: float, seed: int) -> float:
    """The share of games that the first player wins; None plays at random."""
    rng = np.random.default_rng(seed)
    won = 0.0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(rng.choice(outcomes, p=chances)))
                continue
            player = state.current_player()
            learner = players[player]
            if learner is None:
                state.apply_action(int(rng.choice(state.legal_actions())))
            else:
                seen, mask = state.observation_tensor(), state.legal_actions_mask()
                state.apply_action(learner.act(seen, mask, player if tries else None, tries))
        for player, learner in enumerate(players):
            if learner is not None:
                learner.learn(player, state.returns()[player])
        won += state.returns()[0]
    return won / games


def main(games: int) -> None:
    """Play before and after learning."""
    game = pyspiel.load_game("ludotheque_exxtra")
    learner = KeepOrThrow()
    before = play(game, [None, None], games // 4, tries=0.0, seed=1)
    play(game, [learner, learner], games, tries=0.2, seed=2)
    after = play(game, [learner, None], games // 4, tries=0.0, seed=3)
    sys.stdout.write(f"against random play: {before:.1%} before, {after:.1%} after\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    main(parser.parse_args().games)
