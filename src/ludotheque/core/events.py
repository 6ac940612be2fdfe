"""Events: the steps of a game as small named records."""

from collections.abc import Sequence
from typing import Final

import msgspec

from ludotheque.core.refusal import Param
from ludotheque.core.words import say

SEAT: Final = "@seat:"
"""Prefix of a parameter that stands for the name of a seat."""


class Told(msgspec.Struct, frozen=True):
    """The event of a journal line: its name, its clause and the names of its numbers."""

    name: str
    clause: str
    numbers: tuple[str, ...] = ()
    secret: tuple[str, ...] = ()
    """Names of the numbers after these, which only the seat of the event may know."""
    reveals: bool = False
    """True if it shows other players something they could not know, so that it can't be undone."""

    def event(self, game: str, seat: int, values: tuple[int, ...]) -> "Event":
        """Return the event of a journal line; a seat below 0 means no seat."""
        params: dict[str, Param] = dict(zip(self.numbers, values, strict=False))
        secret: dict[str, Param] = dict(zip(self.secret, values[len(self.numbers) :], strict=False))
        return Event(
            name=f"{game}.{self.name}",
            seat=seat if seat >= 0 else None,
            clause=self.clause,
            params=params,
            secret=secret,
            secret_to=(seat,) if secret else (),
            reveals=self.reveals,
        )


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One step: its name, seat, parameters and clause; enough for a log line and for an animation.

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
    """True if it shows other players something they could not know, so that it can't be undone."""
    motion: str = ""
    """The movement itself, packed in the game's own format: for the display only, not for the log."""

    def seen_by(self, seat: int | None) -> "Event":
        """Return the event as a seat may know it (None: a spectator)."""
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
        """Return the log line in a language, secrets included; `who` is the name of the seat it happened to.

        Some lines name further seats, as `@seat:1`; they are filled in from `names`.
        """
        domain, _, name = self.name.partition(".")
        whose = {"who": who or f"#{self.seat}"} if self.seat is not None else {}
        params = {key: named(value, names) for key, value in (self.params | self.secret).items()}
        return say(f"{domain}_event_{name}", language, whose | params)


def seat_name(seat: int) -> str:
    """Return the parameter that stands for the name of a seat."""
    return f"{SEAT}{seat}"


def named(value: Param, names: Sequence[str]) -> Param:
    """Return a parameter with the seat's name filled in, if it stands for a seat."""
    if not isinstance(value, str) or not value.startswith(SEAT):
        return value
    seat = int(value.removeprefix(SEAT))
    return names[seat] if seat < len(names) else f"#{seat}"
