"""A bot that is found through its entry point, as any package may add one to any game."""

from librt.random import Random
from mypy_extensions import i64

from ludotheque.core.bot import Bot, PolicyBot
from ludotheque.core.policy import Policy
from ludotheque_pig.rules import HOLD, ROLL, Pig


class KeepPace(Policy[Pig]):
    """Dares more when another player is ahead, and everything when one is nearly there."""

    def move(self, state: Pig, rng: Random) -> i64:
        """Hold at 21 and an eighth of what the leader is ahead, unless the leader is nearly there."""
        own = state.scores[state.seat]
        leader = max(score for seat, score in enumerate(state.scores) if seat != state.seat)
        if own + state.pot >= state.goal:
            return HOLD
        if max(own, leader) >= state.goal - 29:
            return ROLL
        return HOLD if state.pot >= 21 + (leader - own) // 8 else ROLL


def racer() -> Bot:
    """The bot itself."""
    return PolicyBot(KeepPace())
