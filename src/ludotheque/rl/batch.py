"""Many games at once, as arrays: numpy outside, one compiled call a step inside."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ludotheque.core.batch import Batch
from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.core.coded import CodedPosition
from ludotheque.core.refusal import Unreadable
from ludotheque.rl.encoder import Encoder, Numbers, Rewards


class BatchEnv:
    """Games side by side. Each step plays one action in every game; a game that is over begins anew at once.

    All arrays are views of memory that the next step writes anew: copy what is to be kept.

    >>> games = BatchEnv("exxtra", games=3, seed=1)
    >>> games.masks.sum(axis=1)
    array([1, 1, 1], dtype=uint64)
    >>> games.step([0, 0, 0])
    0
    >>> games.masks.shape
    (3, 7)
    """

    def __init__(
        self,
        game: str,
        games: int = 256,
        seats: int | None = None,
        options: Mapping[str, Json] | None = None,
        seed: int = 0,
    ) -> None:
        if games < 1:
            raise Unreadable("core.number", params={"name": "games", "value": str(games)})
        self.encoder = Encoder(game, seats, options)
        self.games = games
        encoding = self.encoder.encoding
        chances = [seeded((seed << 32) + number) for number in range(games)]
        self._batch = Batch(encoding, self.encoder.start.state, chances)
        self._dice = seeded(~seed)
        self.seats: npt.NDArray[np.int64] = np.asarray(memoryview(self._batch.seats))
        """By game, the seat to act."""
        self.observations: Numbers = _rows(self._batch.observations, games)
        """By game, what that seat may know."""
        self.masks: Numbers = _rows(self._batch.masks, games)
        """By game, a 1 for each action that is allowed."""
        self.rewards: Rewards = _rows(self._batch.rewards, games)
        """By game and seat, what the game that just ended was worth; 0 while it goes on."""
        self.ended: Numbers = np.asarray(memoryview(self._batch.ended))
        """By game, whether the last step ended one; what is shown then is the beginning of the next."""

    def step(self, actions: npt.ArrayLike) -> int:
        """Play an action in every game; gives how many games ended. If one is not allowed, none is played."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.games,) or chosen.dtype.kind not in "iu":
            raise Unreadable("core.actions", params={"games": self.games, "shape": str(chosen.shape)})
        packed = chosen.astype("<i8", copy=False).tobytes()
        refused = self._batch.refused(packed)
        if refused >= 0:
            params = {"game": int(refused), "action": int(chosen[refused])}
            raise Unreadable("core.action_in_game", params=dict(params))
        return self._batch.step(packed)

    def sample(self) -> npt.NDArray[np.int64]:
        """Any allowed action for every game, each as likely."""
        self._batch.draw(self._dice)
        return np.array(memoryview(self._batch.drawn))

    def position(self, number: int) -> "CodedPosition[Any]":
        """A copy of the position that one of the games is in."""
        start = self.encoder.start
        return type(start)(start.game, self._batch.states[number].copy(), start.options)


def _rows(buffer: Any, games: int) -> npt.NDArray[Any]:
    return np.asarray(memoryview(buffer)).reshape(games, -1)
