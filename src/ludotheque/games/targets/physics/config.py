"""Every size and parameter of the simulated table, in one place (metres, kilograms, seconds)."""

import math

import msgspec


class Sizes(msgspec.Struct, frozen=True, kw_only=True):
    """Sizes of the pieces and the table in metres, and the mass of a die in kilograms (TARGETS-1)."""

    die_edge: float = 0.016
    die_radius: float = 0.0016
    die_mass: float = 0.0045
    disc_radius: float = 0.050
    disc_height: float = 0.0025
    disc_sides: int = 48
    ring_circle: float = 0.067
    hole_radius: float = 0.0145
    printed_radius: float = 0.0125
    wedges: int = 12
    wedge_skirt: float = 0.1
    wedge_drop: float = 0.0001
    base_radius: float = 0.015
    base_height: float = 0.009
    base_sides: int = 12
    base_distance: float = 0.200
    table_radius: float = 0.55
    table_height: float = 0.04


class Solver(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of MuJoCo's integration; all were measured, and most neighbouring values fail a test."""

    timestep: float = 0.001
    iterations: int = 50
    tolerance: float = 1e-10
    impratio: float = 10.0
    friction: tuple[float, float, float] = (0.35, 0.0005, 0.00005)
    solref: tuple[float, float] = (-1e6, -500.0)
    solimp: tuple[float, float, float, float, float] = (0.5, 0.99, 0.0005, 0.5, 2.0)
    damping: float = 2e-6
    sleep: bool = True
    sleep_tolerance: float = 1e-3


class Rest(msgspec.Struct, frozen=True, kw_only=True):
    """Thresholds of the end of a flick (TARGETS-3), and of a die that moved, slid or left the table."""

    chunk: int = 16
    speed: float = 0.010
    lever: float = 0.008
    quiet: float = 0.100
    verify: float = 0.250
    cap: float = 4.0
    off_depth: float = 0.050
    slid_angle: float = math.radians(75.0)
    moved_distance: float = 0.0005
    moved_angle: float = math.radians(2.0)
    stirred: float = 0.00001
    support_slope: float = 0.3
    contact_gap: float = 0.0001


class Stacking(msgspec.Struct, frozen=True, kw_only=True):
    """Unevenness of a freshly stacked tower, and the time it is watched until it stands."""

    offset: float = 0.0004
    yaw: float = math.radians(3.0)
    seconds: float = 0.5
    retries: int = 5


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """The finger: its contact patch, its reach, and the deviations of one unit of tremor (TARGETS-10)."""

    patch: float = 0.003
    reach: float = 0.95
    azimuth: float = 1.0
    speed: float = 0.025
    height: float = 0.04
    side: float = 0.04
    elevation: float = 1.0


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """The whole configuration of the simulated table."""

    sizes: Sizes = Sizes()
    solver: Solver = Solver()
    rest: Rest = Rest()
    stacking: Stacking = Stacking()
    hand: Hand = Hand()


DEFAULT = Config()
