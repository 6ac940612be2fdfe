"""What the journal of Exxtra's rules means, in events."""

from collections.abc import Callable
from typing import Final

import msgspec

from ludotheque.core.events import Event, seat_name
from ludotheque.core.refusal import Param
from ludotheque.core.state import Note
from ludotheque.games.exxtra import rules
from ludotheque.games.exxtra.moves import faces
from ludotheque.games.exxtra.rules import Exxtra


def starter(seat: int, *_: int) -> Event:
    """The start player is drawn."""
    return Event(name="exxtra.starter", seat=seat, clause="EXXTRA-15")


def advance(seat: int, slot: int, start: int, to: int) -> Event:
    """Dice that still lie on a slot move the pawn."""
    return Event(
        name="exxtra.advance", seat=seat, clause="EXXTRA-6", params={"slot": slot, "from": start, "to": to}
    )


def take_back(seat: int, slot: int, *_: int) -> Event:
    """Dice on slot 0 come back and move nothing."""
    return Event(name="exxtra.take_back", seat=seat, clause="EXXTRA-6", params={"slot": slot})


def throw(seat: int, outcome: int, number: int, *_: int) -> Event:
    """A throw of both dice, and its number in the turn."""
    a, b = faces(outcome)
    clause = "EXXTRA-7" if number == 1 else "EXXTRA-11"
    return Event(name="exxtra.throw", seat=seat, clause=clause, params={"a": a, "b": b, "number": number})


def pair(seat: int, steps: int, to: int, *_: int) -> Event:
    """A pair moves the pawn at once."""
    return Event(name="exxtra.pair", seat=seat, clause="EXXTRA-10", params={"steps": steps, "to": to})


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


def win(seat: int, *_: int) -> Event:
    """Ziel is reached."""
    return Event(name="exxtra.win", seat=seat, clause="EXXTRA-14")


TELL: Final[dict[int, Callable[[int, int, int, int], Event]]] = {
    rules.NOTE_STARTER: starter,
    rules.NOTE_ADVANCE: advance,
    rules.NOTE_TAKE_BACK: take_back,
    rules.NOTE_THROW: throw,
    rules.NOTE_PAIR: pair,
    rules.NOTE_BUST: bust,
    rules.NOTE_PLACE: place,
    rules.NOTE_REMOVE: remove,
    rules.NOTE_WIN: win,
}


def tell(state: Exxtra, note: Note) -> Event:
    """The event of a journal line; the dice that remove others lie where they were placed."""
    code, seat, a, b, c = note
    event = TELL[code](seat, a, b, c)
    if code != rules.NOTE_REMOVE:
        return event
    placed: dict[str, Param] = {"by_slot": state.slots[c], "by_value": f"{state.values[c]:02}"}
    return msgspec.structs.replace(event, params=event.params | placed)
