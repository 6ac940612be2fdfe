"""Training of the bots of Touché."""
