"""A lesson at the terminal: the screen of a match, with what is asked and what is said to each try."""

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
from ludotheque.terminal.look import Look

OFFERED: Final = ("hint", "log", "rule", "quit", "help")
"""The commands of a match that a lesson has too."""


@dataclass
class TerminalLesson(TerminalMatch):
    """A lesson, whoever takes it, and the terminal."""

    lesson: LessonRun = field(kw_only=True)
    heard: list[Text] = field(default_factory=list)
    """What was said to the last try."""

    @property
    def commands(self) -> Mapping[str, Callable[[TerminalMatch, int, str], Notice]]:
        """A lesson is neither saved nor taken back, and its own pointer gives the hint."""
        return {name: COMMANDS[name] for name in OFFERED} | {"hint": _point}

    def run(self) -> None:
        """Take step after step, until the lesson is over or the player leaves."""
        while (step := self.lesson.step) is not None:
            if step.reads:
                self._read(step)
            else:
                self._try(step)
        self.terminal.print(Text(f" {self.terminal.say('lesson_done')}", style="bold green"))

    def _read(self, step: LessonStep) -> None:
        """Something to read; Enter goes on."""
        asked = Text(step.ask.text(self.terminal.language), style="bold")
        self._pause(self.lesson.number, self.table.position, self.table.events, [*self.heard, asked])
        self._pass(self.lesson.attempt(None))

    def _pause(
        self, step: int, position: Position, events: Sequence[Event], said: Sequence[RenderableType]
    ) -> None:
        """A position to look at, with what happened and what is said about it; Enter goes on."""
        drawn = self.board
        board = drawn.draw(position.view(LEARNER), LEARNER)
        news = draw_log(drawn.look, events[-NEWS:], LEARNER)
        further = Text(self.terminal.say("lesson_enter"), style="dim")
        self.terminal.show(
            self._title(drawn.look, step), board, BLANK, news, BLANK, Padding(Group(*said, further), (0, 1))
        )
        self._answer_line()

    def _try(self, step: LessonStep) -> None:
        """Ask for a move, and say what is to be said to it."""
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

    def _make(self, seat: int, move: Move) -> None:  # noqa: ARG002 - a lesson has one learner
        """Try a move: what passes stands, and what is wrong hears why."""
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
        """A step was passed: show what came of it, and go on; before another position there is a pause."""
        self._show_films(verdict)
        praise = [_said(verdict.said, self.terminal.language, "green")] if verdict.said else []
        ends = self.lesson.step is None or bool(self.lesson.step.position)
        if ends and verdict.events:
            self._pause(self.lesson.number - 1, verdict.position, verdict.events, praise)
            praise = []
        self._go_on(praise)

    def _show_films(self, verdict: Verdict) -> None:
        """What chance gave, where it moves."""
        for before, outcome in verdict.throws:
            drawn = self.board
            show_film(self.terminal, self._title(drawn.look), drawn.watch(before, outcome))

    def _play(self, seat: int, move: Move) -> None:
        """A move that single keys have made is tried like any other."""
        self._make(seat, move)

    def _go_on(self, heard: list[Text]) -> None:
        """The next step, with what was said to the last."""
        anew = self.lesson.step is not None and bool(self.lesson.step.position)
        self.seen[LEARNER] = 0 if anew else len(self.table.events)
        self.table = self.lesson.table
        self.players = seated(self.players[LEARNER].name, self.table.seats)
        self.heard = heard

    def _title(self, look: Look, step: int | None = None) -> RenderableType:
        number, steps = self.lesson.number if step is None else step, len(self.lesson.lesson.steps)
        title = Text(self.lesson.lesson.title.text(look.language), style="bold")
        title.append(f"  {min(number + 1, steps)}/{steps} ", style="dim")
        return Rule(title, align="left", style="dim", characters="─")

    def _show_all(self, notice: Notice) -> None:
        """The whole screen, whether somebody watches or reads line by line."""
        self.terminal.show(*self.screen(LEARNER, notice))

    def _answer_line(self) -> str:
        """A line of the player; whoever closes the terminal or interrupts leaves."""
        try:
            line = self.terminal.ask(PROMPT)
        except (EOFError, KeyboardInterrupt):
            self.terminal.print(Text())
            raise Leave from None
        if self.terminal.means(line, "quit"):
            raise Leave
        return line


def take_lesson(terminal: Terminal, lesson: Lesson, name: str, rng: Random) -> bool:
    """Let somebody take a lesson; whether they came to its end."""
    run = LessonRun(lesson)
    try:
        TerminalLesson(terminal, run.table, seated(name, run.table.seats), rng, lesson=run).run()
    except Leave:
        return False
    return True


def seated(name: str, seats: int) -> list[Player]:
    """Whoever learns, and the others, who move as the lesson has it."""
    return [Player(name), *(Player(opponent, "") for opponent in OPPONENTS[: seats - 1])]


def _point(match: TerminalMatch, seat: int, _: str) -> Notice:  # noqa: ARG001
    """What a learner could type here."""
    assert isinstance(match, TerminalLesson)
    step = match.lesson.step
    assert step is not None
    shown = match.terminal.say("lesson_try", move=step.point or step.answer)
    return Notice(Text(shown, style="yellow"))


def _said(said: Said, language: str, style: str) -> Text:
    return Text(said.text(language), style=style)
