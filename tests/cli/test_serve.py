"""`ludotheque serve`: the address is told, a taken port is refused, the page is opened when it answers."""

import socket

import pytest

from ludotheque.cli.commands import serve
from ludotheque.cli.main import run


def test_a_port_that_is_taken_is_refused_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run(["serve", "--port", str(port), "--language", "en"]) == 2
    told = capsys.readouterr()
    assert f"Port {port} can’t be used" in told.out + told.err
    assert "Traceback" not in told.err


def test_a_free_port_is_free() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert not serve.is_free("127.0.0.1", port)
    assert serve.is_free("127.0.0.1", port)


def test_the_page_is_opened_once_the_server_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        serve.open_when_ready("http://127.0.0.1/", listening.getsockname()[1])
    assert opened == ["http://127.0.0.1/"]


def test_no_page_is_opened_for_a_server_that_never_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(serve, "PATIENCE", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    serve.open_when_ready("http://127.0.0.1/", port)
    assert opened == []
