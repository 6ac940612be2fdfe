"""Key frames: the motion of the dice and their impacts, packed into few bytes, read without MuJoCo.

There is a track for each die that moved. A key frame has 13 bytes: the number of frames since the last one,
the position in steps of 0.02 mm, and the three smaller components of the quaternion in 15 bits each. Frames
that follow from their neighbours by interpolation are left out. Version 2 has the impacts before the tracks,
three bytes each: milliseconds since the last one, die and kind, and strength; version 1 has none.
"""

import base64
import itertools
import math
import struct
from collections.abc import Sequence

import msgspec

from ludotheque.games.targets.physics.geometry import Quaternion
from ludotheque.games.targets.physics.impacts import Impact, packed_strength, unpacked_strength
from ludotheque.games.targets.physics.layout import Pose

INTERVAL_MS = 16
STEP = 0.00002
LIMIT = 32767
ROOT = math.sqrt(0.5)
FINE = 16383
HEADER = struct.Struct("<BBH")
TRACK = struct.Struct("<BH")
KEY = struct.Struct("<Bhhh6s")
IMPACTS = struct.Struct("<B")
IMPACT = struct.Struct("<BBB")
KIND_BITS = 3
SILENT = 1
VERSION = 2
SMALL = 1000
TOLERANCES = tuple((0.0003 * k, math.radians(2.0 * k)) for k in (1.0, 1.6, 2.5, 4.0))


class Key(msgspec.Struct, frozen=True, array_like=True):
    """The pose of a die at a frame."""

    frame: int
    pose: Pose


class Track(msgspec.Struct, frozen=True):
    """The key frames of one die, from the flick to its rest."""

    die: int
    keys: tuple[Key, ...]


class Film(msgspec.Struct, frozen=True):
    """All moving dice of a flick and their impacts; a frame lasts `interval` milliseconds."""

    tracks: tuple[Track, ...]
    frames: int
    interval: int = INTERVAL_MS
    impacts: tuple[Impact, ...] = ()


def thin(keys: Sequence[Key], distance: float, angle: float) -> tuple[Key, ...]:
    """Drop key frames that interpolation between the kept ones reproduces, within a distance and an angle."""
    if len(keys) < 3:
        return tuple(keys)
    rows = [(key.frame, *msgspec.structs.astuple(key.pose)) for key in keys]
    near, close = distance * distance, math.cos(angle / 2)
    kept = [keys[0]]
    start = 0
    while start < len(rows) - 1:
        end, stride = start + 1, 1
        while stride and end < len(rows) - 1:
            further = min(end + stride, len(rows) - 1)
            if _spans(rows, start, further, near, close):
                end, stride = further, stride * 2
            else:
                stride //= 2
        kept.append(keys[end])
        start = end
    return tuple(kept)


def _spans(rows: Sequence[tuple[float, ...]], start: int, end: int, near: float, close: float) -> bool:
    """Return whether interpolation between two frames reproduces all frames between them."""
    f0, x0, y0, z0, a0, b0, c0, d0 = rows[start]
    f1, x1, y1, z1, a1, b1, c1, d1 = rows[end]
    whole = f1 - f0
    if whole > 255:
        return False
    dot = a0 * a1 + b0 * b1 + c0 * c1 + d0 * d1
    sign = -1.0 if dot < 0 else 1.0
    theta = math.acos(min(1.0, abs(dot)))
    for at in range(end - 1, start, -1):
        frame, x, y, z, a, b, c, d = rows[at]
        t = (frame - f0) / whole
        dx, dy, dz = x0 + t * (x1 - x0) - x, y0 + t * (y1 - y0) - y, z0 + t * (z1 - z0) - z
        if dx * dx + dy * dy + dz * dz > near:
            return False
        first, last = _weights(theta, t)
        along = first * (a0 * a + b0 * b + c0 * c + d0 * d) + sign * last * (
            a1 * a + b1 * b + c1 * c + d1 * d
        )
        if abs(along) < close:
            return False
    return True


def _weights(theta: float, t: float) -> tuple[float, float]:
    """Return the weights of both ends in a spherical interpolation at `t`, with rotations `theta` apart."""
    if theta < 0.001:
        return 1 - t, t
    whole = math.sin(theta)
    return math.sin((1 - t) * theta) / whole, math.sin(t * theta) / whole


def blend(first: Key, last: Key, frame: float) -> Pose:
    """Return the interpolated pose at a frame between two key frames."""
    t = (frame - first.frame) / (last.frame - first.frame)
    a, b = first.pose, last.pose
    dot = a.qw * b.qw + a.qx * b.qx + a.qy * b.qy + a.qz * b.qz
    wa, wb = _weights(math.acos(min(1.0, abs(dot))), t)
    if dot < 0:
        wb = -wb
    q = [wa * p + wb * r for p, r in zip(_turn(a), _turn(b), strict=True)]
    norm = math.sqrt(sum(v * v for v in q))
    place = (a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z))
    return Pose(*place, *(v / norm for v in q))


