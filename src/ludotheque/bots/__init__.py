"""Bots by game and level; game knowledge stays in the game's folder, search for any game is here.

Bots of other packages are found through entry points of the group `ludotheque.bots`: the name is the game and
the level, `exxtra.mybot`, and the value is an entry of a game's `LEVELS`. The setting `LUDOTHEQUE_BOTS` names
further ones.
"""

import os
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Final, TypeAlias

from ludotheque.bots.searching import SearchBot
from ludotheque.core.bot import Bot, PolicyBot, Search
from ludotheque.core.coded import CodedGame
from ludotheque.core.imports import fault, imported, is_import
from ludotheque.core.policy import Policy
from ludotheque.core.refusal import Refusal, Unreadable
from ludotheque.games import game, part

GROUP: Final = "ludotheque.bots"
OWN: Final = "LUDOTHEQUE_BOTS"
"""The setting that names further bots, separated by commas: `exxtra.mine=my_bots:Careful`."""

Level: TypeAlias = Search | Callable[[], Bot | Search]
"""A search, or a factory of a bot or a search: a factory loads its data at the first use."""


def levels(name: str) -> tuple[str, ...]:
    """Return the levels of a game's bots, the weakest first, followed by those of other packages."""
    return (*_own(name), *_installed(name))


def own_levels(name: str) -> tuple[str, ...]:
    """Return the levels in the game's own folder, the weakest first; added bots have no known strength."""
    return tuple(_own(name))


def bot(name: str, level: str) -> Bot:
    """Return the bot of a level; an unknown level is refused."""
    own, installed = _own(name), _installed(name)
    if level in own:
        made: object = own[level]
    elif level in installed:
        made = imported(installed[level])
    else:
        allowed = [*own, *installed]
        raise Unreadable("core.unknown_bot", params={"level": str(level)[:40], "allowed": allowed})
    return made_bot(name, made, level)


def load_bot(name: str, word: str) -> Bot:
    """Return the bot of a level, or import one named by its module, such as `my_bots:Careful`.

    Only for words of the user who runs the program; use `bot` for input of remote users.
    """
    return made_bot(name, imported(word), word) if is_import(word) else bot(name, word)


def made_bot(name: str, found: object, word: str) -> Bot:
    """Return the bot of an object from a module: a bot, a policy, a search, or a factory of one of them.

    Policies and searches need a `State`, so they are refused for a game whose rules are none.
    """
    made = _called(found, word) if callable(found) and not isinstance(found, Bot | Policy) else found
    if isinstance(made, Search | Policy | SearchBot | PolicyBot) and not isinstance(game(name), CodedGame):
        raise Unreadable("core.needs_state", params={"word": word[:80], "game": game(name).title})
    if isinstance(made, Search):
        return SearchBot(made)
    if isinstance(made, Policy):
        return PolicyBot(made)
    if not isinstance(made, Bot):
        raise Unreadable("core.not_a_bot", params={"word": word[:80]})
    return made


def _called(maker: Callable[[], object], word: str) -> object:
    """Call a function or a class that should return a bot."""
    try:
        return maker()
    except Refusal:
        raise
    except (Exception, SystemExit) as error:
        raise Unreadable("core.bot_fails", params={"word": word[:80], "why": fault(error)}) from error


def _own(name: str) -> dict[str, Level]:
    """Return `LEVELS` of the game's `bots.py`, empty for a game without that file."""
    bots = part(name, "bots")
    found: dict[str, Level] = {} if bots is None else bots.LEVELS
    return found


def _installed(name: str) -> dict[str, str]:
    """Return the bots of other packages and of `LUDOTHEQUE_BOTS` for a game, without importing them."""
    own = tuple(read_own(word) for word in os.environ.get(OWN, "").split(","))
    found = ((*called.partition(".")[::2], value) for called, value in _points() + own)
    return {level: value for game, level, value in found if game == name}


@cache
def _points() -> tuple[tuple[str, str], ...]:
    return tuple((point.name, point.value) for point in entry_points(group=GROUP))


def read_own(word: str) -> tuple[str, str]:
    """Split `exxtra.mine=my_bots:Careful` into the name of game and level, and the bot.

    >>> read_own("exxtra.mine=my_bots:Careful")
    ('exxtra.mine', 'my_bots:Careful')
    """
    called, equals, value = (part.strip() for part in word.partition("="))
    if word.strip() and not (equals and "." in called and is_import(value)):
        raise Unreadable("core.own_bot", params={"word": word[:80], "setting": OWN})
    return called, value
