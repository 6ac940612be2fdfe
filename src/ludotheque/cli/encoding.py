"""Output on any terminal: where an encoding lacks a sign, a plain one of the same width stands in for it."""

import codecs
import io
import sys
import unicodedata
from typing import Final, TextIO

ERRORS: Final = "ludotheque.plain"
"""The name of the error handler that replaces signs."""

PLAIN: Final = {
    **dict(zip("●■▲◆★⬢", "o#^%*@", strict=True)),
    **dict(zip("╭╮╰╯─│━┃◌⚑·›•", "++++-|=|:>.>*", strict=True)),
    **dict(zip("♠♥♦♣♛✦✚✹◈", "SHDCw++R&", strict=True)),
    **dict(zip("█▉▊▋▌▍▎▏░", "#########"[:8] + ".", strict=True)),
    **dict(zip("▁▂▃▄▅▆▇✓", "._-=+%#v", strict=True)),
    **dict(zip("▮◎", "=O", strict=True)),
    "’": "'",
    "‘": "'",
    "“": '"',
    "”": '"',
    "„": '"',
    "«": '"',
    "»": '"',
    "–": "-",
    "—": "-",
    "→": "->",
    "←": "<-",
    "×": "x",
    "±": "+/-",
    "…": "...",
    "≤": "<=",
    "\u00a0": " ",
    "\u202f": " ",
    "ß": "ss",
    "œ": "oe",
}
"""What a sign becomes where only ASCII can be written; drawings keep their width."""

BRAILLE: Final = frozenset(map(chr, range(0x2801, 0x2900)))
"""Lines of a drawing; in ASCII each is a dot."""


def plain(text: str) -> str:
    """A text in ASCII, as near as can be.

    >>> plain("Ada ● – déjà « vu »")
    'Ada o - deja " vu "'
    """
    replaced = "".join(PLAIN.get(sign, "." if sign in BRAILLE else sign) for sign in text)
    return unicodedata.normalize("NFKD", replaced).encode("ascii", "ignore").decode() or "?"


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(plain(sign) for sign in error.object[error.start : error.end]), error.end


codecs.register_error(ERRORS, _replace)


def prepare(stream: TextIO) -> None:
    """Let a stream replace the signs that its encoding lacks."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors=ERRORS)


def prepare_output() -> None:
    """Let nothing that is printed fail for its encoding."""
    prepare(sys.stdout)
    prepare(sys.stderr)
