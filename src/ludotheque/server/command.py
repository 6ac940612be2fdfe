"""`ludotheque serve`: start the server."""

import asyncio
import gc
import logging
import os
import socket
import sys
from collections.abc import Callable
from typing import Any, Final, cast

import msgspec
import structlog
import uvicorn
from litestar import Litestar
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ludotheque.core.refusal import NotAllowed
from ludotheque.server import startup
from ludotheque.server.admission import Admission, Admitted, protocols
from ludotheque.server.app import create_app
from ludotheque.server.environment import choice
from ludotheque.server.protocol import MAX_MESSAGE
from ludotheque.server.services import Services
from ludotheque.server.settings import read_settings

HOST: Final = "127.0.0.1"
PORT: Final = 8765
EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 - compared with, not listened on
LOG_LEVELS: Final = ("debug", "info", "warning", "error")
RESERVED_FILES: Final = 128
"""Files that the database, the workers and the pages need beside the connections."""
STOP_SECONDS: Final = 10
"""How long a stop waits for requests that are being answered."""


class Server(uvicorn.Server):
    """Says when it is open, and bye to everybody connected before it stops."""

    def __init__(
        self, config: uvicorn.Config, services: Services, opened: Callable[[], None] | None = None
    ) -> None:
        super().__init__(config)
        self._services = services
        self._opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so once requests are answered."""
        await super().startup(sockets)
        if self.started and self._opened is not None:
            self._opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop: nobody new, bye to those connected, then an orderly end."""
        await self._services.connections.say_bye()
        await super().shutdown(sockets)


def serve(host: str = HOST, port: int = PORT, opened: Callable[[], None] | None = None) -> None:
    """Serve the games over HTTP and WebSocket until stopped.

    Without any set-up, all is kept in SQLite in `LUDOTHEQUE_DATA` (`~/.local/share/ludotheque`);
    `LUDOTHEQUE_DATABASE=postgresql://…` keeps it in PostgreSQL, `LUDOTHEQUE_REDIS=redis://…` lets several
    processes serve the same tables. Whatever is in the way is refused in a sentence before anything is open.
    """
    configure_log()
    with startup.bind(host, port) as bound:
        settings = msgspec.structs.replace(read_settings(), neighbours=neighbours_address(host, port))
        asyncio.run(startup.check(settings))
        structlog.get_logger().info("starting", address=f"http://{host}:{port}", data=str(settings.data))
        app = create_app(settings)
        spare_collector()
        server = server_of(app, host, port, opened)
        server.run([bound])
    if not server.started:
        raise NotAllowed("cli.start_failed")


def spare_collector() -> None:
    """What was loaded stays for ever, and matches hold no cycles: seldom looking for some is enough."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def neighbours_address(host: str, port: int) -> str | None:
    """Where other machines of the house reach a server that listens to all of them."""
    if host not in EVERYWHERE:
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: it only asks which way packets would go
        except OSError:
            return None
        return f"http://{probe.getsockname()[0]}:{port}"


def server_of(
    app: Litestar, host: str = HOST, port: int = PORT, opened: Callable[[], None] | None = None
) -> Server:
    """The server of an application, at an address."""
    services = app.state.services
    admission = Admission(services.settings, most=open_files() - RESERVED_FILES)
    http, ws = protocols(admission)
    trusted = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1")
    config = uvicorn.Config(
        Admitted(ProxyHeadersMiddleware(cast("Any", app), trusted), admission),
        # What a proxy says of its clients is read behind the door, which counts the connections themselves.
        proxy_headers=False,
        http=http,
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
        ws=ws,
        ws_max_size=MAX_MESSAGE,
        # Messages are a few hundred bytes; compressing each costs more time and memory than it saves.
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=STOP_SECONDS,
        lifespan="on",
    )
    return Server(config, services, opened)


def open_files() -> int:
    """How many files and connections the system lets this process have, raised as far as it may."""
    try:
        import resource
    except ImportError:  # a system without such limits
        return 1 << 20
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return 1 << 20 if hard == resource.RLIM_INFINITY else hard


def configure_log() -> None:
    """Structured lines: for people on a terminal, JSON elsewhere."""
    level = logging.getLevelNamesMapping()[choice("LUDOTHEQUE_LOG", LOG_LEVELS, "info").upper()]
    shared: list[structlog.types.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    terminal = sys.stderr.isatty()
    last: structlog.types.Processor = (
        structlog.dev.ConsoleRenderer() if terminal else structlog.processors.JSONRenderer()
    )
    faults: list[structlog.types.Processor] = [] if terminal else [structlog.processors.format_exc_info]
    structlog.configure(
        processors=[*shared, *faults, last],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    plain = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processors=[*shared, *faults, plain, last]))
    logging.basicConfig(level=max(level, logging.WARNING), handlers=[handler], force=True)
