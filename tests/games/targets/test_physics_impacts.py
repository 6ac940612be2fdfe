"""A film tells what its dice strike, when and how hard, in a few bytes; older films are still read."""

import base64
import struct

import pytest

from ludotheque.games.targets.physics.flick import Flick
from ludotheque.games.targets.physics.frames import HEADER, Film, decode, encode, pack, unpack
from ludotheque.games.targets.physics.impacts import FAINT, KINDS, LOUDEST, MOST, Impact, loudest
from ludotheque.games.targets.physics.simulate import simulate
from tests.games.targets.physics_tables import at_start

TABLE, DIE, DISC, BASE, OFF = range(len(KINDS))


def heard(speed: float, azimuth: float = 4.0, height: float = 0.2) -> Film:
    film = simulate(at_start(), Flick(0, azimuth, speed, height), 3).film
    assert film is not None
    return decode(film)


def test_a_flicked_die_leaves_its_tower_and_strikes_the_table_once_it_has_fallen() -> None:
    impacts = heard(1.3).impacts
    first = next(impact for impact in impacts if impact.kind == TABLE)
    assert {impact.kind for impact in impacts if impact.at < 20} <= {DIE, BASE}
    assert 80 < first.at < 200, "a die falls 50 mm in a tenth of a second"
    assert first.strength == max(impact.strength for impact in impacts if impact.kind == TABLE)
    assert [impact.at for impact in impacts] == sorted(impact.at for impact in impacts)


def test_a_harder_flick_is_louder() -> None:
    assert sum(one.strength for one in heard(2.0).impacts) > sum(one.strength for one in heard(0.8).impacts)


def test_a_die_that_comes_to_a_disc_strikes_it_and_one_that_leaves_the_table_is_heard_to_fall() -> None:
    assert DISC in {impact.kind for impact in heard(1.3, 0.0).impacts}
    off = [impact for impact in heard(2.5, 180.0, 0.6).impacts if impact.kind == OFF]
    assert len(off) == 1


def test_dice_that_only_lie_are_silent() -> None:
    film = heard(1.3)
    end = film.frames * film.interval
    assert all(impact.at <= end for impact in film.impacts)
    assert all(impact.strength >= FAINT * 0.8 for impact in film.impacts)


@pytest.mark.parametrize("speed", [0.6, 1.2, 2.4])
def test_impacts_add_a_few_bytes_each(speed: float) -> None:
    film = heard(speed)
    silent = len(pack(Film(film.tracks, film.frames)))
    assert 0 < len(pack(film)) - silent <= 3 * (len(film.impacts) + 16)
    assert len(pack(film)) <= 1024


def test_impacts_survive_their_packing() -> None:
    impacts = (Impact(3, 17, DIE, 0.4), Impact(3, 2, TABLE, 5.9), Impact(1400, 0, OFF, 0.05))
    back = decode(encode(Film((), 90, impacts=impacts))).impacts
    assert [(one.at, one.die, one.kind) for one in back] == [(one.at, one.die, one.kind) for one in impacts]
    for one, two in zip(impacts, back, strict=True):
        assert two.strength == pytest.approx(one.strength, rel=0.06)


def test_a_film_from_before_impacts_is_read_and_has_none() -> None:
    film = heard(1.3)
    new = pack(Film(film.tracks, film.frames))
    old = struct.pack("<BBH", 1, film.interval, film.frames) + new[HEADER.size + 1 :]
    assert unpack(old) == Film(film.tracks, film.frames)
    assert decode(base64.b64encode(old).decode()).impacts == ()


def test_of_the_impacts_of_one_frame_the_loudest_is_kept_and_of_many_the_loud_ones() -> None:
    rattle = [Impact(at, 1, TABLE, 0.1 + at / 1000) for at in range(16)]
    assert loudest(rattle) == (rattle[-1],)
    many = [Impact(16 * k, 1, TABLE, min(LOUDEST, 0.1 + k / 50)) for k in range(200)]
    kept = loudest(many)
    assert len(kept) == MOST
    assert kept == tuple(many[-MOST:])