def pose_at(track: Track, frame: float) -> Pose:
    """Return the pose of a die at a frame, which may be fractional."""
    keys = track.keys
    if frame <= keys[0].frame:
        return keys[0].pose
    for first, last in itertools.pairwise(keys):
        if frame <= last.frame:
            return blend(first, last, frame)
    return keys[-1].pose


def encode(film: Film) -> str:
    """Return a film packed as base64 text."""
    return base64.b64encode(pack(film)).decode("ascii")


def decode(text: str) -> Film:
    """Return the film of a base64 text; raise `ValueError` for an unknown version."""
    return unpack(base64.b64decode(text))


def pack(film: Film) -> bytes:
    """Return a film packed as bytes."""
    impacts = _pack_impacts(film.impacts)
    parts = [HEADER.pack(VERSION, film.interval, film.frames), IMPACTS.pack(len(impacts)), *impacts]
    for track in film.tracks:
        parts.append(TRACK.pack(track.die, len(track.keys)))
        last = 0
        for key in track.keys:
            x, y, z = (_whole(v / STEP, LIMIT) for v in (key.pose.x, key.pose.y, key.pose.z))
            parts.append(KEY.pack(key.frame - last, x, y, z, _pack_turn(_turn(key.pose))))
            last = key.frame
    return b"".join(parts)


def unpack(data: bytes) -> Film:
    """Return the film of packed bytes; raise `ValueError` for an unknown version."""
    version, interval, frames = HEADER.unpack_from(data)
    if version not in (SILENT, VERSION):
        raise ValueError(f"key frames of version {version} can't be read")
    at = HEADER.size
    impacts: tuple[Impact, ...] = ()
    if version != SILENT:
        (count,) = IMPACTS.unpack_from(data, at)
        at += IMPACTS.size
        impacts = _unpack_impacts(data[at : at + count * IMPACT.size])
        at += count * IMPACT.size
    tracks = []
    while at < len(data):
        die, count = TRACK.unpack_from(data, at)
        at += TRACK.size
        keys, frame = [], 0
        for _ in range(count):
            delta, x, y, z, turn = KEY.unpack_from(data, at)
            at += KEY.size
            frame += delta
            keys.append(Key(frame, Pose(x * STEP, y * STEP, z * STEP, *_unpack_turn(turn))))
        tracks.append(Track(die, tuple(keys)))
    return Film(tuple(tracks), frames, interval, impacts)


def _pack_impacts(impacts: Sequence[Impact]) -> list[bytes]:
    """Return the packed impacts; gaps above 255 ms are bridged by impacts of strength 0."""
    packed, last = [], 0
    for impact in impacts:
        while impact.at - last > 255:
            packed.append(IMPACT.pack(255, 0, 0))
            last += 255
        packed.append(
            IMPACT.pack(
                impact.at - last, impact.die << KIND_BITS | impact.kind, packed_strength(impact.strength)
            )
        )
        last = impact.at
    return packed


def _unpack_impacts(data: bytes) -> tuple[Impact, ...]:
    impacts, at = [], 0
    for passed, what, strength in IMPACT.iter_unpack(data):
        at += passed
        if strength:
            kind = what & (1 << KIND_BITS) - 1
            impacts.append(Impact(at, what >> KIND_BITS, kind, unpacked_strength(strength)))
    return tuple(impacts)


def _turn(pose: Pose) -> Quaternion:
    return pose.qw, pose.qx, pose.qy, pose.qz


def _whole(value: float, limit: int) -> int:
    return max(-limit, min(limit, round(value)))


def _pack_turn(q: Quaternion) -> bytes:
    """Return a quaternion packed as the index of its largest component and the other three in 15 bits."""
    sizes = [abs(part) for part in q]
    largest = sizes.index(max(sizes))
    scale = -FINE / ROOT if q[largest] < 0 else FINE / ROOT
    a, b, c = [round(part * scale) + FINE for k, part in enumerate(q) if k != largest]
    return (largest << 45 | a << 30 | b << 15 | c).to_bytes(6, "little")


def _unpack_turn(data: bytes) -> Quaternion:
    bits = int.from_bytes(data, "little")
    small = [((bits >> shift & 0x7FFF) - FINE) / FINE * ROOT for shift in (30, 15, 0)]
    largest = bits >> 45
    rest = math.sqrt(max(0.0, 1 - sum(v * v for v in small)))
    parts = [*small[:largest], rest, *small[largest:]]
    return parts[0], parts[1], parts[2], parts[3]


def film_of(ways: Sequence[tuple[int, Sequence[Key]]], frames: int, impacts: tuple[Impact, ...] = ()) -> Film:
    """Return the film of the tracks, thinned more until it has at most `SMALL` bytes, if possible."""
    heard = IMPACTS.size + IMPACT.size * len(impacts)
    for distance, angle in TOLERANCES:
        tracks = tuple(Track(die, thin(keys, distance, angle)) for die, keys in ways)
        if sum(TRACK.size + KEY.size * len(track.keys) for track in tracks) + HEADER.size + heard <= SMALL:
            break
    return Film(tracks, frames, impacts=impacts)
