"""Key frames: how the dice moved, packed small, read without MuJoCo.

One track for each die that moved; a key frame is 13 bytes: the frames since the last one, the place in steps
of 0.02 mm, and the three smaller parts of the quaternion in 15 bits each. Frames that lie on the way between
their neighbours are left out.
"""

import base64
import itertools
import math
import struct
from collections.abc import Sequence

import msgspec

from ludotheque.games.targets.physics.geometry import Quaternion, angle_between
from ludotheque.games.targets.physics.layout import Pose

INTERVAL_MS = 16
STEP = 0.00002
LIMIT = 32767
ROOT = math.sqrt(0.5)
FINE = 16383
HEADER = struct.Struct("<BBH")
TRACK = struct.Struct("<BH")
KEY = struct.Struct("<Bhhh6s")
VERSION = 1
SMALL = 1000
TOLERANCES = tuple((0.0003 * k, math.radians(2.0 * k)) for k in (1.0, 1.6, 2.5, 4.0))


class Key(msgspec.Struct, frozen=True, array_like=True):
    """Where a die is at a frame."""

    frame: int
    pose: Pose


class Track(msgspec.Struct, frozen=True):
    """The way of one die, from the flick to its rest."""

    die: int
    keys: tuple[Key, ...]


class Film(msgspec.Struct, frozen=True):
    """All moving dice of a flick; frames follow each other every `interval` milliseconds."""

    tracks: tuple[Track, ...]
    frames: int
    interval: int = INTERVAL_MS


def thin(keys: Sequence[Key], distance: float, angle: float) -> tuple[Key, ...]:
    """Leave out the key frames that lie on the way between those kept, within a distance and an angle."""
    if len(keys) < 3:
        return tuple(keys)
    kept = [keys[0]]
    start = 0
    while start < len(keys) - 1:
        end = start + 1
        while end + 1 < len(keys) and _spans(keys, start, end + 1, distance, angle):
            end += 1
        kept.append(keys[end])
        start = end
    return tuple(kept)


def _spans(keys: Sequence[Key], start: int, end: int, distance: float, angle: float) -> bool:
    first, last = keys[start], keys[end]
    if last.frame - first.frame > 255:
        return False
    for key in keys[start + 1 : end]:
        between = blend(first, last, key.frame)
        apart = math.dist((between.x, between.y, between.z), (key.pose.x, key.pose.y, key.pose.z))
        if apart > distance or angle_between(_turn(between), _turn(key.pose)) > angle:
            return False
    return True


def blend(first: Key, last: Key, frame: float) -> Pose:
    """The pose between two key frames."""
    t = (frame - first.frame) / (last.frame - first.frame)
    a, b = first.pose, last.pose
    qa, qb = _turn(a), _turn(b)
    dot = sum(p * q for p, q in zip(qa, qb, strict=True))
    if dot < 0:
        qb, dot = (-qb[0], -qb[1], -qb[2], -qb[3]), -dot
    if dot > 0.9995:
        wa, wb = 1 - t, t
    else:
        theta = math.acos(dot)
        wa, wb = math.sin((1 - t) * theta) / math.sin(theta), math.sin(t * theta) / math.sin(theta)
    q = [wa * p + wb * r for p, r in zip(qa, qb, strict=True)]
    norm = math.sqrt(sum(v * v for v in q))
    place = (a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z))
    return Pose(*place, *(v / norm for v in q))


def pose_at(track: Track, frame: float) -> Pose:
    """Where the die of a track is at a frame, also between two."""
    keys = track.keys
    if frame <= keys[0].frame:
        return keys[0].pose
    for first, last in itertools.pairwise(keys):
        if frame <= last.frame:
            return blend(first, last, frame)
    return keys[-1].pose


def encode(film: Film) -> str:
    """The film as a base64 string."""
    return base64.b64encode(pack(film)).decode("ascii")


def decode(text: str) -> Film:
    """The film of a base64 string."""
    return unpack(base64.b64decode(text))


def pack(film: Film) -> bytes:
    """The film as bytes."""
    parts = [HEADER.pack(VERSION, film.interval, film.frames)]
    for track in film.tracks:
        parts.append(TRACK.pack(track.die, len(track.keys)))
        last = 0
        for key in track.keys:
            x, y, z = (_whole(v / STEP, LIMIT) for v in (key.pose.x, key.pose.y, key.pose.z))
            parts.append(KEY.pack(key.frame - last, x, y, z, _pack_turn(_turn(key.pose))))
            last = key.frame
    return b"".join(parts)


def unpack(data: bytes) -> Film:
    """The film of its bytes."""
    version, interval, frames = HEADER.unpack_from(data)
    if version != VERSION:
        raise ValueError(f"key frames of version {version} can't be read")
    tracks, at = [], HEADER.size
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
    return Film(tuple(tracks), frames, interval)


def _turn(pose: Pose) -> Quaternion:
    return pose.qw, pose.qx, pose.qy, pose.qz


def _whole(value: float, limit: int) -> int:
    return max(-limit, min(limit, round(value)))


def _pack_turn(q: Quaternion) -> bytes:
    """The index of the largest part and the other three, 15 bits each."""
    largest = max(range(4), key=lambda k: abs(q[k]))
    sign = -1.0 if q[largest] < 0 else 1.0
    bits = largest
    for k in range(4):
        if k != largest:
            bits = (bits << 15) | (_whole(sign * q[k] / ROOT * FINE, FINE) + FINE)
    return bits.to_bytes(6, "little")


def _unpack_turn(data: bytes) -> Quaternion:
    bits = int.from_bytes(data, "little")
    small = [((bits >> shift & 0x7FFF) - FINE) / FINE * ROOT for shift in (30, 15, 0)]
    largest = bits >> 45
    rest = math.sqrt(max(0.0, 1 - sum(v * v for v in small)))
    parts = [*small[:largest], rest, *small[largest:]]
    return parts[0], parts[1], parts[2], parts[3]


def film_of(ways: Sequence[tuple[int, Sequence[Key]]], frames: int) -> Film:
    """The film of these dice, thinned a little more where many dice move, so that it stays small."""
    for distance, angle in TOLERANCES:
        tracks = tuple(Track(die, thin(keys, distance, angle)) for die, keys in ways)
        if sum(TRACK.size + KEY.size * len(track.keys) for track in tracks) + HEADER.size <= SMALL:
            break
    return Film(tracks, frames)
