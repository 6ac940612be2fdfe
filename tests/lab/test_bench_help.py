"""Measurements outside the gate print their usage."""

from types import ModuleType

import pytest
from bench import check_games
from train.targets import flick_ranges

from ludotheque.table.check import Report


@pytest.mark.parametrize(
    ("bench", "told"), [(check_games, "through the conformance check"), (flick_ranges, "[flicks]")]
)
def test_a_bench_tells_how_it_is_called_and_refuses_what_it_does_not_know(
    bench: ModuleType, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        bench.main(["--help"])
    assert left.value.code == 0
    assert told in capsys.readouterr().out
    with pytest.raises(SystemExit) as left:
        bench.main(["chess"])
    assert left.value.code == 2
    assert "chess" in capsys.readouterr().err


@pytest.mark.parametrize("named", [[], ["zoch"], ["targi", "exxtra"]])
def test_the_games_named_are_checked_or_all(named: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[str] = []

    def check(name: str, games: int, seed: int) -> Report:
        checked.append(name)
        return Report(name, games, moves=seed)

    monkeypatch.setattr(check_games, "check_game", check)
    check_games.main(named)
    assert sorted(checked) == sorted(named or check_games.GAMES)
