"""Draws the picture of a match in the terminal: `python docs/pictures/draw_terminal.py`."""

import io
import re
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text

from ludotheque import Table
from ludotheque.cli.match import COMMANDS, PROMPT, Match
from ludotheque.cli.players import Player
from ludotheque.cli.terminal import Terminal
from ludotheque.core.chance import seeded

THROWS = [[7, 2], [4, 6], [3, 5], [2, 2], [7, 3], [1, 6], [7, 5], [3, 3], [7, "X"]]
MOVES = ["t", "4", "t", "3", "t", "2", "t", "t", "5", "t", "t", "4", "t", "1", "t"]
PLAYERS = [Player("Ada"), Player("Ben"), Player("Strong", "strong")]


def main() -> None:
    """Play a few turns with given dice, ask the coach, and draw the screen."""
    console = Console(
        file=io.StringIO(), record=True, width=80, height=28, force_terminal=True, highlight=False
    )
    table = Table("exxtra", seats=3, chance=THROWS)
    for move in MOVES:
        table.play(table.actors[0], move)
    match = Match(Terminal("en", console), table, PLAYERS, seeded(0))
    seat = table.actors[0]
    match.terminal.print(*match.screen(seat, COMMANDS["hint"](match, seat, "")), Text(PROMPT))
    picture = Path(__file__).with_name("exxtra-terminal.svg")
    form = re.sub(r"@font-face {{.*?}}", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL).replace("Fira Code, ", "")
    console.save_svg(str(picture), title="ludotheque play exxtra", code_format=form, unique_id="exxtra")


if __name__ == "__main__":
    main()
