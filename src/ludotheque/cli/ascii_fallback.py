"""Output in any encoding: a character it lacks is replaced by a plain one of the same width."""

import codecs
import io
import sys
import unicodedata
from typing import Final, TextIO

ERRORS: Final = "ludotheque.plain"
"""The name of the error handler that replaces characters."""

PLAIN: Final = {
    **dict(zip("●■▲◆★⬢", "o#^%*@", strict=True)),
    **dict(zip("╭╮╰╯─│━┃◌⚑·›•", "++++-|=|:>.>*", strict=True)),
    **dict(zip("♠♥♦♣♛✦✚✹◈", "SHDCw++R&", strict=True)),
    **dict(zip("█▉▊▋▌▍▎▏░", "#########"[:8] + ".", strict=True)),
    **dict(zip("▁▂▃▄▅▆▇✓✗", "._-=+%#vx", strict=True)),
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
"""ASCII replacements of characters; drawings keep their width."""

BRAILLE: Final = frozenset(map(chr, range(0x2801, 0x2900)))
"""Characters of line drawings; in ASCII each is a dot."""


def plain(text: str) -> str:
    """Return a text in ASCII, as similar as possible.

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
    """Let a stream replace the characters that its encoding lacks."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors=ERRORS)


def prepare_output() -> None:
    """Prevent encoding errors in all output."""
    prepare(sys.stdout)
    prepare(sys.stderr)
