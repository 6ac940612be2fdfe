"""Strength of Exxtra's bots: `strong` against every player with a fixed threshold, and the ladder.

`python -m bench.exxtra_strength` prints, for 2 to 6 players and each of the thirty thresholds, the share of
games that one `strong` wins against threshold players on all other seats, with its 99 % interval of Wilson.
Each threshold player places by the rule of thumb that was best in games played beforehand.
"""

import argparse
from collections.abc import Sequence
from itertools import pairwise

from bench.on_workers import add_arguments, workers_of

from ludotheque.bots import levels
from ludotheque.core.bot import PolicyBot
from ludotheque.games.exxtra.bots.heuristics import SLOT_RULES, Threshold
from ludotheque.games.exxtra.rules.state import VALUES
from ludotheque.lab.arena import Contest, Entrant, LineUp, StandingRow, run
from ludotheque.lab.workers import Workers

CONFIDENCE = 0.99


def alone(seats: int) -> list[LineUp]:
    """Return the line-ups of the first bot on each seat in turn, the second on all others."""
    return [tuple(int(seat != one) for seat in range(seats)) for one in range(seats)]


def duel(one: Entrant, others: Entrant, seats: int, games: int, seed: int, workers: Workers) -> StandingRow:
    """Return the result of a bot alone against copies of another."""
    match = Contest("exxtra", [one, others], seats, line_ups=alone(seats))
    return run(match, games, seed, workers=workers, confidence=CONFIDENCE).lines[0]


def best_rule(threshold: int, seats: int, games: int, workers: Workers) -> int:
    """Return the rule of thumb with which a threshold player does best against `strong`."""
    shares = [
        duel("strong", PolicyBot(Threshold(threshold, rule)), seats, games, 1 + rule, workers).share
        for rule in range(len(SLOT_RULES))
    ]
    return shares.index(min(shares))


def thresholds(seats: int, asked: argparse.Namespace, workers: Workers) -> bool:
    """Print `strong` against all thirty thresholds; return whether it beat them all with the confidence."""
    print(f"\n{seats} players: one strong against {seats - 1} threshold players, fair share {1 / seats:.3f}")
    print("keep from  slot rule   games  win share  99 % interval")
    found: list[tuple[float, int, int]] = []
    lows = []
    for threshold in VALUES:
        rule = best_rule(threshold, seats, asked.trial, workers)
        rival = PolicyBot(Threshold(threshold, rule))
        line = duel("strong", rival, seats, asked.games, 1000 + threshold, workers)
        verdict = "beaten" if line.low > line.fair else "NOT PROVEN"
        print(
            f"{threshold:>9}  {SLOT_RULES[rule]:<9} {line.games:>7}  {line.share:>9.3f}"
            f"  {line.low:.3f} - {line.high:.3f}  {verdict}",
            flush=True,
        )
        found.append((line.share, threshold, rule))
        lows.append(line.low)
    _, threshold, rule = min(found)
    rival = PolicyBot(Threshold(threshold, rule))
    line = duel(rival, "strong", seats, asked.games, 5000, workers)
    print(f"the toughest ({threshold}, {SLOT_RULES[rule]}) alone against strong: {told(line)}")
    return min(lows) > 1 / seats


def ladder(seats: int, games: int, workers: Workers) -> None:
    """Print each level against the one below."""
    known = levels("exxtra")[: None if seats == 2 else -1]
    for below, level in pairwise(known):
        line = duel(level, below, seats, games, 9000, workers)
        print(f"{seats} players: {level} alone against {below}: {told(line)}", flush=True)


def told(line: StandingRow) -> str:
    """Return a line of a standing, in short."""
    return f"{line.share:.3f} ({line.low:.3f} - {line.high:.3f}), fair {line.fair:.3f}, {line.games} games"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print both tables; return 1 if a threshold player was not beaten with three or more players."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, nargs="*", default=(2, 3, 4, 5, 6))
    parser.add_argument("--games", type=int, default=3000, help="for each threshold; 0 leaves it out")
    parser.add_argument("--trial", type=int, default=300, help="games beforehand for each rule of thumb")
    parser.add_argument("--ladder", type=int, default=3000, help="games for each pair of levels")
    add_arguments(parser)
    asked = parser.parse_args(arguments)
    proven = True
    with workers_of(asked) as workers:
        for seats in asked.seats if asked.games else ():
            beaten = thresholds(seats, asked, workers)
            proven = proven and (beaten or seats == 2)  # there `strong` errs on purpose
        print("\nThe ladder of levels")
        for seats in asked.seats:
            ladder(seats, asked.ladder, workers)
    return 0 if proven else 1


if __name__ == "__main__":
    raise SystemExit(main())
