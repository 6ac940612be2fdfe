"""Parses the commands of clients."""

from typing import Final

import msgspec

from ludotheque.core.refusal import Unreadable
from ludotheque.host import messages as m

_ESCAPED_NUL: Final = rb"\u0000"
_decode: Final[msgspec.json.Decoder[m.Received]] = msgspec.json.Decoder(m.Received)


def read_command(received: str | bytes) -> m.Received:
    """Parse a command from JSON; raise `Unreadable` with the place in the JSON if it is invalid."""
    refuse_nul(received)
    try:
        return _decode.decode(received)
    except msgspec.ValidationError as error:
        detail, _, where = str(error).partition(" - at `")
        raise Unreadable(
            "core.unreadable", params={"where": where.rstrip("`") or "$", "detail": detail[:200]}
        ) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Unreadable("core.unreadable", params={"where": "$", "detail": "not JSON"}) from None


def refuse_nul(sent: bytes | str) -> None:
    """Raise `Unreadable` if a text contains a NUL character, plain or escaped; databases refuse it."""
    if isinstance(sent, str):
        if "\0" not in sent and _ESCAPED_NUL.decode() not in sent:
            return
        sent = sent.encode("utf-8", "surrogatepass")
    # A pair of backslashes is an escaped one. A regular expression would take ten times as long for a large
    # file.
    if b"\0" in sent or (_ESCAPED_NUL in sent and _ESCAPED_NUL in sent.replace(b"\\\\", b"")):
        raise Unreadable("server.nul")
