"""Match of `strong`, which evaluates by networks, against the same policy with fitted tables.

`python -m bench.exxtra_networks --games 2000` prints, for three to six players, one with networks among
others with tables and the reverse: the share of the wins with its 95 % interval, beside the fair share.
"""

import argparse

from bench.exxtra_strength import alone
from bench.on_workers import add_arguments, workers_of

from ludotheque.core.bot import Bot, PolicyBot
from ludotheque.games.exxtra.bots.evaluation import EvaluationPolicy
from ludotheque.games.exxtra.bots.levels import by_tables, strong
from ludotheque.lab.arena import Contest, run
from ludotheque.lab.workers import Workers


def strong_by_tables() -> Bot:
    """Return `strong` with the two fitted tables at every number of seats, in place of the networks."""
    return PolicyBot(EvaluationPolicy([by_tables(seats) for seats in range(2, 7)], 2))


def main() -> None:
    """Print both directions for every number of seats."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seats", type=int, nargs="*", default=[3, 4, 5, 6])
    parser.add_argument("--seed", type=int, default=1)
    add_arguments(parser)
    asked = parser.parse_args()
    print("players, who is alone, games, share of wins, 95 % interval, fair share")
    with workers_of(asked) as workers:
        tell(asked, workers)


def tell(asked: argparse.Namespace, workers: Workers) -> None:
    """Print a line for each number of seats and direction."""
    for seats in asked.seats:
        for name, one, others in (
            ("networks", strong(), strong_by_tables()),
            ("tables", strong_by_tables(), strong()),
        ):
            match = Contest("exxtra", [one, others], seats, line_ups=alone(seats))
            line = run(match, asked.games, asked.seed, workers=workers, confidence=0.95).lines[0]
            print(
                f"{seats}, {name}, {line.games}, {line.share:.3f},"
                f" {line.low:.3f} - {line.high:.3f}, {line.fair:.3f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
