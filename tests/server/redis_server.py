"""A real Redis for the tests, which can be restarted at its port."""

import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from tests.patience import HANG, looks
from tests.ports import free_port


def program() -> str | None:
    return shutil.which("redis-server") or shutil.which("valkey-server")


class RedisServer:
    """A Redis that keeps nothing when it ends."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        found = program()
        assert found is not None
        self._running = subprocess.Popen(
            [found, "--port", str(self.port), "--save", "", "--appendonly", "no"], stdout=subprocess.DEVNULL
        )
        for _ in looks("Redis"):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return

    def stop(self) -> None:
        if self._running is not None:
            self._running.kill()
            self._running.wait(HANG)
            self._running = None


@contextmanager
def redis_server() -> Iterator[RedisServer]:
    server = RedisServer()
    server.start()
    try:
        yield server
    finally:
        server.stop()
