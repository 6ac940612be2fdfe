"""`ludotheque learn`: a game in short lessons."""

import secrets
from typing import Annotated

from cyclopts import App, Parameter
from rich.text import Text

from ludotheque.cli.commands.play import choose_game
from ludotheque.cli.lesson import take_lesson
from ludotheque.cli.match import PROMPT
from ludotheque.cli.players import own_name
from ludotheque.cli.progress import take, taken
from ludotheque.cli.terminal import Terminal
from ludotheque.core.chance import seeded
from ludotheque.core.refusal import NotAllowed
from ludotheque.games import load_game
from ludotheque.table.lessons import Lesson, lesson, lessons


def add(app: App, terminal: Terminal) -> None:
    """Register the command `ludotheque learn`."""
    say = terminal.say

    @app.command(help=say("help_learn"))
    def learn(
        name: Annotated[str | None, Parameter(name="GAME", help=say("help_game"))] = None,
        wish: Annotated[str | None, Parameter(name="LESSON", help=say("help_lesson"))] = None,
        /,
        *,
        listed: Annotated[bool, Parameter(name="--list", help=say("help_list"), negative="")] = False,
    ) -> None:
        rules = load_game(name or choose_game(terminal))
        if not lessons(rules.name):
            raise NotAllowed("cli.no_lessons", params={"game": rules.title})
        if listed:
            _list(terminal, rules.name)
            return
        wanted: Lesson | None = lesson(rules.name, wish) if wish else _next(rules.name)
        rng = seeded(secrets.randbits(63))
        while wanted is not None and take_lesson(terminal, wanted, own_name(terminal.language), rng):
            take(rules.name, wanted.name)
            wanted = _next(rules.name, after=wanted)
            if wanted is None:
                done = terminal.say("lesson_all_done", game=rules.title, name=rules.name)
                terminal.print(Text(f" {done}"))
            elif not _goes_on(terminal, wanted):
                return


def _next(name: str, after: Lesson | None = None) -> Lesson | None:
    """Return the first lesson not taken; if all were, the first of all, or None behind a lesson."""
    done = taken(name)
    left = (one for one in lessons(name) if one.name not in done)
    return next(left, None if after is not None else lessons(name)[0])


def _goes_on(terminal: Terminal, wanted: Lesson) -> bool:
    title = wanted.title.text(terminal.language)
    terminal.print(Text(f" {terminal.say('lesson_next', title=title)}", style="dim"))
    try:
        return not terminal.means(terminal.ask(PROMPT), "quit")
    except (EOFError, KeyboardInterrupt):
        return False


def _list(terminal: Terminal, name: str) -> None:
    """Print every lesson with its number, and a sign before the lessons taken."""
    done = taken(name)
    for number, one in enumerate(lessons(name), 1):
        line = Text(f" {'✓' if one.name in done else ' '} {number}  ")
        line.append(one.title.text(terminal.language), style="bold").append(f"  {one.name}", style="cyan")
        terminal.print(line)
