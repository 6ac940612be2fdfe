"""Games for Gymnasium: one seat learns, bots play the others.

Importing this module registers every game with an encoding as `ludotheque/` and its name.

>>> import gymnasium
>>> import ludotheque.rl.gymnasium
>>> env = gymnasium.make("ludotheque/exxtra", opponents=["casual"])
>>> observation, info = env.reset(seed=1)
>>> observation.shape, info["action_mask"].tolist()
((34,), [1, 0, 0, 0, 0, 0, 0])
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ludotheque.bots import bot as find_bot
from ludotheque.core.bot import Bot, PolicyBot
from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.core.coded import CodedPosition
from ludotheque.core.refusal import Refusal, Unreadable
from ludotheque.core.state import CHANCE, OVER
from ludotheque.rl.encoder import Encoder, Numbers, encoded_games
from ludotheque.tui.plain import outline

Opponent: TypeAlias = str | Bot | Callable[[], Bot]
"""A bot by its level, a bot, or a factory of one."""

Mask: TypeAlias = npt.NDArray[np.int8]


class GameEnv(gymnasium.Env[Numbers, int]):
    """A game for one learner; `opponents` are one bot for all other seats, or one for each.

    `seat` is the learner's, or None for another one in each game. `info["action_mask"]` marks the legal
    actions; an illegal one loses the game at once (`illegal="lose"`), or is refused (`illegal="refuse"`). The
    reward comes at the end: 1 for a win, shared among equal winners.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 - so Gymnasium has it

    def __init__(
        self,
        game: str,
        opponents: Sequence[Opponent] = ("casual",),
        seats: int | None = None,
        seat: int | None = 0,
        options: Mapping[str, Json] | None = None,
        illegal: Literal["lose", "refuse"] = "lose",
        render_mode: str | None = None,
    ) -> None:
        self.encoder = Encoder(game, seats, options)
        if seat is not None and not 0 <= seat < self.encoder.seats:
            raise Unreadable("core.seat", params={"seat": seat})
        if len(opponents) not in (1, self.encoder.seats - 1):
            raise Unreadable(
                "core.opponents", params={"count": len(opponents), "others": self.encoder.seats - 1}
            )
        self.opponents = [_bot(game, opponent, self.encoder.start) for opponent in opponents]
        self.illegal = illegal
        self.render_mode = render_mode
        highest = self.encoder.highest()
        self.observation_space = spaces.Box(np.zeros_like(highest), highest, dtype=np.uint8)
        self.action_space = spaces.Discrete(self.encoder.actions)  # type: ignore[assignment]
        self._wished_seat = seat
        self.seat = seat or 0
        """The seat of the learner in this game."""
        self.position: CodedPosition[Any] = self.encoder.start.copy()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Start a new game, up to the learner's first decision."""
        super().reset(seed=seed, options=options)
        self._chance = seeded(int(self.np_random.integers(1 << 62)))
        self._thought = seeded(int(self.np_random.integers(1 << 62)))
        if self._wished_seat is None:
            self.seat = int(self.np_random.integers(self.encoder.seats))
        self.position = self.encoder.start.copy()
        if self._go_on() == OVER:
            return self.reset(options=options)  # the game ended before the learner could act
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Play an action, then all others, up to the learner's next decision or the end."""
        try:
            code = self.encoder.move_number(self.position, int(action))
        except Refusal as refusal:
            if self.illegal == "refuse":
                raise
            return self._seen(), 0.0, True, False, {**self._info(), "refusal": str(refusal)}
        self.position.state.apply(code)
        over = self._go_on() == OVER
        reward = self.position.state.payoff(self.seat) if over else 0.0
        return self._seen(), reward, over, False, self._info()

    def action_masks(self) -> Mask:
        """Return the mask of legal actions, for libraries that ask for it by this name."""
        if self.position.state.turn() != self.seat:
            return np.zeros(self.encoder.actions, np.int8)
        return self.encoder.mask(self.position).astype(np.int8)

    def render(self) -> str:
        """Return the learner's view as lines of text."""
        return "\n".join(outline(self.position.view(self.seat)))

    def _seen(self) -> Numbers:
        return self.encoder.observe(self.position, self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "seat": self.seat}

    def _go_on(self) -> int:
        """Play chance and the opponents; return the learner's seat, or `OVER`."""
        state = self.position.state
        turn: int = state.turn()
        while turn not in (OVER, self.seat):
            if turn == CHANCE:
                state.apply(state.sample(self._chance))
            else:
                state.apply(self._choice(turn))
            turn = state.turn()
        return turn

    def _choice(self, seat: int) -> int:
        """Return the move of an opponent, chosen from its own view."""
        place = (seat - self.seat) % self.encoder.seats - 1
        opponent = self.opponents[place if len(self.opponents) > 1 else 0]
        if isinstance(opponent, PolicyBot):
            state = self.position.state
            return opponent.policy.move(state.reimagine(seat, self._thought), self._thought)
        seen = self.position.seen_by(seat, self._thought)
        return self.position.game.encode(self.position.state, opponent.choose(seen, seat, self._thought))


def _bot(game: str, opponent: Opponent, start: CodedPosition[Any]) -> Bot:
    """Return an opponent; one that can't play at such a table is refused."""
    if isinstance(opponent, str):
        found = find_bot(game, opponent)
    else:
        found = opponent if isinstance(opponent, Bot) else opponent()
    refusal = found.refusal(start)
    if refusal is not None:
        raise refusal
    return found


for _name in encoded_games():
    gymnasium.register(f"ludotheque/{_name}", f"{__name__}:GameEnv", kwargs={"game": _name})
