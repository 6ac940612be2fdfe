"""The coach of any game: what moves are worth, and how good those of a match were."""

import pytest

from ludotheque import NotAllowed, Table
from ludotheque.core.chance import seeded
from ludotheque.games import REGISTRY
from ludotheque.table import analysis
from ludotheque.table.analysis import advise, analyse, analyse_part, join, rating_of
from ludotheque.table.check import random_choice
from tests.effort import tries

NEAR_THE_END = {
    "seats": 2,
    "pawns": [18, 20],
    "dice": [None, {"slot": 1, "value": 10}],
    "phase": "decide",
    "throws": 1,
    "thrown": [7, 6],
}


@pytest.fixture
def hush(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTRY, "hush", "tests.server.hush")


def finished(seats: int, seed: int) -> Table:
    table, rng = Table("exxtra", seats=seats, seed=seed), seeded(seed)
    while table.result is None:
        table.play(table.actors[0], random_choice(table.position, table.actors[0], rng))
    return table


def test_advice_names_every_move_the_best_first() -> None:
    table = Table.at("exxtra", NEAR_THE_END, chance=[])
    advice = advise(table.position, 0, seeded(0))
    assert advice.exact
    assert {opinion.notation for opinion in advice.opinions} == {
        "throw", "place 0", "place 2", "place 3", "place 4", "place 5"
    }  # fmt: skip
    values = [opinion.value for opinion in advice.opinions]
    assert values == sorted(values, reverse=True)
    assert advice.opinions[0].move == {"do": "place", "slot": 0}, "else the other one wins with the next move"


def test_a_mistake_is_named_with_what_was_better() -> None:
    table = Table.at("exxtra", NEAR_THE_END, chance=[])
    table.play(0, "place 5")
    judged = analyse(table.record())
    (decision,) = judged.decisions
    assert (decision.step, decision.seat, decision.played.notation) == (1, 0, "place 5")
    assert decision.best.notation == "place 0"
    assert decision.played.value == 0
    assert decision.rating == "blunder"
    assert judged.mistakes == (0,)
    assert judged.accuracy == (0.0, None)
    assert judged.chances[-1].win == (0.0, 1.0)


def test_a_whole_match_is_judged_exactly_for_two() -> None:
    table = finished(2, 4)
    judged = analyse(table.record())
    assert judged.exact
    losses = [judged.decisions[index].loss for index in judged.mistakes]
    assert losses == sorted(losses, reverse=True)
    assert all(sum(chances.win) == pytest.approx(1) for chances in judged.chances)  # type: ignore[arg-type]
    assert judged.chances[-1].step == len(table.log)
    result = table.result
    assert result is not None
    assert judged.chances[-1].win[result.winners[0]] == 1
    assert all(accuracy is not None and 0 <= accuracy <= 1 for accuracy in judged.accuracy)


def test_among_three_only_the_chance_of_the_seat_to_act_is_known() -> None:
    table = finished(3, 4)
    judged = analyse_part(table.record(), len(table.log) - tries(40, 6))
    assert not judged.exact
    assert [sum(win is not None for win in chances.win) for chances in judged.chances[:-1]] == [1] * (
        len(judged.chances) - 1
    )


def test_without_a_coach_of_its_own_the_strongest_bot_judges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "part", lambda *_: None)
    two = advise(Table.at("exxtra", NEAR_THE_END, chance=[]).position, 0, seeded(0))
    three = advise(
        Table("exxtra", seats=3, seed=1).position, Table("exxtra", seats=3, seed=1).actors[0], seeded(0)
    )
    assert not two.exact
    assert two.opinions[0].notation == "place 0"
    assert three.opinions[0].notation == "throw"


def test_ratings_follow_the_loss() -> None:
    assert [rating_of(loss) for loss in (0, 0.01, 0.03, 0.1, 0.2)] == [
        "best", "good", "inaccuracy", "mistake", "blunder"
    ]  # fmt: skip


@pytest.mark.usefixtures("hush")
def test_a_continuous_move_has_no_advice_and_windows_no_chances() -> None:
    table = Table("hush", seats=2, chance=[{"card": 3}, {"card": 5}, {"slide": 0.5}])
    with_window = analyse(table.record())
    assert with_window.chances == ()
    for seat in (0, 1):
        table.position.play(seat, table.game.read_move({"do": "bid", "amount": 1}))
    with pytest.raises(NotAllowed):
        advise(table.position, 0, seeded(0))
    at_flick = Table.at("hush", table.position.to_json(), chance=[{"slide": 0.5}])
    at_flick.play(0, {"do": "flick", "power": 0.5})
    judged = analyse(at_flick.record())
    assert judged.decisions == ()
    assert [chances.step for chances in judged.chances] == [2]


@pytest.mark.usefixtures("hush")
def test_a_replayed_table_waits_for_every_outcome() -> None:
    again = Table.replay(Table("exxtra", seats=2, chance=[]).record() | {"log": []})
    assert again.awaits_chance
    again.feed({"starter": 1})
    assert again.actors == (1,)


def test_a_match_judged_in_parts_is_judged_as_in_one() -> None:
    record = finished(2, 4).record()
    parts = [analyse_part(record, 0, seconds=0)]
    while (following := parts[-1].following) is not None:
        parts.append(analyse_part(record, following, seconds=0))
    assert len(parts) > 10
    assert join(parts) == analyse(record)
