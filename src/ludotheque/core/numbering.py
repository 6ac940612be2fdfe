"""Numbered moves: the check of a table with the move of each number of the rules.

Such a table finds a move by equality and hash, so each number needs a move of its own that is read back from
its JSON as itself. Moves with continuous parts, or whose number depends on the position, need
`CodedGame.encode` and `CodedGame.decode` instead.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import inspect

from ludotheque.core.codec import read, write
from ludotheque.core.moves import Move
from ludotheque.core.refusal import Unreadable

PLAIN: Final = (
    inspect.BoolType,
    inspect.EnumType,
    inspect.IntType,
    inspect.LiteralType,
    inspect.NoneType,
    inspect.StrType,
)
"""The types of fields whose values are equal or not, without rounding, and never change."""


def check_numbered(where: str, moves: Sequence[object], kinds: Sequence[type[Move]]) -> None:
    """Raise a `TypeError` or a `ValueError` about the first move that a table can't serve.

    >>> class Bid(Move, frozen=True, tag="bid"):
    ...     dice: int
    >>> check_numbered("numbered_moves", (Bid(1), Bid(2)), (Bid,))
    >>> check_numbered("numbered_moves", (Bid(1), Bid(1)), (Bid,))
    Traceback (most recent call last):
        ...
    ValueError: numbered_moves: numbers 0 and 1 are the same move, Bid(dice=1)
    """
    for kind in kinds:
        _check_fields(where, kind)
    found: dict[Move, int] = {}
    for number, move in enumerate(moves):
        if not isinstance(move, Move):
            raise TypeError(f"{where}: number {number} is not a Move but {move!r}")
        if type(move) not in kinds:
            raise ValueError(f"{where}: the class of {move} is not in `move_types`")
        _check_json(where, move)
        if move in found:
            raise ValueError(f"{where}: numbers {found[move]} and {number} are the same move, {move}")
        found[move] = number


def _check_fields(where: str, kind: type[Move]) -> None:
    """Refuse a kind of move with a field of continuous or changeable values."""
    for field in msgspec.structs.fields(kind):
        if not _is_plain(inspect.type_info(field.type)):
            raise TypeError(
                f"{where}: {kind.__name__}.{field.name} may hold values that can't be looked up; a field is a"
                " whole number, a text, a literal, or a tuple or a frozen struct of them"
            )


def _is_plain(kind: inspect.Type) -> bool:
    """Return whether all values of a type can be looked up."""
    match kind:
        case inspect.Metadata(type=inner) | inspect.VarTupleType(item_type=inner):
            return _is_plain(inner)
        case inspect.UnionType(types=parts) | inspect.TupleType(item_types=parts):
            return all(map(_is_plain, parts))
        case inspect.StructType(cls=struct, fields=fields):
            return struct.__struct_config__.frozen and all(_is_plain(field.type) for field in fields)
        case _:
            return isinstance(kind, PLAIN)


def _check_json(where: str, move: Move) -> None:
    """Refuse a move that its own JSON does not stand for, such as one with a number out of range."""
    try:
        again: Move | None = read(write(move), type(move))
    except Unreadable as refusal:
        found = f"{refusal.params['where']}: {refusal.params['detail']}"
        raise ValueError(f"{where}: {move} can't be read back from its JSON, {found}") from None
    if again != move:
        raise ValueError(f"{where}: {move} is read back from its JSON as {again}")
