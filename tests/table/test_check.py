"""The conformance check itself: it passes on every game, and it notices broken promises."""

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludotheque import all_games, check_game, compiled
from ludotheque.core.codec import Json
from ludotheque.core.coded import CodedGame, CodedPosition
from ludotheque.core.moves import MoveRange
from ludotheque.core.state import State
from ludotheque.games import REGISTRY
from ludotheque.games.exxtra import game as exxtra
from ludotheque.games.exxtra.views import write_view
from ludotheque.table import check, promises
from ludotheque.table.check import check_interpreted, random_choice
from tests.effort import tries

COMPILED = [game.name for game in all_games() if isinstance(game, CodedGame)]
COUNTS = [(game.name, tries(20, 10) if game.name in COMPILED else 1) for game in all_games()]
"""How many random games: where every flick is simulated, more of them run beside the game’s own tests."""


@pytest.mark.parametrize(("name", "count"), COUNTS)
def test_random_games_keep_every_promise(name: str, count: int) -> None:
    seen: list[int] = []
    report = check_game(name, games=count, seed=1, progress=seen.append)
    assert report.games == count
    assert report.looked_at > 0
    assert seen == list(range(1, count + 1))


@pytest.mark.slow
@pytest.mark.parametrize("name", COMPILED)
@pytest.mark.skipif(not compiled, reason="the rules run interpreted here: nothing to compare them with")
def test_compiled_and_interpreted_rules_play_the_same_games(name: str) -> None:
    check_interpreted(name, games=20)


def _lies(position: CodedPosition[Any]) -> list[str]:
    return ["a die is missing"]


def _peeks(position: CodedPosition[Any], seat: int | None) -> Json:
    """Tells which object it is, which no other position has."""
    return write_view(position.state) | {"starter": id(position) % position.seats}  # type: ignore[operator]


def _shares(position: CodedPosition[State]) -> CodedPosition[State]:
    return position


@pytest.mark.parametrize(("name", "broken"), [("violations", _lies), ("view", _peeks), ("copy", _shares)])
def test_a_broken_promise_is_noticed(
    name: str, broken: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CodedPosition, name, broken)
    with pytest.raises(AssertionError):
        check_game("exxtra", games=40)


def test_a_listed_move_that_is_refused_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from ludotheque import NotAllowed

    monkeypatch.setattr(CodedPosition, "refusal", lambda *_: NotAllowed("exxtra.throw_first", "EXXTRA-7"))
    with pytest.raises((AssertionError, NotAllowed)):
        check_game("exxtra", games=40)


def test_a_difference_between_compiled_and_interpreted_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "check_game", lambda *_: check.Report("exxtra", fingerprint="other"))
    with pytest.raises(AssertionError, match="differ"):
        check_interpreted("exxtra", games=1)


def test_a_continuous_move_is_drawn_within_its_ranges(monkeypatch: pytest.MonkeyPatch) -> None:
    from ludotheque import Table
    from ludotheque.core.chance import seeded

    table = Table("exxtra", chance=[])
    monkeypatch.setattr(CodedPosition, "moves", lambda *_: [MoveRange("flick", {"angle": (10.0, 20.0)})])
    read: list[Any] = []
    monkeypatch.setattr(exxtra.ExxtraGame, "read_move", lambda _, move: read.append(move))
    random_choice(table.position, 0, seeded(1))
    assert read[0]["do"] == "flick"
    assert 10 <= read[0]["angle"] <= 20


def test_a_game_that_shows_secrets_keeps_them_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTRY, "exxtra", "tests.table.showing")
    assert check_game("exxtra", games=20, seats=2).looked_at > 0


def test_options_and_seats_can_be_chosen() -> None:
    report = check_game("exxtra", games=2, seats=5, options={"xx_is_100": True})
    assert report.moves > 0


def test_a_broken_promise_says_which() -> None:
    modules = [Path(check.__file__), *Path(promises.__file__).parent.glob("*.py")]
    silent = [
        f"{path.name}:{node.lineno}"
        for path in modules
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Assert) and node.msg is None
    ]
    assert silent == []
