"""How strong the bots of Targets are: expert against casual in both editions, and the hit rates.

`python bench/targets_arena.py [games] [flicks] [edition]`; the bar is 75 % of 100 games for the expert.
"""

import sys

from ludotheque import Table
from ludotheque.bots import bot, levels
from ludotheque.core.chance import seeded
from ludotheque.games.targets.physics.reading import hits
from ludotheque.games.targets.position import TargetsPosition
from ludotheque.lab.arena import Match, run

BAR = 0.75


def duel(game: str, games: int) -> None:
    """Expert against casual, on both seats equally often."""
    standing = run(Match(game, ["expert", "casual"]), games=games, seed=11)
    expert = standing.lines[0]
    verdict = "reached" if expert.share >= BAR else "missed"
    print(
        f"{game}: expert wins {expert.share:.0%} of {standing.games} games against casual"
        f" ({expert.low:.0%} to {expert.high:.0%}); {BAR:.0%} is {verdict};"
        f" {standing.length:.0f} moves a game",
        flush=True,
    )


def rates(game: str, flicks: int) -> None:
    """How often the first flick of a game, from a full tower, hits a disc, and how often its centre."""
    for level in levels(game):
        player, rng, hit, centre = bot(game, level), seeded(3), 0, 0
        for seed in range(flicks):
            table = Table(game, 2, seed=seed)
            seat = table.actors[0]
            told = table.play(seat, player.choose(table.position, seat, rng))
            assert isinstance(table.position, TargetsPosition)
            lucky = any(event.name in ("targets.dead_centre", "targets.targets") for event in told)
            hit += lucky or any(hits(rest) for rest in table.position.board.rests)
            centre += lucky
        print(
            f"{game}: {level} hits with {hit / flicks:.0%} of {flicks}, centres {centre / flicks:.0%}",
            flush=True,
        )


def main() -> None:
    """Both editions."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    flicks = int(sys.argv[2]) if len(sys.argv) > 2 else games
    for game in sys.argv[3:] or ("zoch", "blackrock"):
        if flicks:
            rates(game, flicks)
        if games:
            duel(game, games)


if __name__ == "__main__":
    main()
