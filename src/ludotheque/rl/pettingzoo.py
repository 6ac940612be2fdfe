"""Games for PettingZoo: an agent for each seat, one acts at a time (AEC).

>>> from ludotheque.rl.pettingzoo import GameEnv
>>> env = GameEnv("exxtra", seats=3)
>>> env.reset(seed=1)
>>> env.agents
['seat_0', 'seat_1', 'seat_2']
"""

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from librt.random import Random
from pettingzoo import AECEnv

from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.core.coded import CodedPosition
from ludotheque.core.state import CHANCE, OVER
from ludotheque.rl.encoder import Encoder
from ludotheque.tui.plain import outline

Observation = dict[str, npt.NDArray[Any]]


class GameEnv(AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """A game as an environment of several agents, `seat_0` and so on.

    An observation holds `observation`, the view of the seat as numbers, and `action_mask`, all zeros for a
    seat that is not to act. The reward comes at the end: 1 for a win, shared among equal winners. An illegal
    action is refused and changes nothing.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Json] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.encoder = Encoder(game, seats, options)
        self.metadata = {
            "name": f"ludotheque_{game}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.encoder.seats)]
        highest = self.encoder.highest()
        self._observed = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(np.zeros_like(highest), highest, dtype=np.uint8),
                    "action_mask": spaces.Box(0, 1, (self.encoder.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._acted = {agent: spaces.Discrete(self.encoder.actions) for agent in self.possible_agents}
        self._chance: Random = seeded(secrets.randbits(63))
        self.position: CodedPosition[Any] = self.encoder.start.copy()

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of observations."""
        return self._observed[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of action ids."""
        return self._acted[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game; a seed decides all its chance."""
        if seed is not None:
            self._chance = seeded(seed)
        self.position = self.encoder.start.copy()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def step(self, action: int | None) -> None:
        """Play an action of the agent to act."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        code = self.encoder.move_number(self.position, -1 if action is None else int(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.position.state.apply(code)
        self._go_on()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """Return the observation and the legal actions of an agent."""
        seat = self.possible_agents.index(agent)
        if self.position.state.turn() == seat:
            mask = self.encoder.mask(self.position).astype(np.int8)
        else:
            mask = np.zeros(self.encoder.actions, np.int8)
        return {"observation": self.encoder.observe(self.position, seat), "action_mask": mask}

    def render(self) -> str:
        """Return a spectator's view as lines of text."""
        return "\n".join(outline(self.position.view(None)))

    def close(self) -> None:
        """Nothing to close."""

    def _go_on(self) -> None:
        """Play chance, then set the agent to act, or the rewards at the end."""
        state = self.position.state
        while (turn := state.turn()) == CHANCE:
            state.apply(state.sample(self._chance))
        if turn == OVER:
            for seat, agent in enumerate(self.possible_agents):
                self.rewards[agent] = state.payoff(seat)
                self.terminations[agent] = True
        else:
            self.agent_selection = self.possible_agents[turn]
