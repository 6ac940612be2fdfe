"""The registry: games of other packages, parts of a game's folder, and what is wrong with them."""

import sys
from importlib.metadata import EntryPoint, EntryPoints
from types import ModuleType

import pytest

from ludotheque import Table, bots, games
from ludotheque.bots.searching import SearchBot
from ludotheque.core import words
from ludotheque.core.bot import Search
from ludotheque.core.knowledge import Knowledge
from ludotheque.core.refusal import Unreadable
from ludotheque.games import REGISTRY, all_parts, find_installed, game, part, register_installed
from ludotheque.table.analysis import coach_of
from tests.table.honest.game import GAME


def points(*found: tuple[str, str]) -> EntryPoints:
    return EntryPoints(EntryPoint(name, value, "ludotheque.games") for name, value in found)


def test_a_game_of_another_package_is_found_and_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        games, "entry_points", lambda group: points(("honest", "tests.table.honest.game:GAME"))
    )
    monkeypatch.setattr(words, "FOREIGN", dict(words.FOREIGN))
    monkeypatch.setattr(games, "FOREIGN", words.FOREIGN)
    monkeypatch.setattr(games, "REGISTRY", dict(REGISTRY))
    register_installed()
    assert game("honest") is GAME
    assert words.say("honest_tagline", "en") == "High card, with a swap."
    assert words.family("honest") is None


@pytest.mark.parametrize("name", ["exxtra", "pig"])
def test_two_packages_may_not_claim_one_name(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = points((name, "one.game:GAME"), (name, "two.game:GAME"))
    monkeypatch.setattr(games, "entry_points", lambda group: found)
    with pytest.raises(ImportError, match=rf"the game '{name}' is claimed by .* and by"):
        find_installed()


def test_what_is_no_game_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("tests.table.no_game")
    module.GAME = 3  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(REGISTRY, "nothing", module.__name__)
    with pytest.raises(TypeError, match="is not a Game"):
        game("nothing")


def test_a_part_that_is_broken_is_an_error_and_one_that_is_missing_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert part("exxtra", "no_such_part") is None
    monkeypatch.setitem(REGISTRY, "honest", "tests.table.broken.game")
    with pytest.raises(ImportError, match="a library that these bots need"):
        bots.levels("honest")


def test_parts_that_editions_share_are_found_once() -> None:
    found = [module.__name__ for module in all_parts("bots")]
    assert len(found) == len(set(found))
    assert "ludotheque.games.targets.zoch.bots" in found


def test_a_bot_of_another_package_joins_the_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    bots._points.cache_clear()
    point = EntryPoint("exxtra.guest", "tests.table.test_registry:GUEST", bots.GROUP)
    monkeypatch.setattr(bots, "entry_points", lambda group: EntryPoints([point]))
    try:
        assert bots.levels("exxtra")[-1] == "guest"
        assert isinstance(bots.bot("exxtra", "guest"), SearchBot)
        assert "guest" not in bots.own_levels("exxtra")
    finally:
        bots._points.cache_clear()


def test_a_bot_that_was_added_never_becomes_the_coach(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Table("targi", seed=1).position
    strongest = type(bots.bot("targi", bots.own_levels("targi")[-1]))
    monkeypatch.setenv(bots.OWN, "targi.mine=no_such_module:Bot")
    assert bots.levels("targi")[-1] == "mine"
    assert type(coach_of(position)[0]) is strongest


GUEST = Search(Knowledge(), iterations=5)


@pytest.fixture
def foreign(monkeypatch: pytest.MonkeyPatch) -> None:
    """A registry of its own for a test that registers games."""
    monkeypatch.setattr(words, "FOREIGN", dict(words.FOREIGN))
    monkeypatch.setattr(games, "FOREIGN", words.FOREIGN)
    monkeypatch.setattr(games, "REGISTRY", dict(REGISTRY))


@pytest.mark.usefixtures("foreign")
def test_a_table_takes_a_game_that_is_not_installed() -> None:
    assert Table(GAME, 2, seed=1).game is GAME
    assert games.REGISTRY["honest"] == "tests.table.honest.game"
    assert game("honest") is GAME
    assert words.say("honest_tagline", "en") == "High card, with a swap."


def test_the_name_of_a_module_is_refused_with_the_function_that_imports_it() -> None:
    with pytest.raises(Unreadable, match=r"load_game\(\"tests.table.honest.game:GAME\"\) first"):
        Table("tests.table.honest.game:GAME")


@pytest.mark.usefixtures("foreign")
def test_a_game_without_a_package_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "__module__", "__main__")
    with pytest.raises(Unreadable, match="The module “__main__” of the game “honest” is in no package"):
        game(GAME)
