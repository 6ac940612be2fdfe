"""Debian's Firefox, driven by WebDriver BiDi, which it speaks itself."""

import base64
import itertools
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from websockets.sync.client import ClientConnection, connect

from tests.browser.engines.page import Page, mouse
from tests.browser.engines.screen import PROGRAM as SCREEN
from tests.browser.engines.screen import screen
from tests.patience import HANG, looks

PROGRAM: Final = shutil.which("firefox-esr")
LISTENING: Final = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
PREFERENCES: Final = {
    "intl.accept_languages": '"en-GB, en"',
    "datareporting.policy.dataSubmissionEnabled": "false",
    "browser.shell.checkDefaultBrowser": "false",
}


class Firefox(Page):
    """The one tab of a Firefox."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.numbers = itertools.count(1)
        self.console: list[dict[str, Any]] = []
        self._send("session.new", capabilities={})
        self._send("session.subscribe", events=["log.entryAdded"])
        self.tab = self._send("browsingContext.getTree")["contexts"][0]["context"]

    def open(self, address: str) -> None:
        self._send("browsingContext.navigate", context=self.tab, url=address, wait="complete")

    def resize(self, width: int, height: int) -> None:
        viewport = {"width": width, "height": height}
        self._send("browsingContext.setViewport", context=self.tab, viewport=viewport)

    def text_of(self, expression: str) -> str:
        target = {"context": self.tab}
        given = self._send("script.evaluate", expression=expression, target=target, awaitPromise=False)
        assert given["type"] == "success", given["exceptionDetails"]["text"]
        return str(given["result"]["value"])

    def act(self, actions: list[dict[str, Any]]) -> None:
        self._send("input.performActions", context=self.tab, actions=mouse(actions))

    def picture(self) -> bytes:
        return base64.b64decode(self._send("browsingContext.captureScreenshot", context=self.tab)["data"])

    def complaints(self) -> list[str]:
        self._send("session.status")
        return [str(entry["text"]) for entry in self.console if entry["level"] == "error"]

    def _send(self, method: str, **given: object) -> dict[str, Any]:
        """Send a command and wait for its result; what the console says meanwhile is kept."""
        number = next(self.numbers)
        self.connection.send(json.dumps({"id": number, "method": method, "params": given}))
        while True:
            answer = json.loads(self.connection.recv(HANG))
            if answer.get("method") == "log.entryAdded":
                self.console.append(answer["params"])
            if answer.get("id") == number:
                assert answer["type"] == "success", f"{method}: {answer}"
                result: dict[str, Any] = answer["result"]
                return result


def firefox_missing() -> list[str]:
    """What has to be installed before it can run."""
    return [name for name, found in (("firefox-esr", PROGRAM), ("xvfb", SCREEN)) if not found]


@contextmanager
def firefox(folder: Path, *, webgl: bool = True) -> Iterator[Page]:
    """A running Firefox with a profile of its own."""
    assert PROGRAM is not None
    profile = folder / "profile"
    profile.mkdir()
    own = PREFERENCES | {"webgl.disabled": "false" if webgl else "true"}
    lines = [f'user_pref("{name}", {value});\n' for name, value in own.items()]
    (profile / "user.js").write_text("".join(lines), encoding="utf-8")
    log = folder / "firefox.log"
    command = [PROGRAM, "--no-remote", "--profile", str(profile), "--remote-debugging-port=0"]
    with screen() as display, log.open("wb") as out:
        process = subprocess.Popen(command, env=os.environ | {"DISPLAY": display}, stdout=out, stderr=out)
        try:
            with connect(f"{_address(process, log)}/session", max_size=None, open_timeout=HANG) as connection:
                yield Firefox(connection)
        finally:
            process.terminate()
            process.wait(HANG)


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    """Where it listens, as it says itself."""
    for _ in looks("Firefox"):
        said = log.read_text(encoding="utf-8", errors="replace")
        found = LISTENING.search(said)
        if found:
            return found[1]
        assert process.poll() is None, said
    raise AssertionError("looks never end without a word")
