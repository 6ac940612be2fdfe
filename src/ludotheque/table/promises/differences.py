"""The first difference of two JSON values, for the text of a broken promise."""

from itertools import zip_longest
from typing import Final


class _Absent:
    """The value of a key or an index that only the other JSON value has."""

    def __repr__(self) -> str:
        return "nothing"


ABSENT: Final = _Absent()


def difference(one: object, other: object, path: str = "$") -> str:
    """Return the path at which two JSON values first differ, and both values there; empty if they are equal.

    >>> difference({"hands": [[1, 2], [0]]}, {"hands": [[1, 3], [0]]})
    '$.hands[0][1] is 2 and 3'
    >>> difference([1], [1, 4])
    '$[1] is nothing and 4'
    """
    if isinstance(one, dict) and isinstance(other, dict):
        keys = dict.fromkeys([*one, *other])
        parts = [(f"{path}.{key}", one.get(key, ABSENT), other.get(key, ABSENT)) for key in keys]
    elif isinstance(one, list) and isinstance(other, list):
        pairs = zip_longest(one, other, fillvalue=ABSENT)
        parts = [(f"{path}[{index}]", *pair) for index, pair in enumerate(pairs)]
    else:
        return "" if one == other else f"{path} is {one!r} and {other!r}"
    return next((found for name, *both in parts if (found := difference(both[0], both[1], name))), "")
