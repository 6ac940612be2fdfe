"""A match at the terminal: whose turn it is, what is shown, what a typed line means."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Final, TypeVar

from librt.random import Random
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from ludotheque.cli.boards import board
from ludotheque.cli.coach import Counsel, counsel, draw_opinions, draw_reasons
from ludotheque.cli.files import new_path, save_record
from ludotheque.cli.hangup import Hangup, notice_hangup, unbroken
from ludotheque.cli.players import Player
from ludotheque.cli.scene import draw_clause, draw_log, draw_places, draw_title
from ludotheque.cli.stage import can_steer, show_film, steer
from ludotheque.cli.terminal import Terminal
from ludotheque.cli.thinking import Thinking
from ludotheque.cli.turns import others, rival, speaker, whose_turn
from ludotheque.core.bot import Bot
from ludotheque.core.codec import Json
from ludotheque.core.game import CallWindow
from ludotheque.core.moves import Move
from ludotheque.core.refusal import Refusal
from ludotheque.core.rulebook import rulebook
from ludotheque.table.table import Table
from ludotheque.terminal.board import Board
from ludotheque.terminal.look import Look

Thought = TypeVar("Thought")

NEWS: Final = 6
"""How many lines of what happened stand on the screen; the log has them all."""
LEAST_NEWS: Final = 2
"""So many even where they do not fit."""
LEAST_HINTS: Final = 5
"""So many choices are judged even where they do not fit."""
MOST_REASONS: Final = 3
MOST_BESIDE: Final = 3
"""An answer of more lines than this stands instead of the choices."""
TYPED: Final = 2
"""Lines of the screen for what is typed."""
NARROW: Final = 50
BLANK: Final = Text()
PROMPT: Final = "› "


@dataclass(frozen=True)
class Notice:
    """An answer to what was typed: beside the choices, or instead of them where it needs the room."""

    content: RenderableType
    fills: bool = False


class Leave(Exception):
    """The player leaves the match."""


@dataclass
class TerminalMatch:
    """A table, the players around it, and the terminal they share."""

    terminal: Terminal
    table: Table
    players: Sequence[Player]
    rng: Random
    save_to: Path | None = None
    saved: int = -1
    """The version of the table that lies in a file."""
    seen: dict[int, int] = field(default_factory=dict)
    """How many of the events each seat had seen when it last acted."""
    at_screen: int | None = None
    """The person who looks at the screen."""
    focus: str = ""
    """What that person points at before deciding."""

    def __post_init__(self) -> None:
        self.thinking = Thinking(self.table, self.rng)

    @property
    def commands(self) -> "Mapping[str, Callable[[TerminalMatch, int, str], Notice]]":
        """What may be typed at any time, in the order of the help."""
        return COMMANDS

    @property
    def board(self) -> Board:
        """The board, drawn for the width that the terminal has now."""
        names = tuple(player.name for player in self.players)
        teams = self.table.position.teams
        look = Look(self.terminal.language, names, self.terminal.width, teams, self.terminal.height)
        return board(self.table.game.name, look, self.focus)

    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        notice_hangup()
        try:
            while self.table.result is None:
                try:
                    self._let_act(whose_turn(self.table, self.players))
                except KeyboardInterrupt:
                    self._interrupted()
            self._finish()
        except Leave:
            return
        except Hangup:
            self._rescue()
            return
        except (Exception, KeyboardInterrupt):
            self._rescue()
            raise
        finally:
            self.thinking.close()

    def _let_act(self, seat: int) -> None:
        if self.players[seat].is_bot:
            self._let_bot_act(seat)
        else:
            self._let_person_act(seat)

    def _let_bot_act(self, seat: int) -> None:
        player, level = self.players[seat], self.players[seat].level
        assert level is not None
        if self._is_forestalled(self.thinking.bot(level)):
            return
        sentence = self.terminal.say("thinking", who=player.name)
        self._play(seat, self._wait_for(sentence, lambda: self.thinking.choose(seat, level)))

    def _wait_for(self, sentence: str, think: Callable[[], Thought]) -> Thought:
        """What a bot or the coach thinks; whoever interrupts it and then stays lets it think again."""
        while True:
            try:
                with self.terminal.thinking(sentence):
                    return think()
            except KeyboardInterrupt:
                self.thinking.forget()
                self._interrupted()

    def _interrupted(self) -> None:
        """Whoever interrupts is asked whether to leave."""
        self.terminal.print(Text(), self._quit(0, "").content)

    def _is_forestalled(self, thinker: Bot) -> bool:
        """Whether a person calls something before a bot has found its words, where the first is heard."""
        person = rival(self.table, self.players)
        if person is None or not self.board.hurries(self.table.position.view(person)):
            return False
        quick, slow = thinker.reaction
        version = self.table.version
        self._let_person_act(person, until=monotonic() + quick + (slow - quick) * self.rng.random())
        return self.table.version != version

    def _let_person_act(self, seat: int, until: float | None = None) -> None:
        """Ask until something has changed at the table, or the time is up."""
        self._hand_over(seat)
        self.at_screen = seat
        self.focus = ""
        version = self.table.version
        self._show(seat)
        while self.table.version == version and (until is None or monotonic() < until):
            try:
                notice = self._hear(seat, until)
            except Refusal as refusal:
                notice = Notice(Text(refusal.text(self.terminal.language), style="bold red"))
            if notice is not None and (self.table.version == version or not self.terminal.is_screen):
                self._show(seat, notice)

    def _hand_over(self, seat: int) -> None:
        """Cover the screen before another person sits down, where somebody knows what others do not."""
        position = self.table.position
        people = [number for number, player in enumerate(self.players) if not player.is_bot]
        if not position.game.hidden or len(people) < 2 or self.at_screen == seat:
            return
        if any(position.view(person) != position.view(None) for person in people):
            self.terminal.cover()
            self._answer(self.terminal.say("hand_over", who=self.players[seat].name))

    def _show(self, seat: int, notice: Notice | None = None) -> None:
        """The screen of a seat: board, news, choices, and an answer to what was typed last."""
        if notice is not None and not self.terminal.is_screen:
            self.terminal.print(_indented(notice.content))
            return
        self.terminal.clear()
        self.terminal.print(*self.screen(seat, notice))

    def screen(self, seat: int, notice: Notice | None = None) -> list[RenderableType]:
        """What a seat sees when it is to act, top to bottom; where room is short, without blank lines."""
        parts = self._parts(seat, notice)
        room = self.terminal.lines_left(*parts) - TYPED
        if room < LEAST_NEWS and notice is not None and notice.fills:
            parts[1] = BLANK
        if room < LEAST_NEWS:
            parts = [part for part in parts if part is not BLANK]
            return [*parts[:2], self._news(seat, LEAST_NEWS), *parts[2:]]
        return [*parts[:3], self._news(seat, min(NEWS, room)), *parts[3:]]

    def _parts(self, seat: int, notice: Notice | None) -> list[RenderableType]:
        """Title, board, choices or the answer, and the question, with blank lines between."""
        view, drawn = self.table.position.view(seat), self.board
        parts: list[RenderableType] = [self._title(drawn.look), drawn.draw(view, seat), BLANK, BLANK]
        if notice is None or not notice.fills:
            parts += [_indented(_beside(drawn, view, seat, self._choices(drawn, view, seat))), BLANK]
        if notice is not None:
            parts += [_indented(notice.content), BLANK]
        return [*parts, _indented(Text(drawn.prompt(view, seat), style="bold"))]

    def _title(self, look: Look) -> RenderableType:
        title = self.table.game.title
        if self.table.practice:
            title += f" ({self.terminal.say('practice')})"
        return draw_title(look, title, [player.is_bot for player in self.players])

    def _news(self, seat: int | None, room: int = NEWS) -> RenderableType:
        """The last lines of the log, as many as fit; those the seat has seen before are dimmed."""
        seen = len(self.table.events) if seat is None else self.seen.get(seat, 0)
        first = max(0, len(self.table.events) - room)
        return draw_log(self.board.look, self.table.events[first:], seat, dimmed=seen - first)

    def _choices(self, drawn: Board, view: Json, seat: int) -> RenderableType:
        """What may be typed and what it would do."""
        listed = Grid.grid(padding=(0, 1))
        listed.add_column(justify="right", style="bold cyan", no_wrap=True)
        for line in drawn.choices(view, seat, self.table.moves(seat)):
            listed.add_row(*line)
        for other in self._others(drawn, seat):
            for move in self.table.moves(other):
                said = drawn.look.token(other).append(
                    f": {drawn.describe(view, other, move)}", style="not bold default"
                )
                listed.add_row(f"{drawn.look.shape(other)} {drawn.key(move)}", said)
        return listed

    def _others(self, drawn: Board, seat: int) -> list[int]:
        """The other people at the screen who may speak now."""
        shared = drawn.shared(self.table.position.view(seat))
        return others(self.table, self.players, seat) if shared else []

    def _hear(self, seat: int, until: float | None = None) -> Notice | None:
        """Hear a line and obey it; whoever closes the terminal or interrupts wants to leave."""
        try:
            if until is None:
                line = self._ask_while_thinking()
            else:
                heard = self.terminal.ask_within(PROMPT, until - monotonic())
                if heard is None:
                    return None
                line = heard
        except (EOFError, KeyboardInterrupt):
            self.terminal.print(Text())
            return self._quit(seat, "")
        return self._obey(seat, line)

    def _ask_while_thinking(self) -> str:
        """A line from the player; where a person looks at the screen, bots and coach think on meanwhile."""
        if not self.terminal.is_screen:
            return self.terminal.ask(PROMPT)
        with self.thinking.going_on():
            return self.terminal.ask(PROMPT)

    def _obey(self, seat: int, line: str) -> Notice | None:
        """Do what a line says: a command, or a move; gives what is to be shown."""
        word, _, rest = line.partition(" ")
        for name, command in self.commands.items():
            if self.terminal.means(word, name):
                return command(self, seat, rest.strip())
        drawn = self.board
        for name in drawn.commands:
            if self.terminal.means(word, name):
                return self._serve(drawn, name, seat, rest.strip())
        moves, view = self.table.moves(seat), self.table.position.view(seat)
        only = len(moves) == 1 and isinstance(moves[0], Move)
        if not line and not only and not self.focus:
            return Notice(Text(self.terminal.say("type_something"), style="yellow"))
        meant = drawn.understand(line, view, seat, moves) if not self._others(drawn, seat) else None
        if isinstance(meant, str):
            self.focus = meant
            return Notice(self._choices(self.board, view, seat), fills=True)
        if meant is not None:
            self._make(seat, meant)
        else:
            self._make(*speaker(self.table, drawn, seat, self._others(drawn, seat), line))
        return None

    def _make(self, seat: int, move: Move) -> None:
        """Make a person's move; where a call has to follow, it is waited for."""
        allowed = self.table.why_not(seat, move) is None
        window = self.table.position.call_window(seat, move) if allowed else None
        self._play(seat, move if window is None else self._wait_for_call(seat, window))

    def _wait_for_call(self, seat: int, window: CallWindow) -> Move:
        """The move with its call if that is typed in time, else without."""
        happened = window.event.text(self.terminal.language, self.players[seat].name)
        seconds = window.seconds
        asked = "call_now" if seconds is None else "call_within"
        question = self.terminal.say(asked, seconds=seconds or 0)
        self.terminal.print(Text(f" {happened}"), Text(f" {question}", style="bold yellow"))
        try:
            ask, limit = self.terminal.ask_within, seconds
            said = self.terminal.ask(PROMPT) if limit is None else ask(PROMPT, limit)
        except (EOFError, KeyboardInterrupt):
            said = None
        heard = (said or "").replace(" ", "")
        return window.called if self.terminal.means(heard.rstrip("!") or heard, "call") else window.missed

    def _serve(self, drawn: Board, name: str, seat: int, rest: str) -> Notice | None:
        """A further command of the game: it shows something, or begins a move that single keys finish."""
        view = self.table.position.view(seat)
        draft = drawn.draft(name, view, seat, rest)
        if draft is None:
            answer = drawn.command(name, view, seat, rest)
            return Notice(answer, fills=self.terminal.lines_of(answer) > MOST_BESIDE)
        if not can_steer(self.terminal):
            return Notice(draft.draw())
        move = steer(self.terminal, draft)
        if move is None:
            self._show(seat)
        else:
            self._play(seat, move)
        return None

    def _play(self, seat: int, move: Move) -> None:
        """Make a move, and show what chance makes of it where that moves."""
        happened, entries = len(self.table.events), len(self.table.log)
        before = self.table.position.view(None)
        with unbroken():
            self.table.play(seat, move)
            if not self.players[seat].is_bot:
                self.seen[seat] = happened
        for entry in self.table.log[entries:]:
            if entry.seat is None:
                drawn = self.board
                show_film(self.terminal, self._title(drawn.look), drawn.watch(before, entry.chance))

    def _help(self, _: int, __: str) -> Notice:
        """Every command, with its words and what it does."""
        grid = Grid.grid(padding=(0, 1))
        grid.add_column(style="bold cyan", no_wrap=True)
        for name in (*self.commands, *self.board.commands):
            letter, *words = self.terminal.say(f"words_{name}").split()
            grid.add_row(letter, self.terminal.say(f"help_command_{name}", word=words[0]))
        hints = [Text(hint, style="dim") for hint in self.board.hints]
        return Notice(Group(grid, Text(), *hints), fills=True)

    def _hint(self, seat: int, _: str) -> Notice:
        """The chance to win with each choice."""
        thinking, position = self.thinking, self.table.position
        given = self._wait_for(
            self.terminal.say("coach_thinks"),
            lambda: counsel(position, seat, thinking.coach_rng, thinking.opinions(seat)),
        )
        if not self.terminal.is_screen:
            return self._advice(seat, given, MOST_REASONS, len(given.opinions))
        for beside_board in (True, False):
            for reasons in range(MOST_REASONS, -1, -1):
                notice = self._fitting(seat, given, reasons, beside_board=beside_board)
                if notice is not None:
                    return notice
        return self._advice(seat, given, 0, LEAST_HINTS)

    def _fitting(self, seat: int, given: Counsel, reasons: int, *, beside_board: bool) -> Notice | None:
        """The chances with so many reasons and as many choices as fit; None if too few do."""
        most = len(given.opinions)
        notice = self._advice(seat, given, reasons, most)
        over = self._lines_over(seat, notice, beside_board=beside_board)
        if over <= 0:
            return notice
        most -= over + 1  # one line says how many are left out
        if most < LEAST_HINTS:
            return None
        notice = self._advice(seat, given, reasons, most)
        return notice if self._lines_over(seat, notice, beside_board=beside_board) <= 0 else None

    def _advice(self, seat: int, given: Counsel, reasons: int, most: int) -> Notice:
        """The chances with the best choices, how many more there are, and so many reasons for the first."""
        drawn, view = self.board, self.table.position.view(seat)
        lines: list[RenderableType] = [
            Text(self.terminal.say("hint"), style="bold"),
            draw_opinions(drawn, view, seat, given.opinions, most),
        ]
        if most < len(given.opinions):
            more = self.terminal.say("hint_more", count=len(given.opinions) - most)
            lines.append(Text(more, style="dim"))
        why = draw_reasons(drawn.look, given, reasons)
        return Notice(Group(_beside(drawn, view, seat, Group(*lines)), why), fills=True)

    def _lines_over(self, seat: int, notice: Notice, *, beside_board: bool) -> int:
        """How many lines too long an answer is, for a screen with the board or for one without."""
        parts, news = self._parts(seat, notice), LEAST_NEWS
        if not beside_board:
            parts = [part for part in (parts[0], *parts[2:]) if part is not BLANK]
            news = self.terminal.lines_of(self._news(seat, LEAST_NEWS))
        return news + TYPED - self.terminal.lines_left(*parts)

    def _undo(self, seat: int, _: str) -> Notice:
        """Take a move back, if the table allows it and, where it must be, everybody agrees."""
        mover = self._last_mover()
        people_only = not any(player.is_bot for player in self.players)
        if people_only and mover is not None and self.table.can_undo(mover) is not None:
            refusal = self.table.can_undo(mover, agreed=True)
            if refusal is None and self._agree():
                with unbroken():
                    self.table.undo(mover, agreed=True)
                return Notice(Text(self.terminal.say("undone")))
        with unbroken():
            self.table.undo(seat)
        return Notice(Text(self.terminal.say("undone")))

    def _last_mover(self) -> int | None:
        return next((entry.seat for entry in reversed(self.table.log) if entry.seat is not None), None)

    def _agree(self) -> bool:
        return self.terminal.means(self._answer(self.terminal.say("agree")), "yes")

    def _log(self, seat: int, _: str) -> Notice:
        """All that happened."""
        return Notice(draw_log(self.board.look, self.table.events, seat), fills=True)

    def _save(self, _: int, name: str) -> Notice:
        """Write the record into a file."""
        return Notice(Text(self._store(Path(name) if name else None), style="green"))

    def _store(self, path: Path | None = None) -> str:
        target = path or self.save_to or new_path(self.table.game.name)
        try:
            save_record(self.table, target)
        except OSError as error:
            return self.terminal.say("not_saved", file=str(target), why=error.strerror or str(error))
        self.saved = self.table.version
        return self.terminal.say("saved", file=str(target))

    def _rescue(self) -> None:
        """Whatever goes wrong, the game is not lost."""
        if self.save_to is not None or self.terminal.is_screen:
            kept = self._store()
            with suppress(OSError):  # the terminal may be gone
                self.terminal.print(Text(kept))

    def _rule(self, _: int, wish: str) -> Notice:
        """A rule by its number; without one the last that mattered."""
        book = rulebook(self.table.game.name, self.terminal.language)
        recent = (event.clause for event in reversed(self.table.events) if event.clause)
        name, text = book.clause(wish or next(recent, next(iter(book.clauses))))
        return Notice(draw_clause(name, text, self.terminal.say("ruling")))

    def _quit(self, _: int, __: str) -> Notice:
        """Leave after a question: what is in no file yet is offered to be saved, and never lost unasked."""
        if self.save_to is not None:
            self.terminal.print(Text(self._store()))
            raise Leave
        if not self.terminal.is_screen or self.saved == self.table.version:
            raise Leave
        answer = self._answer(self.terminal.say("quit"), otherwise="s")
        if self.terminal.means(answer, "save"):
            self.terminal.print(Text(self._store()))
            raise Leave
        if self.terminal.means(answer, "discard"):
            raise Leave
        return Notice(Text(self.terminal.say("go_on")))

    def _answer(self, question: str, otherwise: str = "") -> str:
        """A short answer; a second interruption is an answer too."""
        self.terminal.print(Text(f" {question}", style="bold yellow"))
        try:
            return self.terminal.ask(PROMPT)
        except (EOFError, KeyboardInterrupt):
            self.terminal.print(Text())
            return otherwise

    def _finish(self) -> None:
        """The last position, the places, and the record."""
        result = self.table.result
        assert result is not None
        drawn = self.board
        self.terminal.clear()
        people = [seat for seat, player in enumerate(self.players) if not player.is_bot]
        seat = people[0] if len(people) == 1 else None
        self.terminal.print(self._title(drawn.look), drawn.draw(self.table.position.view(seat), seat), Text())
        self.terminal.print(self._news(seat), Text())
        self.terminal.print(draw_places(drawn.look, result), Text())
        if self.save_to is not None:
            self.terminal.print(Text(self._store()))
        elif self.terminal.is_screen:
            answer = self._answer(self.terminal.say("offer_record"))
            if self.terminal.means(answer, "yes") or self.terminal.means(answer, "save"):
                self.terminal.print(Text(self._store()))


def _indented(content: RenderableType) -> RenderableType:
    return Padding(content, (0, 1))


def _beside(drawn: Board, view: Json, seat: int, content: RenderableType) -> RenderableType:
    """The throw or the hand, and next to it, or below where it is narrow, something else."""
    hand = drawn.hand(view, seat)
    if hand is None:
        return content
    if drawn.look.width < NARROW:
        return Group(hand, content)
    grid = Grid.grid(padding=(0, 2))
    grid.add_row(hand, content)
    return grid


COMMANDS: Final[dict[str, Callable[[TerminalMatch, int, str], Notice]]] = {
    "hint": TerminalMatch._hint,
    "undo": TerminalMatch._undo,
    "log": TerminalMatch._log,
    "rule": TerminalMatch._rule,
    "save": TerminalMatch._save,
    "quit": TerminalMatch._quit,
    "help": TerminalMatch._help,
}
