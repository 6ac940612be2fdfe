"""Exxtra, learned from nothing in a minute: a small network guesses how often each action wins.

The network plays both sides of a thousand games at once (`BatchEnv`), mostly the action it likes best and now
and then any other. From one decision of a seat to its next, it learns to hope for what it hopes for then; at
the end of a game, for what came (Q-learning). It knows no rules and meets no bots before the end, where it
plays against the level `casual`.

    python examples/learn_exxtra.py
    python examples/learn_exxtra.py --steps 2000 --games 400        # a glance
"""

import argparse
import time

import numpy as np
import numpy.typing as npt
from librt.random import Random

from ludotheque.core.bot import Bot, Opinion
from ludotheque.core.coded import CodedPosition
from ludotheque.games.exxtra.rules.state import Exxtra
from ludotheque.lab.arena import Contest, run
from ludotheque.rl import BatchEnv, Encoder

Array = npt.NDArray[np.float32]

GAMES = 1024
HIDDEN = 64
RATE = 0.003
TRIES = 0.15
"""How often any action is tried in the beginning; at the end a tenth of that."""


class Network:
    """One hidden layer: what a seat sees goes in, the chance to win with each action comes out, as logits."""

    def __init__(self, encoder: Encoder, rng: np.random.Generator) -> None:
        self.scale = (1 / encoder.highest()).astype(np.float32)
        spread = 2 / np.sqrt(encoder.size)
        self.weights = [
            rng.normal(0, spread, (encoder.size, HIDDEN)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            np.zeros((HIDDEN, encoder.actions), np.float32),
            np.zeros(encoder.actions, np.float32),
        ]
        self.moments = [(np.zeros_like(part), np.zeros_like(part)) for part in self.weights]
        self.steps = 0

    def values(self, seen: npt.NDArray[np.uint8]) -> Array:
        """The chance to win with each action."""
        first, bias, second, last = self.weights
        return np.maximum(0, (seen * self.scale) @ first + bias) @ second + last

    def learn(self, seen: npt.NDArray[np.uint8], actions: Array, hoped: Array, rate: float) -> None:
        """One step of Adam on the cross entropy between what was expected and what is hoped for now."""
        first, bias, second, last = self.weights
        inputs = seen * self.scale
        hidden = np.maximum(0, inputs @ first + bias)
        logits = (hidden * second.T[actions]).sum(axis=1) + last[actions]
        error = ((chance(logits) - hoped) / len(actions)).astype(np.float32)
        back = np.zeros((len(actions), last.size), np.float32)
        back[np.arange(len(actions)), actions] = error
        into = error[:, None] * second.T[actions] * (hidden > 0)
        self.steps += 1
        gradients = (inputs.T @ into, into.sum(axis=0), hidden.T @ back, back.sum(axis=0))
        for part, (mean, square), gradient in zip(self.weights, self.moments, gradients, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            part -= rate * mean / (1 - 0.9**self.steps) / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)


def chance(logits: Array) -> Array:
    """A chance from a logit."""
    return 1 / (1 + np.exp(-logits))


def train(steps: int, seed: int) -> Network:
    """Play and learn for so many steps of all games."""
    rng = np.random.default_rng(seed)
    games = BatchEnv("exxtra", games=GAMES, seats=2, seed=seed)
    network = Network(games.encoder, rng)
    before = np.zeros((GAMES, 2, games.encoder.size), np.uint8)  # the last decision of each seat
    chosen = np.full((GAMES, 2), -1)
    lessons = []
    for step in range(steps):
        left = 1 - step / steps
        seats, seen = games.seats.copy(), games.observations.copy()
        values = np.where(games.masks, network.values(seen), -np.inf)
        actions = values.argmax(axis=1)
        free = np.flatnonzero(games.masks.sum(axis=1) > 1)  # where there is a choice
        again = free[chosen[free, seats[free]] >= 0]
        hoped = chance(values[again, actions[again]])
        lessons.append((before[again, seats[again]], chosen[again, seats[again]], hoped))
        network.learn(*map(np.concatenate, zip(*lessons, strict=True)), rate=RATE * max(0.02, left))
        actions = np.where(rng.random(GAMES) < TRIES * max(0.1, left), games.sample(), actions)
        before[free, seats[free]] = seen[free]
        chosen[free, seats[free]] = actions[free]
        games.step(actions)
        game, seat = np.nonzero(games.ended[:, None] & (chosen >= 0))
        lessons = [(before[game, seat], chosen[game, seat], games.rewards[game, seat])]
        chosen[games.ended == 1] = -1
    return network


class Learned(Bot[CodedPosition[Exxtra]]):
    """The network at a table."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.encoder = Encoder("exxtra", seats=2)

    def consider(self, position: CodedPosition[Exxtra], seat: int, rng: Random) -> list[Opinion]:
        """Its moves by the chance to win that it sees."""
        chances = chance(self.network.values(self.encoder.observe(position, seat)))
        ranked = sorted(self.encoder.legal(position), key=lambda action: -chances[action])
        return [Opinion(self.encoder.to_move(position, action), float(chances[action])) for action in ranked]


def main() -> None:
    """Train, then play against bots."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--steps", type=int, default=30_000, help="decisions in each of the games at once")
    parser.add_argument("--games", type=int, default=2000, help="games against each bot afterwards")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    network = train(given.steps, given.seed)
    decisions = given.steps * GAMES
    print(f"{decisions:,} decisions, {time.process_time():.0f} s of processor time")
    for level in ("random", "cautious", "casual"):
        standing = run(Contest("exxtra", [Learned(network), level]), games=given.games, seed=given.seed)
        row = next(row for row in standing.lines if row.bot == "learned")
        print(f"against {level}: {row.share:.1%} ({row.low:.1%} to {row.high:.1%})")


if __name__ == "__main__":
    main()
