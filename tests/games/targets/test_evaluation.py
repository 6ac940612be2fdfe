"""The evaluation of a table: chances that add up, and monotonic features."""

import msgspec
import pytest

from ludotheque.games.targets.bots.evaluation import FREE, SIGNS, chance, chances, signs, weights
from ludotheque.games.targets.bots.planner import calm
from ludotheque.games.targets.rules.position import TargetsPosition
from tests.games.targets.scenes import Match, lie
from tests.games.targets.test_blackrock import golden

EDITIONS = pytest.mark.parametrize("edition", ["zoch", "blackrock"])


def at(match: Match) -> TargetsPosition:
    position = match.table.position
    assert isinstance(position, TargetsPosition)
    return position


def with_points(edition: str, *points: int) -> Match:
    match = Match(edition, len(points))
    if edition == "zoch":
        return match.change(points=list(points))
    reserve = list(match.board.reserve)
    won = [[reserve.pop() for _ in range(count)] for count in points]
    return match.change(won=won, reserve=reserve)


@EDITIONS
@pytest.mark.parametrize("sides", [2, 3])
def test_no_sign_but_the_free_ones_speaks_against_a_side(edition: str, sides: int) -> None:
    weighed = dict(zip(SIGNS, weights(edition, sides), strict=True))
    assert all(weight >= 0 for sign, weight in weighed.items() if sign not in FREE)


@EDITIONS
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_chances_of_all_sides_add_up(edition: str, seats: int) -> None:
    match = Match(edition, seats).with_dice(lie("A1", 3, target=0), lie("B1", 3, target=0), lie("B2", 2))
    found = chances(at(match))
    assert sum(found.values()) == pytest.approx(1)
    assert all(0 < one < 1 for one in found.values())
    assert set(map(len, signs(at(match)).values())) == {len(SIGNS)}


@EDITIONS
@pytest.mark.parametrize("seats", [2, 3])
def test_a_point_more_is_better(edition: str, seats: int) -> None:
    others = [1] * (seats - 1)
    worth = [chance(at(with_points(edition, points, *others)), 0) for points in range(4)]
    assert worth == sorted(set(worth))


@EDITIONS
def test_a_stolen_pile_is_better_for_the_thief_and_worse_for_the_victim(edition: str) -> None:
    before, after = (at(Match(edition).with_piles(*piles)) for piles in ((1, 1), (2, 0)))
    assert chance(after, 0) > chance(before, 0)
    assert chance(after, 1) < chance(before, 1)


@EDITIONS
def test_a_lead_is_better_than_a_die_beside_and_safer_when_the_others_have_no_dice(edition: str) -> None:
    beside = at(Match(edition).with_dice(lie("A1", 4)))
    ahead = Match(edition).with_dice(lie("A1", 4, target=0))
    assert chance(at(ahead), 0) > chance(beside, 0)
    told = dict(zip(SIGNS, signs(at(ahead.emptied(1)))[0], strict=True))
    assert told["safe_leads"] == told["leads"] == 1.0


@EDITIONS
def test_a_double_is_called_in_the_plan_if_it_is_good_for_its_owner(edition: str) -> None:
    match = Match(edition).with_dice(lie("A1", 5), lie("A2", 4, target=0))
    match.flick(0, lie("A3", 5, target=1))
    assert [member.die for member in calm(at(match).copy()).board.tower(0)] == [0]


def test_partners_have_one_chance_together() -> None:
    position = at(Match("blackrock", 4, teams=True))
    assert set(chances(position)) == {0, 1}
    assert chance(position, 0) == chance(position, 2)


def test_those_who_are_tied_share_the_chance_in_golden_targets() -> None:
    position = at(golden())
    contenders = msgspec.structs.asdict(position.board)["golden"].contenders
    assert [chance(position, seat) for seat in contenders] == [1 / len(contenders)] * len(contenders)


def test_a_double_that_gives_up_a_won_disc_is_passed_over_in_the_plan() -> None:
    """All towers are empty and both dice of the pair win a disc: the round ends without a call."""
    match = Match("zoch").with_dice(lie("A1", 5, target=0), lie("A2", 2)).emptied(1)
    match.flick(0, lie("A3", 5, target=1))
    after = calm(at(match).copy())
    assert after.board.round == at(match).board.round + 1
    assert after.board.layout.stands[0].discs == 2


@EDITIONS
def test_a_plan_sees_through_a_double_whose_die_carries_another(edition: str) -> None:
    match = Match(edition).with_dice(lie("A1", 5), lie("B1", 3, on="A1"), lie("A2", 4))
    match.flick(0, lie("A3", 5))
    after = calm(at(match).copy())
    assert not after.board.unsettled
    assert len(after.board.tower(0)) == 1
