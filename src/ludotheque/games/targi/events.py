"""The events of the journal of Targi's rules."""

from collections.abc import Callable
from typing import Final

from ludotheque.core.events import Event
from ludotheque.core.refusal import Param
from ludotheque.core.state import Note
from ludotheque.games.targi.moves import amounts
from ludotheque.games.targi.rules import board as b
from ludotheque.games.targi.rules.border import SLOT_NAMES
from ludotheque.games.targi.rules.cards import GOODS_NAMES


def spoken(bundle: int) -> list[str]:
    """Return a bundle as a parameter of a sentence: `2 dates and 1 gold` in the reader's language."""
    return [f"@targi_amount_{name}:{count}" for name, count in amounts(bundle).items()]


def tribe(card: int) -> dict[str, Param]:
    """Return a tribe card as parameters: its name for the sentence, its number for programs."""
    return {"card": f"@targi_card_{card}", "id": card}


def goods(kind: int) -> dict[str, Param]:
    """Return a goods card as parameters: its name for the sentence, its symbols for programs."""
    name = GOODS_NAMES[kind]
    return {"card": goods_key(name), "id": name}


def central(card: int) -> dict[str, Param]:
    """Return the name and the number of a face-up central card."""
    return tribe(card) if card < b.GOODS_CARD else goods(card - b.GOODS_CARD)


def goods_key(name: str) -> str:
    """Return the key of a goods card's name."""
    return f"@targi_goods_{name.replace('+', '').lower()}"


def border(card: int) -> dict[str, Param]:
    """Return a border card as parameters: its name and its number."""
    return {"card": f"@targi_border_{card}", "number": card}


def event(name: str, seat: int, clause: str, params: dict[str, Param]) -> Event:
    """Return an event of a seat, or of none."""
    return Event(name=f"targi.{name}", seat=seat if seat >= 0 else None, clause=clause, params=params)


def turn_up(seat: int, slot: int, card: int, phase: int) -> Event:
    """A card is laid out or turned up."""
    clause = "TARGI-2" if phase == b.LAY_OUT else "TARGI-14"
    return event("turn_up", seat, clause, {"slot": SLOT_NAMES[slot], **central(card)})


def robber(seat: int, card: int, round_: int, *_: int) -> Event:
    """The Robber moves."""
    return event("robber", seat, "TARGI-4", {**border(card), "round": round_})


def replaced(seat: int, slot: int, what: int, *_: int) -> Event:
    """A card of the other kind comes face down."""
    name = "replaced_tribe" if what == b.DOWN_TRIBE else "replaced_goods"
    return event(name, seat, "TARGI-10", {"slot": SLOT_NAMES[slot]})


def shuffled(seat: int, kind: int, *_: int) -> Event:
    """A discard pile becomes a new deck."""
    return event("shuffled_goods" if kind == 1 else "shuffled_tribe", seat, "TARGI-13", {})


def drew(seat: int, card: int, *_: int) -> Event:
    """Tribal Expansion: only the seat itself sees the card."""
    return Event(name="targi.drew", seat=seat, clause="TARGI-23", secret=tribe(card), secret_to=(seat,))


def shown(seat: int, card: int, *_: int) -> Event:
    """A card the opponent had not seen is laid open."""
    return Event(name="targi.shown", seat=seat, clause="TARGI-23", params=tribe(card), reveals=True)


def kept(seat: int, card: int, secret: int, *_: int) -> Event:
    """A card goes to the hand; drawn from the deck it stays a secret."""
    if secret:
        return Event(name="targi.kept", seat=seat, clause="TARGI-23", secret=tribe(card), secret_to=(seat,))
    return event("kept", seat, "TARGI-15", tribe(card))


def discarded(seat: int, card: int, secret: int, *_: int) -> Event:
    """A tribe card goes to the open discard pile."""
    return Event(
        name="targi.discarded", seat=seat, clause="TARGI-15", params=tribe(card), reveals=secret == 1
    )


def raid_failed(seat: int, due: int, *_: int) -> Event:
    """The opponent is compensated."""
    return event("raid_failed", seat, "TARGI-25", {"crosses": f"@targi_amount_crosses:{due}"})


