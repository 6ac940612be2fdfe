"""Games for reinforcement learning: action ids, masks, observations and rewards as arrays, one game or many.

>>> from ludotheque.rl import BatchEnv, Encoder
>>> encoder = Encoder("exxtra", seats=2)
>>> encoder.actions, encoder.size
(7, 34)
>>> games = BatchEnv("touche", games=64, seed=1)
>>> games.observations.shape, games.masks.shape
((64, 853), (64, 698))
>>> ended = games.step(games.sample())

Adapters: `ludotheque.rl.pettingzoo`, `ludotheque.rl.gymnasium`, `ludotheque.rl.openspiel`, each with
the extra of its name.
"""

from ludotheque.core.encoding import Encoding, Part
from ludotheque.rl.batch import BatchEnv
from ludotheque.rl.encoder import Encoder

__all__ = ["BatchEnv", "Encoder", "Encoding", "Part"]
