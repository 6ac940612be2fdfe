"""Implementation of `ludotheque serve`."""

import asyncio
import gc
import os
import socket
import sys
import tempfile
import threading
from collections.abc import Callable
from multiprocessing.synchronize import Event
from typing import Any, Final, cast

import msgspec
import structlog
import uvicorn
from litestar import Litestar
from prometheus_client.multiprocess import mark_process_dead
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ludotheque.core.refusal import NotAllowed
from ludotheque.host.protocol import MAX_MESSAGE
from ludotheque.host.serial_thread import SWITCH
from ludotheque.server.logs import configure_log
from ludotheque.server.metrics import SERVER_DIED, SHARED
from ludotheque.server.run import startup
from ludotheque.server.run.app import create_app
from ludotheque.server.run.connection_limits import ConnectionLimits, LimitedConnections
from ludotheque.server.run.environment import log_level
from ludotheque.server.run.services import Services
from ludotheque.server.run.settings import Settings, read_settings
from ludotheque.server.run.supervisor import Supervisor, stay_with
from ludotheque.server.run.uvicorn_protocols import protocols
from ludotheque.server.web.alive import AnswersProbe
from ludotheque.server.web.guard import StrictHeaders
from ludotheque.server.web.head_requests import AnswersHead
from ludotheque.server.web.host_header import ReadsHost

HOST: Final = "127.0.0.1"
PORT: Final = 8765
EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 - compared with, not listened on
RESERVED_FILES: Final = 128
"""File descriptors reserved for the database, the workers and the pages."""
STOP_SECONDS: Final = 10
"""Seconds that a stop waits for running requests."""
LAST_RESORT: Final = 25.0
"""Seconds after which a stop is forced."""
PING_SECONDS: Final = 3
"""Interval of WebSocket pings in seconds; a proxy may take a longer silence for a frozen process."""
PING_TIMEOUT: Final = 20
BACKLOG: Final = 2048
"""Most connections that the system queues until a process accepts them."""


class Server(uvicorn.Server):
    """uvicorn server that reports when it is open, and says goodbye to clients before it stops."""

    def __init__(
        self, config: uvicorn.Config, services: Services, opened: Callable[[], None] | None = None
    ) -> None:
        super().__init__(config)
        self._services = services
        self._opened = opened
        self.last_resort: float | None = None
        """Seconds after the begin of a stop at which the process is ended by force; None for never."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start uvicorn, then call `opened`."""
        await super().startup(sockets)
        if self.started and self._opened is not None:
            self._opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell the clients that the server is stopping, then stop in an orderly way."""
        if self.last_resort is not None:
            force = threading.Timer(self.last_resort, os._exit, [1])
            force.daemon = True
            force.start()
        await self._services.connections.say_bye()
        await super().shutdown(sockets)


def serve(
    host: str = HOST, port: int = PORT, opened: Callable[[], None] | None = None, workers: int = 1
) -> None:
    """Serve the games over HTTP and WebSocket until stopped by a signal.

    By default data are stored in SQLite in `LUDOTHEQUE_DATA` (`~/.local/share/ludotheque`);
    `LUDOTHEQUE_DATABASE=postgresql://…` selects PostgreSQL. With `LUDOTHEQUE_REDIS=redis://…` several
    processes serve the same tables, on several machines or as `workers` on this one. `opened` is called when
    the server answers requests. Raises a refusal before opening if settings, database or Redis are unusable.
    """
    configure_log(log_level())
    with startup.bind(host, port) as bound:
        settings = msgspec.structs.replace(
            read_settings(), neighbours=neighbours_address(host, port), workers=workers
        )
        if workers > 1:
            startup.check_sharing(settings)
        asyncio.run(startup.check(settings))
        structlog.get_logger().info("starting", address=f"http://{host}:{port}", data=str(settings.data))
        if workers > 1:
            bound.listen(BACKLOG)
            with tempfile.TemporaryDirectory(prefix="ludotheque-counts-") as counts:
                os.environ[SHARED] = counts  # read by each process when it starts
                supervisor = Supervisor(
                    workers, serve_as_worker, (bound, settings, host, port), gone=mark_process_dead
                )
                started = supervisor.run(opened, LAST_RESORT)
        else:
            started = run(bound, settings, host, port, opened)
    if not started:
        raise NotAllowed("cli.start_failed")


def run(
    bound: socket.socket, settings: Settings, host: str, port: int, opened: Callable[[], None] | None
) -> bool:
    """Serve in this process until stopped; return whether the server ever was open."""
    app = create_app(settings)
    spare_collector()
    sys.setswitchinterval(SWITCH)
    server = server_of(app, host, port, opened)
    server.last_resort = LAST_RESORT
    server.run([bound])
    return server.started


def serve_as_worker(
    bound: socket.socket,
    settings: Settings,
    host: str,
    port: int,
    opened: Event,
    parent: int,
    replacing: bool,  # noqa: FBT001 - the supervisor passes it by position
) -> None:
    """Serve as one of several processes, started by the supervisor; exit with 1 if it fails to open.

    With `replacing`, the death of the process that this one replaces is counted in the metrics.
    """
    configure_log(log_level())
    if replacing:
        SERVER_DIED.inc()
    stay_with(parent)
    if not run(bound, settings, host, port, opened.set):
        sys.exit(1)


def spare_collector() -> None:
    """Exempt loaded modules from garbage collection and make it rare, as matches have no reference cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def neighbours_address(host: str, port: int) -> str | None:
    """Return the URL of this server in the local network; None unless it listens on all interfaces."""
    if host not in EVERYWHERE:
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing, only selects the route
        except OSError:
            return None
        return f"http://{probe.getsockname()[0]}:{port}"


def server_of(
    app: Litestar, host: str = HOST, port: int = PORT, opened: Callable[[], None] | None = None
) -> Server:
    """Return the uvicorn server for an application, with its middleware, limits and protocols."""
    services = app.state.services
    limits = ConnectionLimits(services.settings, most=open_files() - RESERVED_FILES)
    http, ws = protocols(limits, services.limits.messages)
    trusted = services.settings.proxies
    config = uvicorn.Config(
        LimitedConnections(
            ProxyHeadersMiddleware(
                cast("Any", StrictHeaders(AnswersProbe(ReadsHost(AnswersHead(app))))), trusted
            ),
            limits,
        ),
        # Proxy headers are read behind the limits, which count the connections of the proxy itself.
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
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_TIMEOUT,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=STOP_SECONDS,
        lifespan="on",
    )
    return Server(config, services, opened)


def open_files() -> int:
    """Return the number of files that this process may open, after raising the limit to its maximum."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 1 << 20
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return 1 << 20 if hard == resource.RLIM_INFINITY else hard
