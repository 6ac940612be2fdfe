"""A game whose bots can’t be imported."""
