"""A match at the terminal: turns, and the reading of typed lines."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Final, TypeVar

from librt.random import Random
from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from ludotheque.cli.coach import counsel
from ludotheque.cli.files import new_path, save_record
from ludotheque.cli.hangup import Hangup, notice_hangup, unbroken
from ludotheque.cli.scene import draw_clause, draw_log, draw_places
from ludotheque.cli.screen import MatchScreen, Notice, indented
from ludotheque.cli.stage import can_steer, show_film, steer
from ludotheque.cli.thinking import Thinking
from ludotheque.cli.turns import rival, speaker, whose_turn
from ludotheque.core.bot import Bot
from ludotheque.core.game import CallWindow
from ludotheque.core.moves import Move
from ludotheque.core.refusal import Refusal
from ludotheque.core.rulebook import rulebook
from ludotheque.tui.board import Board

Thought = TypeVar("Thought")

MOST_BESIDE: Final = 3
"""Lines above which an answer replaces the choices."""
PROMPT: Final = "› "


class Leave(Exception):
    """The player leaves the match."""


@dataclass
class TerminalMatch(MatchScreen):
    """A table, its players, and the terminal they share."""

    rng: Random
    save_to: Path | None = None
    saved: int = -1
    """The version of the table that was last saved."""
    at_screen: int | None = None
    """The person who looks at the screen."""

    def __post_init__(self) -> None:
        self.thinking = Thinking(self.table, self.rng)

    @property
    def commands(self) -> "Mapping[str, Callable[[TerminalMatch, int, str], Notice]]":
        """Return the commands that are always available, in the order of the help."""
        return COMMANDS

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
        """Wait for a bot or the coach; an interrupted thought begins again if the player stays."""
        while True:
            try:
                with self.terminal.thinking(sentence):
                    return think()
            except KeyboardInterrupt:
                self.thinking.forget()
                self._interrupted()

    def _interrupted(self) -> None:
        """Ask after an interruption whether to leave."""
        self.terminal.print(Text(), self._quit(0, "").content)

    def _is_forestalled(self, thinker: Bot) -> bool:
        """Return whether a person calls something before a bot does, where the first call counts."""
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
        """Cover the screen before another person sits down, if anything is hidden."""
        position = self.table.position
        people = [number for number, player in enumerate(self.players) if not player.is_bot]
        if not position.game.hidden or len(people) < 2 or self.at_screen == seat:
            return
        if any(position.view(person) != position.view(None) for person in people):
            self.terminal.cover()
            self._answer(self.terminal.say("hand_over", who=self.players[seat].name))

    def _show(self, seat: int, notice: Notice | None = None) -> None:
        """Show the screen of a seat: board, news, choices, and the answer to the last input."""
        if notice is not None and not self.terminal.is_screen:
            self.terminal.print(indented(notice.content))
            return
        self.terminal.show(*self.screen(seat, notice))

    def _hear(self, seat: int, until: float | None = None) -> Notice | None:
        """Read a line and run it; return None if none comes before `until`, a reading of `monotonic`.

        A closed terminal or an interruption asks to leave.
        """
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
        """Return a line from the player; bots and coach think on meanwhile at an interactive screen."""
        if not self.terminal.is_screen:
            return self.terminal.ask(PROMPT)
        with self.thinking.going_on():
            return self.terminal.ask(PROMPT)

    def _obey(self, seat: int, line: str) -> Notice | None:
        """Run a line, a command or a move; return the notice to show."""
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
        """Play a person's move; wait for its call if there is a call window."""
        allowed = self.table.why_not(seat, move) is None
        window = self.table.position.call_window(seat, move) if allowed else None
        self._play(seat, move if window is None else self._wait_for_call(seat, window))

    def _wait_for_call(self, seat: int, window: CallWindow) -> Move:
        """Return the move with its call if that is typed in time, else without."""
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
        """Run a command of the game: it shows something, or begins a move that single keys finish."""
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
        """Play a move, and show the film of its outcome if there is one."""
        happened, entries = len(self.table.events), len(self.table.steps)
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
        """Show every command, with its words and its effect."""
        grid = Grid.grid(padding=(0, 1))
        grid.add_column(style="bold cyan", no_wrap=True)
        for name in (*self.commands, *self.board.commands):
            letter, *words = self.terminal.say(f"words_{name}").split()
            grid.add_row(letter, self.terminal.say(f"help_command_{name}", word=words[0]))
        hints = [Text(hint, style="dim") for hint in self.board.hints]
        return Notice(Group(grid, Text(), *hints), fills=True)

    def _hint(self, seat: int, _: str) -> Notice:
        """Show the chance to win with each choice."""
        thinking, position = self.thinking, self.table.position
        given = self._wait_for(
            self.terminal.say("coach_thinks"),
            lambda: counsel(position, seat, thinking.coach_rng, thinking.opinions(seat)),
        )
        return self.advice(seat, given)

    def _undo(self, seat: int, _: str) -> Notice:
        """Undo a move, if the table allows it and everyone who must agree does."""
        mover = self._last_mover()
        people_only = not any(player.is_bot for player in self.players)
        if people_only and mover is not None and self.table.why_not_undo(mover) is not None:
            refusal = self.table.why_not_undo(mover, agreed=True)
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
        """Show all events."""
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
        """Save the game after any error."""
        if self.save_to is not None or self.terminal.is_screen:
            kept = self._store()
            with suppress(OSError):  # the terminal may be gone
                self.terminal.print(Text(kept))

    def _rule(self, _: int, wish: str) -> Notice:
        """Show a rule by its number; by default the last one applied."""
        book = rulebook(self.table.game.name, self.terminal.language)
        recent = (event.clause for event in reversed(self.table.events) if event.clause)
        name, text = book.clause(wish or next(recent, next(iter(book.clauses))))
        return Notice(draw_clause(name, text, self.terminal.say("ruling")))

    def _quit(self, _: int, __: str) -> Notice:
        """Leave by raising `Leave`; return a notice if the player stays.

        The match is saved first if a file is set; else a screen with unsaved moves asks.
        """
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
        """Return a short answer; a second interruption is an answer too."""
        self.terminal.print(Text(f" {question}", style="bold yellow"))
        try:
            return self.terminal.ask(PROMPT)
        except (EOFError, KeyboardInterrupt):
            self.terminal.print(Text())
            return otherwise

    def _finish(self) -> None:
        """Show the last position, the places, and the record."""
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


COMMANDS: Final[dict[str, Callable[[TerminalMatch, int, str], Notice]]] = {
    "hint": TerminalMatch._hint,
    "undo": TerminalMatch._undo,
    "log": TerminalMatch._log,
    "rule": TerminalMatch._rule,
    "save": TerminalMatch._save,
    "quit": TerminalMatch._quit,
    "help": TerminalMatch._help,
}
