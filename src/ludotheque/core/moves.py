"""Moves as people and programs write them: a tagged struct, its JSON form and its one-line notation."""

from typing import Annotated, Literal, TypeAlias, get_args, get_origin

import msgspec

from ludotheque.core.codec import Json
from ludotheque.core.refusal import Param

MoveJson: TypeAlias = Annotated[Json, msgspec.Meta(title="Move")]
"""A move of any game in its JSON form."""


class Move(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """A move; every game subclasses it, one class per kind of move, with the verb as the tag."""


class MoveRange(msgspec.Struct, frozen=True):
    """A move with continuous parts: its verb and the range of each part."""

    do: str
    ranges: dict[str, tuple[float, float]]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game, set before it starts; every game subclasses it, each field with its default."""


def allowed_values(kind: type[Options], name: str) -> list[str]:
    """Return the values of an option as JSON; empty if they can't be counted.

    >>> class Size(Options, frozen=True):
    ...     size: Literal[3, 5] = 5
    ...     open: bool = False
    ...     seconds: int = 60
    >>> [allowed_values(Size, name) for name in ("size", "open", "seconds", "none")]
    [['3', '5'], ['true', 'false'], [], []]
    """
    for field in msgspec.structs.fields(kind):
        if field.name == name and get_origin(field.type) is Literal:
            return [str(value) for value in get_args(field.type)]
        if field.name == name and field.type is bool:
            return ["true", "false"]
    return []


class Result(msgspec.Struct, frozen=True):
    """The end of a game: the rank of each seat (1 is best, equal ranks are shared) and its score."""

    ranks: tuple[int, ...]
    scores: tuple[int | float, ...]
    reason: str
    clause: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    def text(self, language: str, params: dict[str, Param] | None = None) -> str:
        """Return the reason why the game ended, in a language."""
        from ludotheque.core.words import say

        domain, _, name = self.reason.partition(".")
        return say(f"{domain}_reason_{name}", language, params)


def ranks_of(scores: tuple[int | float, ...]) -> tuple[int, ...]:
    """Return the ranks by score, highest first; equal scores share a rank.

    >>> ranks_of((7, 21, 7))
    (2, 1, 2)
    """
    return tuple(1 + sum(other > score for other in scores) for score in scores)
