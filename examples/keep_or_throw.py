"""A learner that fits on a page: in Exxtra, when to keep a throw. The examples of the adapters share it.

It sees what any adapter shows, an observation and a mask, and looks at two things in them: what the throw is
worth, and which is the highest free slot. For each it counts how often keeping and throwing again won.
"""

import numpy as np
import numpy.typing as npt

from ludotheque.rl import Encoder

THROW = 0
PLACE = 1  # + slot
WORTHS, SLOTS = 101, 6


class KeepOrThrow:
    """The share of wins of each choice, by situation."""

    def __init__(self, seed: int = 1) -> None:
        places = {part.name: part.start for part in Encoder("exxtra", seats=2).describe()}
        self.worth = places["worth"]
        self.wins = np.ones((WORTHS, SLOTS, 2))
        self.tries = np.full((WORTHS, SLOTS, 2), 2.0)
        self.rng = np.random.default_rng(seed)
        self.made: dict[object, list[tuple[int, int, int]]] = {}

    def act(self, seen: npt.ArrayLike, mask: npt.ArrayLike, player: object = None, tries: float = 0.0) -> int:
        """Throw, or place as high as possible; with `tries`, now and then the other of both.

        What is chosen for a `player` is remembered until `learn`; without one nothing is learned from it.
        """
        slots = np.flatnonzero(np.asarray(mask)[PLACE:])
        if not len(slots):
            return THROW
        worth, slot = int(np.asarray(seen)[self.worth]), int(slots[-1])
        share = self.wins[worth, slot] / self.tries[worth, slot]
        keep = int(share[1] >= share[0])
        if self.rng.random() < tries:
            keep = 1 - keep
        if player is not None:
            self.made.setdefault(player, []).append((worth, slot, keep))
        return PLACE + slot if keep else THROW

    def learn(self, player: object, won: float) -> None:
        """A game is over: every choice of a player has won, or has not."""
        for worth, slot, keep in self.made.pop(player, []):
            self.wins[worth, slot, keep] += won
            self.tries[worth, slot, keep] += 1
