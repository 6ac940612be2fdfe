"""Why a move of the Zoch edition is good: both editions say it alike."""

from ludotheque.games.targets.reasons import SAMPLES, facts

__all__ = ["SAMPLES", "facts"]
