"""`ludotheque games` and `ludotheque rules`: the list of games, and their rules."""

from typing import Annotated

from cyclopts import App, Parameter
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from ludotheque.cli.scene import draw_clause, draw_clause_text
from ludotheque.cli.terminal import Terminal
from ludotheque.core.rulebook import Rulebook, Section, rulebook
from ludotheque.core.words import say as sentence
from ludotheque.games import all_games, load_game


def add(app: App, terminal: Terminal) -> None:
    """Register the commands `ludotheque games` and `ludotheque rules`."""
    say = terminal.say

    @app.command(name="games", help=say("help_games"))
    def show_games() -> None:
        for one in all_games():
            low, high = one.seat_counts[0], one.seat_counts[-1]
            minutes = say("minutes", low=one.minutes[0], high=one.minutes[1])
            title = Text(one.title, style="bold").append(f"  {one.name}", style="cyan")
            title.append(f"  {say('players', low=low, high=high)}, {minutes}", style="dim")
            tagline = Text(sentence(f"{one.name}_tagline", terminal.language))
            terminal.print(title, Padding(tagline, (0, 0, 0, 2)))

    @app.command(help=say("help_rules"))
    def rules(
        name: Annotated[str, Parameter(name="GAME", help=say("help_game"))],
        clause: Annotated[str | None, Parameter(name="CLAUSE", help=say("help_clause"))] = None,
        /,
    ) -> None:
        book = rulebook(load_game(name).name, terminal.language)
        if clause is None:
            terminal.print(draw_rulebook(book, say("ruling")), Text(), Text(say("ruling_means"), style="dim"))
        else:
            terminal.print(draw_clause(*book.clause(clause), say("ruling")))


def draw_rulebook(book: Rulebook, mark: str) -> RenderableType:
    """Draw the whole rulebook, with the clause numbers in a column of their own."""
    return Group(*(draw_section(section, mark) for section in book.sections))


def draw_section(section: Section, mark: str) -> RenderableType:
    """Draw a heading, its paragraphs and its clauses."""
    if section.level == 1:
        heading: RenderableType = Rule(Text(section.heading, style="bold"), style="dim")
    else:
        heading = Text(f"\n{section.heading}", style="bold underline")
    parts: list[RenderableType] = [heading]
    for paragraph in section.text:
        parts += [Text(), Text(paragraph)]
    if section.clauses:
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(style="cyan", no_wrap=True)
        for name, text in section.clauses.items():
            grid.add_row(name, draw_clause_text(text, mark))
        parts += [Text(), grid]
    return Group(*parts)
