"""What can be practised in the Blackrock edition: both editions share it."""

from ludotheque.games.targets.goals import GOALS, met, start

__all__ = ["GOALS", "met", "start"]
