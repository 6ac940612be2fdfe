"""A Ray cluster of this machine, for tests: real, of two workers, with a token, gone when they are done."""

import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PROGRAM = Path(sys.executable).with_name("ray")
ADDRESS = re.compile(r"ray start --address='([^']+)'")
STORE = 100_000_000  # bytes; what travels is small


@contextmanager
def ray_cluster() -> Iterator[str]:
    """Its address; `LUDOTHEQUE_RAY` has to be set to it, all else is set in the environment."""
    folder = tempfile.mkdtemp(prefix="ray")  # the names of its sockets have to be short
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_AUTH_MODE", "token")
        patch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
        process = subprocess.Popen(
            [
                PROGRAM, "start", "--head", "--block", "--port=0", "--node-ip-address=127.0.0.1",
                "--num-cpus=2", f"--object-store-memory={STORE}", "--include-dashboard=false",
                "--disable-usage-stats", f"--temp-dir={folder}",
            ],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=os.environ | {"COLUMNS": "500"},
        )  # fmt: skip
        try:
            yield _address(process)
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate()
            shutil.rmtree(folder, ignore_errors=True)


def _address(process: "subprocess.Popen[str]") -> str:
    said = ""
    assert process.stdout is not None
    for line in process.stdout:
        said += line
        found = ADDRESS.search(line)
        if found:
            return found[1]
    raise AssertionError(said)
