"""`ludotheque serve`: the games in the browser, for one house or for the world."""

from typing import Annotated

from cyclopts import App, Parameter
from cyclopts.validators import Number

from ludotheque.cli.terminal import Terminal


def add(app: App, terminal: Terminal) -> None:
    """Add `serve`."""
    say = terminal.say

    @app.command(help=say("help_serve"))
    def serve(
        *,
        host: Annotated[str, Parameter(help=say("help_host"))] = "127.0.0.1",
        port: Annotated[int, Parameter(help=say("help_port"), validator=Number(gte=1, lte=65535))] = 8765,
    ) -> None:
        # Imported here: whoever plays in the terminal need not wait for a server to be loaded.
        from ludotheque.server import command

        command.serve(host, port)
