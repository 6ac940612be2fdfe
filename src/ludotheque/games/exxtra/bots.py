"""The bots of Exxtra by level, the weakest first."""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from ludotheque.core.bot import Bot, PolicyBot
from ludotheque.core.policy import Policy
from ludotheque.games.exxtra.judgement import Strong, strong_from
from ludotheque.games.exxtra.perfect import Perfect
from ludotheque.games.exxtra.simple import BY_VALUE, Casual, Threshold

CAUTIOUS_FROM: Final = 40
"""The value from which on the cautious player keeps: six throws of ten stop at once."""


class Tables(msgspec.Struct, frozen=True):
    """What `strong` has learned for a number of seats: how dice stay for one turn, how strong pawns are."""

    stays: list[float]
    strength: list[float]


@cache
def learned() -> dict[int, Tables]:
    """The tables that ship with the package, by number of seats."""
    data = files("ludotheque.games.exxtra") / "data" / "strong.json"
    return msgspec.json.decode(data.read_bytes(), type=dict[int, Tables])


@cache
def strong_policy() -> Strong:
    """The policy of `strong` for any number of seats."""
    tables = learned()
    by_turns = [
        ([stay**turns for stay in table.stays for turns in range(seats)], table.strength)
        for seats, table in sorted(tables.items())
    ]
    return strong_from(by_turns, min(tables))


def random() -> Bot:
    """Any move, each as likely."""
    return PolicyBot(Policy())


def cautious() -> Bot:
    """Stops early and risks little."""
    return PolicyBot(Threshold(CAUTIOUS_FROM, BY_VALUE))


def casual() -> Bot:
    """Plays by feeling."""
    return PolicyBot(Casual())


def strong() -> Bot:
    """Computes when to stop; for any number of players."""
    return PolicyBot(strong_policy())


LEVELS: Final[dict[str, Callable[[], Bot]]] = {
    "random": random,
    "cautious": cautious,
    "casual": casual,
    "strong": strong,
    "perfect": Perfect,
}
