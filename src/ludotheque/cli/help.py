"""The help of the commands in the language of the terminal, drawn or plain."""

from attrs import evolve
from cyclopts.help import DefaultFormatter, HelpPanel
from rich.console import Console, ConsoleOptions, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from ludotheque.cli.terminal import Terminal, print_plain


class LocalHelp(DefaultFormatter):
    """Panels without the English remarks that cyclopts adds; optional arguments are in brackets."""

    def __init__(self, terminal: Terminal) -> None:
        super().__init__()
        self._terminal = terminal

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        """Draw a panel."""
        super().__call__(console, options, unremarked(panel))

    def render_usage(self, console: Console, options: ConsoleOptions, usage: RenderableType) -> None:
        """Print the usage."""
        console.print(translated(self._terminal, usage), Text(), sep="\n")


class PlainHelp:
    """The same as plain text."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        """Print a panel: a title, and a line for each entry."""
        grid = Grid.grid(padding=(0, 2, 0, 0))
        for entry in panel.entries:
            grid.add_row(f"  {' '.join(entry.display_labels)}", entry.description or "")
        if panel.entries:
            print_plain(console, Text(f"{panel.title}"), grid, Text())

    def render_usage(self, console: Console, options: ConsoleOptions, usage: RenderableType) -> None:
        """Print the usage."""
        print_plain(console, translated(self._terminal, usage), Text())

    def render_description(
        self,
        console: Console,
        options: ConsoleOptions,
        description: RenderableType,
    ) -> None:
        """Print the description of the command."""
        print_plain(console, description)


def translated(terminal: Terminal, usage: RenderableType) -> Text:
    """Return the usage line with its capital words in the language of the terminal."""
    line = str(usage).rstrip()
    for word in ("COMMAND", "OPTIONS", "ARGS"):
        line = line.replace(word, terminal.say(f"usage_{word.lower()}"))
    return Text(f"{terminal.say('usage')} ", style="bold") + Text(line)


def unremarked(panel: HelpPanel) -> HelpPanel:
    """Return a panel whose entries are not marked as required."""
    return panel.copy(entries=[evolve(entry, required=False) for entry in panel.entries])
