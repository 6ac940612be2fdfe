"""The end: a full camp, the fourth raid, the score, ties."""

from collections.abc import Mapping

import pytest

from ludotheque import Table
from ludotheque.core.codec import Json
from tests.games.targi.helpers import POOR, RICH, may, owns, player, score, state, table, view

ELEVEN: list[Json] = [[0, 4, 7, 10], [1, 5, 8, 11], [2, 12, 13]]
CENTRE: list[Json] = ["1D", 20, "1S", 3, "1P", 6, "2D", 9, "2S"]


def twelfth(robber: int = 2, white: Mapping[str, Json] | None = None) -> Table:
    """Blue starts and lays the twelfth card; white has still a turn."""
    blue = {**RICH, "camp": ELEVEN, "markers": ["b"], "targis": [5]}
    at = table(blue, {"targis": [3], **(white or {})}, phase="act", centre=CENTRE, robber=robber)
    at.play(0, "use b")
    at.play(0, "lay")
    return at


@pytest.mark.clause("TARGI-28")
def test_with_the_twelfth_card_the_round_is_played_to_its_end() -> None:
    at = twelfth()
    assert may(at) == ["use 5", "finish"]
    at.play(0, "finish")
    assert at.actors == (1,)
    at.play(1, "use 3")
    assert at.result is not None
    assert (at.result.clause, at.result.reason) == ("TARGI-28", "targi.full_camp")
    assert at.result.text("en") == "A camp has reached twelve cards."
    assert owns(at, 1)[1] == 3


@pytest.mark.clause("TARGI-28")
@pytest.mark.parametrize("robber", [7, 15])
def test_no_raid_follows_a_full_camp_in_round_12_neither(robber: int) -> None:
    at = twelfth(robber, {"crosses": 4})
    at.play(0, "finish")
    at.play(1, "finish")
    assert at.result is not None
    assert (view(at)["robber"], owns(at, 1)[4]) == (robber, 4)


@pytest.mark.clause("TARGI-28")
def test_card_36_and_the_limits_still_count_after_the_twelfth_card() -> None:
    at = twelfth(white={"camp": [[36], [], []], "dates": 10, "salt": 0, "pepper": 0, "targis": [3]})
    at.play(0, "finish")
    at.play(1, "finish")
    at.play(1, "take 1S")
    at.play(1, "return 1D")
    assert at.result is not None
    assert owns(at, 1)[:2] == (9, 1)


@pytest.mark.clause("TARGI-22", "card 44")
def test_card_44_has_no_effect_when_no_round_follows() -> None:
    blue = {**RICH, "camp": ELEVEN, "markers": ["b"]}
    at = table(blue, {"targis": [3]}, phase="act", centre=["1D", 44, *CENTRE[2:]], robber=2)
    at.play(0, "use b")
    at.play(0, "lay")
    at.play(1, "use 3")
    assert at.result is not None
    assert view(at)["fewer_targis"] is None


@pytest.mark.clause("TARGI-29")
def test_the_game_ends_with_raid_4_after_twelve_rounds() -> None:
    at = table({}, {"targis": [3]}, phase="act", turn=1, amulet=1, second=True, robber=15)
    assert view(at)["round"] == 12
    at.play(1, "finish")
    assert (view(at)["robber"], view(at)["phase"]) == (16, "raid")
    at.play(0, "pay 1G")
    at.play(1, "pay 1G")
    assert at.result is not None
    assert at.result.reason == "targi.last_raid"


@pytest.mark.clause("TARGI-30")
def test_the_score_counts_tokens_crosses_advantages_and_full_rows() -> None:
    camp = [[1, 2, 28, 29], [4, 7, 10, 15], [12, 13, 14]]
    seen = score(table({"camp": camp, "crosses": 2}))
    assert (seen.tokens, seen.printed, seen.rows) == (2, 3 + 3 + 1 + 1 + 2 + 2 + 3 + 1 + 3 + 2 + 3, (4, 2, 0))
    assert seen.advantages == {}
    assert seen.total == 2 + 24 + 6


@pytest.mark.clause("TARGI-30")
def test_a_full_row_of_two_or_three_symbols_scores_nothing() -> None:
    assert score(table({"camp": [[1, 2, 28, 4], [10, 11, 12, 13], []]})).rows == (0, 0, 0)


@pytest.mark.clause("TARGI-32")
def test_the_worked_example() -> None:
    camp: list[Json] = [[0, 28, 29, 15], [7, 10, 12, 23], [25, 26, 13, 30]]
    seen = score(table({"camp": camp, "crosses": 3}, centre=["1D", 33, *CENTRE[2:]]))
    assert (seen.tokens, seen.printed, seen.rows) == (3, 21, (4, 2, 0))
    assert seen.advantages == {15: 1, 23: 2}
    assert seen.total == 33


def last_raid(blue: dict[str, Json], white: dict[str, Json]) -> Table:
    """Both are spared or pay gold in raid 4 and are compared."""
    at = table(blue, white, phase="raid", robber=16)
    at.play(0, "pay 1G")
    at.play(1, "pay 1G")
    return at


@pytest.mark.clause("TARGI-31")
@pytest.mark.parametrize(
    ("blue", "white", "ranks"),
    [
        ({"crosses": 5}, {"crosses": 4}, (1, 2)),
        ({"gold": 2}, {"gold": 1}, (1, 2)),
        (
            {"gold": 1},
            {
                "gold": 3,
            },
            (2, 1),
        ),
        ({"dates": 3}, {"dates": 2}, (1, 2)),
        ({"dates": 3, "gold": 1}, {"dates": 2, "gold": 2}, (2, 1)),
        ({}, {}, (1, 1)),
    ],
)
def test_ties_go_to_more_gold_then_more_goods(
    blue: dict[str, Json], white: dict[str, Json], ranks: tuple[int, int]
) -> None:
    at = last_raid(blue, white)
    assert at.result is not None
    assert at.result.ranks == ranks
    ended = state(at)
    worth = {(1, 2): (1.0, 0.0), (2, 1): (0.0, 1.0), (1, 1): (0.5, 0.5)}[ranks]
    assert (ended.payoff(0), ended.payoff(1)) == worth


@pytest.mark.clause("TARGI-22", "card 40")
@pytest.mark.clause("TARGI-31")
def test_the_coin_of_card_40_breaks_no_tie() -> None:
    at = last_raid({"camp": [[40], [], []], "coin": 1}, {"camp": [[24], [], []], "dates": 3})
    assert at.result is not None
    assert at.result.ranks == (2, 1)
    assert player(at)["coin"] == 1


def test_a_player_without_anything_can_still_lose_only_what_there_is() -> None:
    at = table(
        {**POOR, "crosses": 0, "camp": [[29], [], []]},
        {"targis": [3]},
        phase="act",
        robber=15,
        turn=1,
        amulet=1,
        second=True,
    )
    at.play(1, "finish")
    at.play(1, "pay 3VP")
    assert at.result is not None
    assert at.result.scores == (1, 1)
