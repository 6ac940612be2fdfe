"""A real PostgreSQL for the tests, from the installed binaries, never run as root."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from tests.patience import HANG, looks

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


@contextmanager
def postgres() -> Iterator[str]:
    """A server in a folder of its own; gives the address of its main database."""
    user = server_user()
    initdb, server = binary("initdb"), binary("postgres")
    assert initdb is not None
    assert server is not None
    folder = Path(tempfile.mkdtemp(prefix="ludotheque-pg-"))
    try:
        if user is not None:
            shutil.chown(folder, user)
        data = folder / "data"
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder, "user": user}
        subprocess.run(
            [initdb, "-D", data, "-U", USER, "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"],
            check=True,
            **quiet,  # type: ignore[call-overload]
        )
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        options = ["-c", "fsync=off", "-c", "max_connections=200", "-c", f"unix_socket_directories={folder}"]
        running = subprocess.Popen(
            [server, "-D", str(data), "-h", "127.0.0.1", "-p", str(port), *options],
            **quiet,  # type: ignore[call-overload]
        )
        url = f"postgresql://{USER}@127.0.0.1:{port}/postgres"
        try:
            wait_for(url)
            yield url
        finally:
            running.terminate()
            running.wait(HANG)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def wait_for(url: str) -> None:
    for _ in looks("PostgreSQL"):
        with suppress(psycopg.OperationalError), psycopg.connect(url):
            return
