"""Games of continuous moves for Gymnasium: every point of a box is a move, the table comes as arrays.

>>> env = ParameterEnv("zoch", opponents=["beginner"])
>>> env.action_space.shape, sorted(env.observation_space.keys())
((6,), ['dice', 'discs', 'phase', 'seats', 'window'])
"""

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ludotheque.bots import load_bot
from ludotheque.core.bot import Bot
from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.core.game import Position
from ludotheque.core.refusal import NotAllowed, Unreadable
from ludotheque.games import game as find_game
from ludotheque.games import part
from ludotheque.tui.plain import outline

Arrays = dict[str, npt.NDArray[np.float32]]


class ParameterEnv(gymnasium.Env[Arrays, npt.NDArray[np.float32]]):
    """One learner against bots, one for all other seats or one for each; the learner sits on seat 0.

    An action has a number for each parameter (`NAMES` of the game's `parameters.py`), from -1 for its lowest
    value to 1 for its highest.
    The reward comes at the end: 1 for a win, shared among equal winners.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 - so Gymnasium has it

    def __init__(
        self,
        game: str,
        opponents: Sequence[str] = ("casual",),
        seats: int | None = None,
        options: Mapping[str, Json] | None = None,
        render_mode: str | None = None,
    ) -> None:
        rules, numbers = find_game(game), part(game, "parameters")
        if numbers is None:
            raise NotAllowed("core.no_encoding", params={"game": rules.title})
        self.numbers: ModuleType = numbers
        self.start = rules.start(rules.read_seats(seats), rules.read_options(dict(options or {})))
        others = self.start.seats - 1
        if len(opponents) not in (1, others):
            raise Unreadable("core.opponents", params={"count": len(opponents), "others": others})
        self.opponents: list[Bot] = [load_bot(game, level) for level in opponents]
        self.render_mode = render_mode
        self.action_space = spaces.Box(-1, 1, (len(self.numbers.NAMES),), np.float32)
        self.observation_space = spaces.Dict(  # type: ignore[assignment]
            {
                name: spaces.Box(-np.inf, np.inf, shape, np.float32)
                for name, shape in self.numbers.shapes(self.start.seats).items()
            }
        )
        self.position: Position = self.start.copy()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """Start a new game, up to the learner's first decision."""
        super().reset(seed=seed, options=options)
        self._chance = seeded(int(self.np_random.integers(1 << 62)))
        self._thought = seeded(int(self.np_random.integers(1 << 62)))
        self.position = self.start.copy()
        self._go_on()
        return self._seen(), {}

    def step(self, action: npt.NDArray[np.float32]) -> tuple[Arrays, float, bool, bool, dict[str, Any]]:
        """Play the move of the parameters, then all others, up to the next decision or the end."""
        low, high = self.numbers.LOW, self.numbers.HIGH
        parameters = low + (np.asarray(action, float) + 1) / 2 * (high - low)
        self.position.play(0, self.numbers.to_move(self.position, 0, parameters))
        self._go_on()
        result = self.position.result
        reward = 0.0
        if result is not None and 0 in result.winners:
            reward = 1 / len(result.winners)
        return self._seen(), reward, result is not None, False, {}

    def render(self) -> str:
        """Return the learner's view as lines of text."""
        return "\n".join(outline(self.position.view(0)))

    def _seen(self) -> Arrays:
        found: Arrays = self.numbers.observe(self.position, 0)
        return found

    def _go_on(self) -> None:
        """Play chance and the opponents until the learner may act."""
        position = self.position
        while position.result is None and 0 not in position.actors:
            if position.awaits_chance:
                position.resolve(position.draw(self._chance))
                continue
            seat = position.actors[0]
            bot = self.opponents[(seat - 1) % len(self.opponents)]
            position.play(seat, bot.choose(position.seen_by(seat, self._thought), seat, self._thought))
