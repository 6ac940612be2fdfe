"""Moves as people and programs write them: a tagged struct, its JSON form and its one-line notation."""

from typing import Annotated, TypeAlias

import msgspec

from ludotheque.core.codec import Json
from ludotheque.core.refusal import Param

MoveJson: TypeAlias = Annotated[Json, msgspec.Meta(title="Move")]
"""A move of any game in its JSON form."""


class Move(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """A move; every game subclasses it, one class a kind of move, the tag being the verb."""


class MoveRange(msgspec.Struct, frozen=True):
    """A move with continuous parts: its verb, and from where to where each part may go."""

    do: str
    ranges: dict[str, tuple[float, float]]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is agreed before the game; every game subclasses it, each field with its default."""


class Result(msgspec.Struct, frozen=True):
    """How a game ended: the place of each seat (1 is best, equal places are shared) and its score."""

    ranks: tuple[int, ...]
    scores: tuple[int | float, ...]
    reason: str
    clause: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    def text(self, language: str, params: dict[str, Param] | None = None) -> str:
        """Why the game ended, in a language."""
        from ludotheque.core.words import say

        domain, _, name = self.reason.partition(".")
        return say(f"{domain}_reason_{name}", language, params)


def ranks_of(scores: tuple[int | float, ...]) -> tuple[int, ...]:
    """Places by score, the highest first, equal scores sharing a place.

    >>> ranks_of((7, 21, 7))
    (2, 1, 2)
    """
    return tuple(1 + sum(other > score for other in scores) for score in scores)
