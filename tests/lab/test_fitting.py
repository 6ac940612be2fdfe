"""The scripts that fit bots write the same file on one process as on two."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from train.exxtra import tables
from train.targi import generations as targi_generations
from train.touche import move_scorer


@pytest.mark.slow
@pytest.mark.parametrize(
    ("main", "arguments", "out"),
    [
        (tables.main, ["--turns", "2000", "--rounds", "2", "--seats", "3"], "strong.json"),
        (targi_generations.main, ["--games", "9", "--iterations", "5", "--generations", "1"], ""),
        (move_scorer.main, ["--rounds", "1", "--decisions", "200"], ""),
    ],
)
def test_the_same_seed_teaches_the_same_on_one_process_and_on_two(
    tmp_path: Path, main: Callable[[Sequence[str]], None], arguments: list[str], out: str
) -> None:
    written = []
    for jobs in ("1", "2"):
        folder = tmp_path / jobs
        folder.mkdir()
        main([*arguments, "--jobs", jobs, "--out", str(folder / out)])
        written.append({file.name: file.read_bytes() for file in folder.iterdir()})
    assert written[0] == written[1] != {}
