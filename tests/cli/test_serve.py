"""`ludotheque serve`: a taken port is refused, the address is printed and the page opened once it is
ready.
"""

import socket
import threading
from collections.abc import Callable

import pytest

from ludotheque.bots import levels
from ludotheque.cli.main import run


def test_a_port_that_is_taken_is_refused_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run(["serve", "--port", str(port), "--language", "en"]) == 2
    told = capsys.readouterr()
    assert f"Port {port} can’t be used" in told.err
    assert told.out == ""
    assert "Traceback" not in told.err


@pytest.mark.parametrize("show", [False, True])
def test_the_page_is_told_and_opened_once_the_server_answers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], show: bool
) -> None:
    shown = threading.Event()
    pages: list[str] = []

    def browser(page: str) -> None:
        pages.append(page)
        shown.set()

    def server(host: str, port: int, opened: Callable[[], None], workers: int) -> None:
        assert (host, port, workers, capsys.readouterr().out) == ("0.0.0.0", 4000, 1, "")
        opened()

    monkeypatch.setattr("webbrowser.open", browser)
    monkeypatch.setattr("ludotheque.server.run.serve.serve", server)
    assert run(["serve", "--host", "0.0.0.0", "--port", "4000", *(["--open"] if show else [])]) == 0
    assert "http://127.0.0.1:4000/" in capsys.readouterr().out
    assert shown.wait(5 if show else 0) is show
    assert pages == (["http://127.0.0.1:4000/"] if show else [])


def test_a_bot_of_the_host_is_a_level_of_its_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LUDOTHEQUE_BOTS", "")
    found: list[str] = []

    def server(*_: object) -> None:
        found.extend(levels("exxtra"))

    monkeypatch.setattr("ludotheque.server.run.serve.serve", server)
    own = "tests.bots.test_own_bots:First"
    assert run(["serve", "--bot", f"exxtra.mine={own}"]) == 0
    assert found[-1] == "mine"
    assert run(["serve", "--bot", "exxtra.mine=no_such_module:First", "--language", "en"]) == 2
    assert "no_such_module:First" in capsys.readouterr().err
    assert run(["serve", "--bot", "mine", "--language", "en"]) == 2
    assert "names no bot" in capsys.readouterr().err
