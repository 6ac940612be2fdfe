"""JSON values, and reading them into structs with an error that says where."""

from typing import Any, TypeAlias, TypeVar, cast

import msgspec

from ludotheque.core.refusal import Unreadable

Json: TypeAlias = dict[str, Any] | list[Any] | str | int | float | bool | None
"""What JSON can hold. What is inside a container is read into a struct before it is used."""

T = TypeVar("T")


def read(value: object, shape: type[T], *, code: str = "core.unreadable") -> T:
    """Turn a JSON value into a struct, or refuse it with the place that can't be read."""
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        detail, _, where = str(error).partition(" - at `")
        raise Unreadable(code, params={"where": where.rstrip("`") or "$", "detail": detail}) from None


def demand(holds: bool, where: str) -> None:  # noqa: FBT001 - reads as a sentence
    """Refuse a position that the rules can't lead to, with the place that is wrong."""
    if not holds:
        raise Unreadable("core.position", params={"where": where, "detail": "not possible in a game"})


def write(struct: object) -> Json:
    """The JSON form of a struct: what a reader of the file would get, lists and not tuples."""
    return cast("Json", msgspec.json.decode(msgspec.json.encode(struct)))
