"""`ludotheque serve`: the games in the browser, at home or on the internet."""

import os
import sys
import webbrowser
from threading import Thread
from typing import Annotated, Final

from cyclopts import App, Parameter
from cyclopts.validators import Number
from rich.text import Text

from ludotheque.bots import OWN, load_bot, read_own
from ludotheque.cli.terminal import Terminal

EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 - compared with, not listened on


def add(app: App, terminal: Terminal) -> None:
    """Register the command `ludotheque serve`."""
    say = terminal.say

    @app.command(help=say("help_serve"))
    def serve(
        *,
        host: Annotated[str, Parameter(help=say("help_host"))] = "127.0.0.1",
        port: Annotated[int, Parameter(help=say("help_port"), validator=Number(gte=1, lte=65535))] = 8765,
        workers: Annotated[int, Parameter(help=say("help_workers"), validator=Number(gte=1, lte=64))] = 1,
        bot: Annotated[list[str] | None, Parameter(help=say("help_serve_bots"), negative="")] = None,
        show: Annotated[bool, Parameter(name="--open", negative=(), help=say("help_open"))] = False,
    ) -> None:
        name_bots(bot or [])
        # Imported here, so that a match in the terminal does not load a server.
        from ludotheque.server.run import serve as command

        page = f"http://{page_host(host)}:{port}/"

        def opened() -> None:
            terminal.print(Text(say("serving", page=page)))
            sys.stdout.flush()
            if show:
                # A browser that runs in this terminal must not hold the server up.
                Thread(target=webbrowser.open, args=(page,), daemon=True).start()

        command.serve(host, port, opened, workers)


def name_bots(words: list[str]) -> None:
    """Register bots of the host as levels of their games, in this process and in its children."""
    for word in words:
        called, value = read_own(word)
        load_bot(called.partition(".")[0], value)
    if words:
        os.environ[OWN] = ",".join(filter(None, [os.environ.get(OWN, ""), *words]))


def page_host(host: str) -> str:
    """Return the host of the page, as a browser on this machine writes it.

    >>> page_host("0.0.0.0"), page_host("::1"), page_host("play.example.org")
    ('127.0.0.1', '[::1]', 'play.example.org')
    """
    if host in EVERYWHERE:
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host
