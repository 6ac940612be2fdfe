"""The bots of both editions: aiming, ranges of flicks, evaluation of positions, and the planner."""
