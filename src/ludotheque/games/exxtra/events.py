"""The events of the journal of Exxtra's rules."""

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from ludotheque.core.events import Event, Told, seat_name
from ludotheque.core.refusal import Param
from ludotheque.games.exxtra.moves import faces
from ludotheque.games.exxtra.rules import state as rules
from ludotheque.games.exxtra.rules.state import Exxtra


def throw(seat: int, outcome: int, number: int, *_: int) -> Event:
    """A throw of both dice, and its number in the turn."""
    a, b = faces(outcome)
    clause = "EXXTRA-7" if number == 1 else "EXXTRA-11"
    return Event(name="exxtra.throw", seat=seat, clause=clause, params={"a": a, "b": b, "number": number})


def bust(seat: int, crosses: int, start: int, to: int) -> Event:
    """A late X ends the turn."""
    if start == 0:
        return Event(name="exxtra.bust_at_start", seat=seat, clause="EXXTRA-9", params={"crosses": crosses})
    params = {"crosses": crosses, "from": start, "to": to}
    return Event(name="exxtra.bust", seat=seat, clause="EXXTRA-9", params={**params})


def place(seat: int, slot: int, value: int, *_: int) -> Event:
    """A kept throw is placed."""
    return Event(
        name="exxtra.place", seat=seat, clause="EXXTRA-12", params={"slot": slot, "value": f"{value:02}"}
    )


def remove(owner: int, slot: int, value: int, by: int) -> Event:
    """A pair of dice is pushed off the table by the one just placed."""
    params: dict[str, Param] = {"slot": slot, "value": f"{value:02}", "by": by, "by_who": seat_name(by)}
    return Event(name="exxtra.remove", seat=owner, clause="EXXTRA-13", params=params)


NOTES: Final[Mapping[int, Told | Callable[..., Event]]] = {
    rules.NOTE_STARTER: Told("starter", "EXXTRA-15"),
    rules.NOTE_ADVANCE: Told("advance", "EXXTRA-6", ("slot", "from", "to")),
    rules.NOTE_TAKE_BACK: Told("take_back", "EXXTRA-6", ("slot",)),
    rules.NOTE_THROW: throw,
    rules.NOTE_PAIR: Told("pair", "EXXTRA-10", ("steps", "to")),
    rules.NOTE_BUST: bust,
    rules.NOTE_PLACE: place,
    rules.NOTE_REMOVE: remove,
    rules.NOTE_WIN: Told("win", "EXXTRA-14"),
}


def with_remover(state: Exxtra, event: Event) -> Event:
    """Return the event with the dice that remove others, which lie where they were placed (EXXTRA-13)."""
    by = int(str(event.params["by"]))
    placed: dict[str, Param] = {"by_slot": state.slots[by], "by_value": f"{state.values[by]:02}"}
    return msgspec.structs.replace(event, params=event.params | placed)
