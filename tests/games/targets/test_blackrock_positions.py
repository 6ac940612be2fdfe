"""Positions of the Blackrock edition: what play can't reach is refused, with its place; all else is accepted.

`LUDOTHEQUE_GAMES=50 pytest` plays fifty times as many games.
"""

from typing import Any

import pytest

from ludotheque import Table
from ludotheque.core.chance import seeded
from ludotheque.core.codec import Json, write
from ludotheque.core.refusal import Unreadable
from ludotheque.games.targets.blackrock.rules.position import BlackrockPosition
from tests.games.targets.scenes import Match, lie, quick_draw
from tests.games.targets.test_broken_positions import MANY, any_move

OPTIONS: list[tuple[int, dict[str, Json]]] = [
    (2, {}),
    (3, {"calls": "spoken"}),
    (4, {"faces": "chosen", "three_by_three": True}),
    (2, {"calls": "spoken", "pas_vu_pas_pris": True}),
    (4, {"teams": True}),
    (4, {"teams": True, "three_by_three": True, "faces": "chosen"}),
    (4, {"teams": True, "three_by_three": True, "calls": "spoken", "pas_vu_pas_pris": True}),
]


@pytest.fixture
def partners() -> Match:
    """Teams in their first round: each has given the first die of the own colour to the partner."""
    match = Match("blackrock", 4, teams=True)
    for seat in range(4):
        match.table.play(seat, {"do": "exchange", "die": 3 * seat})
    return match


@pytest.fixture
def two() -> Match:
    return Match("blackrock")


def refused_at(match: Match, **fields: Any) -> str:
    """The place at which a position with other fields is refused."""
    with pytest.raises(Unreadable) as refused:
        match.change(**fields)
    assert (refused.value.code, refused.value.clause) == ("core.position", None)
    return str(refused.value.params["where"])


@pytest.mark.clause("BLACKROCK-16")
def test_the_dice_that_were_given_are_held_by_the_partners(partners: Match) -> None:
    given = partners.json()["given"]  # type: ignore[index,call-overload]
    assert given == [0, 3, 6, 9]
    assert refused_at(partners, given=[0, 4, 6, 9]) == "$.given[1]"
    assert refused_at(partners, given=[0, 3, 6, 10]) == "$.given[3]"


@pytest.mark.clause("BLACKROCK-16")
def test_no_die_is_held_by_a_partner_to_whom_it_was_not_given(partners: Match) -> None:
    swapped = {1: 7, 7: 1}
    held = partners.board.holders
    layout: Any = write(partners.board.layout)
    for stand in layout["stands"]:
        for level in stand["tower"]:
            level["die"] = swapped.get(level["die"], level["die"])
    holders = [held[swapped.get(die, die)] for die in range(len(held))]
    assert (holders[1], holders[7]) == (held[7], held[1]) == (2, 0)
    assert refused_at(partners, holders=holders, layout=layout) == "$.holders"


@pytest.mark.clause("BLACKROCK-4")
def test_a_missed_pair_is_of_one_tower(two: Match) -> None:
    two.with_dice(lie("A1", 4), lie("A2", 4), lie("B1", 4))
    two.change(phase="play", spent_pairs=[[0, 1]])
    assert refused_at(two, spent_pairs=[[0, 1], [0, 3]]) == "$.spent_pairs[1]"


@pytest.mark.clause("BLACKROCK-16")
def test_a_missed_pair_of_partners_is_one_of_the_same_tower_not_of_the_same_colour(partners: Match) -> None:
    assert partners.change(spent_pairs=[[1, 6]]).board.spent_pairs == ((1, 6),)
    assert refused_at(partners, spent_pairs=[[0, 1]]) == "$.spent_pairs[0]"


@pytest.mark.clause("BLACKROCK-3")
@pytest.mark.clause("BLACKROCK-4")
def test_a_die_in_a_tower_has_missed_no_call(two: Match) -> None:
    two.with_dice(lie("A1", 4), lie("B1", 4))
    two.change(phase="play", spent=[0, 3])
    assert refused_at(two, spent=[0, 1]) == "$.spent[1]"


@pytest.mark.clause("TARGETS-11")
def test_nobody_has_passed_where_no_window_is_open(two: Match) -> None:
    assert refused_at(two, passed=[0]) == "$.passed"
    two.change(phase="play", window=True, passed=[0])


@pytest.mark.clause("BLACKROCK-7")
def test_no_disc_is_stored_before_the_end_of_the_first_round(two: Match) -> None:
    two.with_piles(0, 1)
    assert two.board.round == 2
    assert refused_at(two, round=1) == "$.stored[1]"


@pytest.mark.clause("BLACKROCK-8")
@pytest.mark.clause("BLACKROCK-10")
def test_every_round_before_has_taken_a_disc_from_the_centre(two: Match) -> None:
    assert refused_at(two, round=2) == "$.round"
    two.with_piles(1, 1)
    assert two.change(round=3).board.round == 3
    for impossible in (4, 11, 15):
        assert refused_at(two, round=impossible) == "$.round"


@pytest.mark.clause("BLACKROCK-10")
def test_the_tenth_round_is_money_time_and_the_last(two: Match) -> None:
    two.with_piles(3, 0)
    money = {
        "central": [None] * 3,
        "reserve": [],
        "removed": [disc for disc in range(9) if disc not in two.board.stored[0]],
        "layout": {**write(two.board.layout), "places": []},  # type: ignore[dict-item]
        "money_time": True,
    }
    assert two.change(**money, round=10).board.money_time
    assert refused_at(two, round=11) == "$.round"


@pytest.mark.clause("BLACKROCK-3")
@pytest.mark.clause("BLACKROCK-4")
def test_a_die_that_goes_back_on_its_tower_may_call_again_once_it_is_flicked() -> None:
    match = Match("blackrock", calls="spoken")
    match.with_dice(lie("A1", 4, centre=0), lie("A2", 4), lie("A3", 2))
    match.change(phase="play", window=True, spent=[0])
    match.table.play(0, {"do": "call", "what": "double", "die": 0, "other": 1})
    assert match.board.spent == (1,), "the one that was left calls nothing until it is moved"


def test_a_position_stored_earlier_in_which_a_die_on_its_tower_is_spent_still_opens(
    two: Match,
) -> None:
    two.with_dice(lie("A1", 4), lie("B1", 4))
    two.change(phase="play", spent=[0, 3])
    today: Any = two.table.position.to_json()
    game = two.table.game
    earlier = today | {"spent": [0, 1, 3]}
    assert game.upgrade_position(today, 2) is today
    assert game.upgrade_position(earlier, 2) == today
    record: Any = {"ludotheque": 1, "game": "blackrock", "seats": 2, "rules": 1, "start": earlier, "log": []}
    assert Table.replay(record).position.to_json() == today


@pytest.mark.parametrize(("seats", "options"), OPTIONS, ids=str)
def test_every_position_of_whole_random_games_is_accepted(
    seats: int, options: dict[str, Json], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BlackrockPosition, "draw", quick_draw)
    looked_at = 0
    for seed in range(4 * MANY):
        table, rng = Table("blackrock", seats, seed=seed, options=options), seeded(seed)
        while True:
            position = table.position.to_json()
            assert Table.at("blackrock", position).position.to_json() == position
            looked_at += 1
            if table.result is not None:
                break
            seat = table.actors[rng.randrange(len(table.actors))]
            table.play(seat, any_move(table, seat, rng))
    assert looked_at > 40 * MANY
