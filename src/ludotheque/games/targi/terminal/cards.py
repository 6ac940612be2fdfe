"""The cards of Targi as a few signs, and as full sentences."""

from collections.abc import Iterator
from typing import Final

from rich.text import Text

from ludotheque.core.words import say
from ludotheque.games.targi.events import goods_key
from ludotheque.games.targi.moves import LETTER_OF
from ludotheque.games.targi.rules.cards import (
    ALTERNATIVE,
    BORDER_CARDS,
    COST,
    GOODS_CARDS,
    SYMBOL,
    SYMBOL_NAMES,
    TRIBE_CARDS,
    WORTH,
)
from ludotheque.games.targi.views import FACE_DOWN
from ludotheque.tui.look import Look

CROSS: Final = "✚"
KINDS: Final = ("dates", "salt", "pepper", "gold")
KIND_STYLES: Final = {
    "dates": "yellow",
    "salt": "bright_white",
    "pepper": "magenta",
    "gold": "bold bright_yellow",
    "crosses": "bold bright_green",
}
SYMBOL_STYLES: Final = ("green", "yellow", "cyan", "magenta", "bright_white")
LEAST_SYMBOL: Final = 3
"""Enough letters to tell the symbols apart in every language."""
NAMED_SHORT: Final = (1, 5, 9, 10, 13, 14)
"""Border cards whose names are too long for the board."""


def cost(card: int) -> Text:
    """Return the undiscounted price of a tribe card in letters; `/1G` where gold may be paid instead.

    >>> cost(13).plain, cost(26).plain, cost(20).plain
    ('1D1S2P', '1D2P/1G', '1G')
    """
    text = Text()
    for kind, name in enumerate(KINDS):
        if count := COST[4 * card + kind]:
            text.append(f"{count}{LETTER_OF[name]}", style=KIND_STYLES[name])
    return text.append("/1G", style=KIND_STYLES["gold"]) if ALTERNATIVE[card] else text


def worth(card: int) -> Text:
    """Return the crosses on a card."""
    return Text(f"{WORTH[card]}{CROSS}", style=KIND_STYLES["crosses"])


def gives(name: str) -> Text:
    """Return the goods of a goods card in letters: `1D 1S`; a star for a good of choice."""
    row = next(row for row in GOODS_CARDS if row[0] == name)
    text = Text()
    for kind, count in zip((*KINDS, "crosses"), row[2], strict=True):
        if count:
            sign = CROSS if kind == "crosses" else LETTER_OF[kind]
            text.append(f"{' ' if text else ''}{count}{sign}", style=KIND_STYLES[kind])
    return text or Text("D/S/P", style="bold")


def symbol(card: int, look: Look, room: int) -> Text:
    """Return the symbol of a tribe card as a word, cut to the room, and the number of the card."""
    word = say(f"targi_symbol_{SYMBOL_NAMES[SYMBOL[card]]}", look.language).split()[0]
    if len(word) + 1 + len(str(card)) > room:
        word = word[: max(LEAST_SYMBOL, room - 1 - len(str(card)))]
    gap = " " * max(0, min(room, len(word) + 1 + len(str(card))) - len(word) - len(str(card)))
    return Text(f"{word}{gap}{card}", style=SYMBOL_STYLES[SYMBOL[card]])


def border_name(card: int, look: Look) -> str:
    """Return the name of a border card in one word."""
    return (
        look.say(f"targi_short_{card}") if card in NAMED_SHORT else say(f"targi_border_{card}", look.language)
    )


def explained(number: int, look: Look) -> Iterator[Text]:
    """Return the description of a number: the tribe card, and the border card if there is one."""
    if number < TRIBE_CARDS:
        yield tribe_explained(number, look)
    if 1 <= number <= BORDER_CARDS:
        yield Text.assemble(
            (f"{number} {border_name(number, look)}  ", "bold"),
            say(f"targi_border_{number}_help", look.language),
        )


def tribe_explained(card: int, look: Look) -> Text:
    """Return name, price, crosses and advantage of a tribe card."""
    name = say(f"targi_card_{card}", look.language)
    advantage = say(f"targi_advantage_{card}", look.language)
    style = f"bold {SYMBOL_STYLES[SYMBOL[card]]}"
    return Text.assemble((name, style), "  ", cost(card), "  ", worth(card), "  ", advantage)


def central_named(card: int | str, look: Look) -> Text:
    """Return the card of a central place in a few words: a tribe card with price and crosses, or the
    goods.
    """
    if isinstance(card, int):
        return Text.assemble(symbol(card, look, 20), " ", cost(card), " ", worth(card))
    return central_explained(card, look)


def central_explained(card: int | str, look: Look) -> Text:
    """Return the card of a central place in full."""
    if isinstance(card, int):
        return tribe_explained(card, look)
    if card in FACE_DOWN:
        what = "tribe" if "tribe" in card else "goods"
        return Text(say(f"targi_word_face_down_{what}", look.language))
    return Text(say(goods_key(card)[1:], look.language))