TELL: Final[dict[int, Callable[[int, int, int, int], Event]]] = {
    b.NOTE_STARTER: lambda seat, *_: event("starter", seat, "TARGI-3", {}),
    b.NOTE_TURN_UP: turn_up,
    b.NOTE_ROBBER: robber,
    b.NOTE_RAID: lambda seat, raid, *_: event("raid", seat, "TARGI-24", border(4 * raid)),
    b.NOTE_RAID_PAID: lambda seat, paid, *_: event("raid_paid", seat, "TARGI-24", {"bundle": spoken(paid)}),
    b.NOTE_RAID_SPARED: lambda seat, card, *_: event("raid_spared", seat, "TARGI-26", tribe(card)),
    b.NOTE_RAID_FAILED: raid_failed,
    b.NOTE_RAID_BONUS: lambda seat, got, card, *_: event(
        "bonus", seat, "TARGI-26", {"bundle": spoken(got), **tribe(card)}
    ),
    b.NOTE_PLACED: lambda seat, card, *_: event("placed", seat, "TARGI-5", border(card)),
    b.NOTE_MARKER: lambda seat, slot, card, *_: event(
        "marker", seat, "TARGI-7", {"slot": SLOT_NAMES[slot], **central(card)}
    ),
    b.NOTE_BORDER: lambda seat, card, got, *_: event(
        "border", seat, "TARGI-9", {**border(card), "bundle": spoken(got)}
    ),
    b.NOTE_GOODS: lambda seat, slot, kind, *_: event(
        "goods", seat, "TARGI-12", {"slot": SLOT_NAMES[slot], **goods(kind)}
    ),
    b.NOTE_CARAVAN: lambda seat, kind, *_: event("caravan", seat, "TARGI-12", goods(kind)),
    b.NOTE_TOOK: lambda seat, got, *_: event("took", seat, "TARGI-12", {"bundle": spoken(got)}),
    b.NOTE_BONUS: lambda seat, got, card, *_: event(
        "bonus", seat, "TARGI-21", {"bundle": spoken(got), **tribe(card)}
    ),
    b.NOTE_TRADED: lambda seat, given, got, *_: event(
        "traded", seat, "TARGI-8", {"given": spoken(given), "got": spoken(got)}
    ),
    b.NOTE_SMITH: lambda seat, given, got, *_: event(
        "smith", seat, "TARGI-8", {"given": spoken(given), "got": spoken(got)}
    ),
    b.NOTE_MIRAGE: lambda seat, start, to, card: event(
        "mirage", seat, "TARGI-9", {"from": SLOT_NAMES[start], "to": SLOT_NAMES[to], **central(card)}
    ),
    b.NOTE_DREW: drew,
    b.NOTE_SHOWN: shown,
    b.NOTE_PAID: lambda seat, paid, card, *_: event(
        "paid" if paid else "paid_nothing", seat, "TARGI-19", {"bundle": spoken(paid), **tribe(card)}
    ),
    b.NOTE_LAID: lambda seat, card, place, *_: event(
        "laid", seat, "TARGI-17", {**tribe(card), "row": place // 4 + 1, "place": place % 4 + 1}
    ),
    b.NOTE_KEPT: kept,
    b.NOTE_DISCARDED: discarded,
    b.NOTE_REPLACED: replaced,
    b.NOTE_SHUFFLED: shuffled,
    b.NOTE_COIN: lambda seat, *_: event("coin", seat, "TARGI-22", {}),
    b.NOTE_FEWER: lambda seat, *_: event("fewer", seat, "TARGI-22", {}),
    b.NOTE_SWAPPED: lambda seat, one, other, *_: event(
        "swapped", seat, "TARGI-22", {"first": one + 1, "second": other + 1}
    ),
    b.NOTE_RETURNED: lambda seat, bundle, *_: event("returned", seat, "TARGI-27", {"bundle": spoken(bundle)}),
    b.NOTE_AMULET: lambda seat, *_: event("amulet", seat, "TARGI-14", {}),
    b.NOTE_OVER: lambda seat, last_raid, *_: event(
        "over_raid" if last_raid else "over_camp", seat, "TARGI-29" if last_raid else "TARGI-28", {}
    ),
}


def tell(note: Note) -> Event:
    """Return the event of a journal line."""
    code, seat, a, b_, c = note
    return TELL[code](seat, a, b_, c)
