"""Arrays of the compiled rules in pickles and copies, which librt's own arrays don't support."""

import copyreg
from copy import deepcopy
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

_PLAIN: Final = (bool, float, int, str, type(None))


def integers(values: list[int]) -> vec[i64]:
    """Return an array of whole numbers."""
    return vec[i64](values)


def floats(values: list[float]) -> vec[float]:
    """Return an array of fractions."""
    return vec[float](values)


copyreg.pickle(type(vec[i64]()), lambda array: (integers, (list(array),)))
copyreg.pickle(type(vec[float]()), lambda array: (floats, (list(array),)))


def copied(value: Any) -> Any:
    """Return a deep copy of an attribute of a state, lists of numbers included."""
    if isinstance(value, _PLAIN):
        return value
    return [copied(item) for item in value] if type(value) is list else deepcopy(value)
