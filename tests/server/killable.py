"""A server in a process of its own, to be killed at any moment and started again."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

import httpx

from tests.patience import HANG, looks
from tests.ports import free_port

ROOT = Path(__file__).parents[2]


class Killable:
    """A server that can be killed and started again, at the same address, on the same data."""

    def __init__(self, folder: Path, database: str, name: str = "server", **more: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"{name}.log"
        environment = os.environ | {
            "LUDOTHEQUE_DATA": str(folder / "data"),
            "LUDOTHEQUE_DATABASE": database,
            "LUDOTHEQUE_REQUESTS_A_MINUTE": "10000000",
            "LUDOTHEQUE_GUESTS_A_MINUTE": "10000000",
            "LUDOTHEQUE_LOGINS_A_MINUTE": "10000000",
            "LUDOTHEQUE_MESSAGES_A_SECOND": "1000000",
            "LUDOTHEQUE_TABLES_A_PERSON": "1000000",
            "LUDOTHEQUE_STORED_MB_A_DAY": "1000000",
            "LUDOTHEQUE_BOT_WORKERS": "1",
            **{f"LUDOTHEQUE_{setting.upper()}": value for setting, value in more.items()},
        }
        with self.log.open("w") as errors:
            self._forking = subprocess.Popen(
                [sys.executable, "-m", "tests.server.forking", str(self.port)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env=environment,
                cwd=ROOT,
            )
        self._pid = 0

    @property
    def _stdin(self) -> IO[str]:
        assert self._forking.stdin is not None
        return self._forking.stdin

    @property
    def _stdout(self) -> IO[str]:
        assert self._forking.stdout is not None
        return self._forking.stdout

    def start(self) -> None:
        self._stdin.write("\n")
        self._stdin.flush()
        self._pid = int(self._stdout.readline())

    def wait(self) -> None:
        """Until it answers."""
        for _ in looks("the server"):
            with suppress(httpx.TransportError):
                if httpx.get(f"{self.url}/health", timeout=HANG).is_success:
                    return

    def end(self, by: signal.Signals) -> None:
        """End it, by a signal, and wait until it is gone."""
        os.kill(self._pid, by)
        assert self._stdout.readline() == "ended\n"
        self._pid = 0

    def signal(self, by: signal.Signals) -> None:
        """Send it a signal that it survives."""
        os.kill(self._pid, by)

    def close(self) -> None:
        if self._pid:
            self.end(signal.SIGKILL)
        self._stdin.close()
        self._forking.wait(HANG)
        self._stdout.close()
