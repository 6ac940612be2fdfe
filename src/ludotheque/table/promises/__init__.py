"""The promises of a game, one module for each kind; `check_game` plays random games and calls them.

A broken promise is an `AssertionError` that names it, whatever went wrong inside the game.
"""

from ludotheque.table.promises.playing import promised, random_choice

__all__ = ["promised", "random_choice"]
