"""The coach of the Zoch edition, shared by both editions."""

from ludotheque.games.targets.coach import adviser, is_exact

__all__ = ["adviser", "is_exact"]
