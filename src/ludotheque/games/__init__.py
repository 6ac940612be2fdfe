"""The games, by name. A new game is one folder here, one in the browser, and one line below."""

from functools import cache
from importlib import import_module
from typing import Final

from ludotheque.core.game import Game
from ludotheque.core.refusal import Unreadable

REGISTRY: Final = {
    "exxtra": "ludotheque.games.exxtra.game",
    "touche": "ludotheque.games.touche.game",
    "targi": "ludotheque.games.targi.game",
}
"""Where each game's `GAME` is; imported when it is asked for."""


@cache
def game(name: str) -> Game:
    """The game of a name.

    >>> game("exxtra").title
    'Exxtra'
    """
    if name not in REGISTRY:
        raise Unreadable("core.unknown_game", params={"name": str(name), "allowed": sorted(REGISTRY)})
    found = import_module(REGISTRY[name]).GAME
    assert isinstance(found, Game)  # the registry is ours
    return found


def games() -> list[Game]:
    """All games."""
    return [game(name) for name in REGISTRY]
