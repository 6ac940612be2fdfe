"""The bots: they plan flicks with the hand they have, and call what is worth calling."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from ludotheque import Table
from ludotheque.bots import bot, levels
from ludotheque.core.chance import seeded
from ludotheque.games.targets.bots.aiming import HANDS, Hand, Round, aims, azimuth_to, marks, shaken
from ludotheque.games.targets.bots.evaluation import chance
from ludotheque.games.targets.bots.flick_ranges import STROKES, Drill, any_way, drills, ways
from ludotheque.games.targets.bots.planner import Plan, Planner, golden_worth
from ludotheque.games.targets.moves import Call, Flick, Keep, Lose, Pass
from ludotheque.games.targets.outcomes import read_rolled
from ludotheque.games.targets.physics.config import DEFAULT
from ludotheque.games.targets.physics.flick import LIMITS
from ludotheque.games.targets.physics.geometry import disc_places
from ludotheque.games.targets.physics.layout import Stand, TowerDie
from ludotheque.games.targets.rules.position import TargetsPosition
from ludotheque.lab.workers import local_workers
from tests.games.targets.scenes import Match, lie, position_of
from tests.games.targets.test_blackrock import golden, stack_all
from tests.games.targets.test_blackrock_golden import tied_teams

QUICK = Hand(tremor=0.5, rounds=(Round(6, 1), Round(2, 1)))


@pytest.mark.parametrize("game", ["zoch", "blackrock"])
def test_there_are_four_levels_from_unsteady_to_steady(game: str) -> None:
    assert levels(game) == ("beginner", "casual", "strong", "expert")
    hands = [HANDS[level] for level in levels(game)]
    assert [hand.tremor for hand in hands] == sorted((hand.tremor for hand in hands), reverse=True)
    tried = [sum(one.best * (1 + one.beside) * one.times for one in hand.rounds) for hand in hands]
    assert tried == sorted(tried)
    assert [hand.strokes for hand in hands] == sorted(hand.strokes for hand in hands)
    assert [hand.drilled for hand in hands] == [False, False, False, True]
    assert [hand.reaction for hand in hands] == sorted((hand.reaction for hand in hands), reverse=True)
    player = bot(game, "expert")
    assert isinstance(player, Planner)
    assert player.hand == HANDS["expert"]


def test_a_plan_is_a_flick_within_reach_with_a_chance_and_its_tries() -> None:
    table = Table("zoch", 2, seed=1)
    seat = table.actors[0]
    player = Planner(QUICK)
    opinions = player.consider(position_of(table), seat, seeded(1))
    assert [opinion.visits for opinion in opinions] == [2, 2]
    assert opinions[0].value >= opinions[1].value
    assert all(0 < opinion.value < 1 for opinion in opinions)
    move = player.choose(position_of(table), seat, seeded(1))
    assert move == player.choose(position_of(table), seat, seeded(1))
    assert table.why_not(seat, move) is None


def test_aims_go_to_discs_piles_towers_and_dice_of_others() -> None:
    match = Match("zoch", 3).with_piles(1, 0, 1).with_dice(lie("B1", 3), lie("A1", 2)).emptied(1)
    around = marks(match.board.layout, 0)
    assert len(around) == 3 + 1 + 1
    found = aims(match.board.layout, 0, 10, seeded(1), HANDS["strong"])
    assert {aim.mark for aim in found} == set(around)
    for aim in found:
        assert LIMITS["speed"][0] <= aim.flick.speed <= LIMITS["speed"][1]
        assert abs(aim.flick.azimuth) <= 90
    left, right = (
        azimuth_to(match.board.layout, 0, disc_places(DEFAULT.sizes, golden=False)[k]) for k in (1, 2)
    )
    assert left == pytest.approx(-right)
    assert left > 0


def test_a_bot_with_nothing_to_aim_at_flicks_into_the_middle() -> None:
    layout = Match("zoch").emptied(1).board.layout
    bare = msgspec.structs.replace(layout, places=())
    (mark,) = marks(bare, 0)
    assert mark.point == (0.0, 0.0)
    assert [aim.mark for aim in aims(bare, 0, 3, seeded(1), HANDS["strong"])] == [mark] * 3


@pytest.mark.parametrize("height", [1, 2, 3])
def test_the_better_a_stroke_carries_from_a_height_the_likelier_it_is(height: int) -> None:
    stand = Stand(tuple(TowerDie(die, 1) for die in range(height)))
    rng = seeded(height)
    known = ways("zoch", stand, 0.265, len(STROKES), drilled=False)
    drawn = [any_way(known, rng) for _ in range(400)]
    best = max(known, key=lambda way: way.carry.near)
    worst = min(known, key=lambda way: way.carry.near)
    assert drawn.count(best) > drawn.count(worst) > 0


def test_a_beginner_knows_the_plain_stroke_and_an_expert_drills_for_the_distance_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drill = Drill("zoch", 1, 0.3, 1.2, 0.4, 2.0, 0.1, -10.0, 0.3, 0.9)
    monkeypatch.setattr("ludotheque.games.targets.bots.flick_ranges.drills", lambda: (drill,))
    stand = Stand((TowerDie(0, 1),))
    (plain,) = ways("zoch", stand, 0.3, HANDS["beginner"].strokes, drilled=False)
    assert (plain.height, plain.elevation, plain.side) == (0.0, 10.0, 0.0)
    known = ways("zoch", stand, 0.32, HANDS["expert"].strokes, drilled=True)
    assert {way.carry.near for way in known} == {0.89, 0.9}
    carry = known[-1].carry
    assert carry.start + carry.gain * drill.speed == pytest.approx(drill.distance)
    for edition, height, distance in (("blackrock", 1, 0.3), ("zoch", 2, 0.3), ("zoch", 1, 0.4)):
        tower = Stand(tuple(TowerDie(die, 1) for die in range(height)))
        undrilled = ways(edition, tower, distance, len(STROKES), drilled=True)  # type: ignore[arg-type]
        assert all(way.carry.near != drill.near for way in undrilled)


def test_drills_keep_within_what_a_finger_can_do() -> None:
    for drill in drills():
        assert 1 <= drill.dice <= 3
        for name in ("speed", "height", "side", "elevation"):
            low, high = LIMITS[name]
            assert low <= getattr(drill, name) <= high


def test_dice_under_the_base_raise_the_tower() -> None:
    low = Stand((TowerDie(0, 1),))
    raised = msgspec.structs.replace(low, under=(1, 2))
    for stroke in STROKES:
        assert (stroke.carry(low), stroke.carry(raised)) == stroke.carries[:2]


def test_an_unsteady_hand_misses_what_it_means_but_stays_within_reach() -> None:
    meant = Flick(0.0, 2.4, 0.7, 0.0, 40.0)
    rng = seeded(2)
    shots = [shaken(meant, 8.0, rng, golden=False) for _ in range(50)]
    assert shaken(meant, 0.0, rng, golden=False) == meant
    assert len({shot.azimuth for shot in shots}) == 50
    for shot in shots:
        for name, (low, high) in LIMITS.items():
            assert low <= getattr(shot, name) <= high


def test_a_double_is_called_if_the_die_is_worth_more_on_the_tower() -> None:
    match = Match("zoch").with_dice(lie("A1", 5), lie("A2", 1, target=0))
    match.flick(0, lie("A3", 5, target=1))
    choice = Planner(QUICK).choose(match.position, 0, seeded(1))
    assert choice == Call("double", 0)
    blind = Planner(Hand(tremor=1.0, rounds=(Round(1, 1),), notices=0.0))
    assert blind.choose(match.position, 0, seeded(1)) == Pass()


@pytest.mark.clause("BLACKROCK-4")
def test_a_bot_names_both_dice_of_a_double_and_notices_both_ways_or_neither() -> None:
    match = Match("blackrock", calls="spoken").with_dice(lie("A1", 5), lie("A2", 1, target=0))
    match.flick(0, lie("A3", 5, target=1))
    assert Planner(QUICK).choose(match.position, 0, seeded(1)) == Call("double", 0, 2)
    drowsy = Planner(Hand(tremor=1.0, rounds=(Round(1, 1),), notices=0.5))
    seen = [drowsy.consider(match.position, 0, seeded(number)) for number in range(20)]
    assert {len(opinions) for opinions in seen} == {1, 3}


def test_a_bot_that_may_flick_calls_first_what_is_worth_it() -> None:
    match = Match("zoch").with_dice(lie("B1", 5), lie("B2", 4))
    match.flick(0, lie("A3", 2), lie("B2", 5))
    player = Planner(QUICK)
    assert isinstance(player.choose(match.position, 1, seeded(1)), Call)
    match = Match("zoch").with_dice(lie("B1", 5, target=0), lie("B2", 5, target=1))
    match.flick(0, lie("A3", 2))
    chosen = [opinion.move for opinion in player.consider(match.position, 1, seeded(1))]
    assert isinstance(chosen[0], Flick)
    assert isinstance(chosen[-1], Call)


def test_targets_is_called_and_pas_vu_spoils_it() -> None:
    match = Match("blackrock", 2, calls="spoken", pas_vu_pas_pris=True)
    match.flick(0, lie("A3", 2, centre=0))
    assert Planner(QUICK).choose(match.position, 0, seeded(1)) == Call("targets", 2)
    assert Planner(QUICK).choose(match.position, 1, seeded(1)) == Call("pas_vu", 2)


def test_choices_keep_what_scores() -> None:
    match = Match("zoch")
    match.flick(0, lie("A3", 2), lie("A2", 5, hole=1))
    assert Planner(QUICK).choose(match.position, 0, seeded(1)) == Keep(1)
    match = Match("zoch").with_dice(lie("B1", 3))
    match.flick(0, lie("A3", 2), lie("B3", 5), lie("B2", 4, off=False))
    assert isinstance(Planner(QUICK).choose(match.position, 1, seeded(1)), Lose)


def test_a_bot_aims_in_golden_targets() -> None:
    match = golden()
    player = Planner(Hand(tremor=0.5, rounds=(Round(2, 1),)))
    move = player.choose(match.position, 0, seeded(1))
    assert isinstance(move, Flick)
    assert match.table.why_not(0, move) is None


@pytest.mark.clause("BLACKROCK-16")
def test_a_bot_in_a_team_aims_for_the_best_colour_of_its_side() -> None:
    match = tied_teams()
    stack_all(match)
    move = Planner(Hand(tremor=0.5, rounds=(Round(2, 1),))).choose(match.position, 0, seeded(1))
    assert isinstance(move, Flick)
    assert match.table.why_not(0, move) is None
    fell: dict[str, Any] = {"fallen_from": 0}
    split = (lie("A2", 3, target=0, **fell), lie("A3", 1, **fell), lie("C1", 4, target=0, **fell))
    assert golden_worth(split, 0, [0, 2]) == pytest.approx(4.0)
    assert golden_worth((*split, lie("B1", 6, target=0, fallen_from=1)), 0, [0, 2]) == pytest.approx(4.0)
    joined = (lie("A2", 3, target=0, **fell), lie("A3", 4, target=0, **fell))
    assert golden_worth(joined, 0, [0, 2]) == pytest.approx(7.0)


def test_a_win_is_certain_and_a_bridge_counts_in_one_edition_only() -> None:
    match = Match("zoch").change(points=[3, 0])
    match.flick(0, lie("A3", 1, hole=0))
    assert [chance(match.table.position, seat) for seat in (0, 1)] == [1.0, 0.0]  # type: ignore[arg-type]
    worth = []
    for game in ("zoch", "blackrock"):
        match = Match(game)
        match.flick(0, lie("A3", 1, target=(0, 1)))
        worth.append(chance(match.table.position, 0))  # type: ignore[arg-type]
    assert worth[0] > worth[1]


def test_a_plan_looks_through_choices_and_settling_dice() -> None:
    match = Match("zoch").with_piles(0, 1).with_dice(lie("B1", 3, pile=1), lie("B2", 2, pile=1))
    position = match.table.position
    assert isinstance(position, TargetsPosition)
    flick = Flick(0.0, 1.2)
    worth = []
    for lying in ([lie("A3", 4, pile=1)], [lie("A3", 4), lie("A2", 4)]):
        rolled = read_rolled(match.outcome(*lying), match.board.layout)
        worth.append(Planner(QUICK).outcome_worth(position, 0, flick, rolled))
    assert worth[0] > worth[1]


def test_every_flick_of_a_plan_is_tried_behind_the_same_luck() -> None:
    table = Table("zoch", 2, seed=1)
    seat = table.actors[0]
    player = Watched(Hand(tremor=1.0, rounds=(Round(4, 2), Round(2, 1, beside=1), Round(1, 2))))
    player.consider(position_of(table), seat, seeded(1))
    by_flick: dict[Flick, list[int]] = {}
    for flick, seed in player.seen:
        by_flick.setdefault(flick, []).append(seed)
    longest = max(by_flick.values(), key=len)
    assert len(longest) == len(set(longest)) >= 4
    assert all(seeds == longest[: len(seeds)] for seeds in by_flick.values())


class Watched(Planner):
    """A planner whose tries are noted; all of them lead to the same."""

    def __init__(self, hand: Hand) -> None:
        super().__init__(hand)
        self.seen: list[tuple[Flick, int]] = []

    def tried(
        self, position: TargetsPosition, seat: int, flicks: Sequence[Flick], luck: Sequence[int]
    ) -> list[float]:
        self.seen += zip(flicks, luck, strict=True)
        return [0.5] * len(flicks)


def test_a_try_speaks_for_the_flicks_beside_it() -> None:
    aimed = aims(Match("zoch").board.layout, 0, 6, seeded(1), HANDS["strong"])
    plan = Plan(aimed, 1.0)
    beside = plan.add(0, msgspec.structs.replace(plan.flicks[0], azimuth=plan.flicks[0].azimuth + 0.3))
    away = plan.add(0, msgspec.structs.replace(plan.flicks[0], azimuth=plan.flicks[0].azimuth + 30.0))
    for number in range(len(plan.flicks)):
        plan.worth[number].append(0.5)
    plan.worth[0] += [1.0] * 20
    ranked = plan.ranked(range(len(plan.flicks)))
    assert ranked[:2] == [0, beside]
    assert plan.estimates[beside] > plan.estimates[away] > 0.5


def test_what_is_planned_does_not_depend_on_how_many_processes_try_it() -> None:
    table = Table("blackrock", 2, seed=3)
    seat = table.actors[0]
    hand = Hand(tremor=1.0, rounds=(Round(6, 1), Round(2, 1, beside=1), Round(2, 2)))
    alone = Planner(hand).consider(position_of(table), seat, seeded(4))
    with local_workers(2) as pool:
        planner = Planner(hand)
        planner.pool = pool
        together = planner.consider(position_of(table), seat, seeded(4))
    assert together == alone


def test_a_double_is_called_though_the_others_have_calls_to_make_as_well() -> None:
    """The calls of others are the same with and without it, so the double is made."""
    match = Match("zoch").with_dice(lie("A1", 5), lie("B1", 2), lie("B2", 2, target=1))
    match.flick(0, lie("A3", 5))
    choice = Planner(QUICK).choose(match.position, 0, seeded(1))
    assert isinstance(choice, Call)
