"""Pig, an old dice game, as a package of its own."""
