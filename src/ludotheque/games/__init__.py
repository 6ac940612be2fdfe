"""The games, by name. A new game is one folder here, one in the browser, and one line below.

A game of another package needs no line: it is found through its entry point.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from types import ModuleType
from typing import Final

from ludotheque.core.game import Game
from ludotheque.core.imports import imported, is_import
from ludotheque.core.refusal import Unreadable
from ludotheque.core.words import FOREIGN

REGISTRY: Final = {
    "exxtra": "ludotheque.games.exxtra.game",
    "touche": "ludotheque.games.touche.game",
    "targi": "ludotheque.games.targi.game",
    "zoch": "ludotheque.games.targets.zoch.game",
    "blackrock": "ludotheque.games.targets.blackrock.game",
}
"""The module of each game's `GAME`, imported on first use."""

GROUP: Final = "ludotheque.games"
"""The entry points of games: the name of the game, and the module that holds its `GAME`."""


def find_installed() -> dict[str, str]:
    """Return the games of other installed packages, each name with its module.

    Two packages may not claim one name, since the choice would depend on the order of a folder.
    """
    found: dict[str, str] = {}
    for point in entry_points(group=GROUP):
        claimed = REGISTRY.get(point.name, found.get(point.name, point.module))
        if claimed != point.module:
            raise ImportError(f"the game {point.name!r} is claimed by {claimed} and by {point.module}")
        found[point.name] = point.module
    return found


def register(name: str, module: str) -> None:
    """Add a game of another package: its name, and the module that holds its `GAME`."""
    REGISTRY[name] = module
    FOREIGN[name] = module.rpartition(".")[0]


def register_installed() -> None:
    """Add the games of all packages that are installed."""
    for name, module in find_installed().items():
        register(name, module)


register_installed()


def game(name: str | Game) -> Game:
    """Return the game of a name; a `Game` of a program is registered if it is not.

    >>> game("exxtra").title
    'Exxtra'
    """
    if isinstance(name, Game):
        return _registered(name, type(name).__module__)
    if isinstance(name, str) and is_import(name):
        raise Unreadable("core.game_import", params={"word": name[:80]})
    if not isinstance(name, str) or name not in REGISTRY:
        raise Unreadable("core.unknown_game", params={"name": str(name)[:40], "allowed": sorted(REGISTRY)})
    return _load(REGISTRY[name])


def load_game(word: str) -> Game:
    """Return the game of a name, or import one named by its module, such as `my_game.game:GAME`.

    Only for words of the user who runs the program; use `game` for input of remote users.

    >>> load_game("exxtra") is load_game("ludotheque.games.exxtra.game:GAME")
    True
    """
    if not is_import(word):
        return game(word)
    found = imported(word)
    if not isinstance(found, Game):
        raise Unreadable("core.not_a_game", params={"word": word[:80]})
    return _registered(found, word.partition(":")[0])


def all_games() -> list[Game]:
    """Return all games, those of other packages last."""
    return [game(name) for name in REGISTRY]


def part(name: str, what: str) -> ModuleType | None:
    """Return a module of a game's folder, such as `bots`; None if the game has no such part.

    A part that exists and can't be imported is an error, not a missing part.
    """
    game(name)
    module = f"{REGISTRY[name].rpartition('.')[0]}.{what}"
    return import_module(module) if find_spec(module) is not None else None


def all_parts(what: str) -> list[ModuleType]:
    """Return every module of a name in the folders of games; one shared by editions is returned once."""
    packages = [module.rpartition(".")[0] for module in REGISTRY.values()]
    above = [package.rpartition(".")[0] for package in packages]
    names = [f"{package}.{what}" for package in dict.fromkeys([*above, *packages]) if package]
    return [import_module(name) for name in names if find_spec(name) is not None]


def _registered(found: Game, module: str) -> Game:
    """Return a game, registered under its name; its words stand beside its module, in a package."""
    if found.name not in REGISTRY:
        if "." not in module:
            raise Unreadable("core.game_package", params={"game": found.name[:40], "module": module[:80]})
        register(found.name, module)
    return found


@cache
def _load(module: str) -> Game:
    found = import_module(module).GAME
    if not isinstance(found, Game):
        raise TypeError(f"{module}.GAME is not a Game but {found!r}")
    return found
