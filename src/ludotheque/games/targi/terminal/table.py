"""The table of Targi in signs: the border and the centre, both camps, goods, gold and hand cards."""

from collections.abc import Iterator
from typing import Final

from rich.text import Text

from ludotheque.core.words import say
from ludotheque.games.targi.moves import LETTER_OF
from ludotheque.games.targi.preview import Preview, crossed, score_of
from ludotheque.games.targi.rules.border import FACING, SLOT_NAMES
from ludotheque.games.targi.rules.state import Targi
from ludotheque.games.targi.terminal.cards import (
    CROSS,
    KIND_STYLES,
    KINDS,
    border_name,
    cost,
    gives,
    symbol,
    worth,
)
from ludotheque.games.targi.views import FACE_DOWN, Player, View
from ludotheque.tui.look import Look

ROWS: Final[tuple[tuple[int | str, ...], ...]] = (
    (16, 1, 2, 3, 4),
    (15, "a", "b", "c", 5),
    (14, "d", "e", "f", 6),
    (13, "g", "h", "i", 7),
    (12, 11, 10, 9, 8),
)
"""The border clockwise around the central places a to i."""
ROBBER: Final = "✹"
AMULET: Final = "◈"
COMING: Final = "◌"
LEAST_CELL: Final = 9
MOST_CELL: Final = 17
CAMP_CELL: Final = 9
SHORT_SYMBOL: Final = 5
ROW_LENGTH: Final = 4


