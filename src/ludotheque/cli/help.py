"""The help of the commands in the language of the terminal, drawn or plain."""

from attrs import evolve
from cyclopts.help import DefaultFormatter, HelpPanel, PlainFormatter
from rich.console import Console, ConsoleOptions, RenderableType
from rich.text import Text


class LocalHelp(DefaultFormatter):
    """Panels without the English remarks that cyclopts adds; `[ARGS]` in the usage says what may be left out."""

    def __init__(self, usage: str) -> None:
        super().__init__()
        self._usage = usage

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        """Draw a panel."""
        super().__call__(console, options, unremarked(panel))

    def render_usage(self, console: Console, options: ConsoleOptions, usage: RenderableType) -> None:  # noqa: ARG002
        """Say how the command is written."""
        console.print(Text(f"{self._usage} ", style="bold") + Text(str(usage).rstrip()), Text(), sep="\n")


class PlainHelp(PlainFormatter):
    """The same as mere text."""

    def __init__(self, usage: str) -> None:
        super().__init__()
        self._usage = usage

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        """Write a panel."""
        super().__call__(console, options, unremarked(panel))

    def render_usage(self, console: Console, options: ConsoleOptions, usage: RenderableType) -> None:  # noqa: ARG002
        """Say how the command is written."""
        console.print(Text(f"{self._usage} {str(usage).rstrip()}"), Text(), sep="\n")


def unremarked(panel: HelpPanel) -> HelpPanel:
    """A panel whose entries are not marked as required."""
    return panel.copy(entries=[evolve(entry, required=False) for entry in panel.entries])
