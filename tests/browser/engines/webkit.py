"""WebKit as Debian builds it for GTK, driven by its own WebDriver on a screen that nobody sees."""

import base64
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import httpx

from tests.browser.engines.page import Page, mouse
from tests.browser.engines.screen import PROGRAM as SCREEN
from tests.browser.engines.screen import screen
from tests.patience import HANG, looks
from tests.ports import free_port

DRIVER: Final = shutil.which("WebKitWebDriver")
ERROR: Final = re.compile(r"\bCONSOLE\b.*\bERROR\b")
REMARKS: Final = (
    # This build knows no manifests of web applications; the policy allows ours.
    "Unrecognized Content-Security-Policy directive 'manifest-src'.",
    # A page that was left is kept for the way back, without its socket.
    "WebSocket is closed due to suspension.",
)
"""What WebKit calls errors, and are none of the page."""
WINDOW: Final = Path(__file__).with_name("webkit_window.py")


class WebKit(Page):
    """The one window of a WebKit, in a session of its driver."""

    def __init__(self, session: httpx.Client, log: Path) -> None:
        self.session = session
        self.log = log

    def open(self, address: str) -> None:
        self._post("url", url=address)

    def resize(self, width: int, height: int) -> None:
        self._post("window/rect", width=width, height=height)

    def text_of(self, expression: str) -> str:
        return str(self._post("execute/sync", script=f"return {expression}", args=[]))

    def act(self, actions: list[dict[str, Any]]) -> None:
        self._post("actions", actions=mouse(actions))

    def picture(self) -> bytes:
        return base64.b64decode(value_of(self.session.get("screenshot")))

    def complaints(self) -> list[str]:
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
        return [line for line in lines if ERROR.search(line) and not line.endswith(REMARKS)]

    def _post(self, command: str, **given: object) -> Any:
        return value_of(self.session.post(command, json=given))


def value_of(answer: httpx.Response) -> Any:
    """What the driver answers, unless it refuses."""
    assert answer.is_success, answer.text
    return answer.json()["value"]


def webkit_missing() -> list[str]:
    """What has to be installed before it can run."""
    typelib = next(Path("/usr/lib").glob("*/girepository-1.0/WebKit2-4.1.typelib"), None)
    needed = {
        "webkit2gtk-driver": DRIVER,
        "xvfb": SCREEN,
        "gir1.2-webkit2-4.1": typelib,
        "python3-gi": next(Path("/usr/lib/python3").glob("dist-packages/gi/__init__.py"), None),
    }
    return [name for name, found in needed.items() if not found]


@contextmanager
def webkit(folder: Path, *, webgl: bool = True) -> Iterator[Page]:
    """A running WebKit with an empty home of its own."""
    log = folder / "webkit.log"
    home = {name: str(folder) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")}
    kind = "webgl" if webgl else "no-webgl"
    wanted = {"webkitgtk:browserOptions": {"binary": str(WINDOW), "args": [kind]}}
    with (
        screen() as display,
        _driver(home | {"DISPLAY": display, "LANG": "C.UTF-8"}, log) as address,
        httpx.Client(base_url=address, timeout=HANG) as client,
    ):
        given = value_of(client.post("session", json={"capabilities": {"alwaysMatch": wanted}}))
        session = f"{address}/session/{given['sessionId']}"
        client.base_url = httpx.URL(session)
        yield WebKit(client, log)
        value_of(client.delete(session))


@contextmanager
def _driver(surroundings: dict[str, str], log: Path) -> Iterator[str]:
    """The address of a running driver."""
    assert DRIVER is not None
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with log.open("wb") as out:
        command = [DRIVER, f"--port={port}"]
        process = subprocess.Popen(command, env=os.environ | surroundings, stdout=out, stderr=out)
    try:
        for _ in looks("the driver of WebKit"):
            assert process.poll() is None, log.read_text(encoding="utf-8")
            with suppress(httpx.ConnectError):
                httpx.get(f"{address}/status", timeout=HANG)
                break
        yield address
    finally:
        process.terminate()
        process.wait(HANG)
