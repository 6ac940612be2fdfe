"""The goals of practice in the Zoch edition, shared by both."""

from ludotheque.games.targets.goals import GOALS, met, start

__all__ = ["GOALS", "met", "start"]
