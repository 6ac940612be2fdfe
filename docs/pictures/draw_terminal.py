"""Draws the pictures of matches in the terminal: `python docs/pictures/draw_terminal.py`."""

import io
import re
from collections.abc import Sequence
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text

from ludotheque import Table
from ludotheque.bots import bot
from ludotheque.cli.match import COMMANDS, PROMPT, Match, Notice
from ludotheque.cli.players import Player
from ludotheque.cli.terminal import Terminal
from ludotheque.core.chance import seeded
from ludotheque.games.targi.moves import Place

THROWS = [[7, 2], [4, 6], [3, 5], [2, 2], [7, 3], [1, 6], [7, 5], [3, 3], [7, "X"]]
MOVES = ["t", "4", "t", "3", "t", "2", "t", "t", "5", "t", "t", "4", "t", "1", "t"]


def main() -> None:
    """A throw of Exxtra with hints, a hand of Touché, a placement in Targi."""
    exxtra = Table("exxtra", seats=3, chance=THROWS)
    for move in MOVES:
        exxtra.play(exxtra.actors[0], move)
    draw(exxtra, [Player("Ada"), Player("Ben"), Player("Strong", "strong")], 28, hint=True)
    touche = played("touche", 4, seed=12, moves=40)
    draw(touche, [Player("Ada"), Player("Strong", "strong"), Player("Ben"), Player("Expert", "expert")], 28)
    targi = played("targi", 2, seed=5, moves=96)
    pointed = targi.moves(0)[1]
    assert isinstance(pointed, Place)
    draw(targi, [Player("Ada"), Player("Strong", "strong")], 30, focus=str(pointed.card))


def played(game: str, seats: int, seed: int, moves: int) -> Table:
    """A match that bots have played for a while, until the first seat is to act."""
    table, rng = Table(game, seats=seats, seed=seed), seeded(seed)
    thinker = bot(game, "greedy")
    while moves > 0 or table.actors != (0,):
        (seat,) = table.actors
        table.play(seat, thinker.choose(table.position.seen_by(seat, rng), seat, rng))
        moves -= 1
    return table


def draw(
    table: Table, players: Sequence[Player], height: int, *, hint: bool = False, focus: str = ""
) -> None:
    """The screen of the first seat, with hints or with what it points at."""
    console = Console(
        file=io.StringIO(), record=True, width=80, height=height, force_terminal=True, highlight=False
    )
    name = table.game.name
    match = Match(Terminal("en", console), table, players, seeded(0), focus=focus)
    seat = table.actors[0]
    notice: Notice | None = COMMANDS["hint"](match, seat, "") if hint else None
    match.terminal.print(*match.screen(seat, notice), Text(PROMPT))
    picture = Path(__file__).with_name(f"{name}-terminal.svg")
    form = re.sub(r"@font-face {{.*?}}", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL).replace("Fira Code, ", "")
    console.save_svg(str(picture), title=f"ludotheque play {name}", code_format=form, unique_id=name)


if __name__ == "__main__":
    main()
