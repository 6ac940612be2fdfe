"""Check of new passwords against the most common ones and those derived from the login name."""

import re
from functools import cache
from itertools import pairwise
from typing import Final

from ludotheque.core.refusal import NotAllowed

SERVICE: Final = "ludotheque"
AROUND: Final = re.compile(r"^[\W\d_]*(.*?)[\W\d_]*$", re.DOTALL)
"""Pattern for the digits and punctuation around a word, which make a password hardly harder to guess."""
FEW: Final = 4
"""Most digits and punctuation characters around a common word for which a password still counts as common."""
FRENCH: Final = (
    "barcelone chouchou chouchoute coccinelle coucou doudou famille fripouille grenouille jetadore licorne "
    "loulou louloute mamour moncoeur romain tartine titine vacances"
)
"""Words common in French passwords; the lists, made of English passwords, lack them."""
GERMAN: Final = (
    "bienchen gluecklich hallowelt hasi ichliebedich koeln mietze mutti pferde prinzessin schmetterling "
    "schneeball schokolade spatz spatzi sternchen willkommen zaubermaus"
)
"""Words common in German passwords."""
KINDS: Final = 2
"""Most different characters at which a password counts as too simple, at any length."""


def refuse_common(password: str, login: str | None) -> None:
    """Raise `NotAllowed` if a password is common, repetitive or derived from the login name."""
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
    """Return whether the characters ascend, descend or repeat, as in `abcdefgh` and `87654321`."""
    steps = {ord(after) - ord(before) for before, after in pairwise(text)}
    return len(steps) == 1 and abs(steps.pop()) <= 1


def _repeats(text: str) -> bool:
    """Return whether a text consists of repetitions of a shorter one, as `12341234` and `abcabcabc` do."""
    return text in (text + text)[1:-1]


@cache
def _commonest() -> frozenset[str]:
    """Return the lower-case entries of all of `zxcvbn`'s lists: leaked passwords, names and words.

    Each entry is in one of its lists only: `jennifer` and `chocolate` are not among its passwords.
    """
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset().union(FRENCH.split(), GERMAN.split(), *FREQUENCY_LISTS.values())