class Drawing:
    """A drawing of a position as a seat sees it; `pointed` is the border card that the player looks at."""

    def __init__(self, view: View, state: Targi, look: Look, pointed: Preview | None, room: int) -> None:
        self.view = view
        self.state = state
        self.look = look
        self.pointed = pointed
        self.cell = max(LEAST_CELL, min(MOST_CELL, (room - 1) // 5 - 1))
        self.coming = {slot: seat for seat in (0, 1) for slot in crossed(state, seat)}

    def board(self, *, ruled: bool = False) -> list[Text]:
        """Return the board: the border in single lines, the centre in double lines; `ruled` with lines
        between.
        """
        lines: list[Text] = []
        for number, row in enumerate(ROWS):
            high = 1 if number in (0, len(ROWS) - 1) else 2
            cells = [
                self._border(place, high) if isinstance(place, int) else self._central(place) for place in row
            ]
            if ruled and number:
                lines.append(Text(" " + " ".join("─" * self.cell for _ in row), style="bright_black"))
            lines += [Text(" ") + Text(" ").join(parts) for parts in zip(*cells, strict=True)]
        return lines

    def _border(self, card: int, high: int) -> list[Text]:
        """Return the number of a border card, the piece on it close behind, and the name."""
        free = self.view.phase == "place" and self.state.obstacle(self.view.turn, card) == 0
        style = "bold bright_cyan" if free else "bold" if FACING[card] else "dim"
        sign = self._occupant(card)
        name = Text(border_name(card, self.look), style="" if FACING[card] else "dim")
        first = Text.assemble((str(card), style), sign or " ", name)
        if self.pointed is not None and self.pointed.card == card:
            first.stylize("reverse")
        return [self._fitted(first), *(self._fitted(Text()) for _ in range(high - 1))]

    def _occupant(self, card: int) -> Text:
        text = Text()
        if self.view.robber == card:
            text.append(ROBBER, style="bold bright_red")
        for seat, player in enumerate(self.view.players):
            if card in player.targis:
                text.append(self.look.shape(seat), style=f"bold {self.look.colour(seat)}")
        return text

    def _central(self, slot: str) -> list[Text]:
        """Return the letter of a place, its card with price and crosses, and the marker on it or to come."""
        card = self.view.centre[SLOT_NAMES.index(slot)]
        mark = self._marker(slot)
        head = Text.assemble((slot, "bold"), mark if mark else " ")
        if isinstance(card, int):
            head.append_text(symbol(card, self.look, self.cell - 2))
            below = Text("  ") + cost(card) + Text(" ") + worth(card)
            below = below[max(0, min(2, below.cell_len - self.cell)) :]
        elif card in FACE_DOWN:
            head.append("░░░░" if card != "empty" else "", style="dim")
            below = Text("  ") + Text(self._face_down(card), style="dim")
        else:
            head.append(self.look.say("targi_goods")[: self.cell - 2], style="bold")
            below = Text("  ") + gives(card)
        lines = [self._fitted(head), self._fitted(below)]
        if self.pointed is not None and slot in self.pointed.line:
            for line in lines:
                line.stylize("reverse" if slot in self.pointed.wins else "underline")
        return lines

    def _face_down(self, card: str) -> str:
        if card == "empty":
            return ""
        return self.look.say("targi_tribe" if "tribe" in card else "targi_goods")[: self.cell - 2]

    def _marker(self, slot: str) -> Text:
        for seat, player in enumerate(self.view.players):
            if slot in player.markers:
                return Text(self.look.shape(seat), style=f"bold {self.look.colour(seat)}")
        if self.view.phase == "place" and slot in self.coming:
            return Text(COMING, style=f"bold {self.look.colour(self.coming[slot])}")
        return Text()

    def _fitted(self, text: Text) -> Text:
        text.truncate(self.cell)
        text.pad_right(self.cell - text.cell_len)
        return text

    def purse(self, seat: int) -> Text:
        """Return a player's possessions, the score so far, and the hand card; in letters if there is little
        room.
        """
        spelled = self._purse(seat, wide=True)
        return spelled if spelled.cell_len < self.look.width else self._purse(seat, wide=False)

    def _purse(self, seat: int, *, wide: bool) -> Text:
        player = self.view.players[seat]
        text = Text(" ").append_text(self.look.token(seat, 10))
        text.pad_right(3 + min(10, max(map(len, self.look.names))) - text.cell_len)
        text.append(f" {AMULET}" if self.view.amulet == seat else "  ", style="bright_yellow")
        for kind in (*KINDS, "crosses"):
            count: int = getattr(player, kind)
            if kind == "crosses":
                said = f"{count}{CROSS}"
            elif wide:
                said = say(f"targi_amount_{kind}", self.look.language, {"count": count})
            else:
                said = f"{count}{LETTER_OF[kind]}"
            style = KIND_STYLES[kind] if count else "dim"
            text.append("  ").append(said, style=f"not bold {style}")
        total = score_of(self.state, seat).total
        text.append(f"  = {total}", style="not bold bright_green")
        return text.append_text(self._hand(player, wide=wide))

    def _hand(self, player: Player, *, wide: bool) -> Text:
        if player.hand is None:
            return Text()
        text = Text.assemble((f"  {self.look.say('targi_hand')} ", "not bold dim"))
        if player.hand == "unseen":
            return text.append("?", style="bold")
        assert isinstance(player.hand, int)
        text.append_text(symbol(player.hand, self.look, 14 if wide else 7)).append(" ")
        return text.append_text(cost(player.hand) if wide else Text())

    def camp(self, seat: int, *, empty_rows: bool = True) -> Iterator[Text]:
        """Return three rows of four places; a full row shows its score instead of its number (TARGI-17,
        30).
        """
        rows = score_of(self.state, seat).rows
        for number, row in enumerate(self.view.players[seat].camp):
            if not row and not empty_rows:
                continue
            line = Text.assemble((self.look.shape(seat), self.look.colour(seat)))
            if rows[number]:
                line.append(f"+{rows[number]} ", style="bold bright_green")
            else:
                line.append(f" {number + 1} ", style="dim")
            for card in row:
                cell = symbol(card, self.look, SHORT_SYMBOL) + Text(" ") + worth(card)
                cell.pad_right(CAMP_CELL - cell.cell_len)
                line.append_text(cell)
            yield line.append("·".ljust(CAMP_CELL) * (ROW_LENGTH - len(row)), style="dim")
