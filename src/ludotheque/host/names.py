"""Names as they are kept: in one normal form, with nothing in them that can't be seen."""

import unicodedata
from typing import Final

from ludotheque.core.refusal import Unreadable

LENGTH: Final = 40
HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Control, format (bidirectional, zero-width), halves, private, unknown, and breaks of lines."""
BLANKS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters that show nothing."""
EMOJI_STYLE: Final = "\ufe0f"
"""Asks for an emoji in colour; nobody sees it, and a name is the same without it."""
STACKED: Final = 3
"""Marks that may stand on one letter."""


def clean_name(text: str) -> str:
    """A name in its normal form; one with characters that can't be seen is refused.

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
    """A text that nobody here wrote, such as a name from a file: what can't be seen is left out."""
    tidy = normal("".join(character for character in normal(text) if not _hidden(character)))
    return "" if _towers(tidy) else tidy[:length].rstrip()


def normal(text: str) -> str:
    """One normal form (NFC), with single blanks."""
    return unicodedata.normalize("NFC", " ".join(text.replace(EMOJI_STYLE, "").split()))


def login_key(login: str) -> str:
    """What a name to log in with is compared by: letters that look alike by form or case are the same.

    >>> login_key("ＡＤＡ") == login_key("Ada")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", login).casefold())


def _hidden(character: str) -> bool:
    return character in BLANKS or unicodedata.category(character) in HIDDEN


def _towers(name: str) -> bool:
    """Whether marks are stacked until they cover the lines above and below."""
    height = 0
    for character in unicodedata.normalize("NFD", name):
        height = height + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if height > STACKED:
            return True
    return False
