"""Many games at once, as arrays: numpy outside, one compiled call for each step."""

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
    """Parallel games. Each step plays one action in every game; a finished game is replaced by a new one.

    All arrays are views of memory that the next step overwrites: copy them to keep them.

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
        """By game, the observation of that seat."""
        self.masks: Numbers = _rows(self._batch.masks, games)
        """By game, a 1 for each legal action."""
        self.rewards: Rewards = _rows(self._batch.rewards, games)
        """By game and seat, the reward of the game that just ended; 0 while it goes on."""
        self.ended: Numbers = np.asarray(memoryview(self._batch.ended))
        """By game, whether the last step ended it; the arrays then show the first position of the next."""

    def step(self, actions: npt.ArrayLike) -> int:
        """Play an action in every game; return the number of games ended. If one is illegal, none is
        played.
        """
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
        """Return a random legal action for every game."""
        self._batch.draw(self._dice)
        return np.array(memoryview(self._batch.drawn))

    def position(self, number: int) -> "CodedPosition[Any]":
        """Return a copy of the position of one of the games."""
        start = self.encoder.start
        return type(start)(start.game, self._batch.states[number].copy(), start.options)


def _rows(buffer: Any, games: int) -> npt.NDArray[Any]:
    return np.asarray(memoryview(buffer)).reshape(games, -1)
