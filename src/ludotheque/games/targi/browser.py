"""The view of Targi for the browser, and the text of the tribe cards."""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from ludotheque.games.targi.moves import SLOT_LITERALS, Good, Slot
from ludotheque.games.targi.rules.advantages import AT_END, AT_ONCE
from ludotheque.games.targi.rules.board import ROW_LENGTH
from ludotheque.games.targi.rules.cards import FIRST_ADVANTAGE, GOODS_COUNT, GOODS_NAMES, SYMBOL_NAMES, TRIBE
from ludotheque.games.targi.views import CentreCard, GoodsName, Player, Points, View

TribeSymbol = Literal["oasis", "camel", "well", "tent", "targia"]
When = Literal["end", "once", "always"]


class Price(msgspec.Struct, frozen=True, omit_defaults=True):
    """The price of a tribe card."""

    dates: int = 0
    salt: int = 0
    pepper: int = 0
    gold: int = 0


class TribeCard(msgspec.Struct, frozen=True):
    """A tribe card as printed, and the time at which its advantage works."""

    symbol: TribeSymbol
    crosses: int
    price: Price
    instead: bool
    """True if 1 gold may be paid instead of the goods."""
    when: When | None


def _when(number: int) -> When | None:
    if number < FIRST_ADVANTAGE:
        return None
    return "end" if number in AT_END else "once" if number in AT_ONCE else "always"


def _cards() -> tuple[TribeCard, ...]:
    return tuple(
        msgspec.convert(
            {
                "symbol": SYMBOL_NAMES[symbol],
                "crosses": crosses,
                "price": {"dates": dates, "salt": salt, "pepper": pepper, "gold": gold},
                "instead": bool(instead),
                "when": _when(number),
            },
            TribeCard,
        )
        for number, symbol, crosses, salt, pepper, dates, gold, instead in TRIBE
    )


TRIBE_CARDS: Final = _cards()
RECEIVES: Final[Mapping[str, object]] = {
    "TribeSymbol": TribeSymbol,
    "TribeCard": TribeCard,
    "Good": Good,
    "Slot": Slot,
    "GoodsName": GoodsName,
    "CentreCard": CentreCard,
    "Player": Player,
    "Points": Points,
    "View": View,
}
TABLES: Final[Mapping[str, object]] = {
    "SLOTS": "".join(SLOT_LITERALS),
    "ROW_LENGTH": ROW_LENGTH,
    "TRIBE": TRIBE_CARDS,
    "GOODS_DECK": dict(zip(GOODS_NAMES, map(int, GOODS_COUNT), strict=True)),
}
