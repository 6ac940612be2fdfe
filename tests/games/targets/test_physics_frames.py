"""Key frames are small, exact enough, and need no simulation to be read."""

import math
import subprocess
import sys

import pytest

from ludotheque.games.targets.physics.flick import Flick
from ludotheque.games.targets.physics.frames import (
    Film,
    Key,
    Track,
    blend,
    decode,
    encode,
    film_of,
    pack,
    pose_at,
    thin,
    unpack,
)
from ludotheque.games.targets.physics.geometry import angle_between, turned
from ludotheque.games.targets.physics.layout import Pose
from ludotheque.games.targets.physics.simulate import simulate
from tests.games.targets.physics_tables import at_start


def way(frames: int) -> list[Key]:
    """A die that rolls along a bow."""
    return [
        Key(
            k,
            Pose(0.004 * k, 0.1 * math.sin(k / 9), 0.008 + 0.03 * abs(math.sin(k / 5)), *turned(3, k * 0.4)),
        )
        for k in range(frames)
    ]


def turn(pose: Pose) -> tuple[float, float, float, float]:
    return pose.qw, pose.qx, pose.qy, pose.qz


def test_a_film_survives_its_packing() -> None:
    film = Film((Track(4, tuple(way(40))), Track(17, tuple(way(3)))), 40)
    back = decode(encode(film))
    assert [track.die for track in back.tracks] == [4, 17]
    assert (back.frames, back.interval) == (40, 16)
    for one, two in zip(film.tracks[0].keys, back.tracks[0].keys, strict=True):
        assert one.frame == two.frame
        assert math.dist((one.pose.x, one.pose.y, one.pose.z), (two.pose.x, two.pose.y, two.pose.z)) < 0.00002
        assert angle_between(turn(one.pose), turn(two.pose)) < 0.001


def test_a_key_frame_takes_thirteen_bytes() -> None:
    one, two = (len(pack(Film((Track(0, tuple(way(n))),), n))) for n in (10, 11))
    assert two - one == 13


def test_thinning_stays_within_its_tolerance() -> None:
    keys = way(60)
    kept = thin(keys, 0.001, math.radians(5))
    assert len(kept) < 50
    track = Track(0, kept)
    for key in keys:
        pose = pose_at(track, key.frame)
        assert math.dist((pose.x, pose.y, pose.z), (key.pose.x, key.pose.y, key.pose.z)) <= 0.001001
        assert angle_between(turn(pose), turn(key.pose)) <= math.radians(5.01)


def test_a_die_at_rest_needs_two_key_frames_and_no_gap_is_too_long() -> None:
    still = [Key(k, Pose(0, 0, 0.008)) for k in range(600)]
    kept = thin(still, 0.001, 0.1)
    assert len(kept) == 4
    assert unpack(pack(Film((Track(0, kept),), 600))).tracks[0].keys[-1].frame == 599
    assert thin(still[:2], 0.001, 0.1) == tuple(still[:2])


def test_many_moving_dice_are_thinned_more() -> None:
    few = film_of([(0, way(50))], 50)
    many = film_of([(die, way(50)) for die in range(6)], 50)
    assert len(many.tracks[0].keys) < len(few.tracks[0].keys)


def test_a_turn_takes_the_shorter_way() -> None:
    a, b = Key(0, Pose(0, 0, 0, *turned(1, 0.0))), Key(10, Pose(1, 0, 0, *(-v for v in turned(1, 1.0))))
    middle = blend(a, b, 5)
    assert angle_between(turn(middle), turned(1, 0.5)) < 1e-6
    assert pose_at(Track(0, (a, b)), -1) == a.pose
    assert pose_at(Track(0, (a, b)), 11) == b.pose


def test_an_unknown_version_is_refused() -> None:
    with pytest.raises(ValueError, match="version 9"):
        unpack(b"\x09" + pack(Film((), 0))[1:])


def test_the_film_of_a_flick_ends_where_the_dice_lie() -> None:
    layout = at_start()
    result = simulate(layout, Flick(0, 4.0, 1.3, 0.2), 3)
    assert result.film is not None
    film = decode(result.film)
    assert len(pack(film)) <= 1024
    assert film.frames * film.interval / 1000 == pytest.approx(result.seconds, abs=0.02)
    moved = {die.die for die in result.reading.dice if die.moved}
    assert {track.die for track in film.tracks} == moved
    for track in film.tracks:
        rest = result.reading.of(track.die).pose
        assert math.dist((track.keys[-1].pose.x, track.keys[-1].pose.y), (rest.x, rest.y)) < 0.0001
        assert track.keys[0].frame == 0


def test_a_film_is_read_where_mujoco_is_not_installed() -> None:
    film = encode(Film((Track(1, tuple(way(5))),), 5))
    program = (
        "import sys; sys.modules['mujoco'] = None\n"
        "import ludotheque.games.targets.physics.simulate\n"
        "from ludotheque.games.targets.physics.frames import decode\n"
        f"print(len(decode({film!r}).tracks[0].keys))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "5"
