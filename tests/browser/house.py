"""A running server with the built pages, and Debian's Chromium."""

import os
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

from tests.patience import HANG, looks
from tests.ports import free_port

ROOT: Final = Path(__file__).parents[2]
DIST: Final = ROOT / "web" / "dist"
PHONE: Final = {"width": 390, "height": 844}
DESK: Final = {"width": 1440, "height": 900}
SERVE: Final = """
import sys
from ludotheque.games import REGISTRY
from ludotheque.server.run.serve import serve
REGISTRY.update(pair.split("=") for pair in sys.argv[2:])
serve(port=int(sys.argv[1]))
"""
"""Serves our games, and those that a test brings along."""


@contextmanager
def running_server(
    folder: Path, *games: str, surroundings: Mapping[str, str] = os.environ, first: str = ""
) -> Iterator[str]:
    """The address of a server of its own, with an empty database in a folder; `first` is run before it."""
    assert (DIST / "index.html").is_file(), "the pages are not built: run `make web`"
    port = free_port()
    environment = dict(surroundings) | {
        "LUDOTHEQUE_DATA": str(folder),
        "LUDOTHEQUE_WEB": str(DIST),
        "LUDOTHEQUE_REQUESTS_A_MINUTE": "100000",
        "LUDOTHEQUE_GUESTS_A_MINUTE": "100000",
        "LUDOTHEQUE_LOGINS_A_MINUTE": "1000",
        "LUDOTHEQUE_PUBLIC_TABLES_A_MINUTE": "1000",
        "LUDOTHEQUE_BOT_WORKERS": "1",
    }
    log = folder / "server.log"
    address = f"http://127.0.0.1:{port}"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-c", first + SERVE, str(port), *games],
            env=environment,
            cwd=ROOT,
            stdout=out,
            stderr=out,
        )
    try:
        _await(address, process, log)
        yield address
    finally:
        process.terminate()
        process.wait(HANG)


def _await(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in looks("the server"):
        assert process.poll() is None, log.read_text(encoding="utf-8")
        with suppress(OSError), urllib.request.urlopen(f"{address}/health", timeout=HANG):
            return


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, without a word to the outside and, where it can be, without windows."""
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert path, "chromium is missing: run scripts/system-packages"
    quiet = ["--disable-background-networking", "--disable-component-update", "--no-first-run"]
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=quiet + sandbox, timeout=1000 * HANG)
        yield running
        running.close()
