"""The players of a match: people at this terminal, and bots."""

import getpass
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ludotheque.bots import levels, load_bot
from ludotheque.bots.characters import name_at
from ludotheque.core.game import Game
from ludotheque.core.refusal import Unreadable
from ludotheque.core.words import knows, say

NAME_VARIABLE: Final = "LUDOTHEQUE_NAME"
USUAL_LEVEL: Final = "casual"


@dataclass(frozen=True)
class Player:
    """A name at the table; with a level it is a bot."""

    name: str
    level: str | None = None

    @property
    def is_bot(self) -> bool:
        """True for a program."""
        return self.level is not None


def read_players(game: Game, seats: int | None, wishes: Sequence[str], language: str) -> list[Player]:
    """Return the players of a table from `me`, `me:Ada`, `bot:strong`, `bot:strong:Robby` or
    `bot:my_bots:Careful`.

    Seats without a wish go to the user, unless another seat is theirs, and to bots.
    """
    chosen = list(wishes) or ["me"]
    count = game.read_seats(max(len(chosen), seats or game.seat_counts[0]))
    chosen += [f"bot:{_usual_level(game)}"] * (count - len(chosen))
    return _unlike([_read(game, wish, seat, language) for seat, wish in enumerate(chosen)], language)


def _read(game: Game, wish: str, seat: int, language: str) -> Player:
    kind, _, rest = wish.partition(":")
    if kind == "me":
        return Player(rest.strip()[:20] or own_name(language))
    if kind == "bot" and rest:
        level, name = _level_and_name(game, rest)
        load_bot(game.name, level)
        return Player(name.strip()[:20] or _bot_name(game, level, seat, language), level)
    raise Unreadable("cli.seat", params={"seat": wish[:40], "allowed": list(levels(game.name))})


def _level_and_name(game: Game, text: str) -> tuple[str, str]:
    """Split the text: `strong:Robby` is a level and a name, `my_bots:Careful:Robby` a bot of a module and a
    name.
    """
    first, _, rest = text.partition(":")
    if first in levels(game.name) or not rest:
        return first, rest
    second, _, name = rest.partition(":")
    return f"{first}:{second}", name


def _usual_level(game: Game) -> str:
    known = levels(game.name)
    return USUAL_LEVEL if USUAL_LEVEL in known else known[0]


def _bot_name(game: Game, level: str, seat: int, language: str) -> str:
    """Return the name of a bot: its character, another name of that level, or the level itself."""
    return name_at(game.name, level, seat) or level_name(level.rpartition(":")[2], language)


def level_name(level: str, language: str) -> str:
    """Return a level of bots as shown to people."""
    key = f"cli_level_{level}"
    return say(key, language) if knows(key, language) else say("cli_level", language, {"level": level})


def own_name(language: str) -> str:
    """Return the name of the user."""
    named = os.environ.get(NAME_VARIABLE, "").strip()
    if named:
        return named[:20]
    try:
        return getpass.getuser().capitalize()[:20]
    except (OSError, KeyError):  # an account without a name
        return say("cli_guest", language)


def _unlike(players: Sequence[Player], language: str) -> list[Player]:
    """Number the players that have the same name."""
    names = [player.name for player in players]
    different = []
    for place, player in enumerate(players):
        if names.count(player.name) > 1:
            number = names[: place + 1].count(player.name)
            player = Player(
                say("cli_numbered", language, {"name": player.name, "number": number}), player.level
            )
        different.append(player)
    return different
