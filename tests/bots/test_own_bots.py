"""Bots and games of one's own, by module and name: in the arena, on processes, and what is refused."""

from pathlib import Path

import pytest
from librt.random import Random

from ludotheque import NotAllowed, Refusal, Unreadable, game
from ludotheque.bots import bot, levels, load_bot, own_levels
from ludotheque.bots.searching import SearchBot
from ludotheque.core.bot import Bot, Opinion, PolicyBot, Search
from ludotheque.core.game import Position
from ludotheque.core.knowledge import Knowledge
from ludotheque.core.policy import Policy
from ludotheque.core.words import FOREIGN
from ludotheque.games import REGISTRY, load_game
from ludotheque.lab.arena import Contest, run

HERE = "tests.bots.test_own_bots"


class First(Bot):
    """Plays the first move it is offered."""

    def consider(self, position: Position, seat: int, rng: Random) -> list[Opinion]:
        return [Opinion(move, 0.5) for move in position.moves(seat)]  # type: ignore[arg-type]


class AnyMove(Policy):
    """Plays anything."""


class Broken(First):
    """Can't be made."""

    def __init__(self) -> None:
        raise ZeroDivisionError("division by zero")


class Lacking(First):
    """Needs something that is not installed."""

    def __init__(self) -> None:
        raise NotAllowed("core.not_installed", params={"module": "jax", "install": "pip install jax"})


quick = Search(Knowledge(), iterations=4)
searcher = SearchBot(quick)
ready = First()
nothing = 7


@pytest.mark.parametrize("name", ["First", "AnyMove", "quick", "ready"])
def test_a_bot_is_found_by_module_and_name(name: str) -> None:
    assert isinstance(load_bot("exxtra", f"{HERE}:{name}"), Bot)
    assert isinstance(load_bot("exxtra", f"{HERE}:AnyMove"), PolicyBot)
    assert isinstance(load_bot("exxtra", "casual"), PolicyBot)


@pytest.mark.parametrize("workers", [1, 2])
def test_it_plays_in_the_arena_on_any_number_of_processes(workers: int) -> None:
    own = f"{HERE}:First"
    standing = run(
        Contest("ludotheque.games.exxtra.game:GAME", ["cautious", own]), games=8, seed=1, workers=workers
    )
    assert standing.game == "exxtra"
    assert {row.bot for row in standing.lines} == {"cautious", own}


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("no_such_module:Bot", "core.import"),
        (f"{HERE}:Nobody", "core.import"),
        (":Bot", "core.import"),
        (f"{HERE}:nothing", "core.not_a_bot"),
        ("os:system", "core.bot_fails"),
        ("os:getcwd", "core.not_a_bot"),
        ("sys:exit", "core.bot_fails"),
        (f"{HERE}:Broken", "core.bot_fails"),
        (f"{HERE}:Lacking", "core.not_installed"),
    ],
)
def test_what_is_no_bot_is_refused(word: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        load_bot("exxtra", word)
    assert refused.value.code == code


@pytest.mark.parametrize("name", ["AnyMove", "quick", "searcher"])
def test_what_needs_integer_rules_is_refused_for_a_game_without(name: str) -> None:
    assert isinstance(load_bot("zoch", f"{HERE}:First"), First)
    with pytest.raises(Unreadable, match=r"Targets \(Zoch\) has no State") as refused:
        load_bot("zoch", f"{HERE}:{name}")
    assert refused.value.code == "core.needs_state"


def test_an_error_in_somebodys_module_is_told_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bots_with_an_error.py").write_text("import os\nmissing()\n")
    (tmp_path / "bots_that_leave.py").write_text("raise SystemExit(0)\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(Unreadable, match=r"NameError: name 'missing' .* \(bots_with_an_error.py:2\)"):
        load_bot("exxtra", "bots_with_an_error:Bot")
    with pytest.raises(Unreadable, match="SystemExit"):
        load_bot("exxtra", "bots_that_leave:Bot")
    with pytest.raises(Unreadable, match=r"ZeroDivisionError: division by zero \(test_own_bots.py:\d+\)"):
        load_bot("exxtra", f"{HERE}:Broken")


def test_what_is_no_game_is_refused() -> None:
    with pytest.raises(Unreadable) as refused:
        load_game(f"{HERE}:nothing")
    assert refused.value.code == "core.not_a_game"


def test_a_game_of_a_module_is_registered_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(REGISTRY, "exxtra")
    monkeypatch.setitem(FOREIGN, "exxtra", "")
    assert load_game("ludotheque.games.exxtra.game:GAME") is game("exxtra")
    assert REGISTRY["exxtra"] == "ludotheque.games.exxtra.game"


def test_a_stranger_can_import_nothing() -> None:
    with pytest.raises(Unreadable):
        game("ludotheque.games.exxtra.game:GAME")


def test_modules_of_the_current_folder_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = f"from {HERE} import First as Renamed\n"
    (tmp_path / "bots_of_this_folder.py").write_text(source)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2]))
    assert isinstance(load_bot("exxtra", "bots_of_this_folder:Renamed"), First)


def test_a_setting_names_further_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_BOTS", f"exxtra.first={HERE}:First, targi.any={HERE}:AnyMove,")
    assert levels("exxtra")[-1] == "first"
    assert isinstance(bot("exxtra", "first"), First)
    assert isinstance(bot("targi", "any"), PolicyBot)
    assert "first" not in levels("targi")


@pytest.mark.parametrize("word", ["exxtra.first", "first=a:B", "exxtra.first=strong"])
def test_a_setting_that_names_none_is_refused(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_BOTS", word)
    with pytest.raises(Unreadable, match="names no bot"):
        levels("exxtra")


@pytest.mark.parametrize("name", REGISTRY)
def test_every_level_of_a_game_is_a_bot(name: str) -> None:
    assert all(isinstance(bot(name, level), Bot) for level in own_levels(name))
