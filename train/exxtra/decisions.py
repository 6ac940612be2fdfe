"""Write the decisions of a bot in games for three, for `value_network.py --decisions`.

`python -m train.exxtra.decisions strong --games 2000 --out strong.npz`
"""

import argparse
from pathlib import Path

import numpy as np

from ludotheque.bots import bot
from ludotheque.core.bot import PolicyBot
from ludotheque.core.chance import seeded
from ludotheque.core.state import CHANCE, OVER
from ludotheque.games.exxtra.rules.state import DECIDE, NOWHERE, PLACE, THROW, VALUES, new_game

SEATS = 3
RANKS = len(VALUES)


def main() -> None:
    """Play and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("level")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    player = bot("exxtra", asked.level)
    assert isinstance(player, PolicyBot)
    policy, rng = player.policy, seeded(asked.seed)
    pawns: list[list[int]] = []
    dice: list[list[int]] = []
    ranks: list[int] = []
    choices: list[int] = []
    for _ in range(asked.games):
        state = new_game(SEATS, xx_is_100=False)
        while (turn := state.turn()) != OVER:
            if turn == CHANCE:
                state.apply(state.sample(rng))
                continue
            move = policy.move(state, rng)
            if state.phase == DECIDE:
                order = [(state.seat + j) % SEATS for j in range(SEATS)]
                pawns.append([state.pawns[seat] for seat in order])
                lying = [
                    0
                    if state.slots[seat] in (NOWHERE, 0)
                    else 1 + (state.slots[seat] - 1) * RANKS + VALUES.index(state.values[seat])
                    for seat in order
                ]
                dice.append(lying)
                ranks.append(VALUES.index(state.kept_value()))
                choices.append(0 if move == THROW else 1 + move - PLACE)
            state.apply(move)
    np.savez_compressed(
        asked.out,
        pawns=np.array(pawns, np.int8),
        dice=np.array(dice, np.int16),
        rank=np.array(ranks, np.int8),
        choice=np.array(choices, np.int8),
        games=asked.games,
    )


if __name__ == "__main__":
    main()
