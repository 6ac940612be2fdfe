"""`ludotheque backup` and `ludotheque restore`: all data of the server in one file."""

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from ludotheque.cli.terminal import Terminal


def add(app: App, terminal: Terminal) -> None:
    """Register the commands `ludotheque backup` and `ludotheque restore`."""
    say = terminal.say

    @app.command(help=say("help_backup"))
    def backup(
        file: Annotated[Path, Parameter(name="FILE", help=say("help_backup_file"))],
        /,
        *,
        replace: Annotated[bool, Parameter(negative=(), help=say("help_backup_replace"))] = False,
    ) -> None:
        # Imported here, so that a match in the terminal does not load a database.
        from ludotheque.server.run.backup import back_up
        from ludotheque.server.run.settings import read_settings

        with terminal.thinking(say("backing_up")):
            kept = back_up(read_settings(), file, replace=replace)
        counts = {"people": kept.people, "tables": kept.tables, "lines": kept.lines}
        terminal.write(say("backed_up", file=str(file), **counts))

    @app.command(help=say("help_restore"))
    def restore(
        file: Annotated[Path, Parameter(name="FILE", help=say("help_backup_file"))],
        /,
        *,
        replace: Annotated[bool, Parameter(negative=(), help=say("help_restore_replace"))] = False,
    ) -> None:
        from ludotheque.server.run import backup as stored
        from ludotheque.server.run.settings import read_settings

        with terminal.thinking(say("restoring")):
            kept = stored.restore(read_settings(), file, replace=replace)
        counts = {"people": kept.people, "tables": kept.tables, "lines": kept.lines}
        terminal.write(say("restored", file=str(file), **counts))
