"""Practice goals of the Zoch edition, shared by both editions."""

from ludotheque.games.targets.goals import GOALS, met, start

__all__ = ["GOALS", "met", "start"]
