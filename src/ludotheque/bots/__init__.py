"""The bots, by game and level; what a game alone knows stays in its folder, search for any game is here.

Bots of other packages are found through entry points of the group `ludotheque.bots`: the name is that of the
game and of the level, `exxtra.mybot`, and the value is what a game's own `LEVELS` hold. The setting
`LUDOTHEQUE_BOTS` names further ones.
"""

import os
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Final, TypeAlias

from ludotheque.bots.searching import SearchBot
from ludotheque.core.bot import Bot, PolicyBot, Search
from ludotheque.core.imports import fault, imported, is_import
from ludotheque.core.policy import Policy
from ludotheque.core.refusal import Refusal, Unreadable
from ludotheque.games import part

GROUP: Final = "ludotheque.bots"
OWN: Final = "LUDOTHEQUE_BOTS"
"""The setting that names further bots, with commas between them: `exxtra.mine=my_bots:Careful`."""

Level: TypeAlias = Search | Callable[[], Bot]
"""A search, or what makes a bot."""


def levels(name: str) -> tuple[str, ...]:
    """The levels of a game's bots, the weakest first, those of other packages behind them."""
    return (*_own(name), *_installed(name))


def own_levels(name: str) -> tuple[str, ...]:
    """The levels that a game itself has, the weakest first: how strong an added bot is, nobody knows."""
    return tuple(_own(name))


def bot(name: str, level: str) -> Bot:
    """The bot of a level; one that the game does not have is refused."""
    own, installed = _own(name), _installed(name)
    if level in own:
        made: object = own[level]
    elif level in installed:
        made = imported(installed[level])
    else:
        allowed = [*own, *installed]
        raise Unreadable("core.unknown_bot", params={"level": str(level)[:40], "allowed": allowed})
    return made_bot(made, level)


def load_bot(name: str, word: str) -> Bot:
    """The bot of a level, or one named by its module, such as `my_bots:Careful`, which is imported.

    For the words of whoever runs the program: what a stranger says goes to `bot`.
    """
    return made_bot(imported(word), word) if is_import(word) else bot(name, word)


def made_bot(found: object, word: str) -> Bot:
    """A bot from what a module holds: itself, a policy, a search, or what makes one of them."""
    made = _called(found, word) if callable(found) and not isinstance(found, Bot | Policy) else found
    if isinstance(made, Search):
        return SearchBot(made)
    if isinstance(made, Policy):
        return PolicyBot(made)
    if not isinstance(made, Bot):
        raise Unreadable("core.not_a_bot", params={"word": word[:80]})
    return made


def _called(maker: Callable[[], object], word: str) -> object:
    """Return the result of a function or a class that should make a bot."""
    try:
        return maker()
    except Refusal:
        raise
    except (Exception, SystemExit) as error:
        raise Unreadable("core.bot_fails", params={"word": word[:80], "why": fault(error)}) from error


def _own(name: str) -> dict[str, Level]:
    """`LEVELS` of the game's `bots.py`; none for a game that has no such file."""
    bots = part(name, "bots")
    found: dict[str, Level] = {} if bots is None else bots.LEVELS
    return found


def _installed(name: str) -> dict[str, str]:
    """The bots of other packages and of `LUDOTHEQUE_BOTS` for a game; imported when they are to play."""
    own = tuple(read_own(word) for word in os.environ.get(OWN, "").split(","))
    found = ((*called.partition(".")[::2], value) for called, value in _points() + own)
    return {level: value for game, level, value in found if game == name}


@cache
def _points() -> tuple[tuple[str, str], ...]:
    return tuple((point.name, point.value) for point in entry_points(group=GROUP))


def read_own(word: str) -> tuple[str, str]:
    """What `exxtra.mine=my_bots:Careful` means: the name of the game and of the level, and the bot.

    >>> read_own("exxtra.mine=my_bots:Careful")
    ('exxtra.mine', 'my_bots:Careful')
    """
    called, equals, value = (part.strip() for part in word.partition("="))
    if word.strip() and not (equals and "." in called and is_import(value)):
        raise Unreadable("core.own_bot", params={"word": word[:80], "setting": OWN})
    return called, value
