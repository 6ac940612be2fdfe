"""Passwords that somebody would try first: the commonest ones, and those that follow from the login."""

import re
from functools import cache
from itertools import pairwise
from typing import Final

from ludotheque.core.refusal import NotAllowed

SERVICE: Final = "ludotheque"
AROUND: Final = re.compile(r"^[\W\d_]*(.*?)[\W\d_]*$", re.DOTALL)
"""Digits and signs before and behind a word change little."""
FEW: Final = 4
"""So many digits and signs, of which many put a year or `123!` behind a word."""
FRENCH: Final = (
    "barcelone chouchou chouchoute coccinelle coucou doudou famille fripouille grenouille jetadore licorne "
    "loulou louloute mamour moncoeur romain tartine titine vacances"
)
"""Words common in passwords where French is spoken; lists made of English passwords miss them."""
GERMAN: Final = (
    "bienchen gluecklich hallowelt hasi ichliebedich koeln mietze mutti pferde prinzessin schmetterling "
    "schneeball schokolade spatz spatzi sternchen willkommen zaubermaus"
)
"""The same for German."""
KINDS: Final = 2
"""Different characters that are too few, however long a password is."""


def refuse_common(password: str, login: str | None) -> None:
    """Refuse a password that is among the first guesses."""
    told = password.casefold()
    around = AROUND.fullmatch(told)
    word = around[1] if around is not None else ""
    added = len(told) - len(word)
    own = {SERVICE, (login or SERVICE).casefold()}
    if (
        len(set(told)) <= KINDS
        or _is_row(told)
        or _repeats(told)
        or told in _commonest()
        or (word in _commonest() and added <= FEW)
        or word in own
        or told in own
    ):
        raise NotAllowed("server.password_common")


def _is_row(text: str) -> bool:
    """Return whether the characters follow each other, as in `abcdefgh` and `87654321`."""
    steps = {ord(after) - ord(before) for before, after in pairwise(text)}
    return len(steps) == 1 and abs(steps.pop()) <= 1


def _repeats(text: str) -> bool:
    """Return whether a text repeats a shorter one, as `12341234` and `abcabcabc` do."""
    return text in (text + text)[1:-1]


@cache
def _commonest() -> frozenset[str]:
    """The commonest passwords, as `zxcvbn` has collected them from leaks, names and words among them.

    It keeps each in one list alone: `jennifer` and `chocolate` are not among its passwords.
    """
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset().union(FRENCH.split(), GERMAN.split(), *FREQUENCY_LISTS.values())
