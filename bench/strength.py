"""How strong the characters are: every level against the next weaker one that is offered to people.

    python -m bench.strength exxtra --games 400

writes `data/strength.json` in the game's folder; the pages and the terminal tell it beside each character.
Levels that think by the clock have as many iterations as are enough for them, times `--share`, and play
`--slow-games`. With `--only` one level is measured, and the duels of the others stay in the file.
"""

import argparse
import sys
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import msgspec

from ludotheque.bots import bot
from ludotheque.bots.characters import STRENGTH, Strength, offered
from ludotheque.bots.searching import SearchBot
from ludotheque.core.bot import Bot
from ludotheque.games import REGISTRY
from ludotheque.games.targets.planner import Planner
from ludotheque.lab.arena import Contest, run


def player(game: str, level: str, share: float) -> Bot:
    """The bot of a level; one that thinks by the clock gets iterations, the same on any machine."""
    found = bot(game, level)
    if not isinstance(found, SearchBot) or found.search.iterations:
        return found
    return found.thinking(found.search.seconds, max(1, round(share * found.search.enough)))


def is_slow(one: Bot) -> bool:
    """Whether a bot takes long for a move: it searches with all it has, or simulates."""
    return isinstance(one, Planner) or (isinstance(one, SearchBot) and one.search.enough > 0)


def measure(
    game: str, only: str | None, games: int, slow_games: int, share: float, seed: int
) -> list[Strength]:
    """Each level, or only one, against the one below it, both sides alike."""
    found = []
    for weaker, stronger in pairwise(offered(game)):
        if only not in (None, stronger):
            continue
        bots = [player(game, level, share) for level in (stronger, weaker)]
        count = slow_games if any(is_slow(one) for one in bots) else games
        standing = run(Contest(game, bots, seats=2, names=(stronger, weaker)), count, seed)
        row = next(line for line in standing.lines if line.bot == stronger)
        found.append(Strength(stronger, weaker, row.games, row.wins, f"python -m bench.strength {game}"))
        print(f"{game}: {stronger} wins {row.wins:g} of {row.games} against {weaker}", flush=True)
    return found


def main() -> int:
    """Measure a game and write its file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=REGISTRY)
    parser.add_argument("--only")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--slow-games", type=int, default=40)
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found = measure(given.game, given.only, given.games, given.slow_games, given.share, given.seed)
    module = import_module(REGISTRY[given.game])
    path = Path(str(module.__file__)).parent / "data" / STRENGTH
    before = msgspec.json.decode(path.read_bytes(), type=list[Strength]) if path.is_file() else []
    measured = {duel.level for duel in found}
    found += [duel for duel in before if given.only is not None and duel.level not in measured]
    found.sort(key=lambda duel: offered(given.game).index(duel.level))
    path.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
