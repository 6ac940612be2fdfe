"""The MuJoCo model of a layout: table, discs, bases and the dice in play.

Models are cached by structure: layouts that differ only in poses share one.
"""

from __future__ import annotations

import copy
import math
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from ludotheque.games.targets.physics.config import Config, Sizes
from ludotheque.games.targets.physics.geometry import base_foot, base_place, disc_places, seat_angle
from ludotheque.games.targets.physics.layout import Edition, Layout
from ludotheque.games.targets.physics.shapes import Vertex, die_vertices, prism_vertices, wedge_vertices

if TYPE_CHECKING:
    import mujoco

Kind = Literal["table", "target", "pile", "base", "die", "pad"]
PAD = (3.0, 0.0, -1.0)
PAD_STEP = 0.04


class Piece(NamedTuple):
    """The piece of a geom; `number` is a place for a target, a seat for a pile or base, a slot for a die."""

    kind: Kind
    number: int = 0


class Structure(NamedTuple):
    """The properties of a layout on which the model depends; layouts with equal structure share a model."""

    edition: Edition
    seats: int
    golden: bool
    places: tuple[int, ...]
    stands: tuple[tuple[int, int], ...]
    dice: int


class Scene(NamedTuple):
    """A compiled model and the pieces of its geoms.

    In `watchful` no body falls asleep, but sleeping ones stay asleep; `sleepless` has no sleep. They are
    separate models because threads share a model, which is never changed. `spare` is a pool of unused data.
    """

    structure: Structure
    config: Config
    model: mujoco.MjModel
    watchful: mujoco.MjModel
    sleepless: mujoco.MjModel
    pieces: tuple[Piece, ...]
    spare: list[mujoco.MjData]


def structure_of(layout: Layout) -> Structure:
    """Return the structure of a layout."""
    dice = len(layout.dice) + sum(len(stand.tower) for stand in layout.stands)
    stands = tuple((stand.discs, len(stand.under)) for stand in layout.stands)
    return Structure(layout.edition, len(layout.stands), layout.golden, layout.places, stands, dice)


@lru_cache(maxsize=64)
def scene_for(structure: Structure, config: Config) -> Scene:
    """Return the compiled scene of a structure; cached."""
    import mujoco

    pieces: list[Piece] = []
    model = mujoco.MjModel.from_xml_string(_xml(structure, config, pieces))
    watchful, sleepless = copy.copy(model), copy.copy(model)
    watchful.opt.sleep_tolerance = 0.0
    sleepless.opt.enableflags &= ~int(mujoco.mjtEnableBit.mjENBL_SLEEP)
    return Scene(structure, config, model, watchful, sleepless, tuple(pieces), [])


def park_place(slot: int, sizes: Sizes) -> tuple[float, float, float]:
    """Return the parking place of a die that left the table."""
    return PAD[0] + PAD_STEP * slot, PAD[1], PAD[2] + sizes.die_edge / 2


def _numbers(values: tuple[float, ...] | list[float]) -> str:
    return " ".join(f"{value:.9g}" for value in values)


def _mesh(name: str, vertices: list[Vertex]) -> str:
    return f'<mesh name="{name}" vertex="{_numbers([c for v in vertices for c in v])}"/>'


def _xml(structure: Structure, config: Config, pieces: list[Piece]) -> str:
    """Return the model as MJCF; fills `pieces` in the order of the geoms."""
    sizes, solver = config.sizes, config.solver
    meshes = {
        "die": die_vertices(sizes),
        "base": prism_vertices(sizes.base_radius, sizes.base_height, sizes.base_sides),
        "disc": prism_vertices(sizes.disc_radius, sizes.disc_height, sizes.disc_sides),
        "wedge": wedge_vertices(sizes),
    }
    geoms: list[str] = []
    _add_table(geoms, pieces, sizes, structure.dice)
    _add_targets(geoms, pieces, structure, sizes)
    for seat in range(structure.seats):
        _add_stand(geoms, pieces, meshes, structure, sizes, seat)
    bodies = []
    inertia = sizes.die_mass * sizes.die_edge**2 / 6
    for slot in range(structure.dice):
        pieces.append(Piece("die", slot))
        bodies.append(
            f'<body pos="{_numbers(park_place(slot, sizes))}">'
            f'<joint type="free" damping="{solver.damping}"/>'
            f'<inertial pos="0 0 0" mass="{sizes.die_mass}" diaginertia="{_numbers([inertia] * 3)}"/>'
            '<geom type="mesh" mesh="die"/></body>'
        )
    assets = "".join(_mesh(name, vertices) for name, vertices in meshes.items())
    sleep = "enable" if solver.sleep else "disable"
    return f"""<mujoco>
<size memory="8M"/>
<compiler angle="radian"/>
<option timestep="{solver.timestep}" integrator="implicitfast" solver="Newton" cone="elliptic"
  iterations="{solver.iterations}" tolerance="{solver.tolerance}" impratio="{solver.impratio}"
  sleep_tolerance="{solver.sleep_tolerance}"><flag multiccd="enable" sleep="{sleep}"/></option>
<default><geom condim="4" friction="{_numbers(solver.friction)}" margin="0"
  solref="{_numbers(solver.solref)}" solimp="{_numbers(solver.solimp)}"/></default>
<asset>{assets}</asset>
<worldbody>{"".join(geoms)}{"".join(bodies)}</worldbody>
</mujoco>"""


