"""Events: what happened, in small named steps."""

from collections.abc import Sequence
from typing import Final

import msgspec

from ludotheque.core.refusal import Param
from ludotheque.core.words import say

SEAT: Final = "@seat:"
"""What a parameter begins with that stands for the name of a seat."""


class Told(msgspec.Struct, frozen=True):
    """What a line of the journal means: the event, its clause, and what the numbers are called."""

    name: str
    clause: str
    numbers: tuple[str, ...] = ()

    def event(self, game: str, seat: int, values: tuple[int, ...]) -> "Event":
        """The event of a line; a seat below 0 is nobody's."""
        params: dict[str, Param] = dict(zip(self.numbers, values, strict=False))
        owner = seat if seat >= 0 else None
        return Event(name=f"{game}.{self.name}", seat=owner, clause=self.clause, params=params)


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One step: who, what, by which clause; enough for a log line and for an animation.

    `secret` holds what only the seats of `secret_to` may know; the others get the event without it and with
    `_hidden` behind its name, so that it has a sentence of its own.
    """

    name: str
    seat: int | None = None
    clause: str | None = None
    params: dict[str, Param] = {}
    secret: dict[str, Param] = {}
    secret_to: tuple[int, ...] = ()
    reveals: bool = False
    """Shows others what they could not know: it can't be taken back any more."""
    motion: str = ""
    """How it looked, packed as the game packs it: for the eye of whoever watches, not for the log."""

    def seen_by(self, seat: int | None) -> "Event":
        """The event as a seat may know it (None: a spectator)."""
        if not self.secret:
            return self
        known = seat is not None and seat in self.secret_to
        return Event(
            name=self.name if known else f"{self.name}_hidden",
            seat=self.seat,
            clause=self.clause,
            params=self.params | self.secret if known else self.params,
            reveals=self.reveals,
            motion=self.motion,
        )

    def text(self, language: str, who: str | None = None, names: Sequence[str] = ()) -> str:
        """The log line in a language, secrets included; `who` is the name of the seat it happened to.

        Some lines name further seats, as `@seat:1`: whoever knows all `names` gives them.
        """
        domain, _, name = self.name.partition(".")
        whose = {"who": who or f"#{self.seat}"} if self.seat is not None else {}
        params = {key: named(value, names) for key, value in (self.params | self.secret).items()}
        return say(f"{domain}_event_{name}", language, whose | params)


def seat_name(seat: int) -> str:
    """A parameter that stands for the name of a seat."""
    return f"{SEAT}{seat}"


def named(value: Param, names: Sequence[str]) -> Param:
    """A parameter with the name of the seat that it stands for, if it stands for one."""
    if not isinstance(value, str) or not value.startswith(SEAT):
        return value
    seat = int(value.removeprefix(SEAT))
    return names[seat] if seat < len(names) else f"#{seat}"
