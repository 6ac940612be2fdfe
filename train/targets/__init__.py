"""Training of the bots of Targets."""
