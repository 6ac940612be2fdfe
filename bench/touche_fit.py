"""Fit what Touché's bots know of a position: weights of its features, from games they play themselves.

`python bench/touche_fit.py --games 4000` plays greedy games; `--iterations 60` lets the search play with the
weights there are, so that the next ones are better. The result is written into the game's folder.
"""

import argparse
import json
from pathlib import Path
from typing import Final

import numpy as np
from librt.random import Random
from numpy.typing import NDArray

from ludotheque.bots.search import Tree
from ludotheque.core.chance import seeded
from ludotheque.core.state import CHANCE, OVER, random_move
from ludotheque.games.touche import features as f
from ludotheque.games.touche.bots import EXPLORATION, SHARPNESS, learned
from ludotheque.games.touche.knowledge import ToucheKnowledge
from ludotheque.games.touche.layout import read_layout
from ludotheque.games.touche.outlook import greedy_move
from ludotheque.games.touche.rules import Touche
from ludotheque.games.touche.rules_start import new_game

KINDS: Final = ("squares", "lines", "crosses")
WEIGHTS: Final = Path(__file__).parent.parent / "src/ludotheque/games/touche/data/weights.json"
LOOKED_AT: Final = 0.35  # of the positions of a game
STRAY: Final = 0.05  # how often a player strays, so that all kinds of positions occur
Floats = NDArray[np.float32]


def play(
    state: Touche, rng: Random, knowledge: ToucheKnowledge | None, iterations: int
) -> tuple[list[Floats], list[Floats]]:
    """Play a game to its end; gives the features of all sides for some of its positions, and their chances.

    The chances are half those that the search saw there and half how the game went.
    """
    seen: list[Floats] = []
    thought: list[Floats | None] = []
    while (turn := state.turn()) != OVER:
        if turn == CHANCE:
            state.apply(state.sample(rng))
            continue
        looked_at = rng.random() < LOOKED_AT
        if looked_at:
            seen.append(counted(state))
            thought.append(None)
        if rng.random() < STRAY:
            state.apply(random_move(state, rng))
        elif knowledge is None:
            state.apply(greedy_move(state, rng))
        else:
            tree = Tree(state, turn, knowledge, EXPLORATION, rng)
            tree.think(0.0, iterations)
            best = max(state.moves(), key=tree.visits_of)
            if looked_at:
                thought[-1] = expected(state, tree.value_of(best))
            state.apply(best)
    went = np.array([state.payoff(side) for side in range(state.sides)], dtype=np.float32)
    return seen, [went if chances is None else half(went, chances) for chances in thought]


def half(one: Floats, other: Floats) -> Floats:
    """The mean of two rows."""
    return ((one + other) / 2).astype(np.float32)


def expected(state: Touche, value: float) -> Floats:
    """What the search expects for each side: what it saw for the side to move, the others share the rest."""
    chances = np.full(state.sides, (1 - value) / (int(state.sides) - 1), dtype=np.float32)
    chances[state.seat % state.sides] = value
    return chances


def counted(state: Touche) -> Floats:
    """How often each feature occurs, a row a side."""
    rows = np.zeros((state.sides, f.FEATURES), dtype=np.float32)
    for side in range(state.sides):
        for feature in f.features(state, side):
            rows[side, feature] += 1
    return rows


def fit(rows: Floats, won: Floats, weights: Floats, steps: int, keep: float) -> Floats:
    """Weights under which those who won were the likeliest to, by gradient steps; `keep` holds them small."""
    used = np.flatnonzero(rows.any(axis=(0, 1)))
    rows = rows[:, :, used]
    found = weights[used].copy()
    mean, square = np.zeros_like(found), np.zeros_like(found)
    for step in range(1, steps + 1):
        scores = rows @ found
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        slope = np.einsum("ns,nsf->f", chances - won, rows) / len(won) + keep * found
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope**2
        found -= 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    result = weights.copy()
    result[used] = found
    return result


def surprise(rows: Floats, won: Floats, weights: Floats) -> float:
    """The mean loss in bits; 1 is knowing nothing of two sides."""
    scores = rows @ weights
    scores -= scores.max(axis=1, keepdims=True)
    bits = (scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))) / np.log(2)
    return float(-(won * bits).sum(axis=1).mean())


def main() -> None:
    """Play, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="games of each kind and number of sides")
    parser.add_argument(
        "--iterations", type=int, default=0, help="0: greedy players; else how far they search"
    )
    parser.add_argument("--kinds", nargs="*", choices=KINDS, default=KINDS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    given = parser.parse_args()
    rng = seeded(given.seed)
    weights = np.array(learned() if given.iterations else [0.0] * f.FEATURES, dtype=np.float32)
    player = ToucheKnowledge(learned(), SHARPNESS, 0) if given.iterations else None
    board = read_layout("")
    for kind, name in enumerate(KINDS):
        if name not in given.kinds:
            continue
        for sides, share in ((2, 5),) if given.iterations else ((2, 4), (3, 1)):
            rows: list[Floats] = []
            won: list[Floats] = []
            for _ in range(given.games * share // 5):
                state = new_game(board, sides, sides, kind, spoken=False)
                seen, chances = play(state, rng, player, given.iterations)
                rows += seen
                won += chances
            data, winners = np.stack(rows), np.stack(won)
            test = len(won) // 5
            before = surprise(data[:test], winners[:test], weights)
            fitted = fit(data[test:], winners[test:], weights, 400, 1e-4) if sides == 2 else weights
            after = surprise(data[:test], winners[:test], fitted)
            print(
                f"{name}, {sides} sides: {len(won)} positions, {before:.4f} -> {after:.4f} bits", flush=True
            )
            weights = fitted
    given.out.write_text(json.dumps([round(float(w), 3) for w in weights]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
