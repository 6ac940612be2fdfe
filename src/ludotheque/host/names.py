"""Normalised names, without invisible characters."""

import unicodedata
from typing import Final

from ludotheque.core.refusal import Unreadable

LENGTH: Final = 40
HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories of invisible characters, such as control, zero-width and unassigned ones."""
BLANKS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters without a visible glyph."""
EMOJI_STYLE: Final = "\ufe0f"
"""Variation selector for coloured emoji; invisible itself, and dropped from names."""
STACKED: Final = 3
"""Maximum number of combining marks on one letter."""


def clean_name(text: str) -> str:
    """Return a name in normal form, cut to `LENGTH`; raise `Unreadable` if empty or with hidden characters.

    >>> clean_name("  Ada   Lovelace ")
    'Ada Lovelace'
    """
    name = normal(text)
    if any(_hidden(character) for character in name) or _towers(name):
        raise Unreadable("server.name_characters")
    if not name:
        raise Unreadable("server.name_empty")
    return name[:LENGTH].rstrip()


def tidy_text(text: str, length: int = LENGTH) -> str:
    """Return a text in normal form without invisible characters, for names from files; never raises."""
    tidy = normal("".join(character for character in normal(text) if not _hidden(character)))
    return "" if _towers(tidy) else tidy[:length].rstrip()


def normal(text: str) -> str:
    """Return a text in Unicode form NFC, with single spaces."""
    return unicodedata.normalize("NFC", " ".join(text.replace(EMOJI_STYLE, "").split()))


def login_key(login: str) -> str:
    """Return the key that login names are compared by; names that differ only in form or case are equal.

    >>> login_key("ＡＤＡ") == login_key("Ada")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", login).casefold())


def _hidden(character: str) -> bool:
    return character in BLANKS or unicodedata.category(character) in HIDDEN


def _towers(name: str) -> bool:
    """Return whether more combining marks are stacked on a letter than `STACKED`."""
    height = 0
    for character in unicodedata.normalize("NFD", name):
        height = height + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if height > STACKED:
            return True
    return False
