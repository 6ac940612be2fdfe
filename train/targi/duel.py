"""Two versions of Targi's search against each other, on all processors or on Ray.

    python -m train.targi.duel NEW OLD --games 200 --seconds 1 1 --enough 0 20000
    python -m train.targi.duel NEW OLD --games 400 --iterations 1000 1000
    python -m train.targi.duel shipped shipped --games 1000 --iterations 200 200 --shown
    python -m train.targi.duel shipped shipped --games 1000 --iterations 200 200 --even
    python -m train.targi.duel shipped shipped --games 200 --iterations 300 300 --wide

Games come in pairs with the same seed of chance and swapped seats. A version is a file of a generation or
`heuristic`, or `shipped`. With `--shown` the first sees the card that the other keeps secretly
(TARGI-23), which tells how much could be gained at most by guessing it; with `--even` the second draws it
evenly, whatever its keeping tells (`targi/bots/belief.py`), and with `--wide` it shares its thought among
moves as widely as the baseline.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bench.on_workers import add_arguments, workers_of
from train.targi.versions import exploration, knowledge, read

from ludotheque.bots.search import Tree
from ludotheque.core.chance import seeded
from ludotheque.core.knowledge import WIDE
from ludotheque.core.state import CHANCE, OVER
from ludotheque.games.targi.rules import state as rules
from ludotheque.games.targi.rules.scoring import score
from ludotheque.lab.statistics import wilson
from ludotheque.lab.workers import Workers


class Thinker(NamedTuple):
    """A version and its limits of time and iterations."""

    version: str
    seconds: float
    iterations: int
    enough: int
    shown: bool
    even: bool
    wide: bool


class Outcome(NamedTuple):
    """The result of a game for the first version."""

    won: float
    scores: tuple[int, int]
    seconds: tuple[float, float]
    decisions: tuple[int, int]
    beside_secrets: int
    """Decisions while the other kept a card unseen (TARGI-23)."""


@dataclass(frozen=True)
class Duel:
    """Games of two versions, by number."""

    thinkers: tuple[Thinker, Thinker]
    seed: int

    def __call__(self, number: int) -> Outcome:
        """Play a game; two in a row have the same chance and swapped seats."""
        return play(self.thinkers, number % 2, self.seed + number // 2)


def play(thinkers: tuple[Thinker, Thinker], first: int, seed: int) -> Outcome:
    """Play one game; `first` is the seat of the first version."""
    trained = [read(thinker.version) for thinker in thinkers]
    known = [knowledge(version) for version in trained]
    how = [
        WIDE if thinker.wide else exploration(version)
        for thinker, version in zip(thinkers, trained, strict=True)
    ]
    chance, thought = seeded(seed), seeded(seed + 10**9 + first)
    state = rules.new_game(random_starter=False)
    seconds, decisions, beside_secrets = [0.0, 0.0], [0, 0], 0
    while (turn := state.turn()) != OVER:
        if turn == CHANCE:
            state.apply(state.sample(chance))
            continue
        moves = list(state.moves())
        if len(moves) == 1:
            state.apply(moves[0])
            continue
        who = 0 if turn == first else 1
        thinker = thinkers[who]
        begun = time.process_time()
        seen = state.copy()
        if thinker.shown:
            seen.secrets[1 - turn] = 0
        if thinker.even:
            seen.forget_keeping(1 - turn)
        tree = Tree(seen, turn, known[who], how[who], thought)
        tree.decide(thinker.seconds, thinker.iterations, thinker.enough)
        seconds[who] += time.process_time() - begun
        decisions[who] += 1
        beside_secrets += state.secrets[1 - turn] != 0
        state.apply(tree.choice())
    return Outcome(
        state.payoff(first),
        (int(score(state, first)), int(score(state, 1 - first))),
        (seconds[0], seconds[1]),
        (decisions[0], decisions[1]),
        beside_secrets,
    )


def fight(duel: Duel, games: int, workers: Workers) -> list[Outcome]:
    """Play all games, in their order; print progress every twenty."""
    outcomes = list[Outcome]()
    for outcome in workers.map(duel, range(games)):
        outcomes.append(outcome)
        if len(outcomes) % 20 == 0:
            sys.stderr.write(f"{told(outcomes)}\n")
    return outcomes


def told(outcomes: list[Outcome]) -> str:
    """Return a duel in one line."""
    games = len(outcomes)
    wins = sum(outcome.won for outcome in outcomes)
    low, high = wilson(wins, games, 0.95)
    scores = [sum(outcome.scores[i] for outcome in outcomes) / games for i in (0, 1)]
    each = [
        1000 * sum(outcome.seconds[i] for outcome in outcomes) / sum(o.decisions[i] for o in outcomes)
        for i in (0, 1)
    ]
    secret = sum(o.beside_secrets for o in outcomes) / sum(sum(o.decisions) for o in outcomes)
    return (
        f"{wins:g} of {games} = {wins / games:.1%} [{low:.1%}, {high:.1%}], scores {scores[0]:.1f} to "
        f"{scores[1]:.1f}, {each[0]:.0f} to {each[1]:.0f} ms a decision, "
        f"{secret:.1%} of them with a hidden card in the other hand"
    )


def main(arguments: Sequence[str]) -> None:
    """Print one duel."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("versions", nargs=2)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, nargs=2, default=(1.0, 1.0))
    parser.add_argument("--iterations", type=int, nargs=2, default=(0, 0))
    parser.add_argument("--enough", type=int, nargs=2, default=(0, 0))
    parser.add_argument("--shown", action="store_true", help="the first sees the other's secret card")
    parser.add_argument("--even", action="store_true", help="the second draws the other's secret card evenly")
    parser.add_argument("--wide", action="store_true", help="the second explores as widely as the baseline")
    parser.add_argument("--seed", type=int, default=1)
    add_arguments(parser)
    given = parser.parse_args(arguments)
    one, other = (
        Thinker(
            version,
            given.seconds[i],
            given.iterations[i],
            given.enough[i],
            shown=given.shown and i == 0,
            even=given.even and i == 1,
            wide=given.wide and i == 1,
        )
        for i, version in enumerate(given.versions)
    )
    with workers_of(given) as workers:
        outcomes = fight(Duel((one, other), given.seed), given.games, workers)
    print(f"{one} against {other}: {told(outcomes)}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
