"""The bots of both editions: where to aim, how far dice go, what positions are worth, and the planner."""
