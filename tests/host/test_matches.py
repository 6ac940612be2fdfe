"""Tables run without a database, a web framework or a log library: whole matches in a fresh interpreter."""

import subprocess
import sys

import pytest

from ludotheque.games import REGISTRY


@pytest.mark.parametrize("game", sorted(REGISTRY))
def test_whole_matches_are_played_with_nothing_of_a_server(game: str) -> None:
    played = subprocess.run(
        [sys.executable, "-m", "tests.host.matches", game], capture_output=True, text=True, check=False
    )
    assert played.returncode == 0, played.stdout + played.stderr
    assert played.stdout == "imported: nothing that is banned\n"