def _add_table(geoms: list[str], pieces: list[Piece], sizes: Sizes, dice: int) -> None:
    """Add the round table, and a distant pad on which dice that left the table are parked."""
    half = sizes.table_height / 2
    geoms.append(f'<geom type="cylinder" size="{sizes.table_radius} {half}" pos="0 0 {-half}"/>')
    pieces.append(Piece("table"))
    length = PAD_STEP * (dice + 1) / 2
    centre = (PAD[0] + length - PAD_STEP, PAD[1], PAD[2] - 0.05)
    geoms.append(f'<geom type="box" size="{length} 0.05 0.05" pos="{_numbers(centre)}"/>')
    pieces.append(Piece("pad"))


def _add_targets(geoms: list[str], pieces: list[Piece], structure: Structure, sizes: Sizes) -> None:
    """Add the central discs: rings of convex wedges if they have a hole (ZOCH-1), else full discs."""
    places = disc_places(sizes, golden=structure.golden)
    for place in structure.places:
        x, y = places[place]
        if structure.edition == "zoch":
            for k in range(sizes.wedges):
                turn = 2 * math.pi * k / sizes.wedges
                geoms.append(f'<geom type="mesh" mesh="wedge" pos="{x} {y} 0" euler="0 0 {turn}"/>')
                pieces.append(Piece("target", place))
        else:
            geoms.append(f'<geom type="mesh" mesh="disc" pos="{x} {y} 0"/>')
            pieces.append(Piece("target", place))


def _add_stand(
    geoms: list[str],
    pieces: list[Piece],
    meshes: dict[str, list[Vertex]],
    structure: Structure,
    sizes: Sizes,
    seat: int,
) -> None:
    """Add a base with the pile of discs and the dice under it; those dice count as part of the base."""
    discs, under = structure.stands[seat]
    x, y = base_place(sizes, seat, structure.seats, golden=structure.golden)
    turn = seat_angle(seat, structure.seats)
    if discs:
        name = f"pile{discs}"
        meshes[name] = prism_vertices(sizes.disc_radius, discs * sizes.disc_height, sizes.disc_sides)
        geoms.append(f'<geom type="mesh" mesh="{name}" pos="{x} {y} 0"/>')
        pieces.append(Piece("pile", seat))
    half = sizes.die_edge / 2
    for k, (along, across) in enumerate(under_places(sizes, under)):
        px = x + along * math.cos(turn) - across * math.sin(turn)
        py = y + along * math.sin(turn) + across * math.cos(turn)
        z = discs * sizes.disc_height + half + (k // 3) * sizes.die_edge
        geoms.append(f'<geom type="box" size="{half} {half} {half}" pos="{px} {py} {z}" euler="0 0 {turn}"/>')
        pieces.append(Piece("base", seat))
    foot = base_foot(sizes, discs, under)
    geoms.append(f'<geom type="mesh" mesh="base" pos="{x} {y} {foot}" euler="0 0 {turn}"/>')
    pieces.append(Piece("base", seat))


def under_places(sizes: Sizes, under: int) -> list[tuple[float, float]]:
    """Return the places of the dice under a base, three per layer, along and across the seat's direction."""
    step = sizes.die_edge / 2 + 0.0002
    layer = {1: [(0.0, 0.0)], 2: [(0.0, -step), (0.0, step)]}
    full = [(step, 0.0), (-step, -step), (-step, step)]
    rest = under % 3
    return full * (under // 3) + layer.get(rest, [])
