"""Draws the pictures of Targets: `python docs/pictures/draw_targets.py`.

For each edition the table before and after a flick, from a seat and from above, one film, and the terminal.
The flicks are simulated; with the same seed they end the same way.
"""

import io
import re
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text

from ludotheque import Table
from ludotheque.cli.match import PROMPT, Match
from ludotheque.cli.players import Player
from ludotheque.cli.terminal import Terminal
from ludotheque.core.chance import seeded
from ludotheque.core.moves import Move
from ludotheque.games.targets.commands import SHAPE, Scene, paint, scenes
from ludotheque.table.record import read_record

HERE = Path(__file__).parent
FLICKS = ("4 1.2 0.3 0 15", "-5 1.1 0.3 0 15", "8 1.6 0.4 0 5", "0 1.15 0.3 0 15")
GAMES = {"zoch": (3, 1, 6), "blackrock": (4, 0, 20)}
"""The seats, the seed, and the flick worth a picture: a die through a hole, and a “Targets!”."""
WIDTH = 640


def played(edition: str, seats: int, seed: int, flicks: int) -> Table:
    """A game up to a flick; whoever has a choice makes the first that is offered."""
    table = Table(edition, seats, seed, {"tremor": "off"})
    made = 0
    while made < flicks:
        seat = table.actors[0]
        plain = [move for move in table.moves(seat) if isinstance(move, Move)]
        if plain:
            table.play(seat, plain[0])
        else:
            table.play(seat, f"flick {FLICKS[made % len(FLICKS)]}")
            made += 1
    return table


def draw(edition: str, scene: Scene) -> None:
    """Before and after, from the seat that flicks and from above."""
    seat_view, top_view = (WIDTH, round(WIDTH * SHAPE)), (WIDTH, WIDTH)
    paint(scene, HERE / f"targets-{edition}-before.png", "perspective", seat_view, before=True)
    paint(scene, HERE / f"targets-{edition}-after.png", "perspective", seat_view)
    paint(scene, HERE / f"targets-{edition}-above.png", "top", top_view)


def draw_terminal(table: Table) -> None:
    """The screen of whoever acts next."""
    console = Console(
        file=io.StringIO(), record=True, width=80, height=34, force_terminal=True, highlight=False
    )
    players = [Player("Ada"), Player("Ben"), Player("Strong", "strong"), Player("Expert", "expert")]
    match = Match(Terminal("en", console), table, players[: table.seats], seeded(0))
    match.terminal.print(*match.screen(table.actors[0]), Text(PROMPT))
    form = re.sub(r"@font-face {{.*?}}", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL).replace("Fira Code, ", "")
    title = f"ludotheque play {table.game.name}"
    console.save_svg(str(HERE / "targets-terminal.svg"), title=title, code_format=form, unique_id="targets")


def main() -> None:
    """Draw everything."""
    for edition, (seats, seed, flick) in GAMES.items():
        table = played(edition, seats, seed, flick)
        scene = scenes(read_record(table.record()))[-1]
        draw(edition, scene)
        if edition == "blackrock":
            paint(scene, HERE / "targets-flick.gif", "perspective", (480, 320))
    draw_terminal(played("zoch", 2, 2, 4))


if __name__ == "__main__":
    main()
