"""The coach of the Zoch edition: both editions share one."""

from ludotheque.games.targets.coach import adviser, is_exact

__all__ = ["adviser", "is_exact"]
