"""Validation of login names, and their confusable skeleton (Unicode Technical Standard 39)."""

import re
import unicodedata
from functools import cache
from typing import Final

from ludotheque.core.refusal import Unreadable
from ludotheque.host.names import login_key

LOGIN: Final = re.compile(r"[\w.@+-]{3,40}")
LOOK_LENGTH: Final = 200
MARKS: Final = "\u200e\u200f"
"""Direction marks that the confusables data add around letters written from right to left."""


def read_login(text: str) -> str:
    """Return a new login name in its stored form.

    Raises `Unreadable` for characters that are not allowed, a wrong length or a confusing mix of scripts.

    >>> read_login("Ada.L")
    'ada.l'
    """
    from confusable_homoglyphs.confusables import is_dangerous

    login = login_key(text)
    if not (LOGIN.fullmatch(unicodedata.normalize("NFC", text)) and LOGIN.fullmatch(login)):
        raise Unreadable("server.login_characters")
    if is_dangerous(login):
        raise Unreadable("server.login_mixed")
    return login


def look_of(login: str) -> str:
    r"""Return the skeleton of a login name; names that look alike have the same skeleton.

    >>> look_of("ada") == look_of("\u0430d\u0430"), look_of("bi11") == look_of("bill")
    (True, True)
    """
    shown = "".join(_prototype(letter) for letter in unicodedata.normalize("NFD", login_key(login)))
    bare = shown.translate(dict.fromkeys(map(ord, MARKS)))
    return unicodedata.normalize("NFD", bare.casefold())[:LOOK_LENGTH]


def _prototype(letter: str) -> str:
    """Return the representative of all letters that look like the given one."""
    alike = _alike()
    found = alike.get(letter, ())
    if len(found) != 1:  # confusable with several letters or with none
        return letter
    (other,) = found
    if len(other) > 1 or len(alike.get(other, ())) != 1:
        return other
    return min(letter, other)


@cache
def _alike() -> dict[str, tuple[str, ...]]:
    """Return the confusables data: for each letter the ones it can be confused with."""
    from confusable_homoglyphs.confusables import confusables_data

    return {letter: tuple(one["c"] for one in found) for letter, found in confusables_data.items()}
