"""`league`, `selfplay`, `engine` and bots of one's own, as they are typed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.core.words import LANGUAGES
from ludotheque.lab.selfplay import read_games

from .conftest import Command

TEMPLATE = Path(__file__).parents[2] / "examples" / "bot"


def test_a_league_prints_its_ladder_and_goes_on_from_its_file(ludotheque: Command, tmp_path: Path) -> None:
    typed = ["league", "exxtra", "random", "casual", "--jobs", "1", "--file", "league.jsonl"]
    said = ludotheque(*typed, "--rounds", "8")
    lines = said.out.splitlines()
    assert lines[0] == "16 games at 2 seats"
    assert any(line.startswith("casual  1") for line in lines)
    assert "in percent" in said.out
    ladder = json.loads(ludotheque(*typed, "--rounds", "10", "--json").out)
    assert ladder["games"] == 20
    assert [row["bot"] for row in ladder["rows"]] == ["casual", "random"]
    assert len((tmp_path / "league.jsonl").read_text().splitlines()) == 21


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_page_speaks_the_language_of_the_terminal(ludotheque: Command, language: str) -> None:
    ludotheque(
        *("league", "exxtra", "random", "casual", "--rounds", "1", "--jobs", "1"),
        *("--html", "page.html", "--language", language),
    )
    assert f'<html lang="{language}">' in Path("page.html").read_text(encoding="utf-8")


def test_without_bots_all_levels_of_a_game_take_part(ludotheque: Command) -> None:
    said = ludotheque("league", "exxtra", "--seats", "3", "--rounds", "1", "--jobs", "1")
    assert all(level in said.out for level in ("random", "cautious", "casual", "strong"))
    assert "perfect" not in said.out


def test_self_play_writes_games_and_says_how_many(ludotheque: Command) -> None:
    typed = ["selfplay", "exxtra", "--out", "games.jsonl", "--jobs", "1", "--bot", "casual"]
    assert ludotheque(*typed, "--games", "2").out == "games.jsonl holds 2 games, 2 of them new.\n"
    assert ludotheque(*typed, "--games", "3").out == "games.jsonl holds 3 games, 1 of them new.\n"
    assert len(read_games(Path("games.jsonl"))) == 3


def test_an_engine_answers_line_by_line() -> None:
    view = {"seats": 2, "pawns": [0, 0], "dice": [None, None]}
    question = {"game": "exxtra", "rules": 1, "seat": 0, "view": view, "seed": 1}
    done = subprocess.run(
        [sys.executable, "-m", "ludotheque.cli.main", "engine", "exxtra", "strong"],
        input=f"{json.dumps(question)}\n\nrubbish\n",
        capture_output=True,
        text=True,
        check=True,
    )
    first, second = map(json.loads, done.stdout.splitlines())
    assert first == {"move": {"do": "throw"}}
    assert "JSON" in second["error"]


def test_the_template_plays_in_its_folder(ludotheque: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TEMPLATE)
    own = "careful=my_bots:Careful"
    said = ludotheque("league", "exxtra", "random", own, "--rounds", "5", "--jobs", "1")
    assert any(line.startswith("careful") for line in said.out.splitlines())
    said = ludotheque("arena", "targi", "random", "my_bots:Chance", "--games", "2", "--jobs", "1")
    assert "my_bots:Chance" in said.out


def test_a_bot_of_ones_own_sits_at_a_table(ludotheque: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TEMPLATE)
    seats = ["--seat", "bot:my_bots:Careful:Cara", "--seat", "bot:my_bots:Careful"]
    said = ludotheque("play", "exxtra", *seats, "--seed", "1")
    assert said.status == 0
    assert "Cara" in said.out


def test_what_cannot_be_imported_is_told_in_one_sentence(ludotheque: Command) -> None:
    said = ludotheque("arena", "exxtra", "random", "no_such_module:Bot")
    assert said.status == 2
    assert "no_such_module:Bot" in said.err
    assert "no.module:GAME" in ludotheque("arena", "no.module:GAME", "a", "b").err
