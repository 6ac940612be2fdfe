"""A real PostgreSQL for the tests, from the installed binaries, never run as root."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from tests.patience import HANG, looks
from tests.ports import free_port

USER = "ludotheque"


def binary(name: str) -> str | None:
    """A program of PostgreSQL: on the path, or where Debian keeps it."""
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    return shutil.which(name) or next((str(path) for path in debian), None)


def installed() -> bool:
    return binary("initdb") is not None and binary("postgres") is not None


def server_user() -> str | None:
    """Whom to run it as: ourselves, or where we are root somebody who is not."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    raise RuntimeError("no user to run PostgreSQL as")


class PostgresServer:
    """A server in a folder of its own, which can be stopped and started again."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="ludotheque-pg-"))
        user = server_user()
        if user is not None:
            shutil.chown(self._folder, user)
        self._options = {
            "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": self._folder, "user": user
        }  # fmt: skip
        initdb = binary("initdb")
        assert initdb is not None
        subprocess.run(
            [initdb, "-D", self._data, "-U", USER, "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"],
            check=True,
            **self._options,  # type: ignore[call-overload]
        )
        self._port = free_port()
        self.url = f"postgresql://{USER}@127.0.0.1:{self._port}/postgres"
        self._running: subprocess.Popen[bytes] | None = None

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    def start(self) -> None:
        server = binary("postgres")
        assert server is not None
        given = ["fsync=off", "max_connections=200", f"unix_socket_directories={self._folder}"]
        options = [part for option in given for part in ("-c", option)]
        self._running = subprocess.Popen(
            [server, "-D", self._data, "-h", "127.0.0.1", "-p", str(self._port), *options],
            **self._options,  # type: ignore[call-overload]
        )
        for _ in looks("PostgreSQL"):
            assert self._running.poll() is None, "PostgreSQL has ended"
            with suppress(psycopg.OperationalError), psycopg.connect(self.url):
                return

    def stop(self, by: signal.Signals = signal.SIGTERM) -> None:
        """By SIGTERM when all have gone, by SIGINT now, by SIGQUIT like a crash."""
        if self._running is not None:
            self._running.send_signal(by)
            self._running.wait(HANG)
            self._running = None

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)


@contextmanager
def postgres() -> Iterator[str]:
    """A server; gives the address of its main database."""
    server = PostgresServer()
    try:
        server.start()
        yield server.url
    finally:
        server.close()
