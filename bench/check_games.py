"""Random games of every game through the conformance check, in larger numbers than in the gate."""

import argparse
import time
from collections.abc import Sequence
from typing import Final

from ludotheque import check_game

GAMES: Final = {"exxtra": 100_000, "touche": 10_000, "targi": 10_000, "zoch": 100, "blackrock": 100}
"""Games for each; every flick of Targets is simulated."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Check the games named on the command line, or all, up to the first broken promise."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "game", nargs="*", default="all", choices=[*GAMES, "all"], help="all if none is named"
    )
    asked = parser.parse_args(arguments).game
    for name, number in GAMES.items():
        if name not in asked and "all" not in asked:
            continue
        start = time.perf_counter()
        report = check_game(name, games=number, seed=1)
        spent = time.perf_counter() - start
        looked = f"{report.looked_at:,} positions looked at in depth"
        print(f"{name}: {report.games:,} games, {report.moves:,} moves, {looked}, {spent:.0f} s", flush=True)


if __name__ == "__main__":
    main()
