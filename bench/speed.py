"""Decisions per second in random play: our games compiled and interpreted, beside their peers, in one run.

A decision is a move of a player; throws and drawn cards are not counted, neither ours nor theirs. Everything
runs on one core, and every peer is driven from Python as its users drive it; ours is measured both ways: from
Python, move by move, and inside the compiled loop of a search.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable

SECONDS = 2.0


def measure(play: Callable[[], int], seconds: float) -> float:
    """Return decisions per second of a function that plays a game and returns their number; the best of
    three.
    """
    best = 0.0
    for _ in range(3):
        decisions, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds / 3:
            decisions += play()
        best = max(best, decisions / spent)
    return best


def ours(name: str, seats: int) -> dict[str, float]:
    """Random games of ours, inside the compiled loop and move by move from Python."""
    from librt.random import Random

    import ludotheque
    from ludotheque.core.coded import coded
    from ludotheque.core.state import CHANCE, OVER, play_out

    game = ludotheque.game(name)
    start = coded(game.start(seats, game.read_options({})))
    rng = Random(1)

    def inside() -> int:
        decisions = 0
        for _ in range(10):
            decisions += play_out(start.state.copy(), rng)
        return decisions

    def from_python() -> int:
        state, decisions = start.state.copy(), 0
        while (turn := state.turn()) != OVER:
            if turn == CHANCE:
                state.apply(state.sample(rng))
            else:
                moves = state.moves()
                state.apply(moves[rng.randrange(len(moves))])
                decisions += 1
        return decisions

    figures = {"inside": measure(inside, SECONDS), "python": measure(from_python, SECONDS)}
    return figures | {"compiled": float(ludotheque.compiled)}


def interpreted(name: str, seats: int) -> dict[str, float]:
    """Measure the same source, interpreted, in a process of its own."""
    environment = os.environ | {"LUDOTHEQUE_PURE": "1"}
    command = [sys.executable, __file__, "--only", name, "--seats", str(seats)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def open_spiel(name: str) -> float | None:
    """Random games of OpenSpiel, whose rules are C++."""
    try:
        import pyspiel
    except ImportError:
        return None
    game, rng = pyspiel.load_game(name), random.Random(1)

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return measure(play, SECONDS)


def catanatron() -> float | None:
    """Random games of Catanatron, a Python engine of a modern board game."""
    try:
        from catanatron import Color, Game, RandomPlayer
    except ImportError:
        return None

    def play() -> int:
        game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)])
        game.play()
        return len(game.state.action_records if hasattr(game.state, "action_records") else game.state.actions)

    return measure(play, SECONDS)


def peers() -> dict[str, float | None]:
    """Measure every installed peer."""
    names = ("backgammon", "pig", "connect_four", "go(board_size=9)")
    found = {f"OpenSpiel (C++) {name}": open_spiel(name) for name in names}
    return found | {"Catanatron": catanatron()}


def main() -> None:
    """Print the figures as ratios; return 1 if a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="print one game's figures as JSON, without peers")
    parser.add_argument("--seats", type=int, default=2)
    given = parser.parse_args()
    if given.only:
        sys.stdout.write(json.dumps(ours(given.only, given.seats)))
        return
    table(given.seats)


def table(seats: int) -> None:
    """Print a line for each game and peer."""
    from ludotheque.core.coded import CodedGame
    from ludotheque.games import all_games

    beside = peers()
    for game in all_games():
        if not isinstance(game, CodedGame):
            continue
        fast, slow = ours(game.name, seats), interpreted(game.name, seats)
        if not fast["compiled"] or slow["compiled"]:
            sys.exit(
                "The rules are not compiled here, so there is no compiled figure to report: run `make setup`."
            )
        print(f"{game.title}, {seats} seats, random play")
        line("compiled, in the loop of the search", fast["inside"])
        line("compiled, driven from Python", fast["python"], fast["inside"])
        line("interpreted, same source", slow["inside"], fast["inside"])
        for peer, figure in beside.items():
            line(peer, figure, fast["inside"], fast["python"])
        print()


def line(what: str, figure: float | None, loop: float | None = None, python: float | None = None) -> None:
    """Return a line with a figure, and our multiples of it: in the loop, and driven from Python."""
    if figure is None:
        print(f"  {what:<36} not installed (pip install -r requirements-bench.txt)")
        return
    ratios = "".join(
        f"  {name} {ours / figure:6.1f} x" for name, ours in (("loop", loop), ("Python", python)) if ours
    )
    print(f"  {what:<36} {figure:>12,.0f} decisions/s{ratios}")


if __name__ == "__main__":
    main()
