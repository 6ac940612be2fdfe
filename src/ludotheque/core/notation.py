"""The default notation of moves: the verb, then the values of the fields.

>>> class Bid(Move, frozen=True, tag="bid"):
...     dice: int
...     open: bool = False
>>> written(Bid(3)), written(Bid(3, True))
('bid 3', 'bid 3 true')
>>> read_line("b 3", (Bid,))
Bid(dice=3, open=False)
"""

from collections.abc import Sequence

import msgspec

from ludotheque.core.codec import Json, write, write_fields
from ludotheque.core.moves import Move
from ludotheque.core.refusal import Unreadable


def written(move: Move) -> str:
    """Return a move as one line; fields at the end that hold their defaults are left out."""
    held = write_fields(move)
    names, defaults = move.__struct_fields__, move.__struct_defaults__
    given = [_word(held.get(name, getattr(move, name))) for name in names]
    usual = [_word(write(default)) for default in defaults]
    while usual and given[-1] == usual[-1]:
        usual.pop()
        given.pop()
    return " ".join([str(move.__struct_config__.tag), *given])


def read_line(line: str, kinds: Sequence[type[Move]]) -> Move:
    """Return the move of a line; a verb may be shortened as long as it is unambiguous."""
    verb, *words = line.lower().split() or [""]
    verbs = {str(kind.__struct_config__.tag): kind for kind in kinds}
    meant = [name for name in verbs if verb == name] or [name for name in verbs if name.startswith(verb)]
    names = verbs[meant[0]].__struct_fields__ if len(meant) == 1 else ()
    if len(meant) == 1 and len(words) <= len(names):
        fields = {"do": meant[0], **dict(zip(names, map(_value, words), strict=False))}
        try:
            return msgspec.convert(fields, verbs[meant[0]], strict=False)
        except msgspec.ValidationError:
            pass
    raise Unreadable("core.notation", params={"text": line[:40], "allowed": list(verbs)})


def _word(value: Json) -> str:
    if isinstance(value, list):
        return ",".join(map(_word, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _value(word: str) -> str | list[str]:
    return word.split(",") if "," in word else word
