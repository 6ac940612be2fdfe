"""Targi at the terminal: the table, the effect of each choice, the score and the cards on request."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table as Columns
from rich.text import Text

from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json, read
from ludotheque.core.moves import Move, MoveRange
from ludotheque.core.refusal import NotAllowed, Param, Unreadable
from ludotheque.core.state import Note
from ludotheque.core.words import say
from ludotheque.games.targi.events import spoken
from ludotheque.games.targi.game import GAME
from ludotheque.games.targi.moves import (
    Discard,
    Done,
    Finish,
    IntoRow,
    Keep,
    Lay,
    Pay,
    Place,
    Play,
    Return,
    Shift,
    Skip,
    Swap,
    Take,
    Trade,
    Use,
)
from ludotheque.games.targi.preview import Preview, crossed, preview, score_of
from ludotheque.games.targi.rules.board import FROM_HAND
from ludotheque.games.targi.rules.border import FREE, SLOT_NAMES
from ludotheque.games.targi.rules.cards import BORDER_CARDS, TRIBE_CARDS
from ludotheque.games.targi.rules.payments import prices
from ludotheque.games.targi.rules.state import Targi
from ludotheque.games.targi.terminal.cards import (
    border_name,
    central_explained,
    central_named,
    explained,
    tribe_explained,
)
from ludotheque.games.targi.terminal.table import CAMP_CELL, ROW_LENGTH, Drawing
from ludotheque.games.targi.views import View
from ludotheque.tui.board import MOST_CHOICES, Board
from ludotheque.tui.look import Look

CAMP: Final = 4 + ROW_LENGTH * CAMP_CELL
"""Columns of a camp."""
BESIDE_FROM: Final = 116
"""Columns from which on the camps are beside the board."""
TALL_FROM: Final = 34
"""Lines from which on the rows of the board are ruled."""
LISTED: Final = (Pay, Take, Return, Trade, Shift, Swap, Lay, Keep, Discard)
"""Moves chosen by their number in the list."""
NOTHING_MORE: Final = (Finish, Done, Skip)
"""Moves that end something, all typed as 0."""
TOLD: Final = ("hint", "points", "card")
"""Commands listed in the prompt besides the help, as many as fit."""
COMMAND_LETTERS: Final = ("h",)
"""Places whose letter is a command, so that they are typed as the whole word."""


def imagined(view: Json, seat: int | None) -> Targi:
    """Return a position consistent with a view; the board shows nothing of its hidden parts."""
    return GAME.guess(view, seat or 0, seeded(0)).state


def _without(state: Targi, seat: int) -> str:
    """Return the note for a Targi that wins nothing: more lines may follow, or cross already (TARGI-7)."""
    if crossed(state, seat):
        return "no_more"
    return "nothing" if state.to_place(seat) > 1 else "none"


class TargiBoard(Board):
    """The market with its border, two camps, and a list of choices."""

    commands = ("points", "card")

    def draw(self, view: Json, seat: int | None) -> RenderableType:
        """Draw the table; with enough columns the camps are beside it, else below."""
        shown, state = read(view, View), imagined(view, seat)
        beside = self.look.width >= BESIDE_FROM
        room = self.look.width - CAMP if beside else self.look.width
        drawing = Drawing(shown, state, self.look, self._pointed(shown, state), room)
        board = drawing.board(ruled=self.look.height >= TALL_FROM and self.look.width >= 2 * CAMP)
        if beside:
            columns = Columns.grid(padding=(0, 1))
            camps = [line for own in (0, 1) for line in (*drawing.camp(own), Text())]
            columns.add_row(Group(*board), Group(*camps))
            return Group(columns, drawing.purse(0), drawing.purse(1))
        return Group(*board, *self._below(drawing))

    def _below(self, drawing: Drawing) -> Iterator[RenderableType]:
        """Return purses, then the camps side by side, or one below the other if there is little room."""
        yield from (drawing.purse(0), drawing.purse(1))
        camps = [list(drawing.camp(seat, empty_rows=False)) for seat in (0, 1)]
        if self.look.width < 2 * CAMP:
            yield from (line for camp in camps for line in camp)
            return
        for number in range(max(map(len, camps))):
            left, right = (camp[number] if number < len(camp) else Text() for camp in camps)
            line = left.copy()
            line.pad_right(CAMP - left.cell_len)
            line.append_text(right).rstrip()
            yield line

    def _pointed(self, view: View, state: Targi) -> Preview | None:
        return preview(state, view.turn, int(self.focus)) if self.focus and view.phase == "place" else None

    def prompt(self, view: Json, seat: int) -> str:
        """Return the question of this moment, and the commands of the game."""
        shown = read(view, View)
        if self.focus:
            return self.look.say("targi_prompt_pointed", who=self.look.name(seat), card=self.focus)
        must = shown.phase == "trade" and not shown.traded
        asked = say(f"targi_phase_{'trade_first' if must else shown.phase}", self.look.language)
        if shown.phase == "place":
            asked = self.look.say("targi_prompt_place")
        prompt = self.look.say("targi_prompt", who=self.look.name(seat), asked=asked)
        prompt = f"{prompt} · {self.look.say('targi_prompt_help')}"
        for name in TOLD:
            longer = f"{prompt} · {self.look.say(f'targi_prompt_{name}')}"
            prompt = longer if len(longer) < self.look.width - 2 else prompt
        return prompt

    def choices(
        self, view: Json, seat: int, moves: Sequence[Move | MoveRange]
    ) -> list[tuple[RenderableType, ...]]:
        """Return the choices of this moment; while placing, the cards by what they win."""
        shown, state = read(view, View), imagined(view, seat)
        if shown.phase == "place":
            pointed = self._pointed(shown, state)
            return (
                self._placing(shown, state, moves) if pointed is None else self._line(shown, state, pointed)
            )
        lines: list[tuple[RenderableType, ...]] = []
        if shown.phase in ("tribe_card", "pay", "row") and isinstance(shown.card, int):
            lines.append(("", tribe_explained(shown.card, self.look)))
        listed = [move for move in moves if isinstance(move, Move)][:MOST_CHOICES]
        numbered = [
            (self._key(move, number), self._describe(shown, state, seat, move))
            for number, move in enumerate(listed, 1)
        ]
        if len(numbered) > 1 and all(
            isinstance(move, Pay | Take | Return | Trade | Swap | Shift) for move in listed
        ):
            lines += _in_two(numbered)
        else:
            lines += [(key, Text(said)) for key, said in numbered]
        if len(moves) > len(listed):
            lines.append(("…", Text(self.look.say("more_moves", count=len(moves) - len(listed)))))
        return lines

    def _placing(
        self, view: View, state: Targi, moves: Sequence[Move | MoveRange]
    ) -> list[tuple[RenderableType, ...]]:
        """Return the border cards by the central cards they win (TARGI-7)."""
        groups: dict[tuple[str, ...], list[str]] = {}
        for move in moves:
            assert isinstance(move, Place)
            wins = tuple(preview(state, view.turn, move.card).wins)
            groups.setdefault(wins, []).append(str(move.card))
        return [
            (" ".join(cards), self._winning(view, state, wins, central_named))
            for wins, cards in sorted(groups.items(), key=lambda group: (not group[0], group[0]))
        ]

    def _winning(
        self,
        view: View,
        state: Targi,
        wins: Sequence[str],
        tell: Callable[[int | str, Look], Text] = central_explained,
    ) -> Text:
        if not wins:
            return Text(self.look.say(f"targi_wins_{_without(state, view.turn)}"), style="dim")
        text = Text(self.look.say("targi_wins") + " ")
        for number, slot in enumerate(wins):
            card = tell(view.centre[SLOT_NAMES.index(slot)], self.look)
            text.append("  ·  " if number else "").append(f"{slot} ", style="bold").append_text(card)
        return text

    def _line(self, view: View, state: Targi, pointed: Preview) -> list[tuple[RenderableType, ...]]:
        """Return the preview of a placement: the card's action, its line, what it wins and closes."""
        card = pointed.card
        what = Text.assemble(
            (border_name(card, self.look), "bold"), "  ", say(f"targi_border_{card}_help", self.look.language)
        )
        lines: list[tuple[RenderableType, ...]] = [(str(card), what)]
        if pointed.line:
            lines.append(("", Text(self._influence(view, state, pointed))))
            lines.append(("", self._winning(view, state, pointed.wins)))
        return lines

    def _influence(self, view: View, state: Targi, pointed: Preview) -> str:
        """Return its line, and the card opposite if the opponent could still go there (TARGI-6)."""
        other = 1 - view.turn
        closes = state.to_place(other) > 0 and state.obstacle(other, pointed.facing) == FREE
        params: dict[str, Param] = {"line": list(pointed.line), "facing": pointed.facing}
        return say("cli_targi_line_closing" if closes else "cli_targi_line", self.look.language, params)

    def key(self, move: Move | MoveRange) -> str:
        """Return the key of a move: a border card's number, a central card's letter, else the notation."""
        if isinstance(move, Place):
            return str(move.card)
        if isinstance(move, Use) and move.card not in COMMAND_LETTERS:
            return str(move.card)
        return super().key(move)

    def _key(self, move: Move, number: int) -> str:
        """Return the key of a move in the list of choices."""
        if isinstance(move, IntoRow):
            return str(move.row)
        if isinstance(move, NOTHING_MORE):
            return "0"
        return str(number) if isinstance(move, LISTED) else self.key(move)

    def describe(self, view: Json, seat: int, move: Move | MoveRange) -> str:
        """Return the effect of a move in words."""
        assert isinstance(move, Move)  # nothing is continuous in Targi
        return self._describe(read(view, View), imagined(view, seat), seat, move)

    def _describe(self, view: View, state: Targi, seat: int, move: Move) -> str:
        look = self.look
        match move:
            case Place():
                return self._placement(view, state, preview(state, seat, move.card))
            case Use(card=int(card)):
                what = say(f"targi_border_{card}_help", look.language)
                return look.say("targi_named", name=border_name(card, look), what=what)
            case Use():
                return central_explained(view.centre[SLOT_NAMES.index(str(move.card))], look).plain
            case Lay() | Play():
                return look.say("targi_lay", price=self._price(state, seat, move))
            case Keep() | Discard():
                return look.say(f"targi_{move.__struct_config__.tag}")
            case Trade() | Pay() | Take() | Return() | Shift() | Swap():
                return self._told(state, seat, move)
            case IntoRow():
                cards = view.players[seat].camp[move.row - 1]
                names = [say(f"targi_card_{card}", look.language) for card in cards]
                return look.say("targi_row", cards=names) if names else look.say("targi_row_empty")
        return look.say(f"targi_{move.__struct_config__.tag}")

    def _placement(self, view: View, state: Targi, seen: Preview) -> str:
        what = self._winning(view, state, seen.wins, central_named).plain
        return self.look.say("targi_named", name=border_name(seen.card, self.look), what=what)

    def _price(self, state: Targi, seat: int, move: Move) -> str:
        """Return the current price of the card being decided on, discounts included (TARGI-19)."""
        card = state.hands[seat] if isinstance(move, Play) else state.card
        source = FROM_HAND if isinstance(move, Play) else state.source
        cheapest = prices(state, seat, card, source)[0]
        return say("cli_targi_bundle", self.look.language, {"bundle": spoken(cheapest) or ["0"]})

    def _told(self, state: Targi, seat: int, move: Move) -> str:
        """Return the event of a move, without the player's name."""
        copy = state.copy()
        notes: list[Note] = []
        copy.journal = notes
        copy.apply(GAME.encode(copy, move))
        event = GAME.tell(copy, notes[0])[0]
        params = {**event.params}
        name = event.name.partition(".")[2]
        if name in ("traded", "smith"):
            return say("cli_targi_for", self.look.language, params)
        if "bundle" in params:
            return say("cli_targi_bundle", self.look.language, params)
        return event.text(self.look.language, self.look.name(seat), self.look.names)

    def understand(self, text: str, view: Json, seat: int, moves: Sequence[Move | MoveRange]) -> Move | str:
        """Read a line: a number points at a border card and Enter places; elsewhere it chooses from the
        list.
        """
        shown = read(view, View)
        if shown.phase == "place":
            if not text and self.focus:
                return Place(int(self.focus))
            if text.isascii() and text.isdigit() and 1 <= int(text) <= BORDER_CARDS:
                return self._point(int(text), shown, imagined(view, seat))
        typed = [move for move in moves if isinstance(move, Move)]
        for number, move in enumerate(typed, 1):
            if text and text.lower() in (self._key(move, number), self.key(move)):
                return move
        if shown.phase == "act" and (text.isdigit() or text.lower() in SLOT_NAMES):
            text = f"use {text.lower()}"
        return super().understand(text, view, seat, moves)

    def _point(self, card: int, view: View, state: Targi) -> Move | str:
        """Point at a card; one where no Targi may go is placed on at once, so that the refusal gives the
        reason (TARGI-6).
        """
        return str(card) if preview(state, view.turn, card).allowed else Place(card)

    def command(self, name: str, view: Json, seat: int, wish: str = "") -> RenderableType:
        """Show the score of both, part by part; or the cards with a number, on a place or in hand."""
        shown = read(view, View)
        if name == "points":
            return self._points(imagined(view, seat))
        if wish.lower() in SLOT_NAMES and wish:
            return central_explained(shown.centre[SLOT_NAMES.index(wish.lower())], self.look)
        if wish.isascii() and wish.isdigit() and int(wish) < TRIBE_CARDS:
            return Group(*explained(int(wish), self.look))
        hand = shown.players[seat].hand
        if not wish and isinstance(hand, int):
            return tribe_explained(hand, self.look)
        if not wish:
            raise NotAllowed("targi.no_hand_card")
        raise Unreadable("cli.targi_card", params={"text": wish[:40]})

    def _points(self, state: Targi) -> RenderableType:
        """Return the score if the game ended now (TARGI-30)."""
        scores = [score_of(state, seat) for seat in (0, 1)]
        grid = Columns.grid(padding=(0, 2, 0, 0))
        grid.add_column()
        for _ in scores:
            grid.add_column(justify="right")
        grid.add_row("", *(self.look.token(seat) for seat in (0, 1)))
        parts = {
            "tokens": [score.tokens for score in scores],
            "printed": [score.printed for score in scores],
            "advantages": [sum(score.advantages.values()) for score in scores],
            "rows": [sum(score.rows) for score in scores],
            "total": [score.total for score in scores],
        }
        for part, values in parts.items():
            style = "bold" if part == "total" else ""
            label = say(f"targi_score_{part}", self.look.language)
            grid.add_row(Text(label, style=style), *(Text(str(value), style=style) for value in values))
        return grid


def _in_two(numbered: Sequence[tuple[str, str]]) -> list[tuple[RenderableType, ...]]:
    """Return a list in two columns, down the first and then down the second."""
    half = (len(numbered) + 1) // 2
    lines: list[tuple[RenderableType, ...]] = []
    for number in range(half):
        key, said = numbered[number]
        line: tuple[RenderableType, ...] = (key, Text(said))
        if number + half < len(numbered):
            other, also = numbered[number + half]
            line = (*line, Text(other, style="bold cyan", justify="right"), Text(also))
        lines.append(line)
    return lines
