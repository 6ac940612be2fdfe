"""`ludotheque serve`: the games in the browser, for one house or for the world."""

import socket
import time
import webbrowser
from threading import Thread
from typing import Annotated, Final

from cyclopts import App, Parameter
from cyclopts.validators import Number
from rich.text import Text

from ludotheque.cli.terminal import Terminal
from ludotheque.core.refusal import NotAllowed

PATIENCE: Final = 30.0
"""Seconds that the page waits for the server before it is not opened."""


def add(app: App, terminal: Terminal) -> None:
    """Add `serve`."""
    say = terminal.say

    @app.command(help=say("help_serve"))
    def serve(
        *,
        host: Annotated[str, Parameter(help=say("help_host"))] = "127.0.0.1",
        port: Annotated[int, Parameter(help=say("help_port"), validator=Number(gte=1, lte=65535))] = 8765,
        show: Annotated[bool, Parameter(name="--open", negative=(), help=say("help_open"))] = False,
    ) -> None:
        # Imported here: whoever plays in the terminal need not wait for a server to be loaded.
        from ludotheque.server import command

        if not is_free(host, port):
            raise NotAllowed("cli.port", params={"port": str(port)})
        page = f"http://{'127.0.0.1' if host in command.EVERYWHERE else host}:{port}/"
        terminal.print(Text(say("serving", page=page)))
        if show:
            Thread(target=open_when_ready, args=(page, port), daemon=True).start()
        command.serve(host, port)


def is_free(host: str, port: int) -> bool:
    """Whether nobody listens at an address yet."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def open_when_ready(page: str, port: int) -> None:
    """Show the page as soon as the server answers; where there is no browser, nothing happens."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
            continue
        webbrowser.open(page)
        return
