"""Participants by word: a level, a bot of a module, or a program; with an optional name.

`strong`, `expert@0.1` (with a tenth of a second of thinking time), `my_bots:Careful`, `engine:COMMAND` (a
program that speaks the protocol of `lab.engine`, such as a past version of this one), and
`careful=my_bots:Careful`.
"""

from typing import Final

from ludotheque.bots import bot, load_bot
from ludotheque.bots.searching import SearchBot
from ludotheque.core.bot import Bot
from ludotheque.core.refusal import Unreadable
from ludotheque.lab.engine import EngineBot

ENGINE: Final = "engine:"


def name_of(word: str) -> str:
    """Return the name of an entrant in a standing.

    >>> name_of("strong"), name_of("old=engine:/past/ludotheque engine exxtra strong")
    ('strong', 'old')
    """
    name, equals, _ = word.partition("=")
    return name if equals and name.isidentifier() else word


def entrant(game: str, word: str) -> Bot:
    """Return the bot of a word; an unknown one is refused."""
    name = name_of(word)
    made = word[len(name) + 1 :] if name != word else word
    if made.startswith(ENGINE):
        return EngineBot(game, made.removeprefix(ENGINE))
    level, at, seconds = made.partition("@")
    if at and ":" not in made:
        return _thinking(game, level, seconds)
    return load_bot(game, made)


def _thinking(game: str, level: str, seconds: str) -> Bot:
    """Return a level with another thinking time."""
    found = bot(game, level)
    try:
        time = float(seconds)
    except ValueError:
        time = 0.0
    if not isinstance(found, SearchBot) or not 0 < time < 3600:
        raise Unreadable("core.no_time_to_think", params={"level": level[:40], "seconds": seconds[:40]})
    return found.thinking(time)
