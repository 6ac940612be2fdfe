"""Where such flicks end, and what is practised: real flicks on the simulated table."""

from typing import Any

import msgspec
import pytest

from ludotheque import NotAllowed, Table
from ludotheque.core.chance import seeded
from ludotheque.core.codec import write
from ludotheque.games.targets.blackrock import game as blackrock
from ludotheque.games.targets.bots.proposals import first_flick, straight_at
from ludotheque.games.targets.game import TargetsGame
from ludotheque.games.targets.goals import GOALS, OTHER, met, start
from ludotheque.games.targets.moves import Flick, Pass
from ludotheque.games.targets.physics.reading import DieReading
from ludotheque.games.targets.rules.position import TargetsPosition
from ludotheque.games.targets.tries import ended, ends
from ludotheque.games.targets.zoch import game as zoch
from ludotheque.host.thinking import tries
from ludotheque.table.analysis import Thought
from tests.games.targets.scenes import Match, lie

PRACTISED: dict[str, TargetsGame] = {"zoch": zoch.GAME, "blackrock": blackrock.GAME}
EDITIONS = pytest.mark.parametrize("edition", ["zoch", "blackrock"])


def at_practice(edition: str) -> TargetsPosition:
    position = Table.at(edition, PRACTISED[edition].practice(), chance=()).position
    assert isinstance(position, TargetsPosition)
    return position


@EDITIONS
def test_tries_of_a_flick_end_where_it_is_aimed(edition: str) -> None:
    position = at_practice(edition)
    found = ends(position, 0, first_flick(position.board.layout, 0), seeded(1), 12)
    assert len(found) == 12
    assert sum(end.on in ("disc", "centre") for end in found) >= 3
    assert sum(end.falls for end in found) <= 1
    assert all(abs(end.x) < 0.3 and abs(end.y) < 0.4 for end in found)
    assert found == ends(position, 0, first_flick(position.board.layout, 0), seeded(1), 12)


def test_a_move_that_is_no_flick_ends_nowhere() -> None:
    assert ends(at_practice("zoch"), 0, Pass(), seeded(1), 3) == []


@pytest.mark.parametrize(
    ("die", "on"),
    [
        (lie("A3", 4, off=True), "lost"),
        (lie("A3", 4, target=0, slid=True, struck=True), "lost"),
        (lie("A3", 4, hole=1), "centre"),
        (lie("A3", 4, target=1), "disc"),
        (lie("A3", 4, pile=1), "pile"),
        (lie("A3", 4, table=True), "table"),
    ],
)
def test_an_end_tells_on_what_the_die_lies(die: DieReading, on: str) -> None:
    fallen = DieReading(**{name: getattr(die, name) for name in die.__struct_fields__} | {"fallen_from": 0})
    assert ended(fallen) == on
    assert ended(lie("A3", 4)) == "stays"


@EDITIONS
@pytest.mark.parametrize("goal", GOALS)
def test_every_goal_has_a_table_on_which_it_is_not_met_yet(edition: str, goal: str) -> None:
    table = Table.at(edition, start(goal, PRACTISED[edition].practice()), chance=())
    assert table.actors == (0,)
    position = table.position
    assert isinstance(position, TargetsPosition)
    lying = [rest.die for rest in position.board.rests]
    assert lying == ([OTHER] if goal == "knock" else [])
    assert not met(goal, [])


@EDITIONS
def test_a_die_in_the_way_is_knocked_off_by_a_flick_at_it(edition: str) -> None:
    position = start("knock", PRACTISED[edition].practice())
    knocked = stayed = 0
    for seed in range(16):
        table = Table.at(edition, position, seed=seed)
        at = table.position
        assert isinstance(at, TargetsPosition)
        die = at.board.layout.dice[0].pose
        aim = straight(at, (die.x, die.y), 1.0 + 0.05 * (seed % 8))
        events = table.play(0, write(aim))
        at = table.position
        assert isinstance(at, TargetsPosition)
        hit = met("knock", events)
        still = at.board.rest(OTHER) if any(rest.die == OTHER for rest in at.board.rests) else None
        knocked += hit
        stayed += not hit
        assert not hit or still is None or still.support.table or not still.support.targets
    assert knocked > 0
    assert stayed > 0


def straight(at: TargetsPosition, spot: tuple[float, float], force: float) -> Flick:
    flick = straight_at(at.board.layout, 0, spot)
    return Flick(flick.azimuth, flick.speed * force, flick.height, flick.side, flick.elevation)


def test_a_disc_and_a_centre_are_met_by_where_the_flicked_die_stops() -> None:
    def came(*lying: DieReading) -> list[Any]:
        return Match("blackrock").flick(0, *lying)

    on, centre, off = came(lie("A3", 4, target=0)), came(lie("A3", 4, centre=0)), came(lie("A3", 4))
    assert [met("disc", events) for events in (on, centre, off)] == [True, True, False]
    assert [met("centre", events) for events in (on, centre, off)] == [False, True, False]
    assert not met("disc", came(lie("A3", 4, target=0, slid=True)))


def test_tries_are_refused_where_nobody_may_flick() -> None:
    flick = b'{"do":"flick","azimuth":0,"speed":1.0}'
    view = msgspec.json.encode(at_practice("zoch").view(0))
    with pytest.raises(NotAllowed):
        tries("zoch", view, 0, b'{"do":"pass"}', 1, Thought())
    assert len(msgspec.json.decode(tries("zoch", view, 0, flick, 1, Thought()))) == 40
