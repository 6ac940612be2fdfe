"""Impacts of moving dice, with time and strength, for the sound of a flick.

A free die changes its speed only by gravity, and a lying one hardly at all: any larger change is an impact,
and its strength is that change. The impact is attributed to the piece that presses hardest on the die at that
moment.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from ludotheque.games.targets.physics.scene import Piece

with suppress(ImportError):  # NumPy comes with MuJoCo, without which there are no impacts
    import numpy as np

if TYPE_CHECKING:
    import mujoco
    from numpy.typing import NDArray

KINDS: Final = ("table", "die", "disc", "base", "off")
"""Kinds of pieces a die strikes, in the order of the packed form; `off` is the floor beside the table."""
PARTNERS: Final = {"table": 0, "pad": 0, "die": 1, "target": 2, "pile": 2, "base": 3}

EVERY: Final = 2
"""Number of simulation steps between two samples; an impact takes two to four steps."""
CARRIED: Final = 1.25
"""Factor on the change of speed by gravity above which a change counts as an impact."""
GRAVITY: Final = 9.81
PAUSE: Final = 0.006
FAINT: Final = 0.05
"""Strength in m/s below which an impact is inaudible."""
MOST: Final = 40
LOUDEST: Final = 6.0
FRAME: Final = 16


class Impact(msgspec.Struct, frozen=True, array_like=True):
    """An impact: milliseconds since the flick, the die, an index in `KINDS`, and a change of speed in m/s."""

    at: int
    die: int
    kind: int
    strength: float


class _Run(NamedTuple):
    """Consecutive samples that belong to one impact."""

    begin: float
    last: float
    strength: float


class Recorder:
    """Records the impacts of a running simulation."""

    def __init__(self, pieces: Sequence[Piece], speeds: NDArray[np.float64], timestep: float) -> None:
        self._pieces = pieces
        self._speeds = speeds
        self._last = speeds[:, :3].copy()
        self._fallen = np.array([0.0, 0.0, GRAVITY * timestep * EVERY])
        self._carried = CARRIED * GRAVITY * timestep * EVERY
        self._running: dict[tuple[int, int, int], _Run] = {}
        self._done: list[tuple[float, int, int, float]] = []
        self._gone: set[int] = set()
        self._touched: dict[int, tuple[int, int]] = {}

    def listen(self, data: mujoco.MjData) -> None:
        """Compare the speeds of all dice with those of the last sample, and record impacts."""
        now = self._speeds[:, :3].copy()
        change = now - self._last + self._fallen
        self._last = now
        gains = np.sqrt(np.einsum("ij,ij->i", change, change))
        struck = {int(slot): float(gains[slot]) for slot in np.flatnonzero(gains > self._carried)}
        if not struck:
            return
        self._touched |= self._partners(data)
        for slot, gain in struck.items():
            kind, other = self._touched.get(slot, (0, -1))
            if slot not in self._gone and struck.get(other, 0.0) <= gain:
                self._strike((slot, kind, other), gain, float(data.time))

    def _partners(self, data: mujoco.MjData) -> dict[int, tuple[int, int]]:
        """Return for each touching die the kind and slot of the piece that presses hardest on it."""
        found = data.contact
        rows = found.efc_address
        forces = data.efc_force[rows] * (rows >= 0) if data.nefc else np.zeros(len(rows))
        hardest: dict[int, tuple[float, int, int]] = {}
        for (first, second), force in zip(found.geom.tolist(), forces.tolist(), strict=True):
            pair = self._pieces[first], self._pieces[second]
            for die, struck in (pair, pair[::-1]):
                if die.kind == "die" and force >= hardest.get(die.number, (0.0, 0, 0))[0]:
                    slot = struck.number if struck.kind == "die" else -1
                    hardest[die.number] = force, PARTNERS[struck.kind], slot
        return {die: (kind, slot) for die, (_, kind, slot) in hardest.items()}

    def fall(self, left: NDArray[np.bool_], now: float) -> None:
        """Record the impact on the floor of dice that left the table, and ignore them from now on."""
        for slot in np.flatnonzero(left):
            if int(slot) not in self._gone:
                self._gone.add(int(slot))
                speed = float(np.linalg.norm(self._speeds[slot, :3]))
                self._done.append((now, int(slot), KINDS.index("off"), speed))

    def _strike(self, contact: tuple[int, int, int], strength: float, now: float) -> None:
        run = self._running.get(contact)
        if run and now - run.last < PAUSE:
            self._running[contact] = _Run(run.begin, now, run.strength + strength)
            return
        if run:
            self._end(contact, run)
        self._running[contact] = _Run(now, now, strength)

    def _end(self, contact: tuple[int, int, int], run: _Run) -> None:
        if run.strength >= FAINT:
            self._done.append((run.begin, contact[0], contact[1], run.strength))

    def impacts(self, begin: float, ids: Sequence[int]) -> tuple[Impact, ...]:
        """Return all impacts in order of time; `begin` is the time of the flick, `ids` maps slots to dice."""
        for contact, run in self._running.items():
            self._end(contact, run)
        self._running.clear()
        heard = [
            Impact(max(0, round(1000 * (at - begin))), ids[slot], kind, min(LOUDEST, strength))
            for at, slot, kind, strength in self._done
        ]
        return loudest(heard)


def loudest(impacts: Iterable[Impact]) -> tuple[Impact, ...]:
    """Return the audible impacts: per die, kind and frame only the strongest, and at most `MOST` in all."""
    kept: dict[tuple[int, int, int], Impact] = {}
    for impact in impacts:
        key = (impact.die, impact.kind, impact.at // FRAME)
        old = kept.get(key)
        if old is None or impact.strength > old.strength:
            kept[key] = impact
    strong = sorted(kept.values(), key=lambda impact: -impact.strength)[:MOST]
    return tuple(sorted(strong, key=lambda impact: (impact.at, impact.die, impact.kind)))


def packed_strength(strength: float) -> int:
    """Return a strength packed into a byte, with finer steps for weak impacts."""
    return max(1, min(255, round(255 * math.sqrt(strength / LOUDEST))))


def unpacked_strength(byte: int) -> float:
    """Return the strength of a packed byte, in m/s."""
    return LOUDEST * (byte / 255) ** 2
