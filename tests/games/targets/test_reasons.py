"""Reasons for flicks: their sentences, the truth of their numbers, and choice separated from luck."""

from collections.abc import Iterator
from itertools import cycle

import pytest

from ludotheque import Table
from ludotheque.bots import bot
from ludotheque.core.bot import Opinion
from ludotheque.core.chance import seeded
from ludotheque.core.moves import MoveRange
from ludotheque.core.reasons import Fact, Reason, difference, told
from ludotheque.core.refusal import NotAllowed, Param
from ludotheque.core.words import LANGUAGES, words
from ludotheque.games.targets import coach as coaching
from ludotheque.games.targets.bots.aiming import Hand, Round
from ludotheque.games.targets.coach import FlickCoach
from ludotheque.games.targets.moves import Call, Flick, Pass
from ludotheque.games.targets.outcomes import Rolled, read_rolled
from ludotheque.games.targets.reasons import facts, in_centre, stays
from ludotheque.games.targets.rules.position import TargetsPosition
from ludotheque.table import analysis
from ludotheque.table.analysis import advise, analyse
from tests.games.recount import Recount
from tests.games.targets.scenes import position_of

EDITIONS = pytest.mark.parametrize("edition", ["zoch", "blackrock"])
QUICK = FlickCoach(Hand(tremor=0.0, rounds=(Round(3, 1),)), tries=2)
GENTLE = Flick(0.0, 1.2, 0.0, 0.0, -20.0)


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A coach that tries little."""
    monkeypatch.setattr(coaching, "FlickCoach", lambda: QUICK)


def begun(edition: str) -> Table:
    return Table(edition, seats=2, seed=4)


@EDITIONS
def test_a_flick_tells_how_often_it_stays_on_a_disc(edition: str) -> None:
    at = position_of(begun(edition))
    (seat,) = at.actors
    flicked, _, passing = facts(at, seat, [GENTLE, *[Flick(5.0, 1.2)] * 1, Pass()], seeded(1), 3)
    assert told(flicked)[0].code.startswith("targets.")
    assert {fact.reason.code for fact in flicked} >= {"targets.on_disc", "targets.lost"}
    assert passing == []


def test_only_the_first_flicks_are_tried() -> None:
    at = position_of(begun("zoch"))
    (seat,) = at.actors
    found = facts(at, seat, [Flick(float(turn), 1.2) for turn in range(3)], seeded(1), 1)
    assert [bool(one) for one in found] == [True, True, False]


@pytest.mark.clause("TARGETS-11")
def test_a_call_tells_what_it_brings() -> None:
    at = position_of(begun("zoch"))
    (found,) = facts(at, 0, [Call("double", 1)], seeded(1))
    assert [fact.reason.clause for fact in found] == ["ZOCH-4"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_its_sentence(language: str) -> None:
    keys = [key for key in words("targets", language) if key.startswith("targets_why_")]
    params: dict[str, Param] = {"count": 2, "other_count": 3}
    assert len(keys) > 10
    assert all(Reason(f"targets.{key.removeprefix('targets_why_')}", params).text(language) for key in keys)


@pytest.mark.usefixtures("_quick")
def test_a_hint_for_a_flick_can_be_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    at = position_of(begun("zoch"))
    (seat,) = at.actors
    advice = advise(at, seat, seeded(1), explained=0)
    best = advice.opinions[0]
    assert not advice.exact
    move = at.game.read_move(best.move)
    assert isinstance(move, Flick)
    assert at.refusal(seat, move) is None
    assert round(move.azimuth, 1) == move.azimuth
    assert at.game.parse(best.notation) == move
    monkeypatch.setattr(FlickCoach, "refusal", lambda *_: NotAllowed("targets.no_simulation"))
    with pytest.raises(NotAllowed):
        advise(at, seat, seeded(1))


@EDITIONS
@pytest.mark.usefixtures("_quick")
def test_an_analysis_tells_the_choice_from_the_luck(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.games.targets.reasons.SAMPLES", 1)
    table = begun(edition)
    for _ in range(2):
        seat = next(seat for seat in table.actors if isinstance(table.position.moves(seat)[0], MoveRange))
        table.play(seat, GENTLE)
    found = analyse(table.record())
    flicks = [decision for decision in found.decisions if decision.luck is not None]
    assert len(flicks) == 2
    assert all(decision.loss >= 0 for decision in flicks)
    assert all(-1 < (decision.luck or 0) < 1 for decision in flicks)
    assert flicks[0].played.notation.startswith("flick 0")


@pytest.mark.usefixtures("_quick")
def test_a_flick_whose_end_is_not_known_has_no_luck() -> None:
    table = Table("zoch", seats=2, seed=4)
    record = table.record()
    (seat,) = table.actors
    table.play(seat, GENTLE)
    log = [*record["log"], table.record()["log"][len(record["log"])]]
    found = analyse(record | {"log": log, "result": None})
    assert [decision.luck for decision in found.decisions] == [None]


@pytest.mark.usefixtures("_quick")
def test_without_a_simulation_flicks_are_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun("zoch")
    table.play(table.actors[0], GENTLE)
    monkeypatch.setattr(FlickCoach, "refusal", lambda *_: NotAllowed("targets.no_simulation"))
    assert analyse(table.record()).decisions == ()


def test_a_call_is_weighed_by_what_it_leaves() -> None:
    at = position_of(begun("zoch"))
    assert 0 < QUICK.compare(at, at.actors[0], (GENTLE, GENTLE), seeded(1))[0] < 1
    assert QUICK.standing(at, 0) == pytest.approx(1 - QUICK.standing(at, 1))
    at = position_of(Table("blackrock", seats=4, seed=2, options={"teams": True}))
    move = at.moves(at.actors[0])[0]
    assert not isinstance(move, MoveRange)
    called, again, error = QUICK.compare(at, at.actors[0], (move, move), seeded(1))
    assert 0 < called == again < 1
    assert error == 0.0, "both were made with the same luck"


def test_a_loss_that_may_be_chance_is_no_mistake() -> None:
    at = position_of(begun("zoch"))
    (seat,) = at.actors
    alike = Flick(0.3, 1.2, 0.0, 0.0, -20.0)
    away = Flick(180.0, 2.5)
    *worth, error = FlickCoach(tries=12).compare(at, seat, (GENTLE, alike), seeded(1))
    assert abs(worth[0] - worth[1]) <= error + 0.02
    assert analysis.rating_of(max(0.0, worth[0] - worth[1]), error) in ("best", "good")
    *worth, error = FlickCoach(tries=12).compare(at, seat, (GENTLE, away), seeded(1))
    assert analysis.rating_of(0.3, error=0.05) == "blunder"
    assert error < 0.3


@pytest.mark.usefixtures("_quick")
def test_the_chances_of_all_players_are_known_after_every_flick() -> None:
    table = Table("zoch", seats=4, seed=4)
    seat = next(seat for seat in table.actors if isinstance(table.position.moves(seat)[0], MoveRange))
    table.play(seat, GENTLE)
    found = analyse(table.record()).chances
    assert found
    for one in found:
        assert None not in one.win
        assert sum(chance or 0.0 for chance in one.win) == pytest.approx(1.0)


def test_a_difference_within_its_error_is_no_reason() -> None:
    def fact(count: int) -> Fact:
        worth = 0.15 * count / 100
        return Fact(Reason("targets.on_disc", {"count": count}, error=14.0), worth, doubt=0.15 * 0.14)

    assert difference([fact(58)], [fact(50)]) is None
    found = difference([fact(90)], [fact(30)])
    assert found is not None
    assert found.code == "targets.on_disc_than"


def test_moves_that_are_no_flicks_stay_as_they_are() -> None:
    assert coaching.readable(Pass()) == Pass()
    assert isinstance(analysis.coach_of(position_of(begun("zoch")))[0], FlickCoach)
    assert Opinion(Pass(), 0.5).reasons == ()


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["zoch", "blackrock"])
@pytest.mark.parametrize("count", [10, pytest.param(200, marks=pytest.mark.long)])
def test_numbers_agree_with_fresh_flicks(edition: str, count: int) -> None:
    recount, rng = Recount(), seeded(count)
    for number, (position, seat, flick) in enumerate(flicks(edition, count)):
        (found,) = facts(position, seat, [flick], rng, 25)
        then = [made(position, seat, flick, 1000 * number + seed) for seed in range(25)]
        for fact in found:
            name = fact.reason.code.partition(".")[2]
            recount.check(fact.reason, "count", [one[name] for one in then], 100)
    recount.expect(6 * count)


def flicks(edition: str, count: int) -> Iterator[tuple[TargetsPosition, int, Flick]]:
    """Return flicks of casual players, two and three at a table in turn."""
    rng, found, player = seeded(10), 0, bot(edition, "casual")
    for seats in cycle((2, 3)):
        if found == count:
            return
        table = Table(edition, seats=seats, seed=rng.randrange(1 << 30))
        for _ in range(6):
            seat = table.actors[-1]
            move = player.choose(table.position, seat, rng)
            if isinstance(move, Flick) and found < count:
                found += 1
                assert isinstance(table.position, TargetsPosition)
                yield table.position.copy(), seat, move
            table.play(seat, move)
            if table.result is not None:
                break


def made(position: TargetsPosition, seat: int, flick: Flick, seed: int) -> dict[str, float]:
    """Flick once as at a table, and read what the outcome and the events say."""
    after = position.copy()
    after.play(seat, flick)
    outcome = after.draw(seeded(seed))
    rolled: Rolled = read_rolled(outcome, after.board.layout)
    events = [event.name for event in after.resolve(outcome)]
    own = [die for die in rolled.dice if die.fallen_from == seat]
    return {
        "on_disc": any(stays(die) for die in own),
        "centre": any(in_centre(die) for die in own),
        "takes": "targets.attack" in events or "targets.steal" in events,
        "topples": "targets.topple" in events,
        "falls": len(own) > 1,
        "lost": any(die.off or (die.struck and die.slid) for die in own),
    }
