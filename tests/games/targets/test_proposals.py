"""The flick that people are offered first: it leaves the own tower standing; the risk of others is told."""

import json
import math
from typing import Any, Final

import pytest

from ludotheque.core.codec import read, write
from ludotheque.games.targets.bots.proposals import between, first_flick, known, straight_at, tower_risk
from ludotheque.games.targets.moves import Flick, meant
from ludotheque.games.targets.physics.config import DEFAULT
from ludotheque.games.targets.physics.flick import TREMORS, limits
from ludotheque.games.targets.physics.geometry import base_place, disc_places
from ludotheque.games.targets.physics.layout import Edition, Layout, Stand, TowerDie, new_layout
from ludotheque.games.targets.physics.reading import hits
from ludotheque.games.targets.physics.simulate import Job, build, simulate_many
from tests.browser.house import ROOT

EXAMPLES: Final = ROOT / "web" / "tests" / "first_flicks.json"
"""What the pages reckon for themselves, checked here and there."""
EDITIONS: Final[tuple[Edition, ...]] = ("zoch", "blackrock")


def examples() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    return found


def towers(edition: Edition, seats: int, dice: int, places: tuple[int, ...] = (0, 1, 2)) -> Layout:
    own = [tuple((seat * 3 + number, number + 1) for number in range(dice)) for seat in range(seats)]
    return new_layout(edition, tuple(own), places=places)


@pytest.mark.parametrize("number", range(len(examples())))
def test_the_pages_and_the_rules_propose_the_same_flick(number: int) -> None:
    example = examples()[number]
    layout = read(example["layout"], Layout)
    assert write(first_flick(layout, example["seat"])) == example["flick"]
    dice = len(layout.stands[example["seat"]].tower)
    for tremor, told in example["risks"].items():
        assert tower_risk(dice, tremor, read(example["flick"], Flick)) == pytest.approx(told, abs=1e-6)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_first_flick_leaves_the_tower_standing_and_reaches_a_disc(edition: Edition) -> None:
    stands = reached = made = 0
    for dice in (2, 3):
        layout = build(towers(edition, 2, dice), seed=dice)
        jobs = [Job(meant(1, first_flick(layout, 1)), seed, TREMORS["steady"]) for seed in range(15)]
        for result in simulate_many(layout, jobs, verify=False):
            made += 1
            stands += sum(die.fallen_from == 1 for die in result.reading.dice) <= 1
            die = result.reading.of(layout.stands[1].tower[-1].die)
            reached += bool(hits(die)) or die.dead_centre is not None
    assert stands >= made - 1
    assert reached >= made / 3


def test_a_strong_flick_at_a_tall_tower_is_told_as_a_risk_and_it_does_fall() -> None:
    strong, gentle = Flick(0.0, 2.2, 0.4), first_flick(towers("zoch", 2, 3), 0)
    assert tower_risk(3, "steady", strong) > 0.4
    assert tower_risk(3, "steady", gentle) < 0.05
    layout = build(towers("zoch", 2, 3), seed=1)
    jobs = [Job(meant(0, strong), seed, TREMORS["steady"]) for seed in range(12)]
    fallen = [
        sum(die.fallen_from == 0 for die in result.reading.dice) > 1
        for result in simulate_many(layout, jobs, verify=False)
    ]
    assert sum(fallen) >= 6


def test_a_single_die_brings_no_tower_down() -> None:
    assert tower_risk(1, "natural", Flick(0.0, 2.5)) == 0.0


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_it_goes_to_the_nearest_disc_from_every_seat(seats: int) -> None:
    for seat in range(seats):
        layout = towers("zoch", seats, 3)
        base = base_place(DEFAULT.sizes, seat, seats, golden=False)
        places = disc_places(DEFAULT.sizes, golden=False)
        near = min(math.dist(base, place) for place in places)
        aimed = first_flick(layout, seat)
        fits = [straight_at(layout, seat, place) for place in places if math.dist(base, place) < near + 1e-6]
        assert aimed in fits
        gone = Layout(layout.edition, layout.stands, (), ())
        assert abs(first_flick(gone, seat).azimuth) < 10, "without a disc it goes to the middle"


def test_every_proposal_is_allowed_however_far_the_mark_is() -> None:
    for dice in (1, 2, 3):
        layout = towers("blackrock", 4, dice)
        for distance in (0.1, 0.3, 0.5, 0.9):
            flick = straight_at(layout, 0, (0.0, -0.3 + distance))
            assert all(low <= getattr(flick, part) <= high for part, (low, high) in limits().items())
        assert between(dice, 0.3).speed < between(dice, 0.36).speed
    golden = new_layout("blackrock", (((0, 1), (1, 2), (2, 3)), ((3, 1), (4, 2), (5, 3))), golden=True)
    assert first_flick(golden, 1).speed > 2.5


def test_dice_under_a_base_raise_the_tower_and_take_another_stroke() -> None:
    low = towers("zoch", 2, 1)
    under = Stand((TowerDie(0, 1),), (1, 2))
    high = Layout("zoch", (under, low.stands[1]), (), low.places)
    assert first_flick(low, 0) != first_flick(high, 0)
    assert {model.dice for model in known().risks} == {2, 3}
