"""A lesson at the terminal: the screen of a match, with the task and the answer to each try."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from librt.random import Random
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from ludotheque.cli.match import COMMANDS, PROMPT, Leave, TerminalMatch
from ludotheque.cli.players import Player
from ludotheque.cli.scene import draw_log
from ludotheque.cli.screen import BLANK, NEWS, Notice
from ludotheque.cli.stage import show_film
from ludotheque.cli.terminal import Terminal
from ludotheque.core.events import Event
from ludotheque.core.game import Position
from ludotheque.core.moves import Move
from ludotheque.core.refusal import Refusal
from ludotheque.table.lesson_run import LEARNER, OPPONENTS, LessonRun, Verdict
from ludotheque.table.lessons import Lesson, LessonStep, Said
from ludotheque.tui.look import Look

OFFERED: Final = ("hint", "log", "rule", "quit", "help")
"""The commands of a match that a lesson offers too."""


@dataclass
class TerminalLesson(TerminalMatch):
    """A lesson, its learner and the terminal."""

    lesson: LessonRun = field(kw_only=True)
    heard: list[Text] = field(default_factory=list)
    """The answer to the last try."""

    @property
    def commands(self) -> Mapping[str, Callable[[TerminalMatch, int, str], Notice]]:
        """Return the commands; a lesson is neither saved nor undone, and gives its own hints."""
        return {name: COMMANDS[name] for name in OFFERED} | {"hint": _point}

    def run(self) -> None:
        """Play step after step, until the lesson is over or the player leaves."""
        while (step := self.lesson.step) is not None:
            if step.reads:
                self._read(step)
            else:
                self._try(step)
        self.terminal.print(Text(f" {self.terminal.say('lesson_done')}", style="bold green"))

    def _read(self, step: LessonStep) -> None:
        """Show a text to read; Enter goes on."""
        asked = Text(step.ask.text(self.terminal.language), style="bold")
        self._pause(self.lesson.number, self.table.position, self.table.events, [*self.heard, asked])
        self._pass(self.lesson.attempt(None))

    def _pause(
        self, step: int, position: Position, events: Sequence[Event], said: Sequence[RenderableType]
    ) -> None:
        """Show a position with its events and comments; Enter goes on."""
        drawn = self.board
        board = drawn.draw(position.view(LEARNER), LEARNER)
        news = draw_log(drawn.look, events[-NEWS:], LEARNER)
        further = Text(self.terminal.say("lesson_enter"), style="dim")
        self.terminal.show(
            self._title(drawn.look, step), board, BLANK, news, BLANK, Padding(Group(*said, further), (0, 1))
        )
        self._answer_line()

    def _try(self, step: LessonStep) -> None:
        """Ask for a move and answer it."""
        self.focus = ""
        asked = Text(step.ask.text(self.terminal.language), style="bold")
        self._show_all(Notice(Group(*self.heard, asked)))
        number = self.lesson.number
        while self.lesson.number == number:
            try:
                notice = self._obey(LEARNER, self._answer_line())
            except Refusal as refusal:
                notice = Notice(Text(refusal.text(self.terminal.language), style="bold red"))
            if self.lesson.number == number and notice is not None:
                content = notice.content if notice.fills else Group(notice.content, asked)
                self._show(LEARNER, Notice(content, notice.fills))
            elif self.lesson.number == number and self.heard:
                self._show(LEARNER, Notice(Group(*self.heard, asked)))

    def _make(self, seat: int, move: Move) -> None:
        """Try a move: a right one stays, a wrong one is answered with the reason."""
        verdict = self.lesson.attempt(move, lambda position: position.draw(self.rng))
        if verdict.right:
            self._pass(verdict)
            return
        self._show_films(verdict)
        language = self.terminal.language
        self.heard = []
        if verdict.refusal is not None:
            self.heard.append(Text(verdict.refusal.text(language), style="bold red"))
        if verdict.said is not None:
            self.heard.append(_said(verdict.said, language, "yellow"))

    def _pass(self, verdict: Verdict) -> None:
        """Show the result of a passed step and go on; before another position there is a pause."""
        self._show_films(verdict)
        praise = [_said(verdict.said, self.terminal.language, "green")] if verdict.said else []
        ends = self.lesson.step is None or bool(self.lesson.step.position)
        if ends and verdict.events:
            self._pause(self.lesson.number - 1, verdict.position, verdict.events, praise)
            praise = []
        self._go_on(praise)

    def _show_films(self, verdict: Verdict) -> None:
        """Show the films of chance, if there are any."""
        for before, outcome in verdict.throws:
            drawn = self.board
            show_film(self.terminal, self._title(drawn.look), drawn.watch(before, outcome))

    def _play(self, seat: int, move: Move) -> None:
        """Try a move that was made with single keys, like any other."""
        self._make(seat, move)

    def _go_on(self, heard: list[Text]) -> None:
        """Begin the next step, with the answer to the last."""
        fresh = self.lesson.step is not None and bool(self.lesson.step.position)
        self.seen[LEARNER] = 0 if fresh else len(self.table.events)
        self.table = self.lesson.table
        self.players = seated(self.players[LEARNER].name, self.table.seats)
        self.heard = heard

    def _title(self, look: Look, step: int | None = None) -> RenderableType:
        number, steps = self.lesson.number if step is None else step, len(self.lesson.lesson.steps)
        title = Text(self.lesson.lesson.title.text(look.language), style="bold")
        title.append(f"  {min(number + 1, steps)}/{steps} ", style="dim")
        return Rule(title, align="left", style="dim", characters="─")

    def _show_all(self, notice: Notice) -> None:
        """Print the whole screen, redrawn or line by line."""
        self.terminal.show(*self.screen(LEARNER, notice))

    def _answer_line(self) -> str:
        """Return a line of the player; a closed terminal or an interruption leaves the lesson."""
        try:
            line = self.terminal.ask(PROMPT)
        except (EOFError, KeyboardInterrupt):
            self.terminal.print(Text())
            raise Leave from None
        if self.terminal.means(line, "quit"):
            raise Leave
        return line


def take_lesson(terminal: Terminal, lesson: Lesson, name: str, rng: Random) -> bool:
    """Play a lesson with the learner; return whether it was finished."""
    run = LessonRun(lesson)
    try:
        TerminalLesson(terminal, run.table, seated(name, run.table.seats), rng, lesson=run).run()
    except Leave:
        return False
    return True


def seated(name: str, seats: int) -> list[Player]:
    """Return the learner and the other players, who move by the lesson."""
    return [Player(name), *(Player(opponent, "") for opponent in OPPONENTS[: seats - 1])]


def _point(match: TerminalMatch, _seat: int, _: str) -> Notice:
    """Return an example of an input at this point."""
    assert isinstance(match, TerminalLesson)
    step = match.lesson.step
    assert step is not None
    shown = match.terminal.say("lesson_try", move=step.point or step.answer)
    return Notice(Text(shown, style="yellow"))


def _said(said: Said, language: str, style: str) -> Text:
    return Text(said.text(language), style=style)
