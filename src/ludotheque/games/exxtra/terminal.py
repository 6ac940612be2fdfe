"""Exxtra at the terminal: a lane per pawn, the dice table, the throw, and the effect of each choice."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from ludotheque.core.codec import Json, read
from ludotheque.core.moves import Move, MoveRange
from ludotheque.core.refusal import Unreadable
from ludotheque.games.exxtra.moves import OUTCOME, Face, Place, Throw
from ludotheque.games.exxtra.rules import state as rules
from ludotheque.games.exxtra.views import Dice, View
from ludotheque.tui.board import Board, Feedable

BOXES_FROM: Final = 66
"""Columns from which on the dice table is drawn as six boxes side by side."""
MARKS: Final = (0, 5, 10, 15, 20)
LABEL: Final = 12
LATE_CROSSES: Final = sum(crosses > 0 for crosses in rules.CROSSES)
"""Number of the 36 throws that show an X (EXXTRA-9)."""


def faces_of(value: int) -> tuple[str, str]:
    """Return the faces of a placed pair: 70 is a 7 and an X, 100 is two X (EXXTRA-4, EXXTRA-18)."""
    if value == rules.DOUBLE_CROSS:
        return "X", "X"
    tens, units = divmod(value, 10)
    return str(tens or "X"), str(units or "X")


def worth(thrown: Sequence[Face], *, xx_is_100: bool) -> int:
    """Return the value of a throw that is kept (EXXTRA-4, EXXTRA-18)."""
    a, b = (rules.X if face == "X" else face for face in thrown)
    if xx_is_100 and a == b == rules.X:
        return rules.DOUBLE_CROSS
    return rules.reading(a, b)


class ExxtraBoard(Board):
    """A race in lanes above the dice table."""

    commands = ("odds",)

    def draw(self, view: Json, seat: int | None) -> RenderableType:
        """Return the track, and below it the dice table."""
        shown = read(view, View)
        table = self._boxes(shown) if self.look.width >= BOXES_FROM else self._rows(shown)
        return Group(*self._track(shown), Text(), *table)

    def _track(self, view: View) -> Iterator[Text]:
        """Draw a lane per pawn, so that any number may share a space (EXXTRA-2)."""
        room = min(LABEL, 2 + max(len(name) for name in self.look.names))
        step = max(1, min(3, (self.look.width - room - 6) // (rules.GOAL + 1)))
        scale = "".join(str(mark).ljust(5 * step) for mark in MARKS)
        yield Text(f" {'':{room}} {scale}".rstrip(), style="dim")
        for seat, pawn in enumerate(view.pawns):
            lane = Text(" ")
            lane.append(self.look.token(seat, room - 2))
            lane.pad_right(1 + room + 1 - lane.cell_len)
            lane.append(self._lane(seat, pawn, view.dice[seat], step))
            lane.append(f" {pawn:>2}", style="bold")
            yield lane

    def _lane(self, seat: int, pawn: int, dice: Dice | None, step: int) -> Text:
        """Draw the spaces behind the pawn, the pawn, and the space its dice would take it to (EXXTRA-6)."""
        colour = self.look.colour(seat)
        aim = min(rules.GOAL, pawn + dice.slot) if dice else pawn
        lane = Text()
        for space in range(rules.GOAL + 1):
            if space == pawn:
                lane.append(self.look.shape(seat), style=f"bold {colour}")
            elif space < pawn:
                lane.append("━", style=colour)
            elif space == aim:
                lane.append("◌", style=f"bold {colour}")
            elif space == rules.GOAL:
                lane.append("⚑", style="bold")
            else:
                lane.append("·", style="dim")
            lane.append(("━" if space < pawn else " ") * (step - 1), style=colour)
        return lane

    def _lying(self, view: View, slot: int) -> list[tuple[int, Dice]]:
        """Return the dice on a slot with their seats: at most one pair, except on slot 0 (EXXTRA-3)."""
        return [(seat, dice) for seat, dice in enumerate(view.dice) if dice and dice.slot == slot]

    def _boxes(self, view: View) -> list[Text]:
        """Draw the six slots side by side, each with its dice and their owner."""
        width = min(12, (self.look.width - 7) // rules.SLOTS)
        drawn = [self._box(slot, self._lying(view, slot), width) for slot in range(rules.SLOTS)]
        return [Text(" ") + Text(" ").join(lines) for lines in zip(*drawn, strict=True)]

    def _box(self, slot: int, lying: list[tuple[int, Dice]], width: int) -> list[Text]:
        inner = width - 2
        border = self.look.colour(lying[0][0]) if len(lying) == 1 else "dim"
        inside = self._inside(lying, inner)
        side = Text("│", style=border)
        title = Text(f" {slot} ", style="bold")
        left = (inner - 3) // 2
        return [
            Text("╭" + "─" * left, style=border) + title + Text("─" * (inner - 3 - left) + "╮", style=border),
            *(side + _centred(line, inner) + side for line in inside),
            Text("╰" + "─" * inner + "╯", style=border),
        ]

    def _inside(self, lying: list[tuple[int, Dice]], inner: int) -> list[Text]:
        if not lying:
            return [Text(), Text("·", style="dim")]
        if len(lying) == 1:
            seat, dice = lying[0]
            return [self._pair(seat, dice), self.look.token(seat, inner - 3)]
        short = [
            Text(f"{self.look.shape(seat)}{dice.value:02}", style=f"bold {self.look.colour(seat)}")
            for seat, dice in lying
        ]
        half = (len(short) + 1) // 2
        return [Text(" " if half < 3 else "").join(part) for part in (short[:half], short[half:])]

    def _pair(self, seat: int, dice: Dice) -> Text:
        style = f"bold {self.look.colour(seat)}"
        return Text("".join(f"[{face}]" for face in faces_of(dice.value)), style=style)

    def _rows(self, view: View) -> list[Text]:
        """Draw the slots below each other, for a narrow terminal."""
        rows = []
        for slot in reversed(range(rules.SLOTS)):
            row = Text(f" {slot} ", style="bold") + Text("│ ", style="dim")
            lying = self._lying(view, slot)
            held = [self._pair(seat, dice) + Text(" ") + self.look.token(seat, 8) for seat, dice in lying]
            if len(held) > 1:
                held = [Text(f"{self.look.shape(seat)}{dice.value:02}") for seat, dice in lying]
            rows.append(row + (Text("  ").join(held) if held else Text("·", style="dim")))
        return rows

    def hand(self, view: Json, seat: int) -> RenderableType | None:
        """Draw the dice just thrown and their value (EXXTRA-4)."""
        shown = read(view, View)
        if shown.thrown is None or shown.turn != seat:
            return None
        colour = self.look.colour(seat)
        lines = [Text(), Text(), Text()]
        for face in shown.thrown:
            lines[0].append("╭───╮", style=colour)
            lines[1].append("│", style=colour)
            lines[1].append(f" {face} ", style="bold red" if face == "X" else "bold")
            lines[1].append("│", style=colour)
            lines[2].append("╰───╯", style=colour)
        value = worth(shown.thrown, xx_is_100=shown.options.xx_is_100)
        reading = Text(self.look.say("exxtra_worth", value=f"{value:02}"), style="bold")
        count = Text(self.look.say("exxtra_throw_number", number=shown.throws), style="dim")
        if self.look.width >= BOXES_FROM:
            return Group(*lines, _centred(reading, 10), _centred(count, 10))
        lines[1].append("  ").append(reading).append("  ").append(count)
        return Group(*lines)

    def prompt(self, view: Json, seat: int) -> str:
        """Return the question: throw, or keep and place."""
        key = "exxtra_prompt_first" if read(view, View).phase == "first_throw" else "exxtra_prompt"
        return self.look.say(key, who=self.look.name(seat))

    def key(self, move: Move | MoveRange) -> str:
        """Return the key of a move: `t` throws, a digit places."""
        return str(move.slot) if isinstance(move, Place) else "t"

    def describe(self, view: Json, seat: int, move: Move | MoveRange) -> str:
        """Return the risk of an X, the spaces to move, the pairs that would be removed (EXXTRA-9, 12, 13)."""
        shown = read(view, View)
        if not isinstance(move, Place):
            first = shown.phase == "first_throw"
            return self.look.say("exxtra_first_throw" if first else "exxtra_again", crosses=LATE_CROSSES)
        removed = [
            self.look.say("exxtra_dice_of", who=self.look.name(event.seat), value=str(event.params["value"]))
            for event in self.game.at(view).play(seat, move)
            if event.name == "exxtra.remove" and event.seat is not None
        ]
        sentence = self.look.say("exxtra_place" if move.slot else "exxtra_place_zero", slot=move.slot)
        return self.look.say("exxtra_removing", placing=sentence, removed=removed) if removed else sentence

    def parse(self, text: str, moves: Sequence[Move | MoveRange]) -> Move:
        """Return the move typed: `t` or its word throws; a number, also after a word for placing, places."""
        words = text.lower().split()
        if len(words) == 1 and words[0] in self.look.say("exxtra_words_throw").split():
            return Throw()
        if len(words) == 2 and words[0] in self.look.say("exxtra_words_place").split():
            text = words[1]
        return super().parse(text, moves)

    def command(self, name: str, view: Json, seat: int, wish: str = "") -> RenderableType:
        """Show the odds of a pair, of an X, and of beating the dice on the table (EXXTRA-4, 9, 10)."""
        shown = read(view, View)
        pairs = sum(pair > 0 for pair in rules.PAIR)
        lines = [Text(self.look.say("exxtra_odds", crosses=LATE_CROSSES, pairs=pairs))]
        for owner, dice in enumerate(shown.dice):
            if dice and dice.slot:
                count = sum(
                    value >= dice.value
                    for value, crosses in zip(rules.READ, rules.CROSSES, strict=True)
                    if not crosses
                )
                sentence = self.look.say(
                    "exxtra_odds_reach", who=self.look.name(owner), value=f"{dice.value:02}", count=count
                )
                lines.append(self.look.token(owner)[:1] + Text(f" {sentence}"))
        return Group(*lines)

    def throw(self, table: Feedable, text: str) -> None:
        """Throw, with the dice given as `76`, `7 X` or `[7, 6]`."""
        shown = [sign for sign in text.upper() if sign not in " ,;[]\"'"]
        if len(shown) != 2 or any(sign not in "1234567X" for sign in shown):
            raise Unreadable("exxtra.outcome", "EXXTRA-1", {"outcome": text[:40]})
        faces: list[Face] = ["X" if sign == "X" else int(sign) for sign in shown]
        table.play(table.actors[0], Throw())
        table.feed(faces if tuple(faces) in OUTCOME else faces[::-1])


def _centred(text: Text, width: int) -> Text:
    """Centre a line in its width."""
    room = max(0, width - text.cell_len)
    return Text(" " * (room // 2)) + text + Text(" " * (room - room // 2))


BOARD: Final = ExxtraBoard
