"""Pictures of the table can be drawn anywhere."""

from pathlib import Path

import pytest
from PIL import Image

from ludotheque.games.targets.physics.flick import Flick
from ludotheque.games.targets.physics.frames import decode
from ludotheque.games.targets.physics.layout import Edition, put_under, set_discs, stack, take_away
from ludotheque.games.targets.physics.render import (
    SEAT_SHAPES,
    SEATS,
    View,
    few_colours,
    moments,
    palette,
    render,
    render_film,
)
from ludotheque.games.targets.physics.simulate import settle, simulate
from tests.games.targets.physics_tables import at_start, base


@pytest.mark.parametrize("view", ["top", "perspective"])
@pytest.mark.parametrize("edition", ["zoch", "blackrock"])
def test_a_table_is_drawn(view: View, edition: Edition) -> None:
    layout = settle(set_discs(put_under(at_start(edition, 4), 2, 0), 1, 2), 0)
    layout = simulate(layout, Flick(1, 0.0, 1.2), 0).layout
    picture = render(layout, view=view, size=(240, 160), seat=1)
    assert picture.size == (240, 160)
    colours = picture.getcolors(100_000)
    assert colours is not None
    assert len(colours) > 100


def test_a_golden_disc_has_no_printed_centre() -> None:
    picture = render(at_start("blackrock", golden=True), view="top", size=(200, 200))
    middle = picture.getpixel((100, 100))
    assert isinstance(middle, tuple)
    assert min(middle) > 100


def test_a_die_that_waits_to_be_stacked_is_not_drawn() -> None:
    layout = take_away(at_start(), 2)
    assert (
        render(stack(layout, 2, 0, 1), size=(120, 80)).tobytes() == render(layout, size=(120, 80)).tobytes()
    )


@pytest.mark.parametrize("azimuth", [0.0, 180.0])
def test_the_way_of_a_die_is_dotted(azimuth: float) -> None:
    result = simulate(at_start(), Flick(0, azimuth, 2.4, 0.2, 0.0, 20.0), 1)
    assert result.film is not None
    plain, dotted, again = (
        render(result.layout, view="top", size=(200, 200), film=film).tobytes()
        for film in (None, result.film, decode(result.film))
    )
    assert dotted != plain
    assert again == dotted


def test_every_seat_has_a_shape_and_a_colour_of_its_own_and_keeps_it_in_few_colours() -> None:
    assert len(set(SEAT_SHAPES)) == len(set(SEATS)) == 6
    assert len(palette()) <= 256
    picture = few_colours(render(at_start(seats=6), view="top", size=(480, 480))).convert("RGB")
    colours = {colour for _, colour in picture.getcolors(100_000) or ()}
    assert set(SEATS) <= colours


@pytest.mark.parametrize("azimuth", [0.0, 180.0])
def test_a_flick_becomes_a_moving_picture(tmp_path: Path, azimuth: float) -> None:
    layout = at_start()
    result = simulate(layout, Flick(0, azimuth, 2.4, 0.2, 0.0, 20.0), 1)
    assert result.film is not None
    render_film(layout, result.film, tmp_path / "flick.gif", size=(120, 80), every=20)
    with Image.open(tmp_path / "flick.gif") as picture:
        assert getattr(picture, "n_frames", 1) >= 2
    last = list(moments(layout, decode(result.film)))[-1].stands[0].tower[-1].pose
    assert last is not None
    assert abs(last.x - base(0)[0]) + abs(last.y - base(0)[1]) > 0.05
