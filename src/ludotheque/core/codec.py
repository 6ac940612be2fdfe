"""JSON values, and reading them into structs with an error that names the place."""

from typing import Any, TypeAlias, TypeVar, cast

import msgspec

from ludotheque.core.refusal import Unreadable

Json: TypeAlias = dict[str, Any] | list[Any] | str | int | float | bool | None
"""A JSON value. The content of a container is read into a struct before it is used."""

T = TypeVar("T")


def read(value: object, shape: type[T], *, code: str = "core.unreadable") -> T:
    """Convert a JSON value into a struct, or refuse it and name the place that can't be read."""
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        detail, _, where = str(error).partition(" - at `")
        raise Unreadable(code, params={"where": where.rstrip("`") or "$", "detail": detail}) from None


def demand(holds: bool, where: str) -> None:  # noqa: FBT001 - reads as a sentence
    """Refuse a position the rules can't lead to, and name the place that is wrong."""
    if not holds:
        raise Unreadable("core.position", params={"where": where, "detail": "not possible in a game"})


def write_fields(struct: object) -> dict[str, Any]:
    """Return the JSON object of a struct or a mapping."""
    return cast("dict[str, Any]", write(struct))


def write(struct: object) -> Json:
    """Return the JSON form of a struct, as a reader of the file gets it: lists instead of tuples."""
    return cast("Json", msgspec.json.decode(msgspec.json.encode(struct)))
