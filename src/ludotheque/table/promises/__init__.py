"""The contract that a game has to keep, one module for each kind of promise.

`check_game` plays random games and calls these checks. A broken promise raises an `AssertionError` that names
it, even if the game itself raised another error.
"""

from ludotheque.table.promises.playing import promised, random_choice

__all__ = ["promised", "random_choice"]
