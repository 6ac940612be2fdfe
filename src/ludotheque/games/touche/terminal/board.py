"""Touché at the terminal: the board of cards, the sides and their crowns, the hand and its cells."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table as Columns
from rich.text import Text

from ludotheque.core.codec import Json, read
from ludotheque.core.moves import Move, MoveRange
from ludotheque.core.words import say
from ludotheque.games.touche.game import GAME
from ludotheque.games.touche.moves import Card, Crown, Discard, Exchange, Place, Play
from ludotheque.games.touche.names import CARD, place_name, read_card, read_place
from ludotheque.games.touche.preview import Preview
from ludotheque.games.touche.rules.state import Touche
from ludotheque.games.touche.terminal.cells import (
    JOKER_NAME,
    card_at,
    cells_of,
    imagined,
    near,
    open_cells,
    shown_of,
)
from ludotheque.games.touche.terminal.grid import CROWN, Grid, card_text, side_style
from ludotheque.games.touche.views import View
from ludotheque.tui.board import Board
from ludotheque.tui.look import SHAPES

PANEL: Final = 16
"""Columns needed for the sides beside the board."""
SEPARATOR: Final = "  · "
MOST_CELLS: Final = 12
"""More cells than this for a joker are not listed one by one."""


class ToucheBoard(Board):
    """A board of cards, its sides, and a hand whose cells are marked with numbers."""

    commands = ("near",)

    def draw(self, view: Json, seat: int | None) -> RenderableType:
        """Draw the board, and beside it, or below on a narrow terminal, the sides and their crowns."""
        shown = read(view, View)
        grid = self._grid(shown, seat)
        if self.look.width >= grid.columns + PANEL + 1:
            columns = Columns.grid(padding=(0, 1, 0, 0))
            columns.add_row(
                Group(*grid.lines()), Group(*self._panel(shown, self.look.width - grid.columns - 2))
            )
            return columns
        return Group(*grid.lines(), *self._below(shown))

    def _grid(self, view: View, seat: int | None) -> Grid:
        marks: dict[Place, str] = {}
        chosen: set[Place] = set()
        if seat is not None and view.turn == seat and view.phase == "play":
            hand = view.hands[seat] or []
            for number, card in enumerate(hand, 1):
                marks |= dict.fromkeys(open_cells(view, card), str(number)) if card != JOKER_NAME else {}
            focused = self._focused(view, seat)
            if focused is not None:
                chosen = set(open_cells(view, focused))
        for number, choice in enumerate(shown_of(view).choices, 1):
            for place in (place for cells in choice for place in cells):
                marks[place] = "*" if place in marks else str(number)
                chosen.add(place)
        return Grid(
            shown_of(view),
            view.pawns or [],
            marks,
            chosen,
            self.look.width,
            self.look.height,
            self.look.language,
        )

    def _focused(self, view: View, seat: int) -> Card | None:
        """Return the hand card that the player has selected."""
        hand = view.hands[seat] or []
        return hand[int(self.focus) - 1] if self.focus and int(self.focus) <= len(hand) else None

    def _panel(self, view: View, room: int) -> Iterator[Text]:
        """Draw each side with its players, its set and its crowns, then the cards."""
        for side in range(len(view.crowned or [])):
            for seat in self._seats(view, side):
                line = self.look.token(seat, room - 6)
                line.append(f" {_left(view, seat)}", style="not bold dim")
                if view.turn == seat and view.phase != "over":
                    line.stylize("underline", 2, 2 + len(self.look.name(seat, room - 6)))
                yield line
            yield self._progress(view, side)
            for pattern in (view.crowned or [])[side]:
                yield Text(f"  {CROWN} {pattern}", style=side_style(side))
            yield Text()
        if view.top is not None:
            yield Text.assemble(
                (f"{self.look.say('touche_top')} ", "dim"), card_text(view.top, self.look.language)
            )

    def _below(self, view: View) -> Iterator[Text]:
        """Draw the sides in a line each, for a narrow terminal."""
        for side in range(len(view.crowned or [])):
            names = [self.look.name(seat, 10) for seat in self._seats(view, side)]
            line = Text(f" {SHAPES[side]} {' + '.join(names)}", style=side_style(side))
            line.append(self._progress(view, side))
            line.append(f" {' '.join((view.crowned or [])[side])}", style=side_style(side))
            yield line

    def _seats(self, view: View, side: int) -> list[int]:
        return [seat for seat, own in enumerate(shown_of(view).sides) if own == side]

    def _progress(self, view: View, side: int) -> Text:
        """Draw the set of a side, a crown for each pattern it has, a dot for each it lacks (TOUCHE-6)."""
        assert view.sets is not None
        goal, have = shown_of(view).goals[side], len((view.crowned or [])[side])
        line = Text.assemble(
            (f"  {say(f'touche_set_{view.sets[side]}', self.look.language)} ", "not bold dim")
        )
        return line.append(CROWN * have, style=side_style(side)).append("·" * (goal - have), style="dim")

    def prompt(self, view: Json, seat: int) -> str:
        """Return the question: a card or a cell."""
        shown = read(view, View)
        key = "touche_prompt_crown" if shown.phase == "crown" else "touche_prompt"
        return self.look.say(key, who=self.look.name(seat))

    def choices(
        self, view: Json, seat: int, moves: Sequence[Move | MoveRange]
    ) -> list[tuple[RenderableType, ...]]:
        """Return a line per hand card with the effects of its cells, or per cell of the selected card."""
        shown, state = read(view, View), imagined(view, seat)
        if shown.phase == "crown":
            return [
                (str(number), Text(self._describe(state, move)))
                for number, move in enumerate(moves, 1)
                if isinstance(move, Crown)
            ]
        focused = self._focused(shown, seat)
        hand = shown.hands[seat] or []
        if focused is not None:
            return self._cells_of(shown, state, focused, moves)
        return [
            (str(number), _chip(card, self.look.language), self._outlook(shown, state, number, card, moves))
            for number, card in enumerate(hand, 1)
        ]

    def _cells_of(
        self, view: View, state: Touche, card: Card, moves: Sequence[Move | MoveRange]
    ) -> list[tuple[RenderableType, ...]]:
        """Return a line per move of a card; of many cells, only those that complete something."""
        plays: list[Move] = [*_plays_of(card, moves)]
        others = [move for move in moves if isinstance(move, Exchange | Discard) and move.card == card]
        own = [*plays, *others]
        listed = own
        if len(own) > MOST_CELLS:
            listed = [move for move in own if GAME.preview(state, move).crowns]
        lines: list[tuple[RenderableType, ...]] = [
            (self.key(move), _chip(card, self.look.language), Text(self._describe(state, _called(move))))
            for move in listed
        ]
        if len(listed) < len(own):
            lines.append(
                ("…", _chip(card, self.look.language), Text(self.look.say("touche_any_cell", count=len(own))))
            )
        if not own:
            lines.append(
                ("", _chip(card, self.look.language), Text(self._outlook(view, state, 0, card, moves).plain))
            )
        return lines

    def _outlook(
        self, view: View, state: Touche, number: int, card: Card, moves: Sequence[Move | MoveRange]
    ) -> Text:
        """Return the possible effects of a card, in a line (TOUCHE-9, TOUCHE-13)."""
        own = _plays_of(card, moves)
        if card == JOKER_NAME and own:
            gains = [move for move in own if GAME.preview(state, move).crowns]
            line = Text.assemble((self.look.say("touche_any_cell", count=len(own)), "dim"))
            for move in gains[:2]:
                line.append(SEPARATOR).append(self._short(view, state, move))
            return line
        parts = [self._short(view, state, move) for move in own]
        if parts:
            closed = [cell for cell in cells_of(view, card) if cell not in {move.cell for move in own}]
            return Text.assemble((SEPARATOR, "dim")).join(
                [*parts, *(self._closed(view, cell) for cell in closed)]
            )
        dead = "touche_dead"
        if Exchange(card) in moves:
            dead = "touche_dead_exchange"
        elif Discard(card) in moves:
            dead = "touche_dead_discard"
        return Text(self.look.say(dead, number=number), style="dim")

    def _closed(self, view: View, place: Place) -> Text:
        """Return a cell that is not open to its card, and the reason (TOUCHE-10, TOUCHE-16)."""
        for side, cells in enumerate(shown_of(view).crowns):
            if place in cells:
                return Text(f"{place_name(*place)} {SHAPES[side]}{CROWN}", style="dim")
        return Text(f"{place_name(*place)} {self.look.say('touche_own')}", style="dim")

    def _short(self, view: View, state: Touche, move: Play) -> Text:
        """Return a cell and the effect of a pawn there, in a few signs."""
        seen = GAME.preview(state, _called(move))
        line = Text(place_name(*move.cell), style="bold bright_cyan")
        if seen.side is not None:
            topples = self.look.say("touche_topples", who=SHAPES[seen.side])
            line.append(f" {topples}", style=f"not bold {side_style(seen.side)}")
        if seen.wins:
            line.append(f" {CROWN} {self.look.say('touche_wins')}", style="bold bright_green")
        elif seen.crowns:
            names = " / ".join(" ".join(done.pattern for done in option) for option in seen.crowns)
            line.append(f" {CROWN} {names}", style=side_style(view.turn % state.sides))
        return line

    def key(self, move: Move | MoveRange) -> str:
        """Return the text of a move: the cell, which implies its card; only a joker has to be named."""
        if isinstance(move, Play) and move.card != JOKER_NAME:
            return place_name(*move.cell) + ("!" if move.call else "")
        return super().key(move)

    def describe(self, view: Json, seat: int, move: Move | MoveRange) -> str:
        """Return the pawn that would be toppled, the patterns to be crowned, the end of the game."""
        assert isinstance(move, Move)  # Touché has no continuous moves
        return self._describe(imagined(view, seat), move)

    def _describe(self, state: Touche, move: Move) -> str:
        look = self.look
        if isinstance(move, Exchange):
            return look.say("touche_exchange")
        if isinstance(move, Discard):
            return look.say("touche_discard")
        if isinstance(move, Play) and not move.call and state.spoken and _topples_aloud(state, move):
            return look.say("touche_silent")
        return look.say("touche_joined", parts=list(self._effects(state, move, GAME.preview(state, move))))

    def _effects(self, state: Touche, move: Move, seen: Preview) -> Iterator[str]:
        if seen.side is not None:
            names = [self.look.name(seat) for seat in range(state.seats) if seat % state.sides == seen.side]
            yield self.look.say("touche_topples_pawn", who=f"{SHAPES[seen.side]} {' + '.join(names)}")
        elif isinstance(move, Play) and not seen.crowns:
            yield self.look.say("touche_free")
        if seen.crowns:
            options = [" + ".join(done.pattern for done in option) for option in seen.crowns]
            yield self.look.say("touche_crowns", patterns=" / ".join(options))
        if seen.wins:
            yield self.look.say("touche_wins")

    def understand(self, text: str, view: Json, seat: int, moves: Sequence[Move | MoveRange]) -> Move | str:
        """Return the move of a line: a number selects a card, a cell plays it; also `x 2` and `d 2`."""
        shown = read(view, View)
        if shown.phase == "crown":
            numbered = {str(number): move for number, move in enumerate(moves, 1) if isinstance(move, Crown)}
            return numbered[text] if text in numbered else super().understand(text, view, seat, moves)
        hand = shown.hands[seat] or []
        numbers = {str(number): card for number, card in enumerate(hand, 1)}
        if text in numbers:
            return text
        focused = self._focused(shown, seat)
        if not text and focused is not None:
            own = _plays_of(focused, moves)
            return own[0] if len(own) == 1 else ""
        words = text.split()
        if words and words[-1] in numbers:
            text = " ".join([*words[:-1], numbers[words[-1]]])
        elif len(words) == 2 and words[0] in numbers:
            text = f"{numbers[words[0]]} {words[1]}"
        elif len(words) == 1:
            text = self._completed(words[0], shown, hand, focused)
            card = read_card(text)
            if card is not None and (named := [n for n, held in numbers.items() if CARD[held] == card]):
                return named[0]
        return super().understand(text, view, seat, moves)

    def _completed(self, word: str, view: View, hand: Sequence[Card], focused: Card | None) -> str:
        """Complete a lone cell with its card: its own if the player holds it, else a joker (TOUCHE-12)."""
        place = read_place(word.removesuffix("!"))
        if place is None or not (card := card_at(view, place)):
            return word
        joker = focused == JOKER_NAME or (card not in hand and place in open_cells(view, JOKER_NAME))
        return f"{JOKER_NAME if joker and JOKER_NAME in hand else card} {word}"

    def command(self, name: str, view: Json, seat: int, wish: str = "") -> RenderableType:
        """Show where each side lacks one pawn to a pattern that would count (TOUCHE-15 to 17)."""
        state = imagined(view, seat)
        lines = []
        for side in range(state.sides):
            found = [f"{cell} {CROWN} {' / '.join(sets)}" for cell, sets in near(state, side)]
            line = Text(f"{SHAPES[side]} ", style=side_style(side))
            line.append(SEPARATOR.join(found) or self.look.say("touche_nothing_near"), style="not bold")
            lines.append(line)
        return Group(Text(self.look.say("touche_near"), style="bold"), *lines)


def _plays_of(card: Card, moves: Sequence[Move | MoveRange]) -> list[Play]:
    """Return the plays of a card; a call is typed after the move, not with it (TOUCHE-19)."""
    return [move for move in moves if isinstance(move, Play) and move.card == card and not move.call]


def _called(move: Move) -> Move:
    """Return a move with the call that may follow it, which decides its effect (TOUCHE-11)."""
    return Play(move.card, move.cell, call=True) if isinstance(move, Play) else move


def _topples_aloud(state: Touche, move: Play) -> bool:
    return state.spoken and GAME.preview(state, Play(move.card, move.cell, call=True)).side is not None


def _left(view: View, seat: int) -> str:
    """Return the number of cards of a seat, in hand and in its stack."""
    return f"{(view.held or [])[seat]}+{(view.stacks or [])[seat]}"


def _chip(card: Card, language: str) -> Text:
    """Draw a hand card, highlighted."""
    text = card_text(card, language)
    text.pad_left(4 - text.cell_len)
    text.pad_right(1)
    text.stylize("bold reverse")
    return text
