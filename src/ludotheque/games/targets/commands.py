"""`ludotheque targets render`: a table or a flick of Targets as a picture or a short film."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from cyclopts import App, Parameter
from cyclopts.validators import Number

from ludotheque.cli.commands.replay import follow
from ludotheque.cli.terminal import Terminal
from ludotheque.core.codec import read
from ludotheque.core.refusal import NotAllowed, Unreadable
from ludotheque.games import game
from ludotheque.games.targets.outcomes import Rolled, after
from ludotheque.games.targets.physics.config import DEFAULT
from ludotheque.games.targets.physics.geometry import base_foot, base_place, seat_angle, turned
from ludotheque.games.targets.physics.layout import Layout, Pose, Stand
from ludotheque.games.targets.physics.render import View, few_colours, render, render_film
from ludotheque.games.targets.terminal.board import KINDS, plain_numbers
from ludotheque.table.record import Record, read_record
from ludotheque.table.table import Table

Edition = Literal["zoch", "blackrock"]
FILM: Final = ".gif"
PICTURES: Final = (".png", FILM)
EXAMPLE_FLICK: Final = "5 1.2 0.4"
SHAPE: Final = 2 / 3
"""Height of a perspective picture as a fraction of its width; a view from above is square."""


@dataclass(frozen=True)
class Scene:
    """A flick of a record: the table before it, the seat that flicked, and the outcome."""

    layout: Layout
    seat: int
    rolled: Rolled


def add(app: App, terminal: Terminal) -> None:
    """Add the command `targets` with its own commands to the command line."""
    say = terminal.say
    targets = App(name="targets", help=say("help_targets"))
    targets["--help"].help = say("help_help")
    app.command(targets)

    @targets.command(name="render", help=say("help_render"))
    def draw(
        file: Annotated[Path | None, Parameter(name="FILE", help=say("help_render_file"))] = None,
        /,
        *,
        step: Annotated[int | None, Parameter(help=say("help_step"), validator=Number(gte=1))] = None,
        before: Annotated[bool, Parameter(help=say("help_before"), negative="")] = False,
        view: Annotated[View, Parameter(help=say("help_view"))] = "perspective",
        out: Annotated[Path | None, Parameter(help=say("help_render_out"))] = None,
        width: Annotated[
            int, Parameter(help=say("help_render_size"), validator=Number(gte=60, lte=4000))
        ] = 720,
        edition: Annotated[Edition, Parameter(help=say("help_edition"))] = "zoch",
        seats: Annotated[int | None, Parameter(help=say("help_render_seats"))] = None,
        flick: Annotated[str, Parameter(help=say("help_flick"), allow_leading_hyphen=True)] = EXAMPLE_FLICK,
        seed: Annotated[int, Parameter(help=say("help_seed"))] = 0,
    ) -> None:
        picture = out or Path(f"{'targets-example' if file is None else file.stem}.png")
        if picture.suffix not in PICTURES:
            raise Unreadable("cli.picture", params={"file": picture.name})
        if not picture.resolve().parent.is_dir():
            raise Unreadable("cli.folder", params={"folder": str(picture.parent)})
        record = read_record(example(edition, seats, flick, seed) if file is None else file.read_bytes())
        size = (width, width if view == "top" else round(width * SHAPE))
        with terminal.thinking(picture.name):
            paint(choose(scenes(record), step), picture, view, size, before=before)
        terminal.write(say("drawn", file=str(picture)))


def example(edition: Edition, seats: int | None, flick: str, seed: int) -> dict[str, object]:
    """Return the record of a new match with one flick."""
    table = Table(edition, seats, seed)
    table.play(table.actors[0], f"flick {plain_numbers(flick)}")
    return table.record()


def scenes(record: Record) -> list[Scene]:
    """Return every flick of a record, Golden Targets included; raise `NotAllowed` for another game."""
    if record.game not in KINDS:
        raise NotAllowed("cli.not_targets", params={"game": game(record.game).title})
    _, steps = follow(record)
    found = []
    for entry, step in zip(record.log, steps, strict=False):
        if isinstance(entry.chance, dict) and "dice" in entry.chance:
            board = read(step.view, KINDS[record.game])
            found.append(Scene(straightened(board.layout), board.turn, read(entry.chance, Rolled)))
    return found


def choose(found: list[Scene], step: int | None) -> Scene:
    """Return the flick of a number, counted from 1; None: the last. Raise `NotAllowed` if there is none."""
    if not found or (step is not None and step > len(found)):
        raise NotAllowed("cli.no_flicks", params={"step": step or 1, "count": len(found)})
    return found[-1 if step is None else step - 1]


def paint(scene: Scene, file: Path, view: View, size: tuple[int, int], *, before: bool = False) -> None:
    """Write an animation (GIF) of the flick, or a picture of the table after it, or before it."""
    if file.suffix == FILM:
        if not scene.rolled.film:
            raise NotAllowed("cli.no_film")
        render_film(scene.layout, scene.rolled.film, file, view=view, size=size, seat=scene.seat)
        return
    layout = scene.layout if before else after(scene.layout, scene.rolled.dice)
    film = None if before else scene.rolled.film or None
    picture = render(layout, view=view, size=size, seat=scene.seat, film=film)
    few_colours(picture).save(file, optimize=True)


def straightened(layout: Layout) -> Layout:
    """Return the table with poses for dice that are not stacked yet, in straight towers."""
    stands = tuple(_stacked(stand, seat, layout) for seat, stand in enumerate(layout.stands))
    return msgspec.structs.replace(layout, stands=stands)


def _stacked(stand: Stand, seat: int, layout: Layout) -> Stand:
    sizes, seats = DEFAULT.sizes, len(layout.stands)
    x, y = base_place(sizes, seat, seats, golden=layout.golden)
    foot = base_foot(sizes, stand.discs, len(stand.under)) + sizes.base_height
    turn = seat_angle(seat, seats)
    tower = tuple(
        msgspec.structs.replace(
            member,
            pose=member.pose or Pose(x, y, foot + (level + 0.5) * sizes.die_edge, *turned(member.up, turn)),
        )
        for level, member in enumerate(stand.tower)
    )
    return msgspec.structs.replace(stand, tower=tower)
