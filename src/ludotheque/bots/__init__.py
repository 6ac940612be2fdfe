"""The bots, by game and level; what a game alone knows stays in its folder, search for any game is here."""

from collections.abc import Callable
from importlib import import_module

from ludotheque.bots.searching import SearchBot
from ludotheque.core.bot import Bot, Search
from ludotheque.core.refusal import Unreadable
from ludotheque.games import REGISTRY, game


def levels(name: str) -> tuple[str, ...]:
    """The levels of a game's bots, the weakest first."""
    return tuple(_levels(name))


def bot(name: str, level: str) -> Bot:
    """The bot of a level; one that the game does not have is refused."""
    known = _levels(name)
    if level not in known:
        raise Unreadable("core.unknown_bot", params={"level": str(level)[:40], "allowed": list(known)})
    made = known[level]
    return SearchBot(made) if isinstance(made, Search) else made()


def _levels(name: str) -> dict[str, Search | Callable[[], Bot]]:
    """`LEVELS` of the game's `bots.py`: a search, or what makes a bot."""
    game(name)
    found: dict[str, Search | Callable[[], Bot]]
    found = import_module(REGISTRY[name].removesuffix("game") + "bots").LEVELS
    return found
