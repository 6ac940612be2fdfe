"""What the journal of Exxtra's rules means, in events."""

from collections.abc import Callable, Mapping
from typing import Final

from ludotheque.core.events import Event, Told
from ludotheque.games.exxtra import rules
from ludotheque.games.exxtra.moves import faces


def throw(seat: int, outcome: int, number: int, *_: int) -> Event:
    """A throw of both dice, and its number in the turn."""
    a, b = faces(outcome)
    clause = "EXXTRA-7" if number == 1 else "EXXTRA-11"
    return Event(name="exxtra.throw", seat=seat, clause=clause, params={"a": a, "b": b, "number": number})


def place(seat: int, slot: int, value: int, *_: int) -> Event:
    """A kept throw is placed."""
    return Event(
        name="exxtra.place", seat=seat, clause="EXXTRA-12", params={"slot": slot, "value": f"{value:02}"}
    )


def remove(owner: int, slot: int, value: int, by: int) -> Event:
    """A pair of dice is pushed off the table."""
    params = {"slot": slot, "by": by}
    return Event(
        name="exxtra.remove", seat=owner, clause="EXXTRA-13", params={**params, "value": f"{value:02}"}
    )


NOTES: Final[Mapping[int, Told | Callable[..., Event]]] = {
    rules.NOTE_STARTER: Told("starter", "EXXTRA-15"),
    rules.NOTE_ADVANCE: Told("advance", "EXXTRA-6", ("slot", "from", "to")),
    rules.NOTE_TAKE_BACK: Told("take_back", "EXXTRA-6", ("slot",)),
    rules.NOTE_THROW: throw,
    rules.NOTE_PAIR: Told("pair", "EXXTRA-10", ("steps", "to")),
    rules.NOTE_BUST: Told("bust", "EXXTRA-9", ("crosses", "from", "to")),
    rules.NOTE_PLACE: place,
    rules.NOTE_REMOVE: remove,
    rules.NOTE_WIN: Told("win", "EXXTRA-14"),
}
