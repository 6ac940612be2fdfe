"""A small bluffing game: a card laid face down, and turned up or let through."""
