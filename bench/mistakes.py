"""The most frequent mistakes of the weakest character of a game, by kind, from the analysis of its own games.

    python -m bench.mistakes exxtra --games 40

It plays against itself; every decision is analysed, and the notable ones are sorted by the reason that
separates them from the better move. `docs/mistakes.md` names the lesson and the reason for each kind.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Final

from ludotheque.bots import bot
from ludotheque.bots.characters import offered
from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json
from ludotheque.core.reasons import THAN
from ludotheque.games import REGISTRY
from ludotheque.table.analysis import GOOD, Decision, Thought, analyse
from ludotheque.table.table import Table

MOST: Final = 5


def by_reason(decision: Decision) -> str:
    """Return the reason that separates the two moves, as a kind of mistake."""
    told = decision.why()
    return told[0].code.partition(".")[2].removesuffix(THAN) if told else "no single reason"


def in_exxtra(decision: Decision) -> str:
    """Return the kind of mistake: when to stop, or how high to place."""
    played, best = _slot(decision.played.move), _slot(decision.best.move)
    if best is None:
        return "stops too early"
    if played is None:
        return "throws once too often"
    if by_reason(decision).startswith("removes"):
        return "leaves dice lying that it could remove"
    return "places too low" if played < best else "places too high"


def in_targi(decision: Decision) -> str:
    """Return the kind of action, and the advantage of the better move."""
    played, best = _verb(decision.played.move), _verb(decision.best.move)
    if played == best == "place":
        return f"places where {by_reason(decision)} is worse"
    return f"{played} instead of {best}" if played != best else f"{played}: another one was better"


def in_touche(decision: Decision) -> str:
    """Return the reason; a pattern that could have been completed comes first."""
    codes = {reason.code for reason in decision.best.reasons}
    if codes & {"touche.wins", "touche.completes"}:
        return "leaves a pattern uncompleted"
    return by_reason(decision)


def in_targets(decision: Decision) -> str:
    """Return the reason for flicks, the verb for calls."""
    played, best = _verb(decision.played.move), _verb(decision.best.move)
    return by_reason(decision) if played == best == "flick" else f"{played} instead of {best}"


KINDS: Final[Mapping[str, Callable[[Decision], str]]] = {
    "exxtra": in_exxtra,
    "touche": in_touche,
    "targi": in_targi,
    "zoch": in_targets,
    "blackrock": in_targets,
}


def _verb(move: Json) -> str:
    assert isinstance(move, dict)
    return str(move["do"])


def _slot(move: Json) -> int | None:
    assert isinstance(move, dict)
    return None if move["do"] == "throw" else int(str(move["slot"]))


def played(game: str, level: str, seed: int, most: int) -> object:
    """Return the record of a game of a level with itself."""
    table, rng, player = Table(game, seats=2, seed=seed), seeded(seed), bot(game, level)
    moves = 0
    while table.result is None and moves < most:
        seat = table.actors[0]
        table.play(seat, player.choose(table.position.seen_by(seat, rng), seat, rng))
        moves += 1
    return table.record()


def main() -> int:
    """Play, analyse, sort and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=REGISTRY)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--iterations", type=int, default=200, help="of the coach, where it searches")
    parser.add_argument("--moves", type=int, default=400, help="of a game, at most")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    level = offered(given.game)[0]
    losses: dict[str, list[float]] = defaultdict(list)
    decisions = 0
    for number in range(given.games):
        found = analyse(
            played(given.game, level, given.seed + number, given.moves),
            number,
            Thought(iterations=given.iterations),
        )
        decisions += len(found.decisions)
        for decision in found.decisions:
            if decision.loss > GOOD:
                losses[KINDS.get(given.game, by_reason)(decision)].append(decision.loss)
    ranked = sorted(losses.items(), key=lambda kind: -sum(kind[1]))
    mistakes = sum(map(len, losses.values()))
    print(f"{given.game}, {level}: {given.games} games, {decisions} decisions, {mistakes} mistakes")
    for kind, lost in ranked[:MOST]:
        print(f"  {kind}: {len(lost)} = {len(lost) / mistakes:.0%}, {sum(lost) / len(lost):.1%} lost each")
    return 0


if __name__ == "__main__":
    sys.exit(main())
